/** Snow losses of Townsend's own worked station, and what must hold of any. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { snowLoss } from './snow-loss.ts';
import { radians } from './sun-position.ts';

/** Tim Townsend's check of 27 January 2023, as pvlib has it in its tests (BSD-3): inches, days, °C, %. */
const STATION = {
  snowfallCm: [20, 15, 10, 4, 1.5, 0, 0, 0, 0, 1.5, 4, 15].map((inches) => 2.54 * inches),
  snowDays: [5, 4.2, 2.8, 1.3, 0.8, 0, 0, 0, 0, 0.5, 1.5, 4.5],
  humidityPct: [78, 80, 75, 65, 60, 55, 55, 55, 50, 55, 60, 70],
};
const TEMPERATURE = [-6, -2, 1, 4, 7, 10, 13, 16, 14, 12, 7, -3];
const LOW_SUN = [60, 80, 100, 125, 175, 225, 225, 210, 175, 125, 90, 60];
const HIGH_SUN = [80, 100, 125, 150, 225, 300, 300, 275, 225, 150, 115, 80];

/** [tilt, slant and drop in inches, strings' factor, in-plane kWh/m2, percent lost by month]. */
const CASES: [number, number, number, number, number[], number[]][] = [
  [2, 79, 3, 1, LOW_SUN, [44, 34, 20, 9, 3, 1, 0, 0, 0, 2, 6, 25]],
  [5, 316, 120, 0.75, LOW_SUN, [22, 16, 9, 4, 1, 0, 0, 0, 0, 1, 2, 12]],
  [23, 158, 12, 0.75, LOW_SUN, [28, 21, 13, 6, 2, 0, 0, 0, 0, 1, 4, 16]],
  [52, 39.5, 34, 0.75, HIGH_SUN, [7, 5, 3, 1, 0, 0, 0, 0, 0, 0, 1, 4]],
  [60, 39.5, 25, 1, HIGH_SUN, [7, 5, 3, 1, 0, 0, 0, 0, 0, 0, 1, 3]],
];

const mounted = (slantInches: number, dropInches: number) => ({
  ...STATION,
  slantM: slantInches / 39.37,
  dropHeightM: dropInches / 39.37,
});

test("the author's worked station, five planes of it, to the whole percent", () => {
  for (const [tilt, slant, drop, strings, poa, expected] of CASES) {
    const loss = snowLoss(mounted(slant, drop), radians(tilt), poa, TEMPERATURE);
    const found = Array.from(loss, (share) => Math.round(100 * strings * share));
    assert.deepEqual(found, expected, `tilt ${tilt}`);
  }
});

test('a steeper plane, more sun and more room below lose less', () => {
  const year = (tilt: number, drop: number, sun: number) =>
    snowLoss(
      mounted(79, drop),
      radians(tilt),
      LOW_SUN.map((kwhM2) => sun * kwhM2),
      TEMPERATURE,
    ).reduce((sum, share) => sum + share, 0);
  for (const tilt of [5, 20, 40, 60]) {
    assert.ok(year(tilt + 10, 12, 1) < year(tilt, 12, 1));
    assert.ok(year(tilt, 120, 1) < year(tilt, 12, 1));
    assert.ok(year(tilt, 12, 1.2) < year(tilt, 12, 1));
  }
  assert.ok(year(90, 12, 1) < 1e-12);
});

test('no snow takes nothing, a month without sun loses all of it, and none loses more', () => {
  const none = { ...mounted(79, 3), snowDays: Array(12).fill(0) };
  assert.ok(snowLoss(none, 0, LOW_SUN, TEMPERATURE).every((share) => share === 0));
  const dark = snowLoss(mounted(79, 3), 0, LOW_SUN.with(0, 0).with(6, 0), TEMPERATURE);
  assert.equal(dark[0], 1);
  assert.equal(dark[6], 0);
  const dry = { ...mounted(79, 3), humidityPct: Array(12).fill(0) };
  const nothing = snowLoss(dry, 0, LOW_SUN.with(0, 0), TEMPERATURE);
  assert.ok(nothing.every((share) => share === 0));
});
