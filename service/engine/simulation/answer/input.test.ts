/** The `input` of an answer: what it has, and the same answer when it is sent back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RICH_TARIFF } from '../../../../schemas/test/wrong-grid-tariffs.ts';
import { caseOf, compared, simulated } from '../../../api/simulation/test/answers.ts';
import { testPricesWithHours } from '../../../api/simulation/test/prices.ts';
import { constantYear, noonProfile, ownDataBody } from '../../../api/simulation/test/requests.ts';
import { testArtifact } from '../../../test/artifact.ts';
import { RequestError } from '../../refusal.ts';
import { yieldDataset } from '../../yield/dataset.ts';
import { answerRange } from '../compute.ts';
import { parseRangeRequest, parseSimulationRequest } from '../parse/request.ts';
import { resolveRange } from '../resolve/cases.ts';

const PV = { pv: { monthly_profile: noonProfile(2) } };

/** Answers as they are read: JSON has no undefined. */
const simulation = (body: unknown) => JSON.parse(JSON.stringify(simulated(body)));
const comparison = (body: unknown) => JSON.parse(JSON.stringify(compared(body)));

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const profile = (min: number, max: number) =>
  fc
    .array(number(min, max), { minLength: 24, maxLength: 24 })
    .map((day) => Array.from({ length: 12 }, () => day));
const price = fc.oneof(number(-1, 3), profile(-1, 3));
const optional = { requiredKeys: [] };
const strategy = fc.constantFrom('self_consumption', 'arbitrage', 'peak_shaving', 'combined');
const share = number(0, 1);

const program = fc.oneof(
  fc.constant(null),
  fc.constant({ program: 'varberg_flex_plus' }),
  fc.record(
    {
      provider: fc.constant('A'),
      source_url: fc.constant('https://a.example/terms'),
      as_of: fc.constant('2026-03-01'),
      terms: fc.record(
        {
          basis: fc.constantFrom('installed', 'reserved'),
          reserved_capacity_share: share,
          reserved_power_share: share,
          fixed_sek_per_month: number(0, 100),
          sek_per_kwh_capacity_per_year: number(0, 100),
          sek_per_kw_per_year: number(0, 1000),
        },
        { requiredKeys: ['basis'] },
      ),
    },
    { requiredKeys: ['provider', 'terms'] },
  ),
);
const battery = fc.record(
  {
    capacity_kwh: fc.oneof(fc.constant(0), number(0, 30)),
    power_kw: number(0.1, 20),
    strategy,
    soc_min: number(0, 0.4),
    soc_max: number(0.5, 1),
    reserve_share: fc.oneof(
      number(0, 0.4),
      fc.array(number(0, 0.4), { minLength: 12, maxLength: 12 }),
    ),
    round_trip_efficiency: number(0.5, 1),
    standby_w: number(0, 100),
    fade_pct_per_year: number(0, 20),
    inverter_kw: number(1, 20),
    coupling: fc.constantFrom('ac', 'dc'),
    peak_target_kw: fc.oneof(fc.constant(null), number(0, 10)),
    arbitrage_min_spread_sek_per_kwh: number(0, 1),
    priority: fc.uniqueArray(fc.constantFrom('peak_shaving', 'self_consumption', 'arbitrage'), {
      minLength: 1,
    }),
    frequency_reserve: program,
  },
  { requiredKeys: ['capacity_kwh'] },
);
const house = {
  location: fc.record(
    {
      lat: number(56, 68),
      lng: number(12, 23),
      zone: fc.constantFrom('SE1', 'SE2', 'SE3', 'SE4'),
    },
    { requiredKeys: ['lat', 'lng'] },
  ),
  consumption: fc.record(
    { yearly_kwh: number(0, 30_000), ev_km_per_day: fc.integer({ min: 0, max: 100 }) },
    optional,
  ),
  pv: profile(0, 5).map((monthly_profile) => ({ monthly_profile })),
  battery,
  prices: fc.record(
    {
      preset: fc.constant('se_spot'),
      import_sek_per_kwh: price,
      export_sek_per_kwh: price,
      monthly_fee_sek: number(0, 500),
      peak_charge_sek_per_kw_month: fc.oneof(fc.constant(0), number(0, 100)),
    },
    optional,
  ),
};
const compare = fc
  .uniqueArray(fc.oneof(fc.constantFrom(0, 5, 1e-7), number(0, 30)), {
    minLength: 1,
    maxLength: 2,
  })
  .chain((sizes_kwh) =>
    fc.record(
      {
        sizes_kwh: fc.constant(sizes_kwh),
        strategies: fc.uniqueArray(strategy, { minLength: 1, maxLength: 2 }),
        cost_sek_by_size: fc.constant({ [String(sizes_kwh[0])]: 50_000 }),
      },
      { requiredKeys: ['sizes_kwh', 'strategies'] },
    ),
  );

/** A price area taken from the point is a given one when it is sent back. Nothing else may differ. */
function assertSentBack(answerOf: (body: unknown) => Echoed, body: unknown): void {
  const first = answerOf(body);
  assert.ok(!JSON.stringify(first.input).includes('null'), 'a null in the input');
  const again = answerOf(first.input);
  if (first.model.zone_source === 'point') {
    assert.equal(again.model.zone_source, 'request');
    again.model.zone_source = 'point';
  }
  assert.deepEqual(again, first);
}

interface Echoed {
  input: unknown;
  model: { zone_source: string };
}

test('the input of a simulation, sent back, gives the same answer', () => {
  const body = fc.record(house, { requiredKeys: ['pv'] });
  fc.assert(
    fc.property(body, (one) => assertSentBack(simulation, one)),
    { numRuns: 60 },
  );
});

test('the input of a comparison, sent back, gives the same answer', () => {
  const body = fc.record({ ...house, compare }, { requiredKeys: ['pv', 'compare'] });
  fc.assert(
    fc.property(body, (one) => assertSentBack(comparison, one)),
    { numRuns: 40 },
  );
});

test('a battery without capacity has no power that could be sent back', () => {
  for (const capacity_kwh of [0, Number.MIN_VALUE]) {
    const body = { pv: { monthly_profile: noonProfile(2) }, battery: { capacity_kwh } };
    assert.deepEqual(simulation(body).input.battery.power_kw, undefined);
    assertSentBack(simulation, body);
  }
});

test('a series comes back as length and sum, and is refused in that form with the reason', () => {
  const hours = constantYear(0.25);
  for (const [field, body] of [
    ['pv.hourly_kwh', ownDataBody({ consumption: {}, pv: { hourly_kwh: hours } })],
    ['consumption.hourly_kwh', ownDataBody({ consumption: { hourly_kwh: hours } })],
    [
      'prices.export_sek_per_kwh',
      { pv: { monthly_profile: noonProfile(2) }, prices: { export_sek_per_kwh: hours } },
    ],
  ] as const) {
    const { input } = simulation(body);
    assert.throws(
      () => parseSimulationRequest(input),
      (error) => {
        assert.ok(error instanceof RequestError);
        assert.equal(error.field, field);
        assert.match(
          error.message,
          /is an object, expected .*8760 items: the values, of which answers repeat only length and sum\.$/,
        );
        return true;
      },
    );
  }
});

test('detail, hours of spot prices, price lists and an economy are sent back, too', () => {
  const prices = testPricesWithHours();
  const pvYield = yieldDataset(testArtifact());
  const byHour = (body: unknown) => JSON.parse(JSON.stringify(simulated(body, prices)));
  const range = (body: unknown) =>
    JSON.parse(
      JSON.stringify(answerRange(resolveRange(parseRangeRequest(body), { prices, pvYield }))),
    );
  const body = { ...PV, location: { lat: 59.2, lng: 15.3 }, battery: { capacity_kwh: 5 } };
  assertSentBack(byHour, { ...body, detail: 'typical_days' });
  const { id: _, ...list } = RICH_TARIFF;
  for (const given of [{ resolution: 'hourly' }, { grid_tariff: 'nacka-2025' }])
    assertSentBack(byHour, { ...body, prices: given });
  const own = { import_sek_per_kwh: 1.5, export_sek_per_kwh: 0.5, grid_tariff: list };
  // A list has nulls of its own: what it does not state.
  const billed = simulation({ ...PV, prices: { ...own, monthly_fee_sek: 10 } });
  assert.deepEqual(simulation(billed.input), billed);
  assertSentBack(range, { ...body, economy: { cost_sek: 100_000, service_sek_per_year: 300 } });
});

test('the input has every default filled in', () => {
  const { input } = caseOf({ ...PV, battery: { capacity_kwh: 7 } });
  assert.deepEqual(input, {
    consumption: { yearly_kwh: 15000, ev_km_per_day: 0 },
    pv: { monthly_profile: noonProfile(2) },
    battery: {
      capacity_kwh: 7,
      power_kw: 3.5,
      strategy: 'self_consumption',
      soc_min: 0.1,
      soc_max: 1,
      reserve_share: 0,
      round_trip_efficiency: 0.9,
      standby_w: 0,
      fade_pct_per_year: 2,
      coupling: 'ac',
      arbitrage_min_spread_sek_per_kwh: 0.2,
      priority: ['peak_shaving', 'self_consumption', 'arbitrage'],
    },
    prices: { preset: 'se_spot', monthly_fee_sek: 0, peak_charge_sek_per_kw_month: 0 },
  });
});

test('the input has hourly arrays as length and sum', () => {
  const body = {
    consumption: { hourly_kwh: constantYear(1.5) },
    pv: { hourly_kwh: constantYear(0.25) },
    prices: { import_sek_per_kwh: constantYear(2), export_sek_per_kwh: noonProfile(1) },
  };
  const { input } = caseOf(body);
  assert.deepEqual(input.consumption, { hourly_kwh: { length: 8760, sum: 13140 } });
  assert.deepEqual(input.pv, { hourly_kwh: { length: 8760, sum: 2190 } });
  assert.ok(!('battery' in input));
  assert.deepEqual(input.prices, {
    import_sek_per_kwh: { length: 8760, sum: 17520 },
    export_sek_per_kwh: noonProfile(1),
    monthly_fee_sek: 0,
    peak_charge_sek_per_kw_month: 0,
  });
});

test('the input names the preset when it prices one side', () => {
  const { prices } = caseOf({ ...PV, prices: { export_sek_per_kwh: 0.4 } }).input;
  assert.equal(prices.preset, 'se_spot');
  assert.equal(prices.export_sek_per_kwh, 0.4);
  assert.ok(!('import_sek_per_kwh' in prices));
});

test('the input has the terms of a described program that were given', () => {
  const terms = { basis: 'reserved', reserved_power_share: 0.4 };
  const frequency_reserve = { provider: 'A', source_url: 'https://a.example/b', terms };
  const battery = { capacity_kwh: 5, frequency_reserve };
  const { input } = caseOf({ ...PV, battery });
  assert.deepEqual(input.battery?.frequency_reserve, frequency_reserve);
});

test('the input of a comparison has capacity and strategy as given, and the model notes that they are not used', () => {
  const battery = { capacity_kwh: 99, strategy: 'arbitrage', power_kw: 4 };
  const compare = { sizes_kwh: [5, 7.5], cost_sek_by_size: { '7.5': 50000 } };
  const { input, model } = compared({ ...PV, battery, compare });
  const { capacity_kwh, strategy, power_kw } = input.battery;
  assert.deepEqual({ capacity_kwh, strategy, power_kw }, battery);
  assert.deepEqual(input.compare.sizes_kwh, [5, 7.5]);
  assert.deepEqual(input.compare.cost_sek_by_size, { '7.5': 50000 });
  assert.match(model.compare_note ?? '', /capacity_kwh and battery\.strategy are not used/);
  const bare = compared(PV).input;
  assert.ok(!('power_kw' in bare.battery) && !('cost_sek_by_size' in bare.compare));
});
