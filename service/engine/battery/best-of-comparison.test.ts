import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { monthHourMeans } from '../../api/simulation/series.ts';
import { compared } from '../../api/simulation/test/answers.ts';
import { noonProfile, ownDataBody } from '../../api/simulation/test/requests.ts';
import { generatedSpot, heatPumpHouse } from './test/houses.ts';

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

test('arbitrage is eligible with a power charge, and where the export price pays for a round trip', () => {
  const only = (prices: Record<string, unknown>) => bestOf(prices, ['arbitrage']);
  assert.deepEqual(only({ import_sek_per_kwh: 1, export_sek_per_kwh: 1.1 }), []);
  assert.deepEqual(only({ import_sek_per_kwh: 1, export_sek_per_kwh: 1.12 }), ['arbitrage']);
  const charged = { import_sek_per_kwh: 1, export_sek_per_kwh: 0, peak_charge_sek_per_kw_month: 5 };
  assert.deepEqual(only(charged), ['arbitrage']);
});

test('the highest savings win even where no price condition makes a strategy eligible', () => {
  // Every kWh lost in the battery is a kWh more that is paid for taking it.
  const paid = { import_sek_per_kwh: -0.5, export_sek_per_kwh: -1 };
  assert.deepEqual(bestOf(paid, ['self_consumption', 'combined']), ['combined']);
  assert.deepEqual(bestOf(paid, ['combined']), []);
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

test('for random houses and prices, no cell of the matrix saves more than the best of its size', () => {
  const winners = new Set<string>();
  fc.assert(
    fc.property(anyBody, (body) => {
      const { matrix, best } = compared(body);
      const [winner] = best.by_size;
      for (const cell of matrix) {
        assert.ok(cell.savings_sek <= winner.savings_sek, `${cell.strategy} ${winner.strategy}`);
      }
      const equals = matrix.filter((cell) => cell.savings_sek === winner.savings_sek);
      assert.ok(equals.some((cell) => cell.strategy === winner.strategy && cell.best_for_size));
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
