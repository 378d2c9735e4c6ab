import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STORED_AZIMUTHS_DEG, TILTS_DEG } from '../../../schemas/codec/axes.ts';
import { seededRandom } from '../seeded-random.ts';
import { nearness, sumAll, sumNearly, sumWanted } from './kernel-sums.ts';
import { latitudeSun } from './latitude-sun.ts';
import type { Climate, PvModel } from './place-light.ts';
import { PLACES, type PlaneGeometry, planeGeometry } from './plane-geometry.ts';
import { hayDavies, isotropic } from './sky-models.ts';

const random = seededRandom(33);

/** From black to clear skies, frost to heat; every fourth in a light that hardly converts. */
function randomClimate({ sun }: PlaneGeometry): Climate {
  const light = random() < 0.25 ? 0.03 * random() : 1;
  const air = -50 + 95 * random();
  return {
    ghiKwhM2: sun.monthlyGhiExtraKwhM2.map((kwh) => light * kwh * (0.05 + 0.75 * random())),
    diffuseFraction: Array.from({ length: 12 }, random),
    temperatureC: Array(12).fill(air),
  };
}

function randomModel(): PvModel {
  const skyModel = random() < 0.3 ? isotropic : hayDavies;
  return { skyModel, albedo: random(), windMS: 10 * random(), systemLoss: 0.14 };
}

/** Largest difference of near and exact output in parts of irradiation and of `nearness`; irradiation is the same. */
function largestError(planes: PlaneGeometry): number {
  const places = Array.from({ length: PLACES }, () => randomClimate(planes));
  const model = randomModel();
  sumNearly(planes, places, model);
  const near = planes.sums.slice();
  sumAll(planes, places, model);
  const exact = planes.sums;
  let largest = 0;
  for (let i = 0; i < exact.length; i++) {
    if (i % (2 * PLACES) >= PLACES) continue;
    assert.equal(near[i], exact[i]);
    const month = Math.floor((i * 12) / exact.length);
    const difference = Math.abs(near[i + PLACES] - exact[i + PLACES]);
    if (exact[i] === 0) assert.equal(difference, 0);
    else largest = Math.max(largest, difference / exact[i] / nearness(planes.sun, month));
  }
  return largest;
}

test('near sums have the exact irradiation, and output within half of what is allowed', () => {
  let largest = 0;
  for (const latDeg of [-64, -35.25, 0.25, 42, 59.25, 67.75]) {
    const planes = planeGeometry(latitudeSun(latDeg, 3, 24), TILTS_DEG, STORED_AZIMUTHS_DEG);
    for (let i = 0; i < 15; i++) largest = Math.max(largest, largestError(planes));
  }
  assert.ok(largest > 0.1 && largest < 0.5, `${largest}`);
});

test('so they do in the coarsest and the finest steps', () => {
  for (const [daysPerMonth, stepsPerDay] of [
    [1, 2],
    [1, 24],
    [31, 12],
    [1, 288],
  ]) {
    const sun = latitudeSun(62, daysPerMonth, stepsPerDay);
    const planes = planeGeometry(sun, [0, 35, 90], STORED_AZIMUTHS_DEG);
    let largest = 0;
    for (let i = 0; i < 25; i++) largest = Math.max(largest, largestError(planes));
    assert.ok(largest < 0.5, `${daysPerMonth} days of ${stepsPerDay}: ${largest}`);
  }
});

test('wanted planes become exact to the last bit, and no other plane changes', () => {
  const planes = planeGeometry(latitudeSun(62, 3, 24), [0, 35, 90], [0, 90, 180]);
  const places = Array.from({ length: 3 }, () => randomClimate(planes));
  const model = randomModel();
  sumAll(planes, places, model);
  const exact = planes.sums.slice();
  sumNearly(planes, places, model);
  const near = planes.sums.slice();
  const [second, month, plane] = [1, 5, 7];
  planes.wanted[(second * 12 + month) * 9 + plane] = 1;
  sumWanted(planes, model);
  const wanted = 8 * (9 * month + plane);
  for (let i = 0; i < near.length; i++) {
    const isWanted = i - (i % 8) === wanted && i % 4 >= 2;
    if (i % 4 < 3) assert.equal(planes.sums[i], isWanted ? exact[i] : near[i], `${i}`);
  }
  assert.notEqual(near[wanted + 6], exact[wanted + 6]);
  assert.ok(planes.wanted.every((mark) => mark === 0));
});
