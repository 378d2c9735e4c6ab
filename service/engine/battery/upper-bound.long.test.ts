import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { monthHourMeans, repeatProfile } from '../../api/simulation/series.ts';
import { allowedFlows, type Battery, type DispatchOptions, STRATEGIES } from './battery.ts';
import { cappedHours } from './caps.ts';
import { dispatchYear } from './dispatch.ts';
import { billSek, gridExchange, type House, idleFlows, type Prices } from './house.ts';
import {
  generatedSpot,
  heatPumpHouse,
  plainOptions,
  publishedSpot,
  retailPrices,
  testBattery,
} from './test/houses.ts';
import { solveRanges, solveYearWithPeaks } from './test/linear-programme.ts';
import { LISTS, type ListId, powerOf, tariffHouse } from './test/tariff-cases.ts';
import { possibleSavingsSek } from './upper-bound.ts';

const HOUSE = heatPumpHouse(1);
const SPOT = generatedSpot(2).map((sek) => Math.max(0, sek));
const BATTERY = testBattery(10, 5);
const ROUNDING_SEK = 1e-6;

function yearOf({ floorKwh }: Battery) {
  return { from: 0, to: HOURS, startKwh: floorKwh, minEndKwh: floorKwh };
}

function ranSek(house: House, prices: Prices, battery: Battery, options: DispatchOptions): number {
  const run = dispatchYear(house, prices, battery, options);
  return billSek(house, prices, idleFlows()) - billSek(house, prices, run);
}

test('without a power charge the bound is the year’s linear programme', () => {
  const prices = retailPrices(SPOT);
  const idleSek = billSek(HOUSE, prices, idleFlows());
  for (const strategy of ['self_consumption', 'arbitrage', 'combined'] as const) {
    const options = { ...plainOptions(strategy), minSpreadSekPerKwh: 0.2 };
    const hours = cappedHours(HOUSE, BATTERY, allowedFlows(strategy, prices, options));
    const problem = { house: HOUSE, prices, hours, minSpreadSekPerKwh: 0 };
    const optimumSek = idleSek - solveRanges(problem, [yearOf(BATTERY)]).costSek[0];
    const boundSek = possibleSavingsSek(HOUSE, prices, BATTERY, options);
    assert.ok(Math.abs(boundSek - optimumSek) <= 1e-6 * Math.abs(idleSek));
    assert.ok(ranSek(HOUSE, prices, BATTERY, options) <= boundSek + ROUNDING_SEK);
  }
});

test('with a power charge it is the year’s linear programme with monthly peaks, to 0.05 % from above', () => {
  const se4 = publishedSpot(3);
  const cases = [
    { spot: se4, charge: 40, strategy: 'combined', battery: testBattery(10, 5) },
    { spot: SPOT, charge: 100, strategy: 'combined', battery: testBattery(20, 3, 0.7) },
    { spot: SPOT, charge: 80, strategy: 'peak_shaving', battery: testBattery(10, 5) },
    { spot: se4, charge: 80, strategy: 'arbitrage', battery: testBattery(10, 5) },
  ] as const;
  for (const { spot, charge, strategy, battery } of cases) {
    const prices = retailPrices(spot, charge);
    const options = plainOptions(strategy);
    const hours = cappedHours(HOUSE, battery, allowedFlows(strategy, prices, options));
    const problem = { house: HOUSE, prices, hours, minSpreadSekPerKwh: 0 };
    const optimumSek =
      billSek(HOUSE, prices, idleFlows()) - solveYearWithPeaks(problem, yearOf(battery));
    const boundSek = possibleSavingsSek(HOUSE, prices, battery, options);
    const share = boundSek / optimumSek;
    assert.ok(share >= 1 && share <= 1.0005, `${strategy}: ${boundSek}, LP ${optimumSek} SEK`);
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

test('no run saves more than its bound, whatever its hurdle and its target, which do not move the bound', () => {
  const wish = fc.record({
    minSpreadSekPerKwh: fc.constantFrom(0, 0.1, 0.5),
    peakTargetKw: fc.constantFrom(null, 0.5, 3, 6, 50),
  });
  fc.assert(
    fc.property(years, wish, ({ house, prices, battery }, some) => {
      for (const strategy of ['arbitrage', 'peak_shaving', 'combined'] as const) {
        const options = { ...plainOptions(strategy), ...some };
        const boundSek = possibleSavingsSek(house, prices, battery, options);
        const sek = ranSek(house, prices, battery, options);
        assert.ok(sek <= boundSek + ROUNDING_SEK, `${strategy}: ${sek} above ${boundSek} SEK`);
        assert.equal(boundSek, possibleSavingsSek(house, prices, battery, plainOptions(strategy)));
      }
    }),
    { seed: 17, numRuns: 30 },
  );
});

test('a strategy with more flows never has a lower bound', () => {
  fc.assert(
    fc.property(years, ({ house, prices, battery }) => {
      const bound = (options: DispatchOptions) =>
        possibleSavingsSek(house, prices, battery, options);
      const [self, arbitrage, shaving, combined] = STRATEGIES.map((s) => bound(plainOptions(s)));
      assert.ok(combined >= shaving && combined >= arbitrage);
      assert.ok(shaving >= self - ROUNDING_SEK);
      const goals = { ...plainOptions('combined'), priority: ['self_consumption'] as const };
      const own = bound(goals);
      assert.ok(own >= self - ROUNDING_SEK && own <= combined);
      assert.ok(self >= 0 || prices.power.length > 0);
    }),
    { seed: 18, numRuns: 25 },
  );
});

test('under no price list a run saves more than its bound, or imports more than its caps', () => {
  for (const list of Object.keys(LISTS) as ListId[]) {
    for (const index of [3, 22]) {
      const { house, spot, battery } = tariffHouse(index);
      const prices: Prices = { ...retailPrices(spot), power: powerOf(list) };
      for (const strategy of ['arbitrage', 'peak_shaving'] as const) {
        const options = plainOptions(strategy);
        const boundSek = possibleSavingsSek(house, prices, battery, options);
        const sek = ranSek(house, prices, battery, options);
        assert.ok(
          sek <= boundSek + ROUNDING_SEK,
          `${list} ${index} ${strategy}: ${sek}, ${boundSek}`,
        );
        const run = dispatchYear(house, prices, battery, options);
        const capKw = run.capKw ?? assert.fail();
        assert.ok(gridExchange(house, run).every((kw, t) => kw <= capKw[t] + 1e-6));
      }
    }
  }
});
