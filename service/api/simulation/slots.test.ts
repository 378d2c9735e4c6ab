/** Slots are two; who keeps another out of both leaves a free one for a moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ownSlots } from './slots.ts';

/** Both slots held by one caller, whom the other has just met. */
function fullOf(holder: string, other: string) {
  const slots = ownSlots();
  assert.deepEqual([slots.take(holder), slots.take(holder)], [true, true]);
  assert.equal(slots.take(other), false);
  return slots;
}

async function msOf<T>(promise: T | Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  return [await promise, performance.now() - began];
}

test('a third run is refused at once, whoever asks, and a slot given back is taken at once', () => {
  for (const third of ['one', 'two', 'other']) {
    const slots = ownSlots();
    assert.deepEqual(
      [slots.take('one'), slots.take('two'), slots.take(third)],
      [true, true, false],
    );
    slots.giveBack('one');
    assert.equal(slots.take('new'), true);
    assert.equal(slots.take('newer'), false);
  }
});

test("the holder's next run waits up to 50 ms where another met no slot, and then has it", async () => {
  const slots = fullOf('holder', 'other');
  slots.giveBack('holder');
  const [isGranted, ms] = await msOf(slots.take('holder'));
  assert.equal(isGranted, true);
  assert.ok(ms >= 49 && ms < 1000, `${ms} ms`);
});

test('the other who comes meanwhile has the slot, at once, and the holder is refused', async () => {
  const slots = fullOf('holder', 'other');
  slots.giveBack('holder');
  const later = slots.take('holder');
  assert.equal(slots.take('other'), true);
  assert.equal(await later, false);
});

test('of two that are free the holder has one, and of his runs no more than two wait', async () => {
  const slots = fullOf('holder', 'other');
  slots.giveBack('holder');
  slots.giveBack('holder');
  const later = [slots.take('holder'), slots.take('holder')];
  assert.equal(slots.take('holder'), false);
  assert.equal(slots.take('other'), true);
  assert.deepEqual(await Promise.all(later), [true, false]);
});

test('nobody waits whom no other met: neither for his own third run nor after a second', async () => {
  const alone = ownSlots();
  assert.deepEqual(['one', 'one', 'one'].map(alone.take), [true, true, false]);
  alone.giveBack('one');
  assert.equal(alone.take('one'), true);

  const slots = fullOf('holder', 'other');
  slots.giveBack('holder');
  await wait(1_010);
  assert.equal(slots.take('holder'), true);
});

test('one who is let in owes nothing to the holder of the other slot who wants that one, too', () => {
  const slots = fullOf('holder', 'other');
  slots.giveBack('holder');
  assert.equal(slots.take('other'), true);
  assert.equal(slots.take('holder'), false);
  slots.giveBack('other');
  assert.equal(slots.take('other'), true);
});
