import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../pipeline/test/assert-close.ts';
import { HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import { sum } from '../statistics.ts';
import { plainPower } from '../tariff/power-component.ts';
import {
  accountYear,
  baseline,
  billSek,
  gridExchange,
  monthlyPeaks,
  savedSek,
} from './accounting.ts';
import { type Battery, fullCycles } from './battery.ts';
import { dispatchYear } from './dispatch.ts';
import { type House, idleFlows, type Prices } from './house.ts';
import { originSplit } from './savings-split.ts';
import {
  generatedSpot,
  plainOptions,
  retailPrices,
  shortHouse,
  shortPrices,
} from './test/houses.ts';

/** Values at some hours of a year that is 0 else. Day and hour count from 1 January 00:00. */
function hoursAt(...values: [day: number, hour: number, kwh: number][]): Float64Array {
  const hours = new Float64Array(HOURS);
  for (const [day, hour, kwh] of values) hours[(day - 1) * 24 + hour] = kwh;
  return hours;
}

function nonZero(hours: Float64Array): [day: number, hour: number, kwh: number][] {
  return [...hours.entries()]
    .filter(([, kwh]) => kwh !== 0)
    .map(([t, kwh]) => [Math.floor(t / 24) + 1, t % 24, Math.round(kwh * 1e9) / 1e9]);
}

/** 1 kW, space for 1.2 kWh above an empty floor, 0.8 each way (0.64 round trip). */
const SMALL: Battery = { powerKw: 1, floorKwh: 0, ceilingKwh: 1.2, efficiency: 0.8 };

/*
 * A house that is at home for three days and away for the rest of the year, computed by hand.
 *
 * Day 1   08  load 0.5            battery empty: buys 0.5
 *         11  load 0.2  pv 2.2    surplus 2: charges 1 (its power), stores 0.8, sells 1
 *         12            pv 0.9    space for 0.4 stored is 0.5 charged: stores 1.2 = full, sells 0.4
 *         18  load 0.6            discharges 0.6, takes 0.75, leaves 0.45
 *         19  load 0.5            0.45 stored gives 0.36: buys 0.14, empty
 * Day 2   12            pv 1.0    charges 1, stores 0.8
 *         20  load 2.0            0.8 stored gives 0.64 (within 1 kW): buys 1.36, empty
 * Day 3   07  load 1.5            empty: buys 1.5, the month's peak
 *         13  load 0.5  pv 3.0    surplus 2.5: charges 1, stores 0.8, sells 1.5
 *         14  load 0.2  pv 0.2    nothing to do
 *         21  load 0.3            discharges 0.3, takes 0.375, 0.425 stays to the end of the year
 *
 * A bought kWh costs 2 SEK, at 19 and 20 o'clock 3. A sold one brings 0.5. 10 SEK a month, 20 SEK/kW.
 */
const THREE_DAYS: House = {
  loadKwh: hoursAt(
    [1, 8, 0.5],
    [1, 11, 0.2],
    [1, 18, 0.6],
    [1, 19, 0.5],
    [2, 20, 2],
    [3, 7, 1.5],
    [3, 13, 0.5],
    [3, 14, 0.2],
    [3, 21, 0.3],
  ),
  pvKwh: hoursAt([1, 11, 2.2], [1, 12, 0.9], [2, 12, 1], [3, 13, 3], [3, 14, 0.2]),
};
const THREE_DAY_PRICES: Prices = {
  importSekPerKwh: Float64Array.from({ length: HOURS }, (_, t) =>
    t % 24 === 19 || t % 24 === 20 ? 3 : 2,
  ),
  exportSekPerKwh: new Float64Array(HOURS).fill(0.5),
  monthlyFeeSek: 10,
  power: plainPower(20),
};

const run = dispatchYear(THREE_DAYS, THREE_DAY_PRICES, SMALL, plainOptions('self_consumption'));

test('three days by hand, self_consumption: every flow of the battery', () => {
  assert.deepEqual(nonZero(run.chargeKwh), [
    [1, 11, 1],
    [1, 12, 0.5],
    [2, 12, 1],
    [3, 13, 1],
  ]);
  assert.deepEqual(nonZero(run.dischargeKwh), [
    [1, 18, 0.6],
    [1, 19, 0.36],
    [2, 20, 0.64],
    [3, 21, 0.3],
  ]);
});

test('three days by hand, self_consumption: energy, costs and savings', () => {
  const account = accountYear(THREE_DAYS, THREE_DAY_PRICES, run);
  const { withoutSystem, pvOnly } = baseline(THREE_DAYS, THREE_DAY_PRICES);
  assertClose(sum(account.producedKwh), 2.2 + 0.9 + 1 + 3 + 0.2, 1e-9, 'produced');
  assertClose(sum(account.consumedKwh), 1.8 + 2 + 2.5, 1e-9, 'consumed');
  assertClose(sum(account.importedKwh), 0.5 + 0.14 + 1.36 + 1.5, 1e-9, 'imported');
  assertClose(sum(account.exportedKwh), 1 + 0.4 + 1.5, 1e-9, 'exported');
  assertClose(sum(account.throughputKwh), 0.6 + 0.36 + 0.64 + 0.3, 1e-9, 'throughput');
  assert.equal(sum(account.gridChargedKwh), 0);
  assertClose(account.peakKw[0], 1.5, 1e-9, 'peak');
  // All load is bought: 1.3 at 2 and 0.5 at 3 on day 1, 2 at 3, 2.5 at 2. Fees 120. The peak of 2 kW.
  assertClose(sum(withoutSystem.costSek), 4.1 + 6 + 5 + 120 + 40, 1e-9, 'without');
  // Only PV: 1.1 at 2 and 0.5 at 3 less 2.9 sold. 2 at 3 less 1 sold. 1.8 at 2 less 2.5 sold.
  assertClose(sum(pvOnly.costSek), 2.25 + 5.5 + 2.35 + 120 + 40, 1e-9, 'PV alone');
  // With the battery: 1 + 0.42 - 0.7, then 4.08, then 3 - 0.75. The peak falls to 1.5 kW.
  assertClose(sum(account.costSek), 0.72 + 4.08 + 2.25 + 120 + 30, 1e-9, 'with');
  assertClose(savedSek(pvOnly, account), 13.05, 1e-9, 'savings');
  assertClose(fullCycles(1.9, SMALL), 1.9 / (0.8 * 1.2), 1e-9, 'cycles');
});

test('three days by hand, self_consumption: energy saves 3.05 SEK, all of it from PV, the peak 10 SEK', () => {
  const split = originSplit(THREE_DAYS, THREE_DAY_PRICES, SMALL, run);
  // Discharged 0.6 at 2, 0.36 and 0.64 at 3, 0.3 at 2 SEK. The 3.5 kWh charged would have sold at 0.5.
  assertClose(split.selfConsumptionSek, 1.2 + 1.08 + 1.92 + 0.6 - 1.75, 1e-9, 'self consumption');
  assert.equal(split.arbitrageSek, 0);
});

/*
 * Three evenings of 1 kWh at 18 o'clock, no PV. A bought kWh costs then 5 SEK on day 1, 4.5 on day 2 and
 * 4 on day 3, at 03 always 0.5, in all other hours 4.2. A sold one brings 0.1. Worth buying to store is
 * only the hour at 03: a kWh bought at 4.2 gives 0.64 at 18, worth at most 3.2. No day's energy is worth
 * more on the next. So on each day 1 kWh (the power) is bought at 03, 0.8 is stored, 0.64 delivered at
 * 18, and 0.36 bought there. Selling at 0.1 never pays.
 */
test('three days by hand, arbitrage: buys at 03, delivers at 18, and all savings are arbitrage', () => {
  const house = {
    loadKwh: hoursAt([1, 18, 1], [2, 18, 1], [3, 18, 1]),
    pvKwh: new Float64Array(HOURS),
  };
  const importSekPerKwh = Float64Array.from({ length: HOURS }, (_, t) =>
    t % 24 === 3 ? 0.5 : 4.2,
  );
  importSekPerKwh.set([5], 18);
  importSekPerKwh.set([4.5], 42);
  importSekPerKwh.set([4], 66);
  const prices: Prices = {
    importSekPerKwh,
    exportSekPerKwh: new Float64Array(HOURS).fill(0.1),
    monthlyFeeSek: 0,
    power: [],
  };
  const run = dispatchYear(house, prices, SMALL, plainOptions('arbitrage'));
  assert.deepEqual(nonZero(run.chargeKwh), [
    [1, 3, 1],
    [2, 3, 1],
    [3, 3, 1],
  ]);
  assert.deepEqual(nonZero(run.dischargeKwh), [
    [1, 18, 0.64],
    [2, 18, 0.64],
    [3, 18, 0.64],
  ]);
  const account = accountYear(house, prices, run);
  const { pvOnly } = baseline(house, prices);
  assertClose(sum(account.gridChargedKwh), 3, 1e-9, 'grid charged');
  assertClose(sum(account.importedKwh), 3 * 1.36, 1e-9, 'imported');
  assertClose(sum(pvOnly.costSek), 5 + 4.5 + 4, 1e-9, 'PV alone');
  assertClose(sum(account.costSek), 3 * 0.5 + 0.36 * 13.5, 1e-9, 'with');
  const split = originSplit(house, prices, SMALL, run);
  assertClose(split.arbitrageSek, 0.64 * 13.5 - 1.5, 1e-9, 'arbitrage');
  assert.equal(split.selfConsumptionSek, 0);
});

const PRICES = { ...retailPrices(generatedSpot(3), 60), monthlyFeeSek: 49 };

test('only the charge beyond the surplus is counted as bought', () => {
  const house = {
    loadKwh: hoursAt([1, 0, 1], [1, 1, 1]),
    pvKwh: hoursAt([1, 1, 3], [1, 2, 4]),
  };
  const flows = { ...idleFlows(), chargeKwh: hoursAt([1, 0, 2], [1, 1, 3], [1, 2, 4]) };
  const account = accountYear(house, PRICES, flows);
  // Hour 0: no surplus, all 2 bought. Hour 1: surplus 2 of 3. Hour 2: surplus 4 of 4.
  assertClose(account.gridChargedKwh[0], 2 + 1, 1e-9, 'grid charged');
});

test('a bill is import cost minus export income plus the power charge on each monthly peak', () => {
  const house = shortHouse([3, 1, 2], [0, 5, 0]);
  house.loadKwh.set([4], MONTH_START[6]);
  house.loadKwh.set([2], MONTH_START[7]);
  house.pvKwh.set([3], MONTH_START[8]);
  // All October gives away what it exports. Its peak is 0 kW, not its highest export.
  house.pvKwh.fill(1, MONTH_START[9], MONTH_START[10]);
  const prices = { ...shortPrices([2, 1, 1], [0.5, 0.5, 0.5]), power: plainPower(10) };
  prices.importSekPerKwh.set([1], MONTH_START[6]);
  prices.importSekPerKwh.set([-0.4], MONTH_START[7]);
  prices.exportSekPerKwh.set([-0.1], MONTH_START[8]);
  const flows = idleFlows();
  flows.chargeKwh[1] = 1;
  flows.dischargeKwh[2] = 0.5;
  // 3 x 2 - 3 x 0.5 + 1.5 x 1 + 4 x 1, and peaks of 3 kW in January, 4 kW in July and 2 kW in August. Below 0 what
  // August buys earns 2 x 0.4, and what September sells costs 3 x 0.1.
  assertClose(billSek(house, prices, flows), 10 - 0.8 + 0.3 + 90, 1e-9, 'bill');
  const peaks = monthlyPeaks(gridExchange(house, flows));
  assert.deepEqual([...peaks], [3, 0, 0, 0, 0, 0, 4, 2, 0, 0, 0, 0]);
});
