import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../statistics.ts';
import { accountYear, baseline, savedSek } from './accounting.ts';
import type { Battery } from './battery.ts';
import { dispatchYear } from './dispatch.ts';
import { type AcFlows, gridLimits } from './house.ts';
import { originSplit, roundedSplit } from './savings-split.ts';
import { STRATEGIES } from './strategies.ts';
import {
  generatedSpot,
  heatPumpHouse,
  plainOptions,
  retailPrices,
  shortHouse,
  shortPrices,
  shortYear,
  testBattery,
} from './test/houses.ts';

/** Each way half is lost, so that stored and delivered energy cannot be mixed up. */
const HALVING: Battery = { powerKw: 10, floorKwh: 0, ceilingKwh: 10, efficiency: 0.5 };

test('a discharge takes energy from PV and from the grid in proportion', () => {
  const house = shortHouse([0, 0, 0.5, 0.5], [6, 0, 0, 0]);
  // 6 kWh PV stores 3, 2 kWh bought stores 1: three quarters from PV. Two discharges of 0.5 take 1 each.
  const flows: AcFlows = {
    chargeKwh: shortYear([6, 2]),
    dischargeKwh: shortYear([0, 0, 0.5, 0.5]),
  };
  const split = originSplit(house, shortPrices([2, 1, 4, 8], [0.1, 0.1, 0.1, 0.1]), HALVING, flows);
  const worth = 0.5 * 4 + 0.5 * 8;
  assert.ok(Math.abs(split.selfConsumptionSek - (0.75 * worth - 6 * 0.1)) < 1e-12);
  assert.ok(Math.abs(split.arbitrageSek - (0.25 * worth - 2 * 1)) < 1e-12);
});

test('a charge partly from surplus is split between the two origins', () => {
  const house = shortHouse([1, 2], [3, 0]);
  // Surplus 2, charged 4: 2 from PV, 2 bought. Half and half. Delivered 2 of 4 AC stored as 2.
  const flows: AcFlows = { chargeKwh: shortYear([4]), dischargeKwh: shortYear([0, 1]) };
  const split = originSplit(house, shortPrices([2, 6], [0.5, 0.5]), HALVING, flows);
  assert.ok(Math.abs(split.selfConsumptionSek - (3 - 2 * 0.5)) < 1e-12);
  assert.ok(Math.abs(split.arbitrageSek - (3 - 2 * 2)) < 1e-12);
});

test('discharged energy that is exported is worth the export price', () => {
  const house = shortHouse([0, 0.4], [4, 0]);
  const flows: AcFlows = { chargeKwh: shortYear([4]), dischargeKwh: shortYear([0, 1]) };
  const split = originSplit(house, shortPrices([2, 3], [0.5, 2]), HALVING, flows);
  assert.ok(Math.abs(split.selfConsumptionSek - (0.4 * 3 + 0.6 * 2 - 4 * 0.5)) < 1e-12);
  assert.equal(split.arbitrageSek, 0);
});

test("the sun's energy is used or sold by its share of what is stored", () => {
  const house = shortHouse([1, 0, 0.4], [7, 0, 0]);
  // 5 of 6 kWh of surplus store 2.5, 2 kWh bought store 1. Of 1 kWh discharged 0.6 is sold.
  const flows: AcFlows = { chargeKwh: shortYear([5, 2]), dischargeKwh: shortYear([0, 0, 1]) };
  const { sun } = originSplit(house, shortPrices([2, 1, 4], [0.1, 0.1, 0.1]), HALVING, flows);
  const pvShare = 2.5 / 3.5;
  assert.ok(Math.abs(sun.usedKwh[0] - (1 + 0.4 * pvShare)) < 1e-12);
  assert.ok(Math.abs(sun.soldKwh[0] - (1 + 0.6 * pvShare)) < 1e-12);
});

test('no share of the sun falls by more than 5 points when the battery grows, in 12 years of prices', () => {
  const house = heatPumpHouse(2, 5000, 3000);
  const [load, produced] = [house.loadKwh, house.pvKwh].map(sum);
  for (let year = 1; year <= 12; year++) {
    const prices = retailPrices(generatedSpot(year));
    const shares = [0, 5, 10, 15, 20, 30].map((kwh) => {
      const battery = testBattery(kwh, kwh / 2);
      const run = dispatchYear(house, prices, battery, plainOptions('combined'));
      const { sun } = originSplit(house, prices, battery, run);
      return [100 - (100 * sum(sun.soldKwh)) / produced, (100 * sum(sun.usedKwh)) / load];
    });
    shares.slice(1).forEach((share, i) => {
      share.forEach((points, which) => {
        assert.ok(points > shares[i][which] - 5, `year ${year}, ${which}: ${shares.join(' ')}`);
      });
    });
  }
});

const HOUSE = heatPumpHouse(5);

for (const [what, peakCharge, house] of [
  ['', 0, HOUSE],
  [' at 60 SEK/kW', 60, HOUSE],
  [' where the sun is curtailed', 0, { ...HOUSE, gridLimits: gridLimits(6, 2) }],
] as const) {
  test(`the three parts sum to the savings of every strategy${what}`, () => {
    const retail = retailPrices(generatedSpot(5), peakCharge);
    const { pvOnly } = baseline(house, retail);
    const battery = testBattery(10, 5);
    for (const strategy of STRATEGIES) {
      const run = dispatchYear(house, retail, battery, plainOptions(strategy));
      const account = accountYear(house, retail, run);
      const { selfConsumptionSek, arbitrageSek } = originSplit(house, retail, battery, run);
      const peakSek = pvOnly.peakKw.reduce(
        (sek, peak, month) => sek + (peak - account.peakKw[month]) * peakCharge,
        0,
      );
      const partsSek = selfConsumptionSek + arbitrageSek + peakSek;
      assert.ok(Math.abs(partsSek - savedSek(pvOnly, account)) < 1e-7, strategy);
      assert.ok(sum(account.curtailedKwh) <= sum(pvOnly.curtailedKwh), strategy);
      if (strategy === 'self_consumption') assert.equal(arbitrageSek, 0);
      if (strategy === 'arbitrage') assert.ok(arbitrageSek > 0);
    }
  });
}

test('rounded parts sum to the rounded total exactly, the remainder in the largest', () => {
  const split = { selfConsumptionSek: 10.004, arbitrageSek: -3.004, peakSek: 2.004 };
  assert.deepEqual(roundedSplit(split, 9.004), {
    selfConsumptionSek: 10,
    arbitrageSek: -3,
    peakSek: 2,
  });
  const third = { selfConsumptionSek: 1 / 3, arbitrageSek: 1 / 3, peakSek: 1 / 3 + 1e-6 };
  assert.deepEqual(roundedSplit(third, 1), {
    selfConsumptionSek: 0.33,
    arbitrageSek: 0.33,
    peakSek: 0.34,
  });
});

test('rounding does not change an arbitrage part of exactly 0', () => {
  const split = { selfConsumptionSek: 0.126, arbitrageSek: 0, peakSek: 0.126 };
  const rounded = roundedSplit(split, 0.252);
  assert.equal(rounded.arbitrageSek, 0);
  assert.equal(Math.round(100 * (rounded.selfConsumptionSek + rounded.peakSek)), 25);
});
