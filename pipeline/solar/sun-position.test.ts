import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  declinationRad,
  dniExtraKwM2,
  equationOfTimeMinutes,
  ghiExtraKwhM2,
  radians,
  sunsetHourAngleRad,
} from './sun-position.ts';

/** Declination in degrees by Meeus 1998, Astronomical Algorithms, chapter 25 (low accuracy, 0.01°). */
function meeusDeclinationDeg(julianDay: number): number {
  const t = (julianDay - 2451545) / 36525;
  const l0 = 280.46646 + t * (36000.76983 + 0.0003032 * t);
  const m = radians(357.52911 + t * (35999.05029 - 0.0001537 * t));
  const c =
    (1.914602 - t * (0.004817 + 0.000014 * t)) * Math.sin(m) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * m) +
    0.000289 * Math.sin(3 * m);
  const omega = radians(125.04 - 1934.136 * t);
  const lambda = radians(l0 + c - 0.00569 - 0.00478 * Math.sin(omega));
  const epsilon = radians(23.439291 - 0.0130042 * t + 0.00256 * Math.cos(omega));
  return (Math.asin(Math.sin(epsilon) * Math.sin(lambda)) * 180) / Math.PI;
}

test('declination is within 0.05° (rounded) of Meeus on every calendar date, mean of 2005-2020', () => {
  for (let day = 1; day <= 365; day++) {
    const date = new Date(Date.UTC(2005, 0, day));
    let sum = 0;
    for (let year = 2005; year <= 2020; year++) {
      const noon = Date.UTC(year, date.getUTCMonth(), date.getUTCDate(), 11);
      sum += meeusDeclinationDeg(noon / 86400000 + 2440587.5);
    }
    const error = (declinationRad(day) * 180) / Math.PI - sum / 16;
    assert.ok(Math.abs(error) < 0.051, `day ${day}: ${error}`);
  }
});

test('sunset is at 90° at the equator, 0 in polar night and 180° under the midnight sun', () => {
  assert.equal(sunsetHourAngleRad(0, declinationRad(10)), Math.PI / 2);
  assert.equal(sunsetHourAngleRad(radians(69), declinationRad(355)), 0);
  assert.equal(sunsetHourAngleRad(radians(69), declinationRad(172)), Math.PI);
});

test('daily extraterrestrial irradiation has its closed forms at the equator and the pole', () => {
  for (const day of [1, 80, 172, 266, 355]) {
    const normal = dniExtraKwM2(day);
    const dec = declinationRad(day);
    const equator = (24 / Math.PI) * normal * Math.cos(dec);
    assert.ok(Math.abs(ghiExtraKwhM2(0, day) - equator) < 1e-12);
    const pole = 24 * normal * Math.max(0, Math.sin(dec));
    assert.ok(Math.abs(ghiExtraKwhM2(Math.PI / 2, day) - pole) < 1e-9);
  }
});

test("the equation of time is the almanac's within 35 s: extremes and zeros", () => {
  // Day of the year and minutes, as any almanac of these years has them.
  for (const [day, minutes] of [
    [1, -3.2],
    [42, -14.2],
    [105, 0],
    [134, 3.7],
    [164, 0],
    [207, -6.5],
    [244, 0],
    [307, 16.4],
    [359, 0],
  ]) {
    const found = equationOfTimeMinutes(day);
    assert.ok(Math.abs(found - minutes) < 35 / 60, `day ${day}: ${found}, almanac ${minutes}`);
  }
});
