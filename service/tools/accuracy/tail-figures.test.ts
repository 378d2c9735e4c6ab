import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lcgUniforms, normalQuantile } from '#clock/fixed-order.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { tailFigures } from './tail-figures.ts';

const UP = new Float64Array(HOURS).fill(1);

/** Each day's energy in its hours 10 and 11 alike, kWh. */
function yearOfDays(kwh: (day: number) => number): Float64Array {
  return Float64Array.from({ length: HOURS }, (_, t) =>
    t % 24 === 10 || t % 24 === 11 ? kwh(Math.floor(t / 24)) / 2 : 0,
  );
}

test('nine dull days in February are the longest run, and the dullest week is seven of them', () => {
  const hours = yearOfDays((day) => (day >= 35 && day < 44 ? 1 : 10));
  const { dull_run_days, dullest_week } = tailFigures(hours, UP);
  assert.equal(dull_run_days, 9);
  assert.ok(Math.abs(dullest_week - 7) < 1e-12);
});

test('a run goes on from one month to the next', () => {
  const { dull_run_days } = tailFigures(
    yearOfDays((day) => (day >= 28 && day < 34 ? 1 : 10)),
    UP,
  );
  assert.equal(dull_run_days, 6);
});

test('one hour of a hundred changes by 5, the others by 1', () => {
  let kwh = 100;
  const hours = Float64Array.from({ length: HOURS }, (_, t) => {
    kwh += (t % 2 === 0 ? 1 : -1) * (t % 80 < 2 ? 5 : 1);
    return kwh;
  });
  assert.equal(tailFigures(hours, UP).ramp_99, 5);
});

test('hours whose anomalies are an AR(1) series of 0.8 correlate by 0.8', () => {
  let normal = 0;
  const off = lcgUniforms(5, HOURS).map((u) => {
    normal = 0.8 * normal + 0.6 * normalQuantile(u);
    return normal;
  });
  const hours = off.map((value, t) => (1 + 0.1 * value) * (2 + Math.sin(t % 24)));
  const { hour_correlation } = tailFigures(hours, UP);
  assert.ok(Math.abs(hour_correlation - 0.8) < 0.02, `${hour_correlation}`);
});
