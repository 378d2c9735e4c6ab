import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planeSums, STANDARD_MODEL } from '#common/solar/plane-sums.ts';
import {
  STOCKHOLM_GHI_KWH_M2 as STOCKHOLM,
  STOCKHOLM_TEMPERATURE_C as TEMPERATURE,
} from '#common/solar/stockholm.ts';
import {
  CUBE_SIZE,
  MONTHS,
  PLANES,
  planeAt,
  planeIndex,
  STORED_AZIMUTHS_DEG,
  TILTS_DEG,
} from '../../schemas/codec/axes.ts';
import { answerCell } from '../accuracy/cell-answer.ts';
import { countsOf, quantisationScale, type RowTask, rowCubes } from './yield-cube.ts';

const MODEL = { ...STANDARD_MODEL, skyModel: 'hay_davies', anchorScale: 1 } as const;

/** Two cells of one row: Stockholm as it is, and with a tenth less light and no temperature. */
const TASK: RowTask = {
  latDeg: 59.325,
  cells: 2,
  ghiKwhM2: Float64Array.of(...STOCKHOLM, ...STOCKHOLM.map((x) => 0.9 * x)),
  diffuseFraction: new Float64Array(24).fill(Number.NaN),
  temperatureC: Float64Array.of(...TEMPERATURE, ...Array(12).fill(Number.NaN)),
  model: MODEL,
};
const CUBES = rowCubes(TASK);

function annual(cell: number, plane: number): number {
  let sum = 0;
  for (let m = 0; m < MONTHS; m++) {
    sum +=
      CUBES.yield[cell * CUBE_SIZE + plane * MONTHS + m] * CUBES.yield_scale[cell * MONTHS + m];
  }
  return sum;
}

test("the cube holds the reference's yields for Stockholm", () => {
  const expected = [
    [0, 180, 770.8],
    [40, 180, 1000.7],
    [90, 180, 750.3],
    [40, 90, 735.8],
    [40, 0, 365.1],
    [90, 0, 221.0],
  ];
  for (const [tilt, azimuth, kwh] of expected) {
    const found = annual(0, planeAt(tilt, azimuth));
    assert.ok(Math.abs(found - kwh) < 0.06, `${tilt}/${azimuth}: ${found}`);
  }
});

test('every cell of a row and the cell question share one kernel, to half a count', () => {
  const answers = [
    answerCell({ lat: 59.325, ghi_kwh_m2: [...STOCKHOLM], temperature_c: [...TEMPERATURE] }),
    answerCell({ lat: 59.325, ghi_kwh_m2: STOCKHOLM.map((x) => 0.9 * x) }),
  ];
  answers.forEach(({ yield_kwh_kwp, poa_kwh_m2 }, cell) => {
    for (let t = 0; t < TILTS_DEG.length; t++) {
      for (let a = 0; a < STORED_AZIMUTHS_DEG.length; a++) {
        const plane = planeIndex(t, a);
        for (let m = 0; m < MONTHS; m++) {
          const scale = CUBES.yield_scale[cell * MONTHS + m];
          const found = CUBES.yield[cell * CUBE_SIZE + plane * MONTHS + m] * scale;
          assert.ok(Math.abs(found - yield_kwh_kwp[m][t][a]) <= scale * 0.5001);
        }
        const poa = poa_kwh_m2.reduce((sum, month) => sum + month[t][a], 0);
        const found = CUBES.poa[cell * PLANES + plane] * CUBES.poa_scale[cell];
        assert.ok(Math.abs(found - poa) <= CUBES.poa_scale[cell] * 0.5001);
      }
    }
  });
});

test('the optimum is the best whole-degree tilt of an exhaustive search, and not below the cube', () => {
  const tilts = Array.from({ length: 91 }, (_, tilt) => tilt);
  const climate = {
    ghiKwhM2: STOCKHOLM,
    diffuseFraction: Array(12).fill(Number.NaN),
    temperatureC: TEMPERATURE,
  };
  const angles = { tiltsDeg: tilts, azimuthsDeg: [160, 170, 180] };
  const sums = planeSums(59.325, climate, angles, STANDARD_MODEL);
  const years = Array.from({ length: 91 * 3 }, (_, plane) => {
    let sum = 0;
    for (let m = 0; m < MONTHS; m++) sum += sums.yieldKwhKwp[m * 91 * 3 + plane];
    return sum;
  });
  const best = years.indexOf(Math.max(...years));
  assert.equal(best % 3, 2, 'the best azimuth is 180');
  assert.equal(CUBES.optimum_tilt[0], Math.floor(best / 3));
  assert.ok(Math.abs(CUBES.optimum_yield[0] - years[best]) < 0.001);
  for (let cell = 0; cell < 2; cell++) {
    for (let plane = 0; plane < PLANES; plane++)
      assert.ok(annual(cell, plane) <= CUBES.optimum_yield[cell]);
  }
});

test('the anchor scale multiplies yields and optimum and leaves irradiation alone', () => {
  const scaled = rowCubes({ ...TASK, model: { ...MODEL, anchorScale: 1.05 } });
  assert.deepEqual(scaled.poa, CUBES.poa);
  assert.deepEqual(scaled.optimum_tilt, CUBES.optimum_tilt);
  assert.ok(Math.abs(scaled.optimum_yield[0] / CUBES.optimum_yield[0] - 1.05) < 1e-6);
  for (let i = 0; i < 24; i++)
    assert.ok(Math.abs(scaled.yield_scale[i] / CUBES.yield_scale[i] - 1.05) < 2e-5);
});

test('a value comes back within 0.001 % of the largest of its plane', () => {
  for (const max of [1e-3, 0.0421, 1, 137.59, 999.999, 1237.2]) {
    const scale = quantisationScale(max);
    for (let i = 0; i <= 1000; i++) {
      const value = (max * i) / 1000;
      assert.ok(Math.abs(countsOf(value, scale) * scale - value) <= 1e-5 * max);
    }
  }
});

test('scales have six significant digits and are never too small for the largest value', () => {
  for (const max of [0.0421, 137.59, 137.590000001, 655.35, 999.9999]) {
    const scale = quantisationScale(max);
    assert.equal(Number(scale.toPrecision(6)), scale);
    assert.ok(scale * 65535 >= max && scale * 65535 < max * (1 + 2e-5));
  }
});

test('a change in the last bit of the largest value does not change the scale', () => {
  assert.equal(quantisationScale(137.59), quantisationScale(137.59 * (1 + Number.EPSILON)));
});

test('a plane of zeros has scale 0 and counts 0', () => {
  assert.equal(quantisationScale(0), 0);
  assert.equal(countsOf(0, 0), 0);
});
