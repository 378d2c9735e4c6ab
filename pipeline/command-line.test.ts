import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOption, partOf } from './command-line.ts';

test('a part counts from 1, and a malformed one is an error with the form', () => {
  assert.deepEqual(partOf('2/4'), { index: 1, count: 4 });
  assert.deepEqual(partOf('500/500'), { index: 499, count: 500 });
  for (const text of ['0/3', '4/3', '1/501', '', '1', '1/', 'a/b', '-1/3', '1.5/3', '1/3/5']) {
    assert.throws(() => partOf(text), {
      message: `SHARD (--shard) is "${text}", expected I/N with I from 1 to N and N up to 500, for example "make artifacts SHARD=2/4".`,
    });
  }
});

test('a count is a whole number from 1 to 500, or an error with an example', () => {
  assert.equal(countOption('PARTS', '500', 'x'), 500);
  assert.throws(() => countOption('PARTS (--merge)', '', 'make merge PARTS=4'), {
    message:
      'PARTS (--merge) is missing, expected a whole number from 1 to 500, for example "make merge PARTS=4".',
  });
  for (const text of ['0', '-1', '1.5', 'x', '501', '999999999', 'Infinity']) {
    const refusal = new RegExp(`^Error: PARTS is "${text}", expected a whole number from 1 to 500`);
    assert.throws(() => countOption('PARTS', text, 'x'), refusal);
  }
});
