/** Years whose prices are out of order, planned on the hull and held against dynamic programming. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { monthHourMeans, repeatProfile } from '../simulation/series.ts';
import { billSek } from './accounting.ts';
import { allowedFlows, cappedHours } from './battery.ts';
import { dispatchYear } from './dispatch.ts';
import { type House, idleFlows, type Prices } from './house.ts';
import { marginalCostSegments } from './marginal-cost-segments.ts';
import { minCostOnGrid } from './test/dynamic-programme.ts';
import {
  generatedSpot,
  heatPumpHouse,
  plainOptions,
  publishedSpot,
  testBattery,
} from './test/houses.ts';
import { rangeCost } from './value-function.ts';

const BATTERY = testBattery(10, 5);
const STRATEGIES = ['arbitrage', 'combined'] as const;

/** A house on the same typical day throughout a month, as the household model and a PV profile give it. */
function typicalDays({ loadKwh, pvKwh }: House): House {
  const typical = (kwh: Float64Array) => repeatProfile(monthHourMeans(kwh));
  return { loadKwh: typical(loadKwh), pvKwh: typical(pvKwh) };
}

function pricesOf(importSekPerKwh: Float64Array, exportSekPerKwh: Float64Array): Prices {
  return { importSekPerKwh, exportSekPerKwh, monthlyFeeSek: 0, power: [] };
}

/** Savings of a year: by the day-ahead run, by dynamic programming, and by the hull's own account. */
function savedSek(house: House, prices: Prices, strategy: (typeof STRATEGIES)[number]) {
  const options = plainOptions(strategy);
  const flows = allowedFlows(strategy, prices, options);
  const pieces = marginalCostSegments(cappedHours(house, BATTERY, flows), prices, 0);
  const idleSek = billSek(house, prices, idleFlows());
  return {
    run: idleSek - billSek(house, prices, dispatchYear(house, prices, BATTERY, options)),
    optimum: idleSek - minCostOnGrid(house, prices, BATTERY, flows),
    hull: -rangeCost(pieces, 0, HOURS, BATTERY.floorKwh),
  };
}

test('a fixed import price in a year of expensive spot prices: four fifths of the optimum, which the hull limits', () => {
  const se4 = publishedSpot(3);
  const prices = pricesOf(
    new Float64Array(HOURS).fill(1.2),
    se4.map((sek) => sek + 0.652),
  );
  for (const house of [heatPumpHouse(1), typicalDays(heatPumpHouse(1))]) {
    const { run, optimum, hull } = savedSek(house, prices, 'combined');
    assert.ok(run > 1700 && optimum > 2000, `${run} of ${optimum} SEK`);
    assert.ok(run >= 0.8 * optimum, `${run} of ${optimum} SEK`);
    assert.ok(run <= hull && optimum <= hull);
  }
});

test('a year of prices below 0 reaches 95 % of dynamic programming', () => {
  const negative = generatedSpot(3).map((sek) => -0.2 - Math.abs(sek));
  for (const spot of [negative, repeatProfile(monthHourMeans(negative))]) {
    const prices = pricesOf(
      spot,
      spot.map((sek) => sek - 0.1),
    );
    for (const strategy of STRATEGIES) {
      const { run, optimum, hull } = savedSek(heatPumpHouse(1), prices, strategy);
      assert.ok(optimum > 1000);
      assert.ok(run >= 0.95 * optimum, `${strategy}: ${run} of ${optimum} SEK`);
      assert.ok(run <= hull && optimum <= hull);
    }
  }
});

test('harsh random prices reach 95 % of dynamic programming', () => {
  const random = seededRandom(4);
  const randomYear = () => Float64Array.from({ length: HOURS }, () => 4 * random() - 1);
  const prices = pricesOf(randomYear(), randomYear());
  for (const strategy of STRATEGIES) {
    const { run, optimum, hull } = savedSek(heatPumpHouse(2), prices, strategy);
    assert.ok(run >= 0.95 * optimum, `${strategy}: ${run} of ${optimum} SEK`);
    assert.ok(run <= hull && optimum <= hull);
  }
});

test('in a usual year dynamic programming agrees with the planner', () => {
  const spot = generatedSpot(2).map((sek) => Math.max(0, sek));
  const prices = pricesOf(
    spot.map((sek) => sek + 0.5),
    spot,
  );
  const { run, optimum, hull } = savedSek(heatPumpHouse(1), prices, 'combined');
  assert.ok(run >= 0.99 * optimum && run <= hull && optimum <= hull && optimum >= 0.98 * hull);
});
