import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertClose } from '../../../pipeline/test/assert-close.ts';
import { STRATEGIES } from './battery.ts';
import { daySavings } from './day-savings.ts';
import { dispatchYear } from './dispatch.ts';
import { billSek, idleFlows, type Prices } from './house.ts';
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

/** Hours of the first two days with one value each at an hour. */
function at(values: Record<number, number>): number[] {
  return Array.from({ length: 48 }, (_, hour) => values[hour] ?? 0);
}

test('what is bought in the evening counts on the day on which it is used, at what it cost', () => {
  const house = shortHouse(at({ 7: 0, 31: 3 }), at({}));
  const prices = shortPrices(at({ 22: 1, 31: 3 }), at({}));
  const battery = { ...testBattery(10, 5), efficiency: 0.5 };
  const flows = { chargeKwh: shortYear(at({ 22: 4 })), dischargeKwh: shortYear(at({ 31: 1 })) };
  const saved = daySavings(house, prices, battery, flows);
  // 4 kWh for 4 SEK are 2 kWh in the store; 1 kWh out of it is all of them.
  assert.deepEqual([saved[0], saved[1]], [0, 3 - 4]);
  assert.ok(saved.subarray(2).every((sek) => sek === 0));
});

test('stored sun costs what its sale would have brought; half of the store costs half', () => {
  const house = shortHouse(at({ 20: 1, 44: 1 }), at({ 12: 4 }));
  const prices = shortPrices(at({ 20: 2, 44: 3 }), at({ 12: 0.5 }));
  const battery = { ...testBattery(10, 5), efficiency: 1 };
  const flows = {
    chargeKwh: shortYear(at({ 12: 2 })),
    dischargeKwh: shortYear(at({ 20: 1, 44: 1 })),
  };
  const saved = daySavings(house, prices, battery, flows);
  assert.deepEqual([saved[0], saved[1]], [2 - 0.5, 3 - 0.5]);
});

test('the days of any year add up to what its energy costs less', () => {
  const any = fc.record({
    seed: fc.integer({ min: 1, max: 99 }),
    strategy: fc.constantFrom(...STRATEGIES),
    kwh: fc.constantFrom(0, 3, 10, 40),
    shift: fc.constantFrom(0, -0.9),
  });
  fc.assert(
    fc.property(any, ({ seed, strategy, kwh, shift }) => {
      const house = heatPumpHouse(seed);
      const spot = generatedSpot(seed).map((sek) => sek + shift);
      const prices: Prices = retailPrices(spot);
      const battery = testBattery(kwh, kwh / 2);
      const flows = dispatchYear(house, prices, battery, plainOptions(strategy));
      const days = daySavings(house, prices, battery, flows);
      const yearSek = billSek(house, prices, idleFlows()) - billSek(house, prices, flows);
      const sum = days.reduce((total, sek) => total + sek, 0);
      assertClose(sum, yearSek, 1e-6, 'year');
    }),
    { numRuns: 40 },
  );
});
