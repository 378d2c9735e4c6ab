import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Battery } from './battery.ts';
import { gridExchange, monthlyPeaks, type Prices } from './house.ts';
import {
  generatedSpot,
  heatPumpHouse,
  publishedSpot,
  retailPrices,
  testBattery,
} from './test/houses.ts';
import { yearAgainstOptimum } from './test/optimum.ts';

test('combined under a power charge holds its caps and reaches 98.5 % of the year’s linear programme', () => {
  const hourly = generatedSpot(2).map((sek) => Math.max(0, sek));
  const cases: [Prices, Battery][] = [
    [retailPrices(publishedSpot(2), 60), testBattery(10, 5, 0.9)],
    [retailPrices(publishedSpot(3), 20), testBattery(5, 8, 1)],
    [retailPrices(publishedSpot(3), 90), testBattery(20, 3, 0.7)],
    [retailPrices(hourly, 60), testBattery(10, 5, 0.9)],
  ];
  const house = heatPumpHouse(1);
  for (const [prices, battery] of cases) {
    const { run, share } = yearAgainstOptimum(house, prices, battery);
    assert.ok(share >= 0.985 && share <= 1 + 1e-6, `${share}`);
    const peaksKw = monthlyPeaks(gridExchange(house, run));
    const capKw = run.monthCapKw ?? new Float64Array(0);
    assert.equal(capKw.length, 12);
    assert.ok(peaksKw.every((kw, month) => kw <= capKw[month] + 1e-6));
  }
});
