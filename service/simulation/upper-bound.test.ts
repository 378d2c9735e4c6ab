import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedFlows } from './allowed-flows.ts';
import { idleFlows } from './battery.ts';
import { billSek, gridExchange, monthlyPeaks } from './bill.ts';
import { HOURS } from './calendar.ts';
import { cappedHours } from './capped-hours.ts';
import { dispatchYear, STRATEGIES } from './dispatch.ts';
import {
  generatedSpot,
  heatPumpHouse,
  plainWishes,
  retailPrices,
  testBattery,
} from './test-houses.ts';
import { solveStretches } from './test-linear-programme.ts';
import { boundDispatch } from './upper-bound.ts';

const HOUSE = heatPumpHouse(1);
const SPOT = generatedSpot(2).map((sek) => Math.max(0, sek));
const BATTERY = testBattery(10, 5);

test('without a power charge the bound is the year’s linear programme', () => {
  const prices = retailPrices(SPOT);
  for (const strategy of ['self_consumption', 'arbitrage', 'combined'] as const) {
    const wishes = { ...plainWishes(strategy), minSpreadSekPerKwh: 0.2 };
    const run = dispatchYear(HOUSE, prices, BATTERY, wishes);
    const bound = boundDispatch(HOUSE, prices, BATTERY, wishes, run);
    const hours = cappedHours(HOUSE, BATTERY, allowedFlows(strategy, prices, wishes));
    const { floorKwh } = BATTERY;
    const year = { from: 0, to: HOURS, startKwh: floorKwh, leastEndKwh: floorKwh };
    const problem = { house: HOUSE, prices, hours, hurdleSekPerKwh: 0 };
    const [leastSek] = solveStretches(problem, [year]).costSek;
    assert.ok(Math.abs(billSek(HOUSE, prices, bound) - leastSek) <= 1e-6 * Math.abs(leastSek));
    assert.ok(billSek(HOUSE, prices, run) >= leastSek - 1e-6);
  }
});

test('the bound holds the caps of the run, and energy costs it no more than the run', () => {
  const prices = retailPrices(SPOT, 60);
  for (const strategy of STRATEGIES) {
    const wishes = plainWishes(strategy);
    const run = dispatchYear(HOUSE, prices, BATTERY, wishes);
    const bound = boundDispatch(HOUSE, prices, BATTERY, wishes, run);
    const energyOnly = { ...prices, peakChargeSekPerKw: 0 };
    assert.ok(billSek(HOUSE, energyOnly, bound) <= billSek(HOUSE, energyOnly, run) + 1e-6);
    assert.ok(billSek(HOUSE, prices, bound) < billSek(HOUSE, prices, idleFlows()));
    const peaksKw = monthlyPeaks(gridExchange(HOUSE, bound));
    run.monthCapKw?.forEach((capKw, month) => {
      assert.ok(peaksKw[month] <= capKw + 1e-6);
    });
    assert.equal(run.monthCapKw === null, strategy === 'self_consumption');
  }
});
