import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthlyGhiExtraKwhM2 } from './diffuse-fraction.ts';
import { latitudeSun } from './latitude-sun.ts';
import { lossBreakdown, monthSteps } from './loss-breakdown.ts';
import { STANDARD_MODEL } from './monthly-planes.ts';
import { planeGeometry } from './plane-geometry.ts';
import { skyResidual } from './sky-residuals.ts';
import { STOCKHOLM_GHI_KWH_M2, STOCKHOLM_LAT_DEG, STOCKHOLM_TEMPERATURE_C } from './stockholm.ts';
import { radians } from './sun-position.ts';
import { answersAt, planeFactors, planeScatterPct } from './year-spread.ts';

/** PVGIS 5.2, 2005 to 2020. */
const STOCKHOLM = {
  ghiKwhM2: STOCKHOLM_GHI_KWH_M2,
  temperatureC: STOCKHOLM_TEMPERATURE_C,
  annualSdPct: 4.21,
  monthlySdPct: [11.8, 18.4, 12.2, 7.8, 11.3, 8.7, 9.0, 10.2, 12.0, 15.5, 17.9, 21.9],
};
const TILTS = [0, 20, 40, 90];
const AZIMUTHS = [0, 90, 180, 270];
const YEAR = 12;

type OfPlane = (tilt: number, azimuth: number) => number[];

function answersOf(latDeg: number, place = STOCKHOLM) {
  const sun = latitudeSun(latDeg, STANDARD_MODEL.daysPerMonth, STANDARD_MODEL.stepsPerDay);
  const planes = planeGeometry(sun, TILTS, AZIMUTHS);
  return answersAt(planes, place, STANDARD_MODEL);
}

const ofPlane =
  (values: number[][]): OfPlane =>
  (tilt, azimuth) =>
    values.map((v) => v[TILTS.indexOf(tilt) * AZIMUTHS.length + AZIMUTHS.indexOf(azimuth)]);

function factorsAt(latDeg: number, place = STOCKHOLM): OfPlane {
  return ofPlane(planeFactors([answersOf(latDeg, place)], TILTS.length * AZIMUTHS.length));
}

const stockholm = factorsAt(STOCKHOLM_LAT_DEG);
const scatterPct = ofPlane(
  planeScatterPct([answersOf(STOCKHOLM_LAT_DEG)], TILTS.length * AZIMUTHS.length),
);

/** A plane's spread for the flat one's, scatter of light included. */
function spreadRatio(tilt: number, azimuth: number, month: number): number {
  const sdPct = STOCKHOLM.monthlySdPct[month];
  const following = stockholm(tilt, azimuth)[month] * sdPct;
  return Math.hypot(following, scatterPct(tilt, azimuth)[month]) / sdPct;
}

test('the flat plane varies as the irradiation does, in every month and the year', () => {
  for (const azimuth of AZIMUTHS) {
    assert.deepEqual(stockholm(0, azimuth), Array(13).fill(1));
    assert.deepEqual(scatterPct(0, azimuth), Array(13).fill(0));
  }
});

test('a south roof varies more than the flat, more so the steeper it is and the lower the sun', () => {
  const [s20, s40, s90] = [20, 40, 90].map((tilt) => stockholm(tilt, 180));
  for (const factor of s40) assert.ok(factor > 1);
  assert.ok(1 < s20[YEAR] && s20[YEAR] < s40[YEAR] && s40[YEAR] < s90[YEAR]);
  const [june, march, december] = [5, 2, 11].map((month) => spreadRatio(40, 180, month));
  assert.ok(december > march && march > june, `${[june, march, december]}`);
});

test('east and west vary alike', () => {
  for (const tilt of TILTS) {
    assert.deepEqual(stockholm(tilt, 90), stockholm(tilt, 270));
    assert.deepEqual(scatterPct(tilt, 90), scatterPct(tilt, 270));
  }
});

test('a wall that faces north varies from year to year, in April and in every month', () => {
  for (let month = 0; month < 12; month++) {
    const ratio = spreadRatio(90, 0, month);
    assert.ok(ratio > 0.4 && ratio < 1.3, `${month}: ${ratio}`);
  }
});

/** Erbs, Klein & Duffie 1982, their two polynomials. Winter has a sunset hour angle up to 81.4 degrees. */
function erbs(month: number, ghiKwhM2: number): number {
  const k = ghiKwhM2 / monthlyGhiExtraKwhM2(radians(STOCKHOLM_LAT_DEG))[month];
  const isWinter = [0, 1, 9, 10, 11].includes(month);
  const fit = (x: number) =>
    isWinter
      ? 1.391 - 3.56 * x + 4.189 * x ** 2 - 2.137 * x ** 3
      : 1.311 - 3.022 * x + 3.427 * x ** 2 - 1.821 * x ** 3;
  return k < 0.3 ? 1 + ((fit(0.3) - 1) * k) / 0.3 : fit(k);
}

/**
 * Yield of one plane, step by step from the formulas. Light follows the irradiation by the slopes of
 * `SKY_RESIDUALS`.
 */
function plainYield(month: number, share: number, tiltDeg: number): number {
  const latDeg = STOCKHOLM_LAT_DEG;
  const [temperatureC, model] = [STOCKHOLM_TEMPERATURE_C[month], STANDARD_MODEL];
  const ghiKwhM2 = STOCKHOLM_GHI_KWH_M2[month] * (1 + share);
  const { diffuseSlope, endsSlope } = skyResidual(month);
  const diffuseFraction = erbs(month, ghiKwhM2) * (1 + share) ** diffuseSlope;
  const place = { latDeg, month, ghiKwhM2, diffuseFraction, temperatureC, model };
  const sky = monthSteps(place, STANDARD_MODEL);
  for (let day = 0; day < sky.steps.length; day += STANDARD_MODEL.stepsPerDay) {
    moveToEnds(
      sky.steps.slice(day, day + STANDARD_MODEL.stepsPerDay),
      endsSlope * Math.log(1 + share),
    );
  }
  return lossBreakdown(sky, tiltDeg, 180).yieldKwhKwp;
}

/** Each step's beam times exp(ends t^2), t from -1 to 1, and the day's beam on the horizontal as it was. */
function moveToEnds(day: ReturnType<typeof monthSteps>['steps'], ends: number): void {
  const horizontal = (dni: number[]) =>
    dni.reduce((sum, kwh, k) => sum + kwh * day[k].cosSolarZenith, 0);
  const before = day.map(({ dni }) => dni);
  const after = before.map((dni, k) => dni * Math.exp(ends * ((2 * k + 1) / day.length - 1) ** 2));
  const monthRatio = horizontal(after) > 0 ? horizontal(before) / horizontal(after) : 1;
  day.forEach((step, k) => {
    step.dni = after[k] * monthRatio;
  });
}

/**
 * A year's deviation over its mean: months by themselves in quadrature, and every month alike as much as the flat
 * plane's year of 4.21 % has next to its months.
 */
function plainYear(tiltDeg: number): number {
  const moves = (tilt: number, shareOf: (month: number) => number) =>
    STOCKHOLM_GHI_KWH_M2.map(
      (_, m) => (plainYield(m, shareOf(m), tilt) - plainYield(m, -shareOf(m), tilt)) / 2,
    );
  const byThemselves = (tilt: number) =>
    Math.hypot(...moves(tilt, (m) => STOCKHOLM.monthlySdPct[m] / 100));
  const alike = (tilt: number) => moves(tilt, () => 0.0421).reduce((a, b) => a + b, 0);
  const common = 1 - (byThemselves(0) / alike(0)) ** 2;
  const kwh = STOCKHOLM_GHI_KWH_M2.map((_, m) =>
    [1, -1].reduce((sum, sign) => sum + plainYield(m, sign * 0.0421, tiltDeg) / 2, 0),
  );
  const moved = Math.hypot(Math.sqrt(common) * alike(tiltDeg), byThemselves(tiltDeg));
  return moved / kwh.reduce((a, b) => a + b, 0);
}

test('the factors of a south roof are those of the plain formulas with the irradiation moved up and down', () => {
  const months = Array.from({ length: 12 }, (_, month) => month);
  const answer = (tiltDeg: number, which: number[], shareOf: (month: number) => number) => {
    let [moved, inProportion] = [0, 0];
    for (const month of which) {
      const [high, low] = [1, -1].map((sign) => plainYield(month, sign * shareOf(month), tiltDeg));
      moved += (high - low) / 2;
      inProportion += (shareOf(month) * (high + low)) / 2;
    }
    return moved / inProportion;
  };
  const ratio = (which: number[], shareOf: (month: number) => number) =>
    answer(40, which, shareOf) / answer(0, which, shareOf);
  const found = stockholm(40, 180);
  for (const month of months) {
    const expected = ratio([month], (m) => STOCKHOLM.monthlySdPct[m] / 100);
    assert.ok(Math.abs(found[month] - expected) < 0.0006, `${month}: ${found[month]} ${expected}`);
  }
  assert.ok(Math.abs(found[YEAR] - plainYear(40) / plainYear(0)) < 0.0006, `${found[YEAR]}`);
});

test('a dark month leaves no NaN', () => {
  const ghiKwhM2 = STOCKHOLM_GHI_KWH_M2.map((kwh, m) => (m === 0 || m === 11 ? 0 : kwh));
  const monthlySdPct = STOCKHOLM.monthlySdPct.map((pct, m) => (m === 0 || m === 11 ? 0 : pct));
  const north = factorsAt(69, { ...STOCKHOLM, ghiKwhM2, monthlySdPct });
  for (const tilt of TILTS) {
    const factors = north(tilt, 180);
    assert.deepEqual([factors[0], factors[11]], [1, 1]);
    for (const factor of factors) assert.ok(factor > 0.1 && factor < 10, `${factors}`);
  }
});
