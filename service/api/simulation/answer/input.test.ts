/** The `input` of an answer, sent back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HttpError } from '../../../http/http-error.ts';
import { parseSimulationRequest } from '../parse/request.ts';
import { compared, simulated } from '../test/answers.ts';
import { constantYear, noonProfile, ownDataBody } from '../test/requests.ts';

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
    round_trip_efficiency: number(0.5, 1),
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

/** A price area taken from the point is a given one when it is sent back: that alone may differ. */
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
        assert.ok(error instanceof HttpError);
        assert.equal(error.field, field);
        assert.match(
          error.message,
          /is a \{length, sum\}, by which an answer tells a series, expected the 8760 values themselves\.$/,
        );
        return true;
      },
    );
  }
});
