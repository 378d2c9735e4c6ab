import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#common/seeded-random.ts';
import { fewAtATime, paceOf } from './polite-asker.ts';
import type { Web } from './web.ts';

test('every item is worked on once, never more than the given number together', async () => {
  const done: number[] = [];
  let inHand = 0;
  let most = 0;
  await fewAtATime([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++inHand);
    await new Promise(setImmediate);
    inHand--;
    done.push(item);
  });
  assert.deepEqual(done.sort(), [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(most, 3);
});

test('after a failure nothing is begun, and what is in hand ends first', async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    if (item === 2) throw new Error('item 2');
    await new Promise(setImmediate);
    ended.push(item);
  };
  await assert.rejects(fewAtATime([1, 2, 3, 4, 5], 2, work), /item 2/);
  assert.deepEqual(ended, [1]);
});

/** A clock on which sleepers wake in the order of their times, each so much too late. */
function sharedClock(lateMs = () => 0): Web & { run(): Promise<void> } {
  let nowMs = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => nowMs,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: nowMs + ms + lateMs(), wake })),
    alarm: () => () => undefined,
    answerMs: 0,
    idleMs: 0,
    async run() {
      for (;;) {
        await new Promise(setImmediate);
        sleepers.sort((a, b) => a.at - b.at);
        const next = sleepers.shift();
        if (!next) return;
        nowMs = next.at;
        next.wake();
      }
    },
  };
}

test('calls start evenly, however many wait', async () => {
  const clock = sharedClock();
  const pace = paceOf(20, clock);
  const starts: number[] = [];
  for (let i = 0; i < 60; i++) pace.turn().then(() => starts.push(clock.now()));
  await clock.run();
  assert.equal(starts.length, 60);
  assert.deepEqual(starts.slice(0, 4), [0, 50, 100, 150]);
  for (let i = 0; i + 20 < starts.length; i++) {
    assert.ok(starts[i + 20] - starts[i] >= 1000, `21 calls within a second from ${starts[i]} ms`);
  }
});

test('timers that are late do not bring calls together', async () => {
  const random = seededRandom(3);
  const clock = sharedClock(() => Math.floor(40 * random()));
  const pace = paceOf(20, clock);
  const starts: number[] = [];
  for (let i = 0; i < 60; i++) pace.turn().then(() => starts.push(clock.now()));
  await clock.run();
  assert.equal(starts.length, 60);
  for (let i = 1; i < starts.length; i++) assert.ok(starts[i] - starts[i - 1] >= 50, `call ${i}`);
});

test('a quiet time is not made up for', async () => {
  const clock = sharedClock();
  const pace = paceOf(10, clock);
  const starts: number[] = [];
  clock.sleep(5000).then(async () => {
    for (let i = 0; i < 3; i++) pace.turn().then(() => starts.push(clock.now()));
  });
  await clock.run();
  assert.deepEqual(starts, [5000, 5100, 5200]);
});

test('a pause holds everyone', async () => {
  const clock = sharedClock();
  const pace = paceOf(10, clock);
  const starts: number[] = [];
  pace
    .pause(3000)
    .then(() => pace.turn())
    .then(() => starts.push(clock.now()));
  pace.turn().then(() => starts.push(clock.now()));
  await clock.run();
  assert.deepEqual(starts, [3000, 3100]);
});
