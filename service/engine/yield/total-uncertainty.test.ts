import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uncertainty } from '../../../schemas/types.ts';
import { totalUncertainty } from './variability.ts';

const UNCERTAINTY: Uncertainty = {
  dataset: { sd_pct: 4, north: { lat: 66, sd_pct: 6 }, source: 'dataset' },
  transposition: { sd_pct: 2, source: 'transposition' },
  module: { sd_pct: 2, source: 'module' },
  losses: { sd_pct: 1, source: 'losses' },
};
const HEADER = { uncertainty: UNCERTAINTY };

function total(lat: number, sdPct: number) {
  return totalUncertainty(HEADER, lat, 1000, sdPct) ?? assert.fail('no total');
}

test('parts are added in quadrature, and of twenty years the weather is a square root of twenty smaller', () => {
  const { one_year, mean_of_20_years, dataset_sd_pct } = total(58, 12);
  // 12, 4, 2, 2, 1: sqrt(144 + 16 + 4 + 4 + 1) = 13. 144 / 20 + 25 = 32.2
  assert.equal(one_year.sd_pct, 13);
  assert.equal(mean_of_20_years.sd_pct, 5.67);
  assert.equal(dataset_sd_pct, 4);
});

test('the chances are those of a normal distribution', () => {
  const { one_year } = total(58, 12);
  assert.ok(Math.abs(one_year.p90 - (1000 - 166.6)) < 0.05, `${one_year.p90}`);
});

test("the dataset's part goes over to the north's in the two degrees south of it", () => {
  const found = [55, 64, 65, 66, 69].map((lat) => total(lat, 5).dataset_sd_pct);
  assert.deepEqual(found, [4, 4, 5, 6, 6]);
});

test('a dataset without the block has no total', () => {
  assert.equal(totalUncertainty({}, 58, 1000, 5), undefined);
});
