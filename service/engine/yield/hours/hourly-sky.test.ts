import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAYS_BEFORE_MONTH } from '#solar/calendar.ts';
import { hayDavies } from '#solar/sky-models.ts';
import { DAYS, HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { evenly } from '../../../../schemas/test/evenly.ts';
import {
  emptyHourlySky,
  erbsHourlyFraction,
  greatestBeam,
  setHourlyDiffuse,
  setHourlySky,
} from './hourly-sky.ts';
import { DNI_EXTRA_KW_M2 } from './hourly-sun.ts';

const GHI = [8.9, 24.8, 71.2, 121.6, 162.8, 177.8, 171.9, 132.8, 83.8, 39.3, 12.4, 5.4];
const DIFFUSE = [0.68, 0.61, 0.55, 0.51, 0.45, 0.48, 0.46, 0.48, 0.49, 0.59, 0.68, 0.73];
const CLIMATE = { ghiKwhM2: GHI, diffuseFraction: DIFFUSE, temperatureC: Array(12).fill(18.6) };
const JULY = MONTH_START[6];
/** A day of bright and dull hours. */
const THIRD_OF_JULY = JULY + 48;

const sky = emptyHourlySky();
setHourlySky(59.33, 18.07, CLIMATE, hayDavies, sky);

const printed = (values: Float64Array, from: number, count: number) =>
  Array.from(values.subarray(from, from + count), (value) => value.toFixed(4)).join(' ');
const monthSum = (hours: Float64Array, month: number) =>
  hours.subarray(MONTH_START[month], MONTH_START[month + 1]).reduce((sum, kwh) => sum + kwh, 0);

test('clearness of the first days of January and July, worked example', () => {
  assert.equal(printed(sky.clearness, 0, 6), '0.1210 0.2091 0.2243 0.0781 0.2874 0.1793');
  assert.equal(
    printed(sky.clearness, DAYS_BEFORE_MONTH[6], 6),
    '0.1877 0.6105 0.6565 0.5492 0.7222 0.6682',
  );
});

test('hours of 1 January and 3 July, worked example', () => {
  assert.equal(printed(sky.ghiKwhM2, 9, 6), '0.0116 0.0212 0.0261 0.0205 0.0089 0.0013');
  assert.equal(printed(sky.sun.cosSolarZenith, JULY + 5, 5), '0.2941 0.4162 0.5329 0.6363 0.7192');
  assert.equal(printed(sky.ghiKwhM2, THIRD_OF_JULY + 5, 5), '0.1232 0.2949 0.4113 0.6129 0.6668');
  const diffuse = new Float64Array(HOURS);
  setHourlyDiffuse(sky, DIFFUSE, diffuse);
  assert.equal(printed(diffuse, THIRD_OF_JULY + 5, 5), '0.0979 0.1389 0.1632 0.1272 0.1580');
});

test("the beam's limit, worked example", () => {
  assert.equal(greatestBeam(0.1).toFixed(4), '0.2614');
  assert.equal(greatestBeam(0.5).toFixed(4), '0.7355');
  assert.equal(greatestBeam(1), 0.85);
});

test('the sines of the elevation carry the irradiation outside the atmosphere', () => {
  for (let day = 0; day < DAYS; day++) {
    const sines = sky.sun.cosSolarZenith.subarray(24 * day, 24 * day + 24);
    const kwhM2 = DNI_EXTRA_KW_M2[day] * sines.reduce((a, b) => a + b, 0);
    const exact = sky.sun.ghiExtraKwhM2[day];
    assert.ok(Math.abs(kwhM2 / exact - 1) < 0.003, `${day}: ${kwhM2}, ${exact}`);
  }
});

test("Erbs' hourly fraction has no steps but its own at 0.22 and 0.8, and stays within 0..1", () => {
  assert.ok(Math.abs(erbsHourlyFraction(0.5) - 0.6592) < 1e-4);
  assert.ok(Math.abs(erbsHourlyFraction(0.22) - erbsHourlyFraction(0.2201)) < 1e-3);
  assert.ok(Math.abs(erbsHourlyFraction(0.8) - erbsHourlyFraction(0.8001)) < 1e-3);
  for (let k = 0; k <= 1; k += 0.01) {
    assert.ok(erbsHourlyFraction(k) > 0 && erbsHourlyFraction(k) <= 1);
  }
});

const twelve = (value: fc.Arbitrary<number>) => fc.array(value, { minLength: 12, maxLength: 12 });

/** Places and climates as Sweden's, and duller, clearer and darker ones. */
const place = fc.record({
  lat: evenly(55, 69.1),
  lng: evenly(10.5, 24.5),
  ghi: twelve(fc.oneof(fc.constant(0), fc.constant(1e-30), evenly(0, 200))),
  diffuse: twelve(evenly(0.3, 0.9)),
});

test('months keep their irradiation; hours are finite, not negative, dark at night', () => {
  const out = emptyHourlySky();
  fc.assert(
    fc.property(place, ({ lat, lng, ghi, diffuse }) => {
      const climate = { ghiKwhM2: ghi, diffuseFraction: diffuse, temperatureC: [] };
      setHourlySky(lat, lng, climate, hayDavies, out);
      for (let month = 0; month < 12; month++) {
        const isLit = monthSum(out.ghiKwhM2, month) > 0;
        const dark = monthSum(out.sun.cosSolarZenith, month) === 0;
        if (isLit) assert.ok(Math.abs(monthSum(out.ghiKwhM2, month) - ghi[month]) < 1e-9);
        else assert.ok(ghi[month] === 0 || dark);
      }
      for (let t = 0; t < HOURS; t++) {
        const global = out.ghiKwhM2[t];
        assert.ok(global >= 0 && out.directKwhM2[t] >= 0 && out.isotropicKwhM2[t] >= 0);
        if (out.sun.cosSolarZenith[t] === 0) assert.equal(global, 0);
      }
    }),
    { numRuns: 50 },
  );
});

test('months keep their diffuse fraction, before the limit of the beam', () => {
  const diffuse = new Float64Array(HOURS);
  setHourlyDiffuse(sky, DIFFUSE, diffuse);
  for (let month = 0; month < 12; month++) {
    const fraction = monthSum(diffuse, month) / monthSum(sky.ghiKwhM2, month);
    assert.ok(Math.abs(fraction - DIFFUSE[month]) < 1e-9, `${month}: ${fraction}`);
  }
});

test('north of the polar circle December and June have finite hours', () => {
  const north = emptyHourlySky();
  const ghi = [0.4, 8, 46, 105, 145, 155, 140, 95, 52, 17, 1.5, 0.05];
  setHourlySky(68.44, 22.48, { ...CLIMATE, ghiKwhM2: ghi }, hayDavies, north);
  assert.equal(monthSum(north.ghiKwhM2, 11), 0);
  assert.ok(Math.abs(monthSum(north.ghiKwhM2, 5) - 155) < 1e-9);
  const june = north.ghiKwhM2.subarray(MONTH_START[5], MONTH_START[6]);
  assert.ok(
    june.every((kwh) => kwh > 0),
    'the midnight sun shines',
  );
  for (const hours of [north.ghiKwhM2, north.directKwhM2, north.isotropicKwhM2]) {
    assert.ok(hours.every(Number.isFinite));
  }
});
