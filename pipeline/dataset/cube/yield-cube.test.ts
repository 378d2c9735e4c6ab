import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latitudeSun } from '#solar/latitude-sun.ts';
import { type MonthlyPlanes, monthlyPlanes, STANDARD_MODEL } from '#solar/monthly-planes.ts';
import { planeGeometry } from '#solar/plane-geometry.ts';
import {
  CUBE_SIZE,
  MONTHS,
  PLANES,
  STORED_AZIMUTHS_DEG,
  TILTS_DEG,
} from '../../../schemas/codec/axes.ts';
import { annualYield, denseCounts } from '../../../schemas/codec/cell-records.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { countsOf, quantisationScale } from './quantise.ts';
import { climatesOf, type RowCubes, type RowTask, rowCubes } from './yield-cube.ts';

const MODEL = { ...STANDARD_MODEL, anchorScale: 1 };

/** A row of climates from dull to clear, known and unknown, some of hardly any light. */
function randomTask(latDeg: number, cells: number, random: () => number): RowTask {
  const sun = latitudeSun(latDeg, 3, 24);
  const perMonth = (of: (month: number) => number) =>
    Float64Array.from({ length: 12 * cells }, (_, i) => of(i % 12));
  const light = random() < 0.3 ? 0.02 : 1;
  return {
    latDeg,
    cells,
    ghiKwhM2: perMonth((m) => light * sun.monthlyGhiExtraKwhM2[m] * (0.1 + 0.6 * random())),
    diffuseFraction: perMonth(() => (random() < 0.5 ? random() : Number.NaN)),
    temperatureC: perMonth(() => (random() < 0.5 ? -20 + 50 * random() : Number.NaN)),
    model: {
      ...MODEL,
      skyModel: random() < 0.5 ? 'isotropic' : 'hay_davies',
      albedo: random(),
      anchorScale: 0.9 + 0.2 * random(),
    },
  };
}

/** A year's sums of the planes that `monthly` has one after another in every month. */
function yearsOf(monthly: Float64Array): number[] {
  const planes = monthly.length / 12;
  return Array.from({ length: planes }, (_, plane) =>
    Array.from({ length: 12 }, (_, m) => monthly[m * planes + plane]).reduce((a, b) => a + b, 0),
  );
}

/** Asserts that a cell's sections are the plain quantisation of exact sums. */
function assertExact(
  found: RowCubes,
  cell: number,
  sums: MonthlyPlanes,
  anchorScale: number,
): void {
  for (let month = 0; month < MONTHS; month++) {
    const values = sums.yieldKwhKwp.subarray(month * PLANES, (month + 1) * PLANES);
    const kwh = values.map((value) => value * anchorScale);
    const scale = quantisationScale(Math.max(...kwh));
    assert.equal(found.yield_scale[cell * MONTHS + month], scale);
    const counts = Array.from(
      kwh,
      (_, plane) => found.yield[(cell * PLANES + plane) * MONTHS + month],
    );
    assert.deepEqual(
      counts,
      Array.from(kwh, (value) => countsOf(value, scale)),
    );
  }
  const poa = yearsOf(sums.poaKwhM2);
  const scale = quantisationScale(Math.max(...poa));
  assert.equal(found.poa_scale[cell], scale);
  const counts = Array.from(found.poa.subarray(cell * PLANES, (cell + 1) * PLANES));
  assert.deepEqual(
    counts,
    poa.map((value) => countsOf(value, scale)),
  );
}

test('all counts, scales and optima are those of the kernel, quantised', () => {
  const random = seededRandom(7);
  const everyTilt = Array.from({ length: 91 }, (_, tilt) => tilt);
  for (const latDeg of [-64, -35.25, -12, 0.25, 30, 47.5, 59.25, 67.75]) {
    const task = randomTask(latDeg, 5, random);
    const { anchorScale, ...model } = task.model;
    const cubes = rowCubes(task);
    const sun = latitudeSun(latDeg, model.daysPerMonth, model.stepsPerDay);
    const climates = climatesOf(task, sun);
    const table = planeGeometry(sun, TILTS_DEG, STORED_AZIMUTHS_DEG);
    [...monthlyPlanes(table, climates, model)].forEach((sums, cell) => {
      assertExact(cubes, cell, sums, anchorScale);
    });
    const south = planeGeometry(sun, everyTilt, [180]);
    [...monthlyPlanes(south, climates, model)].forEach(({ yieldKwhKwp }, cell) => {
      const years = yearsOf(yieldKwhKwp);
      const best = Math.max(...years);
      assert.equal(cubes.optimum_tilt[cell], years.indexOf(best));
      const decoded = Array.from({ length: PLANES }, (_, plane) =>
        annualYield({ ...cubes, yield: denseCounts(cubes.yield, CUBE_SIZE) }, cell, plane),
      );
      const kwh = Math.max(best * anchorScale, ...decoded);
      assert.equal(cubes.optimum_yield[cell], Math.ceil(kwh * 1e4 + 1e-6) / 1e4);
    });
  }
});
