import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import { type AllowedFlows, allowedFlows, cappedHours } from './battery.ts';
import { minimumSocBackward, minLevel, PLAIN_PROFILE } from './caps.ts';
import {
  heatPumpHouse,
  plainOptions,
  retailPrices,
  shortHouse,
  testBattery,
} from './test/houses.ts';
import { solveMinPeak } from './test/linear-programme.ts';

const PRICES = retailPrices(new Float64Array(HOURS));

test('a hand-worked peak is covered by the stored energy and by what the hours before can charge', () => {
  const flows: AllowedFlows = { surplusCharge: true, gridCharge: 'by_price', batteryExport: false };
  const battery = { powerKw: 5, floorKwh: 0, ceilingKwh: 10, efficiency: 1 };
  const hours = cappedHours(shortHouse([1, 1, 7], []), battery, flows);
  // Empty: three equal hours. With 3 kWh in store: 6 kWh over three hours. Full: 5 kW of power are the limit.
  assert.ok(Math.abs(minLevel(hours, PLAIN_PROFILE, { from: 0, to: 3 }, 0, 0) - 3) < 1e-6);
  assert.ok(Math.abs(minLevel(hours, PLAIN_PROFILE, { from: 0, to: 3 }, 3, 0) - 2) < 1e-6);
  assert.ok(Math.abs(minLevel(hours, PLAIN_PROFILE, { from: 0, to: 3 }, 10, 0) - 2) < 1e-6);
});

test('the least peak of a month is that of the linear programme to 1e-6 kW', () => {
  const house = heatPumpHouse(3);
  const batteries = [testBattery(5, 8, 1), testBattery(10, 5, 0.9), testBattery(30, 2, 0.7)];
  for (const battery of batteries) {
    for (const strategy of ['self_consumption', 'arbitrage', 'peak_shaving'] as const) {
      const hours = cappedHours(
        house,
        battery,
        allowedFlows(strategy, PRICES, plainOptions(strategy)),
      );
      for (const [month, startKwh] of [
        [0, battery.floorKwh],
        [4, battery.ceilingKwh],
      ]) {
        const [from, to] = [MONTH_START[month], MONTH_START[month + 1]];
        const half = (battery.floorKwh + battery.ceilingKwh) / 2;
        const minEndKwh = strategy === 'self_consumption' ? battery.floorKwh : half;
        hours.capKw.fill(Infinity);
        const problem = { house, prices: PRICES, hours, minSpreadSekPerKwh: 0 };
        const lpKw = solveMinPeak(problem, { from, to, startKwh, minEndKwh });
        const kw = minLevel(hours, PLAIN_PROFILE, { from, to }, startKwh, minEndKwh);
        assert.ok(Math.abs(kw - lpKw) <= 1e-6, `${strategy} ${month}: ${kw} kW, LP ${lpKw} kW`);
      }
    }
  }
});

const NEED_BATTERY = { powerKw: 3, floorKwh: 1, ceilingKwh: 9, efficiency: 0.5 };
const HOUSE = shortHouse([1, 0, 4, 5], [0, 2, 0, 0]);

/** Need at the start of each of the house's four hours under a cap of 3 kW. */
function need(flows: AllowedFlows): number[] {
  const hours = cappedHours(HOUSE, NEED_BATTERY, flows);
  hours.capKw.fill(3);
  const needKwh = new Float64Array(hours.netKwh.length + 1).fill(NEED_BATTERY.floorKwh);
  const first = minimumSocBackward(hours, 0, 4, needKwh);
  return first === Infinity ? [] : [...needKwh.subarray(0, 4)];
}

test('the energy needed is what later peaks discharge less what can be charged before them', () => {
  const all = { surplusCharge: true, gridCharge: 'by_price', batteryExport: true } as const;
  // Hour 3 lets out 2 kWh AC, 4 stored. Hour 2 another 2 stored. Hours 1 and 0 may charge 3 and 2 kWh AC.
  assert.deepEqual(need(all), [4.5, 5.5, 7, 5]);
  assert.deepEqual(need({ ...all, gridCharge: 'never' }), [6, 6, 7, 5], 'from PV only');
  assert.deepEqual(need({ ...all, surplusCharge: false }), [6, 7, 7, 5], 'from the grid only');
});

test("no level suffices for a peak above the battery's power or capacity", () => {
  const flows = { surplusCharge: true, gridCharge: 'by_price', batteryExport: true } as const;
  const beyond = (loadKwh: number[]) => {
    const hours = cappedHours(shortHouse(loadKwh, []), NEED_BATTERY, flows);
    hours.capKw.fill(1);
    const needKwh = new Float64Array(hours.netKwh.length + 1).fill(NEED_BATTERY.floorKwh);
    return minimumSocBackward(hours, 0, loadKwh.length, needKwh);
  };
  assert.equal(beyond([4.5]), Infinity);
  assert.equal(beyond([4, 4]), Infinity);
  assert.equal(beyond([4]), 7);
});
