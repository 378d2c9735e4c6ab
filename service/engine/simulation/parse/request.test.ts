/** Requests that bodies are read as: defaults, forms and bounds. Its faults are in refusals.test.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import comparison from '../../../../schemas/api/battery-comparison.schema.json' with {
  type: 'json',
};
import battery from '../../../../schemas/api/simulation-battery.schema.json' with { type: 'json' };
import type { ProviderBatteryProgram } from '../../../../schemas/types.ts';
import { constantYear, noonProfile, ownDataBody } from '../../../api/simulation/test/requests.ts';
import { describedProgram } from '../resolve/program.ts';
import { parseRangeRequest, parseSimulationRequest, parseStrategiesRequest } from './request.ts';

const PV = { pv: { monthly_profile: noonProfile(2) } };
const batteryOf = (battery: object) => parseStrategiesRequest({ ...PV, battery }).battery;
const compareOf = (compare: object) => parseStrategiesRequest({ ...PV, compare }).compare;
const consumptionOf = (consumption: object) =>
  parseSimulationRequest({ ...PV, consumption }).consumption;

test('a body with only pv is a whole request', () => {
  const request = parseSimulationRequest(PV);
  assert.equal(request.location, null);
  assert.deepEqual(request.consumption, { yearly_kwh: 15000, ev_km_per_day: 0 });
  assert.equal(request.battery, null);
  assert.deepEqual(request.prices, { preset: 'se_spot' });
});

test('the checked body is new: what was sent stays as it was', () => {
  const body = { ...PV, consumption: {}, battery: { capacity_kwh: 5 }, prices: {}, compare: {} };
  const sent = structuredClone(body);
  parseStrategiesRequest(body);
  assert.deepEqual(body, sent);
});

test('a point is rounded to 4 decimals', () => {
  const { location } = parseSimulationRequest({ ...PV, location: { lat: 59.123456, lng: 18 } });
  assert.deepEqual(location, { lat: 59.1235, lng: 18 });
});

test('consumption is the household model within its bounds, or the whole load hour by hour', () => {
  assert.deepEqual(consumptionOf({ yearly_kwh: 0 }), { yearly_kwh: 0, ev_km_per_day: 0 });
  assert.deepEqual(consumptionOf({ ev_km_per_day: 300 }), {
    yearly_kwh: 15000,
    ev_km_per_day: 300,
  });
  const { consumption } = parseSimulationRequest(ownDataBody());
  assert.ok('hourly_kwh' in consumption);
  assert.equal(consumption.hourly_kwh.length, 8760);
  assert.ok(consumption.hourly_kwh.every((kwh) => kwh === 1));
});

test('prices: the preset, fees, and a number, 12 x 24 or 8760 values in -100..100 on each side', () => {
  const pricesOf = (prices: object) => parseSimulationRequest({ ...PV, prices }).prices;
  assert.deepEqual(pricesOf({ preset: 'se_spot' }), { preset: 'se_spot' });
  const fees = { monthly_fee_sek: 49, peak_charge_sek_per_kw_month: 81.25 };
  assert.deepEqual(pricesOf(fees), { preset: 'se_spot', ...fees });
  for (const side of ['import_sek_per_kwh', 'export_sek_per_kwh'] as const) {
    for (const price of [-100, 100, noonProfile(-0.5)]) {
      assert.deepEqual(pricesOf({ [side]: price })[side], price);
    }
    assert.deepEqual(
      pricesOf({ [side]: constantYear(-0.5) })[side],
      Float64Array.from(constantYear(-0.5)),
    );
  }
});

test('every field is taken as given, at its bounds too; null is as good as none', () => {
  const battery = {
    capacity_kwh: 8,
    power_kw: 11,
    strategy: 'combined',
    soc_min: 0,
    soc_max: 0.9,
    reserve_share: new Array(12).fill(0.5),
    round_trip_efficiency: 0.8,
    standby_w: 50,
    fade_pct_per_year: 3,
    inverter_kw: 5,
    coupling: 'dc',
    peak_target_kw: 3,
    arbitrage_min_spread_sek_per_kwh: 0,
    priority: ['arbitrage'],
  };
  assert.deepEqual(batteryOf(battery), battery);
  for (const fields of [
    { capacity_kwh: 0 },
    { capacity_kwh: 1000, power_kw: 1000 },
    { soc_min: 0, soc_max: 1 },
    { round_trip_efficiency: 0.01 },
    { round_trip_efficiency: 1 },
    { arbitrage_min_spread_sek_per_kwh: 100 },
    { peak_target_kw: 0 },
    ...['self_consumption', 'arbitrage', 'peak_shaving'].map((strategy) => ({ strategy })),
    { frequency_reserve: { program: 'varberg_flex_plus' } },
    ...['http://a.example', 'https://a.example/b?c=d#e'].map((source_url) => ({
      frequency_reserve: { provider: 'A', terms: { basis: 'reserved' }, source_url },
    })),
  ]) {
    assert.deepEqual(batteryOf({ ...battery, ...fields }), { ...battery, ...fields });
  }
  const nulls = { ...battery, peak_target_kw: null, frequency_reserve: null };
  const { peak_target_kw, ...others } = battery;
  assert.deepEqual(batteryOf(nulls), others);
});

test('a battery of one run has half its capacity as power; one that compare sizes has what is given', () => {
  const powerOf = (
    parse: typeof parseSimulationRequest | typeof parseStrategiesRequest,
    battery: object,
  ) => parse({ ...PV, battery }).battery?.power_kw;
  assert.equal(powerOf(parseSimulationRequest, { capacity_kwh: 8 }), 4);
  assert.equal(powerOf(parseSimulationRequest, { capacity_kwh: 8, power_kw: 11 }), 11);
  assert.equal(powerOf(parseSimulationRequest, { capacity_kwh: 0 }), undefined);
  assert.equal(powerOf(parseStrategiesRequest, { capacity_kwh: 8 }), undefined);
  assert.equal(powerOf(parseStrategiesRequest, { capacity_kwh: 5, power_kw: 3 }), 3);
  assert.equal(parseStrategiesRequest(PV).battery.round_trip_efficiency, 0.9);
});

test('absent terms of a program are 0 and said to be assumed, not filled in', () => {
  const given: ProviderBatteryProgram = {
    provider: 'A',
    terms: { basis: 'installed', sek_per_kw_per_year: 600 },
  };
  const { frequency_reserve } = batteryOf({ capacity_kwh: 5, frequency_reserve: given });
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

test('by default all strategies meet the sizes 0, 5, 10, 15 and 20; those given keep their order', () => {
  const { strategies, sizes_kwh } = comparison.properties;
  assert.deepEqual(compareOf({}), { strategies: strategies.default, sizes_kwh: sizes_kwh.default });
  assert.deepEqual(strategies.default, battery.$defs.strategy.enum);
  assert.deepEqual(sizes_kwh.default, [0, 5, 10, 15, 20]);
  const compare = { strategies: ['combined', 'arbitrage'], sizes_kwh: [20, 7.5, 0] };
  assert.deepEqual(compareOf(compare), compare);
  const many = { strategies: ['combined'], sizes_kwh: Array.from({ length: 25 }, (_, i) => i) };
  assert.deepEqual(compareOf(many), many);
});

test('a cost is under its size, however it is spelled', () => {
  const compare = { sizes_kwh: [5, 7.5, 10], cost_sek_by_size: { '10': 60000, '7.5': 50000 } };
  assert.deepEqual(compareOf(compare).cost_sek_by_size, compare.cost_sek_by_size);
  const spelled = { sizes_kwh: [10], cost_sek_by_size: { '10.0': 60000 } };
  assert.deepEqual(compareOf(spelled).cost_sek_by_size, { '10': 60000 });
});

test('an economy has its defaults, and without one there is none', () => {
  assert.equal(parseRangeRequest(PV).economy, null);
  assert.deepEqual(parseRangeRequest({ ...PV, economy: { cost_sek: 1 } }).economy, {
    cost_sek: 1,
    price_change_pct: 0,
    interest_pct: 0,
    lifetime_years: 25,
    inverter_sek: 0,
    inverter_year: 15,
    service_sek_per_year: 0,
  });
});

test('a custom price list keeps its values, null too, and has defaults for the rest', () => {
  const list = { energy_ore_per_kwh: null, power: [] };
  const { prices } = parseSimulationRequest({ ...PV, prices: { grid_tariff: list, fuse_a: 25 } });
  const defaults = { clock: 'local', holidays: [], fixed_sek_per_year: null };
  assert.deepEqual(prices.grid, { grid_tariff: { ...list, ...defaults }, fuse_a: 25 });
});
