import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseContentRange } from './content-range.ts';

test('a part names its first byte and the total', () => {
  // the examples of RFC 9110, 14.4
  assert.deepEqual(parseContentRange('bytes 42-1233/1234'), { first: 42, total: 1234 });
  assert.deepEqual(parseContentRange('bytes 42-1233/*'), { first: 42, total: null });
});

test('a range that cannot be had names the total alone', () => {
  assert.deepEqual(parseContentRange('bytes */1234'), { first: null, total: 1234 });
});

test('what contradicts itself or is something else is refused', () => {
  for (const field of [
    null,
    '',
    'bytes',
    'bytes 5-4/10',
    'bytes 0-10/10',
    'lines 0-1/2',
    'bytes */*',
  ]) {
    assert.equal(parseContentRange(field), null, String(field));
  }
});
