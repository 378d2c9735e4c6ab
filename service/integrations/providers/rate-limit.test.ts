import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inItsWindow, testClock } from '../test/clock.ts';
import { CallsUsedUp, callWindow } from './rate-limit.ts';

test('no window of its length has more calls, after a rest neither', async () => {
  const clock = testClock();
  const turn = callWindow(20, 5_000, clock);
  const atMs: number[] = [];
  const call = async () => {
    await inItsWindow(clock, turn);
    atMs.push(clock.now());
  };
  for (let i = 0; i < 30; i++) await call();
  clock.ms += 4_000;
  await Promise.all(Array.from({ length: 100 }, call));
  assert.equal(atMs.length, 130);
  assert.ok(atMs.every((ms, i) => i < 20 || ms - atMs[i - 20] >= 5_000));
  assert.ok(atMs[129] - atMs[0] <= 4_000 + 7 * 5_000, 'nor does it dawdle');
});

test('a clock that is set back holds nobody up for longer than a window', async () => {
  const clock = testClock();
  const turn = callWindow(1, 5_000, clock);
  await turn();
  clock.ms -= 3_600_000;
  const fromMs = clock.ms;
  await inItsWindow(clock, turn);
  assert.equal(clock.ms - fromMs, 5_000);
});

test('a wait of more than a second is refused, and those behind it get their own', async () => {
  const clock = testClock();
  const turn = callWindow(2, 10_000, clock);
  await turn();
  clock.ms += 500;
  await turn();
  const isUsedUp = (error: unknown) => error instanceof CallsUsedUp && error.waitMs === 9_500;
  await Promise.all([1, 2].map(() => assert.rejects(turn(), isUsedUp)));
  clock.ms += 8_500;
  const fromMs = clock.ms;
  await turn();
  assert.equal(clock.ms - fromMs, 1_000);
});
