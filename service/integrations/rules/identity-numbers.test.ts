import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAdultIn, personalNumberOf } from './identity-numbers.ts';

test('a personal number in any usual form becomes 12 digits', () => {
  for (const text of ['19121212-1212', '191212121212', '121212+1212']) {
    assert.equal(personalNumberOf(text), '191212121212', text);
  }
  assert.equal(personalNumberOf('850709-9805'), '198507099805');
});

test('a co-ordination number, whose day is 60 more, is one too', () => {
  assert.equal(personalNumberOf('19701063-2391'), '197010632391');
});

test('a wrong check digit, an impossible day and what is no number are refused', () => {
  for (const text of ['19121212-1213', '19850230-9805', '19121212-000', '', 'x'.repeat(12)]) {
    assert.equal(personalNumberOf(text), null, text);
  }
});

test('whoever becomes 18 in the year of payment is old enough', () => {
  assert.ok(isAdultIn('200812319990', 2026));
  assert.ok(!isAdultIn('200901019990', 2026));
});
