/** The range of a house beside what its drivers must do, and beside years that are drawn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#common/seeded-random.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { simulateHouse } from '../battery/simulate-house.ts';
import { generatedSpot, heatPumpHouse, plainWishes, retailPrices } from '../battery/test/houses.ts';
import { type HouseRange, houseRange } from './house-range.ts';
import { type Driver, type RangeCase, rangeYears, savingsOfYears } from './range-years.ts';
import { TENTH } from './tenth.ts';
import { yearSpreads } from './year-spreads.ts';

const SPOT = generatedSpot(2).map((sek) => Math.max(0, sek));
/** The range with means over 25 years. */
const rangeIn = (houseCase: RangeCase): HouseRange => houseRange(rangeYears(houseCase), 25);

function caseOf(strategy: 'self_consumption' | 'combined', capacityKwh = 10): RangeCase {
  return {
    house: heatPumpHouse(1),
    prices: retailPrices(SPOT),
    battery: {
      ...plainWishes(strategy),
      capacityKwh,
      powerKw: capacityKwh / 2,
      socMin: 0.1,
      socMax: 1,
      roundTripEfficiency: 0.9,
    },
    program: null,
    market: { importSekPerKwh: SPOT.map((sek) => 1.25 * sek), exportSekPerKwh: SPOT },
    spreads: yearSpreads('SE3'),
    sun: { low: 0.94, high: 1.07 },
    heatShare: 7 / 15,
  };
}

function driverOf(range: HouseRange, name: Driver) {
  const found = range.drivers.find(({ driver }) => driver === name);
  assert.ok(found);
  return found;
}

test('the middle year is the simulation’s own', () => {
  const houseCase = caseOf('combined');
  const { withoutSystem, withSystem, battery } = simulateHouse(houseCase);
  const { middle } = rangeIn(houseCase);
  const cost = (of: { costSek: Float64Array }) => of.costSek.reduce((sum, sek) => sum + sek, 0);
  const savedSek = cost(withoutSystem) - cost(withSystem);
  assert.ok(Math.abs(middle.solarSek + middle.batterySek - savedSek) < 1e-6);
  assert.ok(Math.abs(middle.batterySek - battery.savingsSek) < 1e-6);
});

test('each end of a driver is the simulation of a house that is so', () => {
  const houseCase = caseOf('combined');
  const { low, factors } = driverOf(rangeIn(houseCase), 'sun');
  const dull = { ...houseCase.house, pvKwh: houseCase.house.pvKwh.map((kwh) => kwh * factors.low) };
  const { battery } = simulateHouse({ ...houseCase, house: dull });
  assert.ok(Math.abs(low.batterySek - battery.savingsSek) < 1e-6);
  const dear = driverOf(rangeIn(houseCase), 'priceLevel');
  const { spreadPerLevel } = houseCase.spreads;
  const spot = SPOT.map((sek, t) => {
    const day = SPOT.subarray(t - (t % 24), t - (t % 24) + 24);
    const mean = day.reduce((sum, one) => sum + one, 0) / 24;
    return dear.factors.high * mean + dear.factors.high ** spreadPerLevel * (sek - mean);
  });
  const year = simulateHouse({ ...houseCase, prices: retailPrices(spot) });
  assert.ok(Math.abs(dear.high.batterySek - year.battery.savingsSek) < 0.01);
});

test('of sun alone, sold at one price, the range is that of the sun', () => {
  const flat = new Float64Array(HOURS);
  const houseCase = caseOf('self_consumption', 0);
  const { savingsSek, drivers, lastingSek } = rangeIn({
    ...houseCase,
    house: { ...houseCase.house, loadKwh: flat },
    prices: { ...houseCase.prices, exportSekPerKwh: flat.map(() => 0.5) },
    market: { importSekPerKwh: flat, exportSekPerKwh: flat },
    heatShare: 0,
    sun: { low: 0.9, high: 1.1 },
  });
  const sek = 9900 * 0.5;
  assert.equal(drivers[0].driver, 'sun');
  assert.ok(Math.abs(savingsSek.p90 - 0.9 * sek) < 1e-6);
  assert.ok(Math.abs(savingsSek.p50 - sek) < 1e-6);
  assert.ok(Math.abs(savingsSek.p10 - 1.1 * sek) < 1e-6);
  // A fifth in the mean of 25 years.
  assert.ok(Math.abs(lastingSek.p90 - 0.98 * sek) < 1e-6);
});

test('what moves the savings most comes first', () => {
  const swings = rangeIn(caseOf('combined')).drivers.map(({ low, high }) =>
    Math.abs(high.solarSek + high.batterySek - low.solarSek - low.batterySek),
  );
  assert.deepEqual(
    swings,
    swings.toSorted((a, b) => b - a),
  );
});

test('the same house has the same range, to the last digit', () => {
  assert.deepEqual(rangeIn(caseOf('combined')), rangeIn(caseOf('combined')));
});

/** Normal draws, one from each of as many equally likely strata, in any order. */
function stratified(count: number, random: () => number): number[] {
  const pairs = Array.from({ length: count }, (_, i) => ({
    z: normalAt((i + random()) / count),
    at: random(),
  }));
  return pairs.sort((a, b) => a.at - b.at).map(({ z }) => z);
}

/** Quantile of the standard normal distribution, by halving: the sum of its density from 0 on. */
function normalAt(share: number): number {
  let [low, high] = [-6, 6];
  for (let i = 0; i < 50; i++) {
    const z = (low + high) / 2;
    if (normalBelow(z) < share) low = z;
    else high = z;
  }
  return low;
}

function normalBelow(z: number): number {
  let term = z;
  let sum = z;
  for (let n = 1; n < 200; n++) {
    term *= (z * z) / (2 * n + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

test('years in which all drivers are drawn at once have that range, within 7 % of its width', () => {
  const count = 250;
  for (const strategy of ['self_consumption', 'combined'] as const) {
    const random = seededRandom(11);
    const houseCase = { ...caseOf(strategy), sun: { low: 0.93, high: 1.07 } };
    const { levelSd, spreadSd, heatSd } = houseCase.spreads;
    const drawn = [levelSd, spreadSd, 0.07 / TENTH, houseCase.heatShare * heatSd].map((sd) =>
      stratified(count, random).map((z) => sd * z),
    );
    const years = Array.from({ length: count }, (_, i) => ({
      priceLevel: Math.exp(drawn[0][i]),
      priceSpread: Math.exp(drawn[1][i]),
      sun: 1 + drawn[2][i],
      load: Math.exp(drawn[3][i]),
    }));
    const found = savingsOfYears(houseCase, years);
    const { savingsSek, batterySavingsSek } = rangeIn(houseCase);
    const sums = found.map(({ solarSek, batterySek }) => solarSek + batterySek);
    assertRange(sums, savingsSek);
    assertRange(
      found.map(({ batterySek }) => batterySek),
      batterySavingsSek,
    );
  }
});

function assertRange(sums: number[], { p90, p50, p10 }: { p90: number; p50: number; p10: number }) {
  const sorted = sums.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)];
  const tolerance = 0.07 * (at(0.9) - at(0.1));
  for (const [found, wanted] of [
    [p90, at(0.1)],
    [p50, at(0.5)],
    [p10, at(0.9)],
  ]) {
    assert.ok(Math.abs(found - wanted) < tolerance, `${found}, drawn ${wanted} +- ${tolerance}`);
  }
}
