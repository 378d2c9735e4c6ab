import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summerTimeOf } from '#clock/stockholm-time.ts';
import { MONTH_DAYS } from '../../schemas/codec/axes.ts';
import { clockProfile } from './clock-profile.ts';
import { lossBreakdown, monthSteps, type PlaneMonth } from './loss-breakdown.ts';
import { STANDARD_MODEL } from './monthly-planes.ts';
import { STOCKHOLM_GHI_KWH_M2, STOCKHOLM_LAT_DEG, STOCKHOLM_TEMPERATURE_C } from './stockholm.ts';

const LNG_DEG = 18.07;

function stockholm(month: number): PlaneMonth {
  return {
    latDeg: STOCKHOLM_LAT_DEG,
    month,
    ghiKwhM2: STOCKHOLM_GHI_KWH_M2[month],
    diffuseFraction: 0.5,
    temperatureC: STOCKHOLM_TEMPERATURE_C[month],
    model: STANDARD_MODEL,
  };
}

const SUMMER_TIME = summerTimeOf(2025);
const facing = (month: number, azimuthDeg: number) =>
  clockProfile(stockholm(month), LNG_DEG, 40, azimuthDeg, SUMMER_TIME);
const south = (month: number) => facing(month, 180);
const sum = (values: Float64Array) => values.reduce((total, kwh) => total + kwh, 0);
/** Mean clock time of the energy. */
const middle = (day: Float64Array) =>
  day.reduce((total, kwh, hour) => total + kwh * (hour + 0.5), 0) / sum(day);

test("a month of typical days is the plane's month", () => {
  const time = { daysPerMonth: 31, stepsPerDay: 96 };
  for (const month of [0, 2, 6, 9]) {
    const { yieldKwhKwp } = lossBreakdown(monthSteps(stockholm(month), time), 40, 180);
    assert.ok(Math.abs(sum(south(month)) * MONTH_DAYS[month] - yieldKwhKwp) < 1e-9);
  }
});

test('a south roof in Stockholm shines between the earliest sunrise and the latest sunset', () => {
  // Almanac of Stockholm, clock: 31 January 08:00 and 16:01, 21 June 03:31 and 22:08. Without the
  // bending of light, as here, the sun is up for six to ten minutes less at either end.
  const lit = (month: number) => [...south(month).keys()].filter((hour) => south(month)[hour] > 0);
  assert.deepEqual([lit(0).at(0), lit(0).at(-1)], [8, 15]);
  assert.deepEqual([lit(5).at(0), lit(5).at(-1)], [3, 21]);
});

test('a south roof has its middle at solar noon, an hour later in summer time', () => {
  // Noon of the almanac: mid January 11:57, mid July 12:54, mid October 12:33.
  for (const [month, noon] of [
    [0, 11.95],
    [6, 12.9],
  ]) {
    assert.ok(Math.abs(middle(south(month)) - noon) < 0.05, `${month}: ${middle(south(month))}`);
  }
  // 29 days of March are in winter time (noon 11.9), 2 in summer time.
  assert.ok(Math.abs(middle(south(2)) - (11.95 + 2 / 31)) < 0.06, `${middle(south(2))}`);
  // 25 days of October are in summer time (noon 12.56), 6 in winter time.
  assert.ok(Math.abs(middle(south(9)) - (12.56 - 6 / 31)) < 0.1, `${middle(south(9))}`);
});

test('an east roof comes before a west roof, each the mirror of the other at noon', () => {
  const east = facing(5, 90);
  const west = facing(5, 270);
  const noon = middle(south(5));
  assert.ok(middle(east) < noon - 1 && middle(west) > noon + 1);
  assert.ok(Math.abs(middle(east) + middle(west) - 2 * noon) < 0.05);
});
