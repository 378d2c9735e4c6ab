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

test('a lost store is back after three seconds without a second of failures', () => {
  const health = healthFrom0();
  health.fail(1_000);
  // Two seconds that are good, one that is not, for a minute.
  for (let ms = 1_000; ms < 61_000; ms += 3_000) {
    for (let later = 1; later < 2_000; later += 250) health.succeed(ms + later);
    health.fail(ms + 2_000);
    health.fail(ms + 3_000);
  }
  assert.deepEqual([health.isLost(), health.isTrusted(), health.told], [true, false, ['lost']]);
  for (let ms = 61_000; ms < 64_000; ms += 500) {
    health.succeed(ms);
    assert.equal(health.isTrusted(), false);
    // A busy machine is late at times.
    health.fail(ms + 250);
  }
  health.succeed(64_000);
  assert.deepEqual([health.isTrusted(), health.told], [true, ['lost', 'back']]);
  health.fail(70_000);
  health.fail(70_999);
  assert.deepEqual(health.told, ['lost', 'back']);
  health.fail(71_000);
  assert.deepEqual(health.told, ['lost', 'back', 'lost']);
});
