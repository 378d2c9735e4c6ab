import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeHealth } from './store-health.ts';

/** A health from time 0 on, and what it has told. */
function healthFrom0() {
  const told: string[] = [];
  const turns = { lost: () => told.push('lost'), back: () => told.push('back') };
  return { ...storeHealth(0, turns), told };
}

test('a store is trusted with its first write in time, and without one is lost after a second', () => {
  const health = healthFrom0();
  assert.equal(health.isTrusted(), false);
  health.fail(999);
  assert.deepEqual([health.isLost(), health.told], [false, []]);
  health.fail(1_000);
  assert.deepEqual([health.isLost(), health.told], [true, ['lost']]);
  const other = healthFrom0();
  other.succeed(5);
  assert.deepEqual([other.isTrusted(), other.told], [true, []]);
});

test('one failure ends the trust and is not told; the next write in time restores it', () => {
  const health = healthFrom0();
  for (let ms = 0; ms < 60_000; ms += 500) {
    health.succeed(ms);
    assert.equal(health.isTrusted(), true);
    health.fail(ms + 1);
    assert.equal(health.isTrusted(), false);
  }
  assert.deepEqual([health.isLost(), health.told], [false, []]);
});

test('a lost store is back after three seconds without a failure, however often single writes succeed', () => {
  const health = healthFrom0();
  health.fail(0);
  health.fail(1_000);
  for (let ms = 1_000; ms < 60_000; ms += 2_000) {
    for (let later = 0; later < 2_000; later += 250) health.succeed(ms + later);
    health.fail(ms + 1_999);
  }
  assert.deepEqual([health.isLost(), health.isTrusted(), health.told], [true, false, ['lost']]);
  health.succeed(70_000);
  health.succeed(72_999);
  assert.equal(health.isTrusted(), false);
  health.succeed(73_000);
  assert.deepEqual([health.isTrusted(), health.told], [true, ['lost', 'back']]);
  health.fail(80_000);
  health.fail(80_999);
  assert.deepEqual(health.told, ['lost', 'back']);
  health.fail(81_000);
  assert.deepEqual(health.told, ['lost', 'back', 'lost']);
});
