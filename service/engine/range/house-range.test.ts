/** The range of a house compared with what its drivers must do, and with years that are drawn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS } from '../../../schemas/codec/axes.ts';
import type { RangeSums } from '../../../schemas/types.ts';
import { simulateHouse } from '../battery/simulate-house.ts';
import { retailPrices } from '../battery/test/houses.ts';
import { type HouseRange, houseRange, totalSek } from './house-range.ts';
import { type Driver, type RangeCase, rangeYears } from './range-years.ts';
import { caseOf, drawnRange, drawnSavings, SPOT } from './test/drawn-years.ts';

/** The range with means over 25 years. */
const rangeIn = (houseCase: RangeCase): HouseRange => houseRange(rangeYears(houseCase), 25);

function driverOf(range: HouseRange, name: Driver) {
  const found = range.drivers.find(({ driver }) => driver === name);
  assert.ok(found);
  return found;
}

test('each end of a driver is the simulation with that value', () => {
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

test('a house that only exports, at one price, has the range of the sun', () => {
  const flat = new Float64Array(HOURS);
  const houseCase = caseOf('self_consumption', 0);
  const { savingsSek, drivers, longRunMeanSek } = rangeIn({
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
  assert.ok(Math.abs(longRunMeanSek.p90 - 0.98 * sek) < 1e-6);
});

test('years with all drivers drawn at random have the same range, within 7 % of its width', () => {
  for (const strategy of ['self_consumption', 'combined'] as const) {
    const houseCase = caseOf(strategy);
    const drawn = drawnSavings(houseCase, 250);
    const { savingsSek, batterySavingsSek } = rangeIn(houseCase);
    assertRange(drawn.map(totalSek), savingsSek);
    assertRange(
      drawn.map(({ batterySek }) => batterySek),
      batterySavingsSek,
    );
  }
});

function assertRange(sums: number[], range: RangeSums) {
  const drawn = drawnRange(sums);
  const tolerance = 0.07 * (drawn.p10 - drawn.p90);
  for (const name of ['p90', 'p50', 'p10'] as const) {
    const [found, wanted] = [range[name], drawn[name]];
    assert.ok(Math.abs(found - wanted) < tolerance, `${found}, drawn ${wanted} +- ${tolerance}`);
  }
}
