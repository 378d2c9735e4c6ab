import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS, MONTH_START } from './calendar.ts';
import { householdLoad } from './household-load.ts';
import { parseSimulationRequest } from './request.ts';
import { simulationCase } from './simulation-case.ts';
import { testPrices } from './test-prices.ts';
import { constantYear, noonProfile } from './test-requests.ts';

const DATASET = testPrices();

function sum(values: Float64Array, from = 0, to = HOURS): number {
  return values.subarray(from, to).reduce((total, value) => total + value, 0);
}

test('the household model spreads exactly the yearly kWh in every area', () => {
  for (const zone of ['SE1', 'SE2', 'SE3', 'SE4'] as const) {
    assert.ok(Math.abs(sum(householdLoad(DATASET, zone, 12_345, 0)) - 12_345) < 1e-6);
  }
});

test('the load follows the shape of the area, month and clock hour', () => {
  const load = householdLoad(DATASET, 'SE2', 1000, 0);
  for (const [month, day, hour] of [
    [0, 0, 0],
    [0, 30, 18],
    [6, 14, 5],
    [11, 30, 23],
  ]) {
    const shape = DATASET.household_shape[(1 * 12 + month) * 24 + hour];
    assert.equal(load[MONTH_START[month] + day * 24 + hour], shape * 1000);
  }
});

test('a northern house uses more of its year in winter', () => {
  const january = (zone: 'SE1' | 'SE4') => {
    return sum(householdLoad(DATASET, zone, 1000, 0), 0, MONTH_START[1]);
  };
  assert.ok(january('SE1') > january('SE4'));
});

test('an electric car adds 0.19 kWh per km, even over 22-06 on every day', () => {
  const km = 40;
  const plain = householdLoad(DATASET, 'SE3', 10_000, 0);
  const load = householdLoad(DATASET, 'SE3', 10_000, km);
  load.forEach((kwh, t) => {
    const night = t % 24 >= 22 || t % 24 < 6;
    const expected = plain[t] + (night ? (km * 0.19) / 8 : 0);
    assert.ok(Math.abs(kwh - expected) < 1e-12, `hour ${t}`);
  });
  assert.ok(Math.abs(sum(load) - 10_000 - 365 * km * 0.19) < 1e-6);
});

test('without consumption a house uses 15 000 kWh', () => {
  const { house } = simulationCase(
    parseSimulationRequest({ pv: { monthly_profile: noonProfile(2) } }),
    DATASET,
  );
  assert.ok(Math.abs(sum(house.loadKwh) - 15_000) < 1e-6);
});

test('yearly_kwh 0 with a car is the car alone', () => {
  const body = {
    pv: { monthly_profile: noonProfile(2) },
    consumption: { yearly_kwh: 0, ev_km_per_day: 100 },
  };
  const { house } = simulationCase(parseSimulationRequest(body), DATASET);
  assert.ok(Math.abs(sum(house.loadKwh) - 365 * 19) < 1e-9);
});

test('consumption.hourly_kwh is the load, hour by hour', () => {
  const hourly = constantYear(0).map((_, t) => t / 1000);
  const body = { pv: { monthly_profile: noonProfile(2) }, consumption: { hourly_kwh: hourly } };
  const { house } = simulationCase(parseSimulationRequest(body), DATASET);
  assert.deepEqual(Array.from(house.loadKwh), hourly);
});

test('pv.monthly_profile is one typical day, repeated on each day of its month', () => {
  const rows = Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: 24 }, (_, hour) => month * 100 + hour),
  );
  const { house } = simulationCase(
    parseSimulationRequest({ pv: { monthly_profile: rows } }),
    DATASET,
  );
  const at = (month: number, day: number, hour: number) => {
    return house.pvKwh[MONTH_START[month] + day * 24 + hour];
  };
  assert.deepEqual([at(0, 0, 0), at(0, 30, 23), at(1, 0, 0), at(1, 27, 5)], [0, 23, 100, 105]);
  assert.deepEqual([at(11, 0, 12), house.pvKwh[HOURS - 1]], [1112, 1123]);
});

test('pv.hourly_kwh is the production, hour by hour', () => {
  const hourly = constantYear(0).map((_, t) => (t % 24) / 10);
  const { house } = simulationCase(parseSimulationRequest({ pv: { hourly_kwh: hourly } }), DATASET);
  assert.deepEqual(Array.from(house.pvKwh), hourly);
});
