/** Light past rings, valleys and walls beside that by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HORIZON_TARGET_PCT, horizonErrors } from './horizon-errors.ts';

test('sky and sunshine past horizons are those by hand, to 1 % in every month', () => {
  assert.equal(HORIZON_TARGET_PCT, 1);
  const errors = horizonErrors();
  assert.equal(errors.length, 8);
  for (const { name, skyPct, sunshinePct } of errors) {
    assert.ok(Math.abs(skyPct) < HORIZON_TARGET_PCT, `${name}: sky ${skyPct}`);
    assert.ok(Math.abs(sunshinePct) < HORIZON_TARGET_PCT, `${name}: sunshine ${sunshinePct}`);
  }
});
