import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MeasuredPlane, modelledRatios, readPlaneSpread } from './plane-spread.ts';

const measured = readPlaneSpread();

test('in both halves of the year and in spring every plane varies as measured, within 95 % of resampled months', () => {
  for (const season of ['summer', 'winter', 'spring'] as const) {
    const modelled = modelledRatios(measured, season);
    for (const [plane, { ratio, low, high }] of Object.entries(measured[season].planes)) {
      const found = modelled[plane as MeasuredPlane];
      assert.ok(low <= found && found <= high, `${season} ${plane}: ${found}, measured ${ratio}`);
    }
  }
});

test('steep south planes vary more than the flat one, steep north planes less', () => {
  for (const half of ['summer', 'winter'] as const) {
    const { S40, S90, N40, N90 } = modelledRatios(measured, half);
    assert.ok(1 < S40 && S40 < S90 && N90 < N40 && N40 <= 1.01, `${half}: ${[S40, S90, N40, N90]}`);
  }
});
