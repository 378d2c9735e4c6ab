/** Properties of any snow losses; those of Townsend's worked station: pipeline/accuracy/snow-station.test.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { snowLoss } from './snow-loss.ts';
import { radians } from './sun-position.ts';

/** That station: cm, days, %, °C. */
const STATION = {
  snowfallCm: [20, 15, 10, 4, 1.5, 0, 0, 0, 0, 1.5, 4, 15].map((inches) => 2.54 * inches),
  snowDays: [5, 4.2, 2.8, 1.3, 0.8, 0, 0, 0, 0, 0.5, 1.5, 4.5],
  humidityPct: [78, 80, 75, 65, 60, 55, 55, 55, 50, 55, 60, 70],
};
const TEMPERATURE = [-6, -2, 1, 4, 7, 10, 13, 16, 14, 12, 7, -3];
const LOW_SUN = [60, 80, 100, 125, 175, 225, 225, 210, 175, 125, 90, 60];

const mounted = (slantInches: number, dropInches: number) => ({
  ...STATION,
  slantM: slantInches / 39.37,
  dropHeightM: dropInches / 39.37,
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
