import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { monthHourMeans, repeatProfile } from '../simulation/series.ts';
import { gridExchange } from './accounting.ts';
import { dispatchYear, foresightYear } from './dispatch.ts';
import type { Prices } from './house.ts';
import {
  generatedSpot,
  heatPumpHouse,
  plainOptions,
  publishedSpot,
  retailPrices,
  testBattery,
} from './test/houses.ts';
import { yearAgainstOptimum } from './test/optimum.ts';
import { LISTS, type ListId, powerOf, tariffHouse } from './test/tariff-cases.ts';

const HOUSE = heatPumpHouse(1);
const SPOT = generatedSpot(2).map((sek) => Math.max(0, sek));

test('with a power charge a plan with foresight reaches 99.9 % of the year’s linear programme', () => {
  const se4 = publishedSpot(3);
  const cases = [
    { spot: se4, charge: 40, strategy: 'combined', battery: testBattery(10, 5) },
    { spot: SPOT, charge: 100, strategy: 'combined', battery: testBattery(20, 3, 0.7) },
    { spot: SPOT, charge: 80, strategy: 'peak_shaving', battery: testBattery(10, 5) },
    { spot: se4, charge: 80, strategy: 'arbitrage', battery: testBattery(10, 5) },
  ] as const;
  for (const { spot, charge, strategy, battery } of cases) {
    const prices = retailPrices(spot, charge);
    const { foresight } = yearAgainstOptimum(HOUSE, prices, battery, strategy);
    assert.ok(foresight >= 0.999 && foresight <= 1 + 1e-6, `${strategy}: ${foresight}`);
  }
});

/**
 * Years of every kind: export above import, prices below 0, without load or sun, idle batteries. Prices are by
 * month and clock hour, as the service has all of them.
 */
const years = fc
  .record({
    seed: fc.integer({ min: 0, max: 1e6 }),
    loadYearKwh: fc.constantFrom(0, 5000, 15_000, 30_000),
    pvYearKwh: fc.constantFrom(0, 5000, 15_000),
    shift: fc.constantFrom(0, 0.3, -0.8),
    exportFactor: fc.constantFrom(0.5, 1, 1.6),
    charge: fc.constantFrom(0, 5, 40, 100, 300),
    capacityKwh: fc.constantFrom(0, 3, 10, 40),
    powerKw: fc.constantFrom(1, 5, 15),
    roundTrip: fc.constantFrom(0.6, 0.9, 1),
  })
  .map((any) => {
    const spot = monthHourMeans(generatedSpot(any.seed).map((sek) => sek + any.shift));
    return {
      house: heatPumpHouse(any.seed, any.loadYearKwh, any.pvYearKwh),
      prices: retailPrices(repeatProfile(spot), any.charge, any.exportFactor),
      battery: testBattery(any.capacityKwh, any.powerKw, any.roundTrip),
    };
  });

test('neither the minimum spread nor the target changes the plan with foresight', () => {
  const options = fc.record({
    minSpreadSekPerKwh: fc.constantFrom(0.1, 0.5),
    peakTargetKw: fc.constantFrom(0.5, 3, 6, 50),
  });
  fc.assert(
    fc.property(years, options, ({ house, prices, battery }, some) => {
      for (const strategy of ['arbitrage', 'peak_shaving', 'combined'] as const) {
        const plain = plainOptions(strategy);
        assert.deepEqual(
          foresightYear(house, prices, battery, { ...plain, ...some }),
          foresightYear(house, prices, battery, plain),
        );
      }
    }),
    { seed: 17, numRuns: 10 },
  );
});

test('a run never imports more than its caps, for every price list', () => {
  for (const list of Object.keys(LISTS) as ListId[]) {
    for (const index of [3, 22]) {
      const { house, spot, battery } = tariffHouse(index);
      const prices: Prices = { ...retailPrices(spot), power: powerOf(list) };
      for (const strategy of ['arbitrage', 'peak_shaving'] as const) {
        const run = dispatchYear(house, prices, battery, plainOptions(strategy));
        const capKw = run.capKw ?? assert.fail();
        assert.ok(gridExchange(house, run).every((kw, t) => kw <= capKw[t] + 1e-6));
      }
    }
  }
});
