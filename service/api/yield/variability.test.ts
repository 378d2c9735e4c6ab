import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLANES } from '../../../schemas/codec/axes.ts';
import { testArtifact } from '../../test/artifact.ts';
import { yieldDataset } from './dataset.ts';
import { planeAnswer } from './plane-answer.ts';
import { pvYieldJson } from './response.ts';

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

test('east and west vary alike', () => {
  assert.deepEqual(variability({ azimuth: 83.3 }), variability({ azimuth: 276.7 }));
});

test("P90 lies 1.2816 deviations below the yield, P10 as far above, with the answer's own loss and shading", () => {
  for (const changes of [{}, { system_loss: 0.3, shading: 0.8 }]) {
    const input = { ...INPUT, ...changes };
    const { annual_kwh_kwp: mean } = planeAnswer(DATA, input);
    const { p90_annual_kwh_kwp: p90, p10_annual_kwh_kwp: p10 } = variability(changes);
    assert.ok(p90 < mean && mean < p10);
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
  assert.equal(JSON.parse(pvYieldJson(DATA, INPUT)).variability.source, 'Made up for tests');
});

/** The test dataset with a scatter of light of 3 % for tilted planes, and with years that are skewed and rise. */
function skewedData(skewness: number) {
  const artifact = testArtifact();
  const { cells, interannual } = artifact.header;
  assert.ok(interannual);
  const scatter = Array.from({ length: PLANES }, (_, plane) => (plane < 19 ? 0 : 3));
  const header = {
    ...artifact.header,
    interannual: {
      ...interannual,
      plane_scatter_pct: Array<number[]>(13).fill(scatter),
      law: 'skew-normal' as const,
    },
  };
  return yieldDataset({
    ...artifact,
    header,
    ghi_annual_skewness: new Float32Array(cells).fill(skewness),
    ghi_annual_trend_pct: new Float32Array(cells).fill(2.5),
  });
}

test('scatter of light is added in quadrature to what follows the irradiation, on no flat plane', () => {
  const { annual_sd_pct } = planeAnswer(skewedData(0), INPUT).variability ?? assert.fail();
  assert.ok(Math.abs(annual_sd_pct - Math.hypot(4.375 * (1 + 0.008 * 13 * 2), 3)) < 0.006);
  const flat = planeAnswer(skewedData(0), { ...INPUT, tilt: 0 }).variability;
  assert.equal(flat?.annual_sd_pct, 4.38);
});

test('a flat plane is skewed as the irradiation is, a tilted one less, and both tell its trend', () => {
  const data = skewedData(0.5);
  const flat = planeAnswer(data, { ...INPUT, tilt: 0 });
  const { annual_kwh_kwp: mean, variability: found } = flat;
  assert.ok(found);
  assert.deepEqual([found.annual_skewness, found.ghi_trend_pct_per_decade], [0.5, 2.5]);
  // SciPy: a skew-normal law of skewness 0.5 has these 1.2012, 0.0928 and -1.3354 deviations below its mean.
  const at = (deviations: number) => mean * (1 - (deviations * 4.375) / 100);
  const { p90_annual_kwh_kwp: p90, p50_annual_kwh_kwp: p50, p10_annual_kwh_kwp: p10 } = found;
  for (const [kwhKwp, deviations] of [
    [p90, 1.2012],
    [p50, 0.0928],
    [p10, -1.3354],
  ]) {
    assert.ok(Math.abs(kwhKwp - at(deviations)) < 0.02, `${kwhKwp}`);
  }
  const south = planeAnswer(data, INPUT).variability;
  const following = 4.375 * (1 + 0.008 * 13 * 2);
  const share = following / Math.hypot(following, 3);
  assert.ok(Math.abs((south?.annual_skewness ?? 0) - 0.5 * share ** 3) < 0.006);
});

test('a dataset without years has a normal law and no trend', () => {
  const { annual_skewness, ghi_trend_pct_per_decade } = variability();
  assert.deepEqual([annual_skewness, ghi_trend_pct_per_decade], [0, undefined]);
});
