import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latitudeSun } from './latitude-sun.ts';
import { lossBreakdown, monthSteps } from './loss-breakdown.ts';
import { monthlyPlanes, STANDARD_MODEL } from './monthly-planes.ts';
import type { Climate } from './place-light.ts';
import { planeGeometry } from './plane-geometry.ts';
import { STOCKHOLM_GHI_KWH_M2 } from './stockholm.ts';

const TILTS = [0, 35, 90];
const AZIMUTHS = [0, 90, 180];

/** A climate of so much of Stockholm's irradiation. */
function climateOf(share: number, diffuseFraction = 0.5, temperatureC = 8): Climate {
  return {
    ghiKwhM2: STOCKHOLM_GHI_KWH_M2.map((kwh) => share * kwh),
    diffuseFraction: Array(12).fill(diffuseFraction),
    temperatureC: Array(12).fill(temperatureC),
  };
}

test('a place gets the same, bit for bit, by itself, with any other, and as an odd last one', () => {
  const planes = planeGeometry(latitudeSun(66.75, 3, 24), TILTS, AZIMUTHS);
  const climates = [climateOf(1), climateOf(0.9, 0.7, -20), climateOf(1.1, 0.4, 30)];
  const alone = climates.flatMap((climate) => [
    ...monthlyPlanes(planes, [climate], STANDARD_MODEL),
  ]);
  for (const order of [[0, 1, 2], [2, 0], [1, 2, 0, 1, 1], []]) {
    const places = order.map((place) => climates[place]);
    const found = [...monthlyPlanes(planes, places, STANDARD_MODEL)];
    assert.deepEqual(
      found,
      order.map((place) => alone[place]),
    );
  }
});

test('a month without light yields nothing, though its logarithm is infinite', () => {
  const planes = planeGeometry(latitudeSun(59.25, 3, 24), TILTS, AZIMUTHS);
  for (const sums of monthlyPlanes(planes, [climateOf(0)], STANDARD_MODEL)) {
    for (const values of [sums.poaKwhM2, sums.yieldKwhKwp])
      assert.ok(values.every((value) => value === 0));
  }
});

/** Climates from less than moonlight to beam only, in frost and heat, with the coarsest and finest steps. */
test('the kernel equals the loss breakdown to 1e-9 of a month at extremes of light, temperature and steps', () => {
  const climates = [
    climateOf(1e-9),
    climateOf(0.001, 0.9),
    climateOf(1.3, 0, -40),
    climateOf(1.3, 0.1, 45),
    climateOf(1, 0.99),
  ];
  for (const [latDeg, daysPerMonth, stepsPerDay] of [
    [55.5, 1, 2],
    [59.25, 1, 288],
    [69, 31, 12],
    [62, 31, 23],
  ]) {
    const model = { ...STANDARD_MODEL, daysPerMonth, stepsPerDay };
    const planes = planeGeometry(latitudeSun(latDeg, daysPerMonth, stepsPerDay), TILTS, AZIMUTHS);
    let place = 0;
    for (const sums of monthlyPlanes(planes, climates, model)) {
      const climate = climates[place++];
      for (const month of [0, 2, 5, 11]) {
        const ghiKwhM2 = climate.ghiKwhM2[month];
        const [diffuseFraction, temperatureC] = [
          climate.diffuseFraction[month],
          climate.temperatureC[month],
        ];
        const at = { latDeg, month, ghiKwhM2, diffuseFraction, temperatureC, model };
        const steps = monthSteps(at, model);
        TILTS.forEach((tilt, t) => {
          AZIMUTHS.forEach((azimuth, a) => {
            const plain = lossBreakdown(steps, tilt, azimuth);
            const i = month * 9 + t * 3 + a;
            const where = `${latDeg} N, ${stepsPerDay} steps, place ${place}, month ${month}, ${tilt}/${azimuth}`;
            const expected = 0.86 * plain.yieldKwhKwp;
            assert.ok(Math.abs(sums.poaKwhM2[i] - plain.poaKwhM2) <= 1e-9 * (1 + ghiKwhM2), where);
            assert.ok(Math.abs(sums.yieldKwhKwp[i] - expected) <= 1e-9 * (1 + ghiKwhM2), where);
          });
        });
      }
    }
    assert.equal(place, climates.length);
  }
});
