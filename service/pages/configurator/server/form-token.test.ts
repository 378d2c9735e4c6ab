import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { issueToken, referenceOf, tokenFault } from './form-token.ts';

const KEY = Buffer.alloc(32, 1);
const NOW = Date.UTC(2026, 10, 22);
const token = issueToken(KEY, 'demo', NOW);

test('a token is valid from 3 seconds to 2 hours after its issue', () => {
  const faultAfter = (ms: number) => tokenFault(KEY, 'demo', token, NOW + ms);
  for (const ms of [-1, 0, 2_999]) assert.equal(faultAfter(ms), 'early');
  for (const ms of [3_000, 7_200_000]) assert.equal(faultAfter(ms), null);
  assert.equal(faultAfter(7_200_001), 'stale');
});

test('a token is valid only for its slug and key', () => {
  assert.equal(tokenFault(KEY, 'demo2', token, NOW + 5000), 'forged');
  assert.equal(tokenFault(Buffer.alloc(32, 2), 'demo', token, NOW + 5000), 'forged');
});

test('a changed token and any other text are forged', () => {
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('A', '0', '.', 'é', ''), (at, char) => {
      fc.pre(token[at] !== char);
      const forged = token.slice(0, at) + char + token.slice(at + 1);
      assert.notEqual(tokenFault(KEY, 'demo', forged, NOW + 5000), null);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => tokenFault(KEY, 'demo', text, NOW) === 'forged'));
});

test('a form has one reference, and another form has another', () => {
  assert.match(referenceOf(KEY, token), /^[0-9A-F]{16}$/);
  assert.equal(referenceOf(KEY, token), referenceOf(KEY, token));
  assert.notEqual(referenceOf(KEY, token), referenceOf(KEY, issueToken(KEY, 'demo', NOW)));
});
