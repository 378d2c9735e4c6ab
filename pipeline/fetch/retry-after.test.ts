import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.UTC(2015, 9, 21, 7, 28, 0);

test('seconds are taken as they are', () => {
  assert.equal(retryAfterMs('120', NOW), 120_000);
  assert.equal(retryAfterMs(' 0 ', NOW), 0);
});

test('a date is the time from now until then', () => {
  // the form of RFC 9110, 10.2.3
  assert.equal(retryAfterMs('Wed, 21 Oct 2015 07:29:30 GMT', NOW), 90_000);
  assert.equal(retryAfterMs('Wed, 21 Oct 2015 07:00:00 GMT', NOW), 0);
});

test('absent or unreadable is no wait', () => {
  assert.equal(retryAfterMs(null, NOW), 0);
  assert.equal(retryAfterMs('soon', NOW), 0);
});
