/** Slots are two. Whoever has both lets the next caller in first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownSlots } from './slots.ts';

/** Slots of which one caller has both. */
function fullOf(holder: string, waitMs?: number) {
  const slots = ownSlots(waitMs);
  assert.deepEqual([slots.take(holder), slots.take(holder)], [true, true]);
  return slots;
}

test('where two callers have the slots a third is refused at once, and one given back is taken at once', () => {
  for (const third of ['one', 'two', 'other']) {
    const slots = ownSlots();
    assert.deepEqual(
      [slots.take('one'), slots.take('two'), slots.take(third)],
      [true, true, false],
    );
    slots.release('one');
    assert.equal(slots.take('new'), true);
    assert.equal(slots.take('newer'), false);
  }
});

test('whoever has both is refused a third at once', () => {
  assert.equal(fullOf('holder').take('holder'), false);
});

test('where one caller has both, another waits and has the next slot, before the holder', async () => {
  const slots = fullOf('holder');
  const other = slots.take('other');
  slots.release('holder');
  assert.equal(slots.take('holder'), false, 'it is the other who has the slot');
  assert.equal(await other, true);
  slots.release('other');
  assert.equal(slots.take('holder'), true);
});

test('those who wait come in their order, each caller with one call, eight of them', async () => {
  const slots = fullOf('holder');
  const first = slots.take('0');
  const others = Array.from({ length: 7 }, (_, i) => slots.take(`${i + 1}`));
  assert.equal(slots.take('0'), false, 'a second call of one who waits');
  assert.equal(slots.take('8'), false, 'a ninth');
  slots.release('holder');
  slots.release('holder');
  assert.deepEqual([await first, await others[0]], [true, true]);
  assert.equal(slots.take('9'), false, 'two callers have the slots');
  slots.release('0');
  assert.equal(await others[1], true);
});

test('who has waited long enough is refused and takes nothing', async () => {
  const slots = fullOf('holder', 1);
  assert.equal(await slots.take('other'), false);
  slots.release('holder');
  assert.equal(slots.take('holder'), true);
  assert.equal(slots.take('holder'), false);
});
