/** The `input` of an answer: what it has, and the same answer when it is sent back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SimulationRequest } from '../../../../schemas/types.ts';
import { caseOf, compared, simulated } from '../../../api/simulation/test/answers.ts';
import { testPricesWithHours } from '../../../api/simulation/test/prices.ts';
import { constantYear, noonProfile, ownDataBody } from '../../../api/simulation/test/requests.ts';
import { arbitraryBody, mendText } from '../../../test/arbitrary.ts';
import { testArtifact } from '../../../test/artifact.ts';
import * as answers from '../../answers.ts';
import { RequestError, unlessRefused } from '../../refusal.ts';
import { yieldDataset } from '../../yield/dataset.ts';
import { parseSimulationRequest } from '../parse/request.ts';

const PV = { pv: { monthly_profile: noonProfile(2) } };

/** Answers as they are read: JSON has no undefined. */
const simulation = (body: unknown) => JSON.parse(JSON.stringify(simulated(body)));

/** Answers with prices by the hour, and years of sun. */
const DATA = { prices: testPricesWithHours(), pvYield: yieldDataset(testArtifact()) };
const ANSWERS = {
  '/api/v1/simulation': answers.simulation,
  '/api/v1/simulation/battery-strategies': answers.strategies,
  '/api/v1/simulation/range': answers.range,
  '/api/v1/simulation/verdict': answers.verdict,
};

interface Echoed {
  input: unknown;
  model: { zone_source: string };
}

/** A price area taken from the point is a given one when it is sent back. Nothing else may differ. */
function assertSentBack(answerOf: (body: unknown) => Echoed, first: Echoed): void {
  assert.ok(!JSON.stringify(first.input).includes('null'), 'a null in the input');
  const again = answerOf(first.input);
  if (first.model.zone_source === 'point') {
    assert.equal(again.model.zone_source, 'request');
    again.model.zone_source = 'point';
  }
  assert.deepEqual(again, first);
}

/** The body without hours, which an input only sums up. Its battery keeps a reserve that fits. */
function withoutHours({ pv, consumption, prices, battery, ...body }: SimulationRequest) {
  const isShort = (value: unknown) => !Array.isArray(value) || value.length < 8760;
  const short = Object.entries(prices ?? {}).filter(([, value]) => isShort(value));
  const { hourly_kwh: _, ...household } = consumption ?? {};
  const reserve_share = Array.from({ length: 12 }, (_, month) => (month < 6 ? 0.3 : 0.5));
  const own = { reserve_share, soc_min: 0.2, soc_max: 0.9, ...battery };
  return {
    ...body,
    consumption: household,
    prices: Object.fromEntries(short),
    ...(battery && { battery: own }),
    pv: pv.hourly_kwh ? { monthly_profile: noonProfile(2) } : pv,
  };
}

for (const [path, answerTo] of Object.entries(ANSWERS)) {
  test(`the input of ${path}, sent back, gives the same answer`, () => {
    const answer = (body: unknown) => JSON.parse(JSON.stringify(answerTo(DATA, body)));
    let answered = 0;
    fc.assert(
      fc.property(arbitraryBody(path), (text) => {
        const body = withoutHours(JSON.parse(mendText(text, path)));
        const first = unlessRefused(() => answer(body));
        if (first === null) return;
        assertSentBack(answer, first);
        answered++;
      }),
      { numRuns: 16 },
    );
    assert.ok(answered > 8, `only ${answered} bodies were answered`);
  });
}

test('a battery without capacity has no power that could be sent back', () => {
  for (const capacity_kwh of [0, Number.MIN_VALUE]) {
    const body = { pv: { monthly_profile: noonProfile(2) }, battery: { capacity_kwh } };
    assert.deepEqual(simulation(body).input.battery.power_kw, undefined);
    assertSentBack(simulation, simulation(body));
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
