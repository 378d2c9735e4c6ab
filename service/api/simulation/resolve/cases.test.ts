import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError } from '../../../http/http-error.ts';
import { caseOf, compared, DATASET } from '../test/answers.ts';
import { testPrices } from '../test/prices.ts';
import { constantYear, noonProfile, ownDataBody } from '../test/requests.ts';

const PV = { pv: { monthly_profile: noonProfile(2) } };

function refusal(body: unknown, prices: typeof DATASET) {
  try {
    caseOf(body, prices);
  } catch (error) {
    assert.ok(error instanceof HttpError, String(error));
    return error;
  }
  assert.fail('the request was accepted');
}

test('without a location the house is in SE3', () => {
  const { input, model } = caseOf(PV);
  assert.ok(!('location' in input));
  assert.deepEqual([model.zone, model.zone_source], ['SE3', 'default']);
});

test('the price area follows from the point', () => {
  for (const [lat, zone] of [
    [57, 'SE4'],
    [61, 'SE3'],
    [64, 'SE2'],
    [67, 'SE1'],
  ] as const) {
    const { input, model } = caseOf({ ...PV, location: { lat, lng: 15 } });
    assert.deepEqual(input.location, { lat, lng: 15, zone });
    assert.deepEqual([model.zone, model.zone_source], [zone, 'point']);
  }
});

test('a given price area wins over the point', () => {
  const { input, model } = caseOf({ ...PV, location: { lat: 57, lng: 15, zone: 'SE1' } });
  assert.deepEqual(input.location, { lat: 57, lng: 15, zone: 'SE1' });
  assert.deepEqual([model.zone, model.zone_source], ['SE1', 'request']);
});

test('a point outside is outside_coverage, with or without a price area', () => {
  for (const zone of [{}, { zone: 'SE3' }]) {
    const error = refusal({ ...PV, location: { lat: 50, lng: 15, ...zone } }, DATASET);
    assert.deepEqual([error.code, error.status], ['outside_coverage', 422]);
    assert.match(error.message, /The point 50, 15 is outside .* \(Sweden\)\.$/);
  }
});

test('swapped lat and lng are pointed out', () => {
  const { message } = refusal({ ...PV, location: { lat: 18, lng: 59 } }, DATASET);
  assert.match(message, /lat and lng look swapped/);
});

test("the warranty is the dataset's, also of a house whose data are all the caller's own", () => {
  const { warranty } = DATASET.header.battery_programs;
  assert.deepEqual(caseOf(ownDataBody()).inputs.warranty, warranty);
});

test('a program that the dataset does not hold is an invalid parameter', () => {
  const prices = testPrices();
  prices.header.battery_programs.programs = [];
  const battery = { capacity_kwh: 5, frequency_reserve: { program: 'varberg_flex_plus' } };
  const error = refusal({ ...PV, battery }, prices);
  assert.deepEqual(
    [error.code, error.field],
    ['invalid_parameter', 'battery.frequency_reserve.program'],
  );
});

test('the echo has every default filled in', () => {
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
      round_trip_efficiency: 0.9,
      arbitrage_min_spread_sek_per_kwh: 0.2,
      priority: ['peak_shaving', 'self_consumption', 'arbitrage'],
    },
    prices: { preset: 'se_spot', monthly_fee_sek: 0, peak_charge_sek_per_kw_month: 0 },
  });
});

test('the echo has hourly arrays as length and sum', () => {
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

test('the echo names the preset when it prices one side', () => {
  const { prices } = caseOf({ ...PV, prices: { export_sek_per_kwh: 0.4 } }).input;
  assert.equal(prices.preset, 'se_spot');
  assert.equal(prices.export_sek_per_kwh, 0.4);
  assert.ok(!('import_sek_per_kwh' in prices));
});

test('the echo has the terms of a described program that were given', () => {
  const terms = { basis: 'reserved', reserved_power_share: 0.4 };
  const frequency_reserve = { provider: 'A', source_url: 'https://a.example/b', terms };
  const battery = { capacity_kwh: 5, frequency_reserve };
  const { input } = caseOf({ ...PV, battery });
  assert.deepEqual(input.battery?.frequency_reserve, frequency_reserve);
});

test('the echo of a comparison has capacity and strategy as given, and the model says that they are not used', () => {
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

test('a case is plain data that a worker can be handed', () => {
  const houseCase = caseOf({ ...PV, location: { lat: 61, lng: 15 }, battery: { capacity_kwh: 5 } });
  assert.deepEqual(structuredClone(houseCase), houseCase);
});
