import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeHouseVerdict } from '../../house-verdict.ts';
import { usualState } from '../../state.ts';
import { computeInstalmentSek, findPriceSek } from './quote.tsx';

test('the instalment is that of the textbook: 100 000 in 10 years at 5 % is 1 060.66 a month', () => {
  assert.equal(computeInstalmentSek(100_000, 10, 0.05).toFixed(2), '1060.66');
  assert.equal(computeInstalmentSek(12_000, 5, 0), 200);
});

test('panels are paid off in 12 years at what they save in these years', () => {
  const faces = [{ tilt: 27, azimuth: 180, kwp: 10 }];
  const state = { ...usualState(faces), lang: 'sv' as const, inverterSek: 0, batteryKwh: 0 };
  const savings = { solarSek: 8000, batteries: [] };
  const paybackAt = (share: number) => {
    const at = { ...state, panelSekPerKwp: share * state.panelSekPerKwp };
    return computeHouseVerdict(at, savings, false).chosen.paybackYears;
  };
  // 8 000 SEK in the first year, half a percent less each year. 15 % of 97 % of the price are deducted.
  const savedSek = (8000 * (1 - 0.995 ** 12)) / 0.005;
  const expectedSek = savedSek / (1 - 0.15 * 0.97);
  const foundSek = findPriceSek(140_000, 12, paybackAt) ?? 0;
  assert.ok(expectedSek - foundSek >= 0 && expectedSek - foundSek <= 200, `${foundSek}`);
});

test('no price is low enough for what saves nothing, and a quote may be cheap already', () => {
  const never = findPriceSek(100_000, 12, () => null);
  assert.equal(never, null);
  const cheap = findPriceSek(100_000, 10.003, (share) => 5 * share);
  assert.equal(cheap, 200_000);
});
