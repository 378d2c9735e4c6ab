import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TransientError, withRetries } from './retries.ts';
import { testWeb } from './server.test-kit.ts';

/** Work that fails with these errors in turn, then is done. */
function failingWith(...errors: Error[]): () => Promise<string> {
  return async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'done';
  };
}
const busy = (waitMs = 0) => new TransientError('busy.', { waitMs });

test('waits double from one second', async () => {
  const web = testWeb();
  assert.equal(await withRetries(failingWith(...Array(5).fill(busy())), web.sleep), 'done');
  assert.deepEqual(web.waits, [1000, 2000, 4000, 8000, 16_000]);
});

test('the sixth failure in a row is the end', async () => {
  const web = testWeb();
  await assert.rejects(
    withRetries(failingWith(...Array(6).fill(busy())), web.sleep),
    /busy\. Gave up after 6 attempts; run again to continue/,
  );
  assert.equal(web.waits.length, 5);
});

test('what the server asks for is waited, if it is longer', async () => {
  const web = testWeb();
  await withRetries(failingWith(busy(7000), busy(500)), web.sleep);
  assert.deepEqual(web.waits, [7000, 2000]);
});

test('an hour is not waited for', async () => {
  const web = testWeb();
  await assert.rejects(
    withRetries(failingWith(busy(3_600_000)), web.sleep),
    /asks to wait 3600 s; run again then/,
  );
  assert.deepEqual(web.waits, []);
});

test('an attempt that brought a megabyte starts the count anew', async () => {
  const web = testWeb();
  const cut = new TransientError('cut.', { gainedBytes: 1 << 20 });
  const errors = Array.from({ length: 20 }, () => cut);
  assert.equal(await withRetries(failingWith(...errors), web.sleep), 'done');
  assert.deepEqual(web.waits, Array(20).fill(1000));
});

test('other errors are not retried', async () => {
  const web = testWeb();
  await assert.rejects(withRetries(failingWith(new Error('no such file')), web.sleep), /no such/);
  assert.deepEqual(web.waits, []);
});
