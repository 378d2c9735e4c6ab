import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestFirst } from './newest-first.ts';

test('of requests that come faster than answers only the newest is sent', async () => {
  const requests: number[] = [];
  const answers: (() => void)[] = [];
  const ask = newestFirst(async (question: number) => {
    requests.push(question);
    await new Promise<void>((resolve) => answers.push(resolve));
    return 10 * question;
  });
  const all = [1, 2, 3].map(ask);
  assert.equal(await all[1], null);
  answers[0]();
  assert.equal(await all[0], 10);
  await new Promise((resolve) => setImmediate(resolve));
  answers[1]();
  assert.equal(await all[2], 30);
  assert.deepEqual(requests, [1, 3]);
  const last = ask(4);
  answers[2]?.();
  await new Promise((resolve) => setImmediate(resolve));
  answers[2]();
  assert.equal(await last, 40);
});
