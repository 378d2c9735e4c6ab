import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STOCKHOLM_GHI_KWH_M2 } from '#solar/stockholm.ts';
import type { GhiUnit } from '../../rasters/climate-grids.ts';
import { kwhM2PerWM2 } from '../../rasters/unit-conversion.ts';
import { assertClose } from '../../test/assert-close.ts';
import {
  checkGhiRange,
  checkPlausible,
  expectedGhiKwhM2,
  greatestGhiKwhM2,
  leastGhiKwhM2,
} from './plausibility.ts';

test('the expected GHI is the published one at a published point', () => {
  const expected = expectedGhiKwhM2(59.325);
  STOCKHOLM_GHI_KWH_M2.forEach((ghi, m) => {
    assertClose(expected[m], ghi, 0.03 * ghi + 0.1, `month ${m + 1}`);
  });
});

test('a mean of 1 W/m2 over day and night is 0.744 kWh/m2 in January and 0.678 in February', () => {
  assert.equal(kwhM2PerWM2(0), 0.744);
  assert.equal(kwhM2PerWM2(1), 0.678);
});

test('in every month published values pass, and in the other unit are refused with the right one named', () => {
  const expected = expectedGhiKwhM2(59.325);
  for (const [m, kwhM2] of STOCKHOLM_GHI_KWH_M2.entries()) {
    const check = (unit: GhiUnit, value: number) =>
      checkGhiRange('ghi_06.tif', m, unit, value, expected[m]);
    check('kWh/m2', kwhM2);
    check('W/m2', kwhM2);
    assert.throws(
      () => check('kWh/m2', kwhM2 / kwhM2PerWM2(m)),
      /^Error: ghi_06\.tif: month \d+ has a mean of .* kWh\/m2.*fit W\/m2/,
    );
    assert.throws(() => check('W/m2', kwhM2 * kwhM2PerWM2(m)), /fit kWh\/m2: correct "unit"/);
  }
});

test('a month of twilight is not held against anything', () => {
  checkGhiRange('x.tif', 11, 'kWh/m2', 0.1, 0.4);
});

test('no cell can get more than reaches the top of the atmosphere, a little twilight aside', () => {
  assert.ok(greatestGhiKwhM2(59.325)[5] > 330 && greatestGhiKwhM2(59.325)[5] < 350);
  assert.equal(greatestGhiKwhM2(69)[11], 5);
});

test('no month of daylight can be 0, the polar night can', () => {
  for (let lat = 55; lat <= 69; lat++) {
    const least = leastGhiKwhM2(lat);
    assert.ok(
      least.subarray(2, 9).every((kwhM2) => kwhM2 > 10),
      `March to September at ${lat}`,
    );
    assert.ok(least[5] > 50, `June at ${lat}: ${least[5]}`);
  }
  assert.equal(leastGhiKwhM2(69)[11], 0);
  assert.ok(leastGhiKwhM2(55.6)[11] > 1.5, 'December in Malmö');
});

test('the least is far below any published month: half of it and less', () => {
  for (let lat = 55.605; lat < 65.548; lat += 0.5) {
    expectedGhiKwhM2(lat).forEach((ghi, m) => {
      assert.ok(leastGhiKwhM2(lat)[m] < 0.5 * ghi, `month ${m + 1} at ${lat}`);
    });
  }
});

test('values that fit no unit are refused without a guess', () => {
  assert.throws(
    () => checkGhiRange('x.tif', 5, 'kWh/m2', 1750, 175),
    /Check the file and its unit/,
  );
});

test('kelvin, percent and feet beyond reason are refused with a hint', () => {
  assert.throws(() => checkPlausible('t.tif', 'temperature', 270, 290), /290.*not kelvin/);
  assert.throws(() => checkPlausible('kd.tif', 'diffuse_fraction', 40, 60), /60.*not percent/);
  assert.throws(() => checkPlausible('z.tif', 'elevation', 0, 12000), /12000.*metres/);
  checkPlausible('t.tif', 'temperature', -20, 20);
});
