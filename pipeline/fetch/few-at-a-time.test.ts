import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewAtATime } from './few-at-a-time.ts';

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
    await new Promise((resolve) => setTimeout(resolve, 10));
    ended.push(item);
  };
  await assert.rejects(fewAtATime([1, 2, 3, 4, 5], 2, work), /item 2/);
  assert.deepEqual(ended, [1]);
});
