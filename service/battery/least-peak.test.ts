import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AllowedFlows, allowedFlows } from './allowed-flows.ts';
import { cappedHours } from './capped-hours.ts';
import { leastPeak } from './least-peak.ts';
import { HOURS, MONTH_START } from './simulated-year.ts';
import {
  heatPumpHouse,
  plainWishes,
  retailPrices,
  shortHouse,
  testBattery,
} from './test/houses.ts';
import { solveLeastPeak } from './test/linear-programme.ts';

const PRICES = retailPrices(new Float64Array(HOURS));

test('a hand-worked peak is shared between the store and what the hours before can charge', () => {
  const flows: AllowedFlows = { surplusCharge: true, gridCharge: 'by_price', batteryExport: false };
  const battery = { powerKw: 5, floorKwh: 0, ceilingKwh: 10, efficiency: 1 };
  const hours = cappedHours(shortHouse([1, 1, 7], []), battery, flows);
  const needKwh = new Float64Array(HOURS + 1);
  // Empty: three equal hours. With 3 kWh in store: 6 kWh over three hours. Full: 5 kW of power are the limit.
  assert.ok(Math.abs(leastPeak(hours, 0, 3, 0, needKwh) - 3) < 1e-6);
  assert.ok(Math.abs(leastPeak(hours, 0, 3, 3, needKwh) - 2) < 1e-6);
  assert.ok(Math.abs(leastPeak(hours, 0, 3, 10, needKwh) - 2) < 1e-6);
});

test('the least peak of a month is that of the linear programme to 1e-6 kW', () => {
  const house = heatPumpHouse(3);
  const batteries = [testBattery(5, 8, 1), testBattery(10, 5, 0.9), testBattery(30, 2, 0.7)];
  for (const battery of batteries) {
    for (const strategy of ['self_consumption', 'arbitrage', 'peak_shaving'] as const) {
      const hours = cappedHours(
        house,
        battery,
        allowedFlows(strategy, PRICES, plainWishes(strategy)),
      );
      for (const [month, startKwh] of [
        [0, battery.floorKwh],
        [4, battery.ceilingKwh],
      ]) {
        const [from, to] = [MONTH_START[month], MONTH_START[month + 1]];
        const half = (battery.floorKwh + battery.ceilingKwh) / 2;
        const leastEndKwh = strategy === 'self_consumption' ? battery.floorKwh : half;
        const needKwh = new Float64Array(HOURS + 1).fill(leastEndKwh);
        hours.capKw.fill(Infinity);
        const problem = { house, prices: PRICES, hours, hurdleSekPerKwh: 0 };
        const lpKw = solveLeastPeak(problem, { from, to, startKwh, leastEndKwh });
        const kw = leastPeak(hours, from, to, startKwh, needKwh);
        assert.ok(Math.abs(kw - lpKw) <= 1e-6, `${strategy} ${month}: ${kw} kW, LP ${lpKw} kW`);
      }
    }
  }
});
