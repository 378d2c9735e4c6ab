import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summerTimeOf } from '#clock/stockholm-time.ts';
import { STANDARD_MODEL } from '#solar/monthly-planes.ts';
import { hayDavies } from '#solar/sky-models.ts';
import { equationOfTimeMinutes, radians } from '#solar/sun-position.ts';
import { HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { setAoiProjections, setHourlyPlane } from './hourly-plane.ts';
import { emptyHourlySky, setHourlySky } from './hourly-sky.ts';
import { emptyHourlySun, setHourlySun } from './hourly-sun.ts';
import { setHourlyYield } from './hourly-yield.ts';

const GHI = [8.9, 24.8, 71.2, 121.6, 162.8, 177.8, 171.9, 132.8, 83.8, 39.3, 12.4, 5.4];
const DIFFUSE = [0.68, 0.61, 0.55, 0.51, 0.45, 0.48, 0.46, 0.48, 0.49, 0.59, 0.68, 0.73];
const TEMPERATURE = Array(12).fill(18.6);
const CLIMATE = { ghiKwhM2: GHI, diffuseFraction: DIFFUSE, temperatureC: TEMPERATURE };
const MODEL = { ...STANDARD_MODEL, summerTime: summerTimeOf(2025) };
const THIRD_OF_JULY = MONTH_START[6] + 48;

const sky = emptyHourlySky();
setHourlySky(59.33, 18.07, CLIMATE, hayDavies, sky);
const hours = new Float64Array(HOURS);

const sum = (values: Float64Array) => values.reduce((total, kwh) => total + kwh, 0);
const printed = (values: Float64Array, from: number, count: number) =>
  Array.from(values.subarray(from, from + count), (value) => value.toFixed(4)).join(' ');

/** In-plane irradiation, the sky model's parts put together plainly. */
function inPlane(tiltDeg: number, azimuthDeg: number): Float64Array {
  const cos = Math.cos(radians(tiltDeg));
  const poa = new Float64Array(HOURS);
  setAoiProjections(sky.sun, radians(tiltDeg), radians(azimuthDeg), poa);
  return poa.map(
    (c, t) =>
      c * sky.directKwhM2[t] +
      (sky.isotropicKwhM2[t] * (1 + cos)) / 2 +
      (0.2 * sky.ghiKwhM2[t] * (1 - cos)) / 2,
  );
}

test('in-plane irradiation of S40, worked example', () => {
  const poa = inPlane(40, 180);
  assert.equal(printed(poa, THIRD_OF_JULY + 5, 5), '0.0898 0.2240 0.3853 0.6631 0.7720');
  assert.equal(sum(poa).toFixed(2), '1218.86');
});

test('yield of S40 by the kernel, and scaled to 100 kWh in July on the clock, worked example', () => {
  const face = { tiltDeg: 40, azimuthDeg: 180, monthlyKwh: Array(12).fill(100) };
  setHourlyPlane(sky, face, TEMPERATURE, STANDARD_MODEL, hours);
  assert.equal(printed(hours, THIRD_OF_JULY + 5, 5), '0.0653 0.1809 0.3514 0.6168 0.7150');
  setHourlyYield({ sky, temperatureC: TEMPERATURE, model: MODEL }, face, hours);
  assert.equal(printed(hours, THIRD_OF_JULY + 6, 5), '0.0417 0.1154 0.2241 0.3934 0.4561');
});

test('a flat plane sees the global irradiation', () => {
  const poa = inPlane(0, 180);
  for (let t = 0; t < HOURS; t++) assert.ok(Math.abs(poa[t] - sky.ghiKwhM2[t]) < 1e-12);
});

test('east and west mirror each other about solar noon', () => {
  const sun = emptyHourlySun();
  const east = new Float64Array(HOURS);
  const west = new Float64Array(HOURS);
  for (const [day, lat, tilt] of [
    [20, 56, 30],
    [110, 60, 90],
    [172, 68, 45],
    [300, 63, 10],
  ]) {
    // Where the sun of that day is highest at 12:00, between two hours.
    const lng = 15 - equationOfTimeMinutes(day + 1) / 4;
    setHourlySun(lat, lng, sun);
    setAoiProjections(sun, radians(tilt), radians(70), east);
    setAoiProjections(sun, radians(tilt), radians(290), west);
    for (let hour = 0; hour < 24; hour++) {
      const off = east[24 * day + hour] - west[24 * day + 23 - hour];
      assert.ok(Math.abs(off) < 1e-12, `${day} ${hour}: ${off}`);
    }
  }
});

test('months are those given, also one in which the sun is never seen', () => {
  const north = emptyHourlySky();
  setHourlySky(68.44, 22.48, CLIMATE, hayDavies, north);
  const monthlyKwh = [1, 20, 300, 0, 500, 600, 700, 800, 90, 10, 3, 3.1];
  const face = { tiltDeg: 90, azimuthDeg: 0, monthlyKwh };
  setHourlyYield({ sky: north, temperatureC: TEMPERATURE, model: MODEL }, face, hours);
  monthlyKwh.forEach((kwh, month) => {
    const found = sum(hours.subarray(MONTH_START[month], MONTH_START[month + 1]));
    assert.ok(Math.abs(found - kwh) < 1e-9, `${month}: ${found}`);
  });
  const december = hours.subarray(MONTH_START[11]);
  december.forEach((kwh, t) => {
    const isMidday = t % 24 >= 10 && t % 24 <= 13;
    assert.ok(Math.abs(kwh - (isMidday ? 3.1 / (4 * 31) : 0)) < 1e-12);
  });
});
