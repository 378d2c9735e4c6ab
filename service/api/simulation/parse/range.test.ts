import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRangeRequest } from './request.ts';

const PV = { monthly_profile: Array.from({ length: 12 }, () => Array(24).fill(0.5)) };

test('an economy has its defaults, and without one there is none', () => {
  assert.equal(parseRangeRequest({ pv: PV }).economy, null);
  assert.deepEqual(parseRangeRequest({ pv: PV, economy: { cost_sek: 1 } }).economy, {
    cost_sek: 1,
    price_change_pct: 0,
    interest_pct: 0,
    lifetime_years: 25,
    inverter_sek: 0,
    inverter_year: 15,
    service_sek_per_year: 0,
  });
});

test('what is wrong is one sentence with its field', () => {
  const sentences: [unknown, string, RegExp][] = [
    [{ pv: PV, economy: {} }, 'economy.cost_sek', /is missing/],
    [{ pv: PV, economy: null }, 'economy', /is null|is not/],
    [{ pv: PV, economy: { cost_sek: -1 } }, 'economy.cost_sek', /is -1, expected a number from 0/],
    [
      { pv: PV, economy: { cost_sek: 1, lifetime_years: 12.5 } },
      'economy.lifetime_years',
      /is 12\.5, expected an integer/,
    ],
    [{ pv: PV, economy: { cost_sek: 1, colour: 2 } }, 'economy.colour', /is not a known field/],
    [{ pv: PV, detail: 'hourly' }, 'detail', /POST \/api\/v1\/simulation has it/],
    [{ economy: { cost_sek: 1 } }, 'pv', /is missing/],
  ];
  for (const [body, field, message] of sentences) {
    assert.throws(() => parseRangeRequest(body), { field, message, code: 'invalid_parameter' });
  }
  assert.throws(() => parseRangeRequest([]), { message: /expected the request as a JSON object/ });
});

test('a field that is not known is told those that are', () => {
  assert.throws(() => parseRangeRequest({ pv: PV, colour: 1 }), {
    field: 'colour',
    message: /expected location, consumption, pv, battery, prices, economy\.$/,
  });
});
