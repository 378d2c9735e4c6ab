import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDaySteps, moveBeam, splitDay } from './day-profile.ts';
import { latitudeSun } from './latitude-sun.ts';

const STEPS = 24;
const sun = latitudeSun(59.3, 3, STEPS);
/** The second representative day of June. */
const DAY = sun.firstDay[5] + 1;

function movedDni(ends: number, afternoon: number): Float64Array {
  const { dniKwhM2, dhiKwhM2 } = emptyDaySteps(STEPS);
  splitDay(sun, DAY, 5.5, 0.45, { dniKwhM2, dhiKwhM2 });
  moveBeam(sun, DAY, { ends, afternoon }, dniKwhM2);
  return dniKwhM2;
}

const horizontalKwhM2 = (dni: Float64Array) =>
  dni.reduce((sum, kwh, k) => sum + kwh * sun.cosSolarZenith[DAY * STEPS + k], 0);

test('a day keeps what its beam brings on the horizontal, however it is moved', () => {
  const before = horizontalKwhM2(movedDni(0, 0));
  for (const [ends, afternoon] of [
    [1, 0],
    [-4, 0.3],
    [0, -0.5],
    [6, 2],
  ]) {
    assert.ok(Math.abs(horizontalKwhM2(movedDni(ends, afternoon)) - before) < 1e-12);
  }
});

test('steps keep exp(ends t^2 + afternoon t) of their ratios, and noon and morning lose', () => {
  const [before, after] = [movedDni(0, 0), movedDni(0.8, 0.3)];
  const t = (k: number) => (2 * k + 1) / STEPS - 1;
  const ratio = (k: number) => after[k] / before[k];
  for (const [a, b] of [
    [6, 12],
    [8, 17],
  ]) {
    const expected = Math.exp(0.8 * (t(a) ** 2 - t(b) ** 2) + 0.3 * (t(a) - t(b)));
    assert.ok(Math.abs(ratio(a) / ratio(b) - expected) < 1e-12);
  }
  assert.ok(ratio(11) < 1 && ratio(8) < ratio(15));
});

test('a day without beam stays without', () => {
  const dni = new Float64Array(STEPS);
  moveBeam(sun, DAY, { ends: 1, afternoon: 1 }, dni);
  assert.deepEqual(dni, new Float64Array(STEPS));
});
