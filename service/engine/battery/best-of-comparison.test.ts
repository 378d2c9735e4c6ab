import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compared } from '../../api/simulation/test/answers.ts';
import { noonProfile, ownDataBody } from '../../api/simulation/test/requests.ts';
import { monthHourMeans } from '../simulation/series.ts';
import { generatedSpot, heatPumpHouse } from './test/houses.ts';

/** A flat price with a power charge. */
const CHARGED = {
  import_sek_per_kwh: 1,
  export_sek_per_kwh: 0,
  peak_charge_sek_per_kw_month: 5,
};

/** A 10 kWh battery with the given strategies. */
function comparedAt(prices: Record<string, unknown>, strategies: string[], costs = {}) {
  return compared(ownDataBody({ prices, compare: { sizes_kwh: [10], strategies, ...costs } }));
}

/** The best strategies of a 10 kWh battery among the given ones. */
function bestOf(prices: Record<string, unknown>, strategies: string[], battery = {}) {
  const compare = { sizes_kwh: [10], strategies };
  const body = ownDataBody({ prices, compare, battery: { capacity_kwh: 10, ...battery } });
  return compared(body).best.by_size.map(({ strategy }) => strategy);
}

/** Noon is worth little or much, night the middle. */
function noonPrices(night: number, noon: number): number[][] {
  return noonProfile(1).map((day) => day.map((kwh) => (kwh > 0 ? noon : night)));
}

test('combined is eligible when the export price varies or exceeds the import price times the round-trip efficiency', () => {
  const only = (exportSek: number | number[][], battery = {}) =>
    bestOf({ import_sek_per_kwh: 1, export_sek_per_kwh: exportSek }, ['combined'], battery);
  assert.deepEqual(only(0.89), []);
  assert.deepEqual(only(0.91), ['combined']);
  assert.deepEqual(only(0.91, { round_trip_efficiency: 0.95 }), []);
  assert.deepEqual(only(noonPrices(0.3, 0.2)), ['combined']);
});

test('arbitrage is eligible where the export price pays for a round trip, not for a power charge', () => {
  const only = (prices: Record<string, unknown>) => bestOf(prices, ['arbitrage']);
  assert.deepEqual(only({ import_sek_per_kwh: 1, export_sek_per_kwh: 1.1 }), []);
  assert.deepEqual(only({ import_sek_per_kwh: 1, export_sek_per_kwh: 1.12 }), ['arbitrage']);
  assert.deepEqual(only(CHARGED), []);
});

test('an import price below 0 pays for the losses of storage', () => {
  const paid = { import_sek_per_kwh: -0.5, export_sek_per_kwh: -1 };
  assert.deepEqual(bestOf(paid, ['self_consumption', 'combined']), ['combined']);
  assert.deepEqual(bestOf(paid, ['combined']), ['combined']);
  assert.deepEqual(bestOf(paid, ['arbitrage']), ['arbitrage']);
});

test('a power charge of 0 in a price list is none', () => {
  const part = {
    name: 'effekt',
    statistic: { interval: 'PT1H', reduce: 'mean', highest: 1, distinct_days: false },
  };
  const charged = (sek_per_kw_month: number) => ({
    import_sek_per_kwh: 1,
    export_sek_per_kwh: 0,
    grid_tariff: { energy_ore_per_kwh: null, power: [{ ...part, sek_per_kw_month }] },
  });
  assert.deepEqual(bestOf(charged(0), ['peak_shaving']), []);
  assert.deepEqual(bestOf(charged(1), ['peak_shaving']), ['peak_shaving']);
});

test('at a flat price with a power charge peak_shaving is the simplest of equals', () => {
  const compare = { sizes_kwh: [0], strategies: ['combined', 'peak_shaving', 'arbitrage'] };
  const { matrix, best } = compared(ownDataBody({ prices: CHARGED, compare }));
  assert.equal(new Set(matrix.map(({ savings_sek }) => savings_sek)).size, 1);
  assert.equal(best.by_size[0].strategy, 'peak_shaving');
});

test('where no requested strategy can apply, a note says so', () => {
  const prices = { import_sek_per_kwh: 1, export_sek_per_kwh: 0.5 };
  const costs = { cost_sek_by_size: { 10: 50_000 } };
  const { best, notes } = comparedAt(prices, ['peak_shaving', 'arbitrage'], costs);
  assert.deepEqual(best, { by_size: [], by_total_benefit: null, by_payback: null });
  assert.match(notes?.[0] ?? '', /^compare\.strategies: peak_shaving, arbitrage cannot apply /);
  assert.equal(comparedAt(prices, ['self_consumption']).notes, undefined);
});

test('of equal benefits and of equal paybacks the smallest size is named', () => {
  const prices = { import_sek_per_kwh: 2, export_sek_per_kwh: 1 };
  const pv = { monthly_profile: noonProfile(0) };
  const useless = compared(ownDataBody({ pv, prices, compare: { sizes_kwh: [10, 5, 0] } }));
  assert.equal(useless.best.by_total_benefit?.size_kwh, 0);
  // A program that pays by size: each battery saves as many SEK per krona.
  const terms = { basis: 'installed', sek_per_kwh_capacity_per_year: 100 };
  const { best } = compared({
    ...ownDataBody({ pv, prices }),
    battery: { capacity_kwh: 0, fade_pct_per_year: 0, frequency_reserve: { provider: 'A', terms } },
    compare: { sizes_kwh: [15, 3, 7], cost_sek_by_size: { 15: 15_000, 3: 3000, 7: 7000 } },
  });
  assert.deepEqual([best.by_payback?.size_kwh, best.by_payback?.payback_years], [3, 10]);
});

/** A price in each of the three forms: one, 12 x 24, 8760. */
const anyPrice = fc.oneof(
  fc.constantFrom(-0.5, 0, 0.4, 1, 1.35, 1.5),
  fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.constantFrom(-1, 0, 0.7), fc.constantFrom(0.3, 1))
    .map(([seed, shift, scale]) => profileOf(generatedSpot(seed).map((s) => scale * s + shift))),
  fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.constantFrom(-1, 0, 0.7))
    .map(([seed, shift]) => Array.from(generatedSpot(seed), (sek) => sek + shift)),
);

function profileOf(hours: Float64Array): number[][] {
  const means = Array.from(monthHourMeans(hours));
  return Array.from({ length: 12 }, (_, month) => means.slice(24 * month, 24 * (month + 1)));
}

type Body = typeof anyBody extends fc.Arbitrary<infer Value> ? Value : never;

const anyBody = fc
  .record({
    seed: fc.integer({ min: 0, max: 99 }),
    loadYearKwh: fc.constantFrom(0, 4000, 15_000),
    pvYearKwh: fc.constantFrom(0, 5000, 20_000),
    importPrice: anyPrice,
    exportPrice: anyPrice,
    peakCharge: fc.constantFrom(0, 0, 50),
    roundTrip: fc.constantFrom(0.5, 0.9, 1),
    minSpread: fc.constantFrom(0, 0.1, 0.5),
    size: fc.constantFrom(2, 10, 30),
  })
  .map((any) => {
    const house = heatPumpHouse(any.seed, any.loadYearKwh, any.pvYearKwh);
    return {
      consumption: { hourly_kwh: Array.from(house.loadKwh) },
      pv: { hourly_kwh: Array.from(house.pvKwh) },
      prices: {
        import_sek_per_kwh: any.importPrice,
        export_sek_per_kwh: any.exportPrice,
        peak_charge_sek_per_kw_month: any.peakCharge,
      },
      battery: {
        capacity_kwh: 1,
        round_trip_efficiency: any.roundTrip,
        arbitrage_min_spread_sek_per_kwh: any.minSpread,
      },
      compare: { sizes_kwh: [any.size] },
    };
  });

/** Whether a strategy has anything to work on in a body's prices, by the contract's words. */
function canApply(strategy: string, { prices, battery }: Body): boolean {
  const [imports, exports] = [prices.import_sek_per_kwh, prices.export_sek_per_kwh].map(valuesOf);
  const isCharged = prices.peak_charge_sek_per_kw_month > 0;
  const isVarying = (values: number[]) => new Set(values).size > 1;
  const roundTrip = battery.round_trip_efficiency;
  const pays = (factor: number) => Math.max(...exports) > imports[0] * factor;
  const canTrade = isVarying(imports) || imports[0] < 0 || pays(1 / roundTrip);
  if (strategy === 'arbitrage') return canTrade;
  if (strategy === 'peak_shaving') return isCharged;
  const hasMore = isCharged || isVarying(exports) || pays(roundTrip);
  return strategy === 'self_consumption' || canTrade || hasMore;
}

function valuesOf(price: number | number[] | number[][]): number[] {
  if (!Array.isArray(price)) return [price];
  const isYear = price.length === 8760;
  return isYear ? profileOf(Float64Array.from(price.flat())).flat() : price.flat();
}

test('for random houses and prices, the best of a size is the first of those that save most of what applies', () => {
  const winners = new Set<string>();
  fc.assert(
    fc.property(anyBody, (body) => {
      const { matrix, best } = compared(body);
      const [winner] = best.by_size;
      const applying = matrix.filter(({ strategy }) => canApply(strategy, body));
      const highest = Math.max(...applying.map(({ savings_sek }) => savings_sek));
      const first = applying.find(({ savings_sek }) => savings_sek === highest);
      assert.deepEqual([winner.strategy, winner.savings_sek], [first?.strategy, highest]);
      assert.deepEqual(
        matrix.filter(({ best_for_size }) => best_for_size),
        [first],
      );
      assert.equal(best.by_total_benefit?.total_yearly_benefit_sek, winner.savings_sek);
      winners.add(winner.strategy);
    }),
    { seed: 5, numRuns: 120 },
  );
  assert.ok(winners.has('self_consumption') && winners.has('combined'));
});

test('a payback too long for a number is no payback', () => {
  const terms = { basis: 'installed', sek_per_kw_per_year: 0.1 };
  for (const size of [6.4e-323, 1e-300]) {
    const { best } = compared({
      ...ownDataBody({ pv: { monthly_profile: noonProfile(0) } }),
      battery: { capacity_kwh: 0, frequency_reserve: { provider: 'A', terms } },
      compare: { sizes_kwh: [size], cost_sek_by_size: { [size]: 50_000 } },
    });
    assert.equal(best.by_payback, null);
  }
});
