import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLANES } from '../../../schemas/codec/axes.ts';
import type { Uncertainty } from '../../../schemas/types.ts';
import { testArtifact } from '../../test/artifact.ts';
import { yieldDataset } from './dataset.ts';
import { planeAnswer } from './plane-answer.ts';
import { pvYieldJson } from './response.ts';
import { totalUncertainty } from './variability.ts';

const DATA = yieldDataset(testArtifact());
const INPUT = { lat: 59.125, lng: 15.5, tilt: 40, azimuth: 180, system_loss: 0.14, shading: 1 };

function variability(changes: Partial<typeof INPUT> = {}) {
  const { variability: found } = planeAnswer(DATA, { ...INPUT, ...changes });
  assert.ok(found);
  return found;
}

test('a flat plane varies as the irradiation does, whatever its azimuth', () => {
  for (const azimuth of [0, 77, 180, 355]) {
    const { ghi_annual_sd_pct, annual_sd_pct, monthly_sd_pct } = variability({ tilt: 0, azimuth });
    // Half a row and two columns from the first cell: 4 + 0.125 + 0.25.
    assert.deepEqual([ghi_annual_sd_pct, annual_sd_pct], [4.38, 4.38]);
    assert.deepEqual(monthly_sd_pct, Array(12).fill(8.75));
  }
});

test('between cells and planes the spread is interpolated; month and year have factors of their own', () => {
  const { annual_sd_pct, monthly_sd_pct } = variability({ tilt: 42.5, azimuth: 165 });
  // tilt 8.5 steps, azimuth 16.5 steps: 1 + 0.0085 (1 + period) (1 + 16.5 / 18)
  const factor = (period: number) => 1 + 0.0085 * (1 + period) * (1 + 16.5 / 18);
  assert.ok(Math.abs(annual_sd_pct - 4.375 * factor(12)) <= 0.00501);
  monthly_sd_pct.forEach((pct, month) => {
    assert.ok(Math.abs(pct - 8.75 * factor(month)) <= 0.00501, String(month));
  });
});

test("P90 lies 1.2816 deviations below the yield, P50 at it, P10 as far above, with the answer's own loss and shading", () => {
  for (const changes of [{}, { system_loss: 0.3, shading: 0.8 }]) {
    const input = { ...INPUT, ...changes };
    const { annual_kwh_kwp: mean } = planeAnswer(DATA, input);
    const found = variability(changes);
    const { p90_annual_kwh_kwp: p90, p10_annual_kwh_kwp: p10 } = found;
    assert.equal(found.p50_annual_kwh_kwp, mean);
    const pct = 4.375 * (1 + 0.008 * 13 * 2);
    assert.ok(Math.abs(p90 - mean * (1 - 0.012816 * pct)) < 0.011, `${p90}`);
    assert.ok(Math.abs(p10 - mean * (1 + 0.012816 * pct)) < 0.011, `${p10}`);
  }
});

test('a dataset that does not say has no variability in its answers', () => {
  const { ghi_annual_sd_pct: _, ghi_monthly_sd_pct: __, ...artifact } = testArtifact();
  const { interannual: ___, ...header } = artifact.header;
  const text = pvYieldJson(yieldDataset({ ...artifact, header }), INPUT);
  assert.ok(!('variability' in JSON.parse(text)));
  assert.equal(JSON.parse(pvYieldJson(DATA, INPUT)).variability.source, 'meta');
});

/** The test dataset with a scatter of light of 3 % for tilted planes. */
function scatteredData() {
  const artifact = testArtifact();
  const { interannual } = artifact.header;
  assert.ok(interannual);
  const scatter = Array.from({ length: PLANES }, (_, plane) => (plane < 19 ? 0 : 3));
  const plane_scatter_pct = Array<number[]>(13).fill(scatter);
  const header = { ...artifact.header, interannual: { ...interannual, plane_scatter_pct } };
  return yieldDataset({ ...artifact, header });
}

test('scatter of light is added in quadrature to what follows the irradiation, on no flat plane', () => {
  const { annual_sd_pct } = planeAnswer(scatteredData(), INPUT).variability ?? assert.fail();
  assert.ok(Math.abs(annual_sd_pct - Math.hypot(4.375 * (1 + 0.008 * 13 * 2), 3)) < 0.006);
  const flat = planeAnswer(scatteredData(), { ...INPUT, tilt: 0 }).variability;
  assert.equal(flat?.annual_sd_pct, 4.38);
});

const UNCERTAINTY: Uncertainty = {
  dataset: { sd_pct: 4, north: { lat: 66, sd_pct: 6 }, source: 'dataset' },
  transposition: { sd_pct: 2, source: 'transposition' },
  module: { sd_pct: 2, source: 'module' },
  losses: { sd_pct: 1, source: 'losses' },
};

function total(lat: number, sdPct: number) {
  return (
    totalUncertainty({ uncertainty: UNCERTAINTY }, lat, 1000, sdPct) ?? assert.fail('no total')
  );
}

test('parts are added in quadrature, and of twenty years the weather is a square root of twenty smaller', () => {
  const { one_year, mean_of_20_years, dataset_sd_pct } = total(58, 12);
  // 12, 4, 2, 2, 1: sqrt(144 + 16 + 4 + 4 + 1) = 13. 144 / 20 + 25 = 32.2
  assert.equal(one_year.sd_pct, 13);
  assert.ok(Math.abs(one_year.p90 - (1000 - 166.6)) < 0.05, `${one_year.p90}`);
  assert.equal(mean_of_20_years.sd_pct, 5.67);
  assert.equal(dataset_sd_pct, 4);
});

test("the dataset's part goes over to the north's in the two degrees south of it", () => {
  const found = [55, 64, 65, 66, 69].map((lat) => total(lat, 5).dataset_sd_pct);
  assert.deepEqual(found, [4, 4, 5, 6, 6]);
});
