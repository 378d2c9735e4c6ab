import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderBatteryProgram } from '../../../../schemas/types.ts';
import { describedProgram } from '../resolve/program.ts';
import { assertInvalid } from '../test/requests.ts';
import { readBattery } from './sections.ts';

const assertRefused = (battery: unknown, field: string, message: RegExp) =>
  assertInvalid(readBattery, battery, field, message);

const TERMS = { basis: 'reserved' };

test('a battery of a capacity alone has every default', () => {
  assert.deepEqual(readBattery({ capacity_kwh: 8 }), {
    capacity_kwh: 8,
    strategy: 'self_consumption',
    soc_min: 0.1,
    soc_max: 1,
    round_trip_efficiency: 0.9,
    arbitrage_min_spread_sek_per_kwh: 0.2,
    priority: ['peak_shaving', 'self_consumption', 'arbitrage'],
  });
});

test('every field is taken as given; null is as good as none', () => {
  const battery = {
    capacity_kwh: 8,
    power_kw: 11,
    strategy: 'combined',
    soc_min: 0,
    soc_max: 0.9,
    round_trip_efficiency: 0.8,
    peak_target_kw: 3,
    arbitrage_min_spread_sek_per_kwh: 0,
    priority: ['arbitrage'],
  };
  assert.deepEqual(readBattery(battery), battery);
  const program = { program: 'varberg_flex_plus' };
  const { frequency_reserve } = readBattery({ ...battery, frequency_reserve: program });
  assert.deepEqual(frequency_reserve, program);
  const nulls = { ...battery, peak_target_kw: null, frequency_reserve: null };
  const { peak_target_kw, ...others } = battery;
  assert.deepEqual(readBattery(nulls), others);
});

test('numbers keep to their bounds', () => {
  for (const [name, values] of [
    ['capacity_kwh', [-0.1, 1000.1, '5', null]],
    ['power_kw', [0, -1, 1000.1, null]],
    ['soc_min', [-0.1, 1.1]],
    ['soc_max', [-0.1, 1.1]],
    ['round_trip_efficiency', [0, 0.009, 1.01]],
    ['peak_target_kw', [-1, 10_001, 'x']],
    ['arbitrage_min_spread_sek_per_kwh', [-0.1, 100.1]],
  ] as const) {
    for (const value of values) {
      assertRefused({ capacity_kwh: 5, [name]: value }, `battery.${name}`, /expected a number/);
    }
  }
});

test('the bounds themselves are allowed', () => {
  for (const fields of [
    { capacity_kwh: 0 },
    { capacity_kwh: 1000, power_kw: 1000 },
    { soc_min: 0, soc_max: 1 },
    { round_trip_efficiency: 0.01 },
    { round_trip_efficiency: 1 },
    { arbitrage_min_spread_sek_per_kwh: 100 },
    { peak_target_kw: 0 },
    { peak_target_kw: null },
  ]) {
    assert.ok(readBattery({ capacity_kwh: 5, ...fields }));
  }
});

test('strategy is one of the four', () => {
  for (const strategy of ['self_consumption', 'arbitrage', 'peak_shaving', 'combined']) {
    assert.equal(readBattery({ capacity_kwh: 5, strategy }).strategy, strategy);
  }
  assertRefused({ capacity_kwh: 5, strategy: 'greedy' }, 'battery.strategy', /one of self_cons/);
});

test('soc_min must be below soc_max, also where one of them is the default', () => {
  assertRefused(
    { capacity_kwh: 5, soc_min: 0.5, soc_max: 0.5 },
    'battery.soc_min',
    /below soc_max/,
  );
  assertRefused({ capacity_kwh: 5, soc_min: 1 }, 'battery.soc_min', /soc_min is 1 and soc_max 1/);
  assertRefused({ capacity_kwh: 5, soc_max: 0.1 }, 'battery.soc_max', /soc_min is 0.1/);
});

test('priority names goals of combined, each at most once', () => {
  assertRefused({ capacity_kwh: 5, priority: ['combined'] }, 'battery.priority[0]', /one of peak/);
  assertRefused({ capacity_kwh: 5, priority: [] }, 'battery.priority', /0 items, expected 1 to 3/);
  const twice = ['arbitrage', 'arbitrage'];
  assertRefused({ capacity_kwh: 5, priority: twice }, 'battery.priority', /has "arbitrage" twice/);
  assertRefused({ capacity_kwh: 5, priority: 'arbitrage' }, 'battery.priority', /array/);
});

test('frequency_reserve names the one known program', () => {
  const named = { program: 'varberg_flex_plus' };
  assert.deepEqual(
    readBattery({ capacity_kwh: 5, frequency_reserve: named }).frequency_reserve,
    named,
  );
  const field = 'battery.frequency_reserve.program';
  assertRefused({ capacity_kwh: 5, frequency_reserve: { program: 'x' } }, field, /varberg_flex/);
});

test('a named program takes no terms beside it', () => {
  const frequency_reserve = { program: 'varberg_flex_plus', terms: TERMS };
  const field = 'battery.frequency_reserve.terms';
  assertRefused({ capacity_kwh: 5, frequency_reserve }, field, /not a known field/);
});

test('a described program needs provider and terms, and basis in those', () => {
  const at = 'battery.frequency_reserve';
  for (const [frequency_reserve, field] of [
    [{}, `${at}.provider`],
    [{ provider: 'A' }, `${at}.terms`],
    [{ terms: TERMS }, `${at}.provider`],
    [{ provider: 'A', terms: {} }, `${at}.terms.basis`],
    [{ provider: 'A', terms: { basis: 'whole' } }, `${at}.terms.basis`],
    [{ provider: 5, terms: TERMS }, `${at}.provider`],
    [{ provider: 'A', terms: TERMS, as_of: 'March' }, `${at}.as_of`],
    [{ provider: 'A', terms: TERMS, source_url: 1 }, `${at}.source_url`],
    [{ provider: 'A', terms: { ...TERMS, colour: 1 } }, `${at}.terms.colour`],
    [5, at],
  ] as const) {
    assertRefused({ capacity_kwh: 5, frequency_reserve }, field, /./);
  }
});

test('the page with the terms is one of the web', () => {
  const withPage = (source_url: string) => ({
    capacity_kwh: 5,
    frequency_reserve: { provider: 'A', terms: TERMS, source_url },
  });
  for (const page of [
    'javascript:alert(1)',
    'ftp://a.example/b',
    'https:///b',
    'https://a b',
    '',
  ]) {
    const field = 'battery.frequency_reserve.source_url';
    assertRefused(withPage(page), field, /expected: Address of .*, http or https\.$/);
  }
  for (const page of ['http://a.example', 'https://a.example/b?c=d#e']) {
    assert.deepEqual(
      readBattery(withPage(page)).frequency_reserve,
      withPage(page).frequency_reserve,
    );
  }
});

test('shares lie in 0..1 and money terms in 0..1e5', () => {
  for (const [name, values] of [
    ['reserved_capacity_share', [-0.1, 1.1]],
    ['reserved_power_share', [-0.1, 1.1]],
    ['fixed_sek_per_month', [-1, 100_001]],
    ['sek_per_kwh_capacity_per_year', [-1, 100_001]],
    ['sek_per_kw_per_year', [-1, 100_001]],
  ] as const) {
    for (const value of values) {
      const frequency_reserve = { provider: 'A', terms: { ...TERMS, [name]: value } };
      const field = `battery.frequency_reserve.terms.${name}`;
      assertRefused({ capacity_kwh: 5, frequency_reserve }, field, /expected a number/);
    }
  }
});

test('absent terms are 0 and said to be assumed, not filled in', () => {
  const given: ProviderBatteryProgram = {
    provider: 'A',
    terms: { basis: 'installed', sek_per_kw_per_year: 600 },
  };
  const { frequency_reserve } = readBattery({ capacity_kwh: 5, frequency_reserve: given });
  assert.deepEqual(frequency_reserve, given);
  const { assumptions, ...program } = describedProgram(given);
  assert.deepEqual(program, {
    name: null,
    provider: 'A',
    asOf: null,
    sourceUrl: null,
    stated: null,
    requires: null,
    basis: 'installed',
    capacityShare: 0,
    powerShare: 0,
    sekPerMonth: 0,
    sekPerKwhYear: 0,
    sekPerKwYear: 600,
  });
  assert.deepEqual(Object.keys(assumptions), [
    'reserved_capacity_share',
    'reserved_power_share',
    'fixed_sek_per_month',
    'sek_per_kwh_capacity_per_year',
  ]);
});
