/** Production of roofs over Sweden's climate, by what must hold for any of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { summerTimeOf } from '#clock/stockholm-time.ts';
import { monthlyGhiKwhM2 } from '../../../fixtures/climatology/ghi-field.ts';
import { monthlyTemperatureC } from '../../../fixtures/climatology/rasters.ts';
import { smallArtifact } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import { evenly } from '../../../schemas/test/evenly.ts';
import { parseSeries } from './parse.ts';
import { roofYear } from './roof-year.ts';

const GRID: Grid = { stepDeg: 0.25, firstRow: 220, firstCol: 42, rows: 58, cols: 57 };
const DIFFUSE = [0.68, 0.61, 0.55, 0.51, 0.45, 0.48, 0.46, 0.48, 0.49, 0.59, 0.68, 0.73];

/** Irradiation and temperature as the default dataset's. Each plane yields 0.9 kWh/kWp per kWh/m2 of the horizontal. */
function swedishClimate(): PvYieldArtifact {
  const artifact = smallArtifact(GRID);
  for (let cell = 0; cell < GRID.rows * GRID.cols; cell++) {
    const lat = latOfRow(GRID, Math.floor(cell / GRID.cols));
    const lng = lngOfCol(GRID, cell % GRID.cols);
    const ghi = monthlyGhiKwhM2(lat, lng, 0.2);
    const counts = artifact.yield.values[0];
    artifact.ghi.set(ghi, 12 * cell);
    artifact.yield_scale.set(
      ghi.map((kwhM2) => (0.9 * kwhM2) / counts),
      12 * cell,
    );
    artifact.temperature.set(monthlyTemperatureC(lat, lng), 12 * cell);
    artifact.diffuse_fraction.set(DIFFUSE, 12 * cell);
  }
  return artifact;
}

const artifact = swedishClimate();

const face = fc.record({
  tilt: evenly(0, 90),
  azimuth: evenly(0, 360),
  kwp: evenly(0, 20),
  shading: evenly(0, 1),
});
const place = fc.record({
  lat: evenly(55.1, 69),
  lng: evenly(10.6, 24.3),
});
const roof = fc
  .tuple(place, fc.array(face, { minLength: 1, maxLength: 10 }))
  .map(([point, faces]) => ({ ...point, faces }));

const yearOf = (body: object) => roofYear(artifact, parseSeries(body), summerTimeOf(2025));
const monthSum = (hours: Float64Array, month: number) =>
  hours.subarray(MONTH_START[month], MONTH_START[month + 1]).reduce((sum, kwh) => sum + kwh, 0);
const rounded = (hours: Float64Array) => hours.map((kwh) => Math.round(kwh * 1e4) / 1e4);

test('months of the hours, rounded as they are sent, are those of the faces to 0.01 kWh', () => {
  fc.assert(
    fc.property(roof, (body) => {
      const { hourlyKwh, faces } = yearOf(body);
      for (let month = 0; month < 12; month++) {
        const expected = faces.reduce((sum, { monthlyKwh }) => sum + monthlyKwh[month], 0);
        assert.ok(Math.abs(monthSum(rounded(hourlyKwh), month) - expected) < 0.01);
      }
      assert.ok(hourlyKwh.every((kwh) => kwh >= 0 && Number.isFinite(kwh)));
      assert.equal(hourlyKwh[2114], 0);
    }),
    { numRuns: 60 },
  );
});

test('0.01 degrees of place move the hours of a roof by less than 1 %', () => {
  const step = fc.constantFrom([0.01, 0], [0, 0.01], [-0.01, 0.01]);
  fc.assert(
    fc.property(place, face, step, (point, one, [north, east]) => {
      const faces = [{ ...one, kwp: 1, shading: 1 }];
      const here = yearOf({ ...point, faces }).hourlyKwh;
      const there = yearOf({ lat: point.lat + north, lng: point.lng + east, faces }).hourlyKwh;
      let square = 0;
      let off = 0;
      for (let t = 0; t < HOURS; t++) {
        square += here[t] ** 2;
        off += (here[t] - there[t]) ** 2;
      }
      assert.ok(Math.sqrt(off / square) < 0.01, `${Math.sqrt(off / square)}`);
    }),
    { numRuns: 100, seed: 3 },
  );
});

test('a face cut in two is the face', () => {
  const one = { tilt: 27, azimuth: 100, kwp: 5 };
  const point = { lat: 59.61, lng: 16.55 };
  const whole = yearOf({ ...point, faces: [one] }).hourlyKwh;
  const halves = yearOf({ ...point, faces: [2, 3].map((kwp) => ({ ...one, kwp })) }).hourlyKwh;
  for (let t = 0; t < HOURS; t++) assert.ok(Math.abs(whole[t] - halves[t]) < 1e-12);
});

test('a year is the same behind a call for its own place, past a horizon too, and for another', () => {
  const there = { lat: 63.2, lng: 14.5 };
  const faces = [{ tilt: 30, azimuth: 170, kwp: 5 }];
  const yearBehind = (before: object) => {
    yearOf({ faces, ...before });
    return yearOf({ lat: 57.9, lng: 15.1, faces }).hourlyKwh;
  };
  const horizon_deg = Array(36).fill(12);
  assert.deepEqual(yearBehind({ lat: 57.9, lng: 15.1, horizon_deg }), yearBehind(there));
  assert.deepEqual(yearBehind({ lat: 57.9, lng: 15.1 }), yearBehind({ ...there, lat: 57.9 }));
});
