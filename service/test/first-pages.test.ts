/** Pages of the first second, in which a process answers lookups and has not read its prices. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { LOOKUP, startTestService } from './service.ts';

test('a page waits for the prices, which tell it the hours to reckon with; a lookup does not', async () => {
  // Its code is loaded then, and takes no time of the wait below.
  const { base: other } = await startTestService();
  assert.equal((await fetch(`${other}/docs?l=en`)).status, 200);
  let whenDone = () => {};
  const reading = new Promise<void>((resolve) => {
    whenDone = resolve;
  });
  const { base } = await startTestService({ whenLoaded: () => reading });
  let isAnswered = false;
  const page = fetch(`${base}/docs?l=en`).finally(() => {
    isAnswered = true;
  });
  assert.equal((await fetch(base + LOOKUP)).status, 200);
  await wait(300);
  assert.equal(isAnswered, false);
  whenDone();
  assert.equal((await page).status, 200);
});
