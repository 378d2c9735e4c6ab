import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../../pipeline/files/file-record.ts';
import { householdShape } from '../../../pipeline/prices/household-shape.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import { HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { householdLoad, householdParts } from './household-load.ts';
import { caseOf, DATASET } from './test/answers.ts';
import { constantYear, noonProfile } from './test/requests.ts';

function sum(values: Float64Array, from = 0, to = HOURS): number {
  return values.subarray(from, to).reduce((total, value) => total + value, 0);
}

test('the household model spreads exactly the yearly kWh in every area', () => {
  for (const zone of ['SE1', 'SE2', 'SE3', 'SE4'] as const) {
    assert.ok(Math.abs(sum(householdLoad(DATASET, zone, 12_345, 0)) - 12_345) < 1e-6);
  }
});

test('the load follows the shapes of the area, month and clock hour', () => {
  const load = householdLoad(DATASET, 'SE2', 20_000, 0);
  for (const [month, day, hour] of [
    [0, 0, 0],
    [0, 30, 18],
    [6, 14, 5],
    [11, 30, 23],
  ]) {
    const shape = (use: number) =>
      DATASET.household_shape[((1 * 3 + use) * 12 + month) * 24 + hour];
    const expected = 5000 * shape(0) + 3000 * shape(1) + 12_000 * shape(2);
    const found = load[MONTH_START[month] + day * 24 + hour];
    assert.ok(Math.abs(found - expected) < 1e-12, `${found}, expected ${expected}`);
  }
});

test('a total fills appliances, then hot water, then space heat', () => {
  const { household } = DATASET.header;
  const parts = (yearlyKwh: number) => Object.values(householdParts(household, yearlyKwh));
  assert.deepEqual(parts(0), [0, 0, 0]);
  assert.deepEqual(parts(4999), [4999, 0, 0]);
  assert.deepEqual(parts(5000), [5000, 0, 0]);
  assert.deepEqual(parts(6500), [5000, 1500, 0]);
  assert.deepEqual(parts(8000), [5000, 3000, 0]);
  assert.deepEqual(parts(15_000), [5000, 3000, 7000]);
  assert.deepEqual(parts(25_000), [5000, 3000, 17_000]);
});

/** The default record's household in the test dataset. */
function withRealHousehold(): PricesArtifact {
  const path = join(PROJECT, 'fixtures/market/household.json');
  const household = validator('data/household.schema.json')(JSON.parse(readFileSync(path, 'utf8')));
  const header = { ...DATASET.header, household };
  return { ...DATASET, header, household_shape: householdShape(household) };
}

/**
 * Monthly kWh computed apart from this code, in SE3: 5 000 kWh are H0's months (BDEW) alone;
 * 15 000 kWh add 3 000 hot water evenly and 7 000 space heat by Stockholm's degree days (SMHI),
 * 25 000 kWh another 10 000 of it.
 */
const MONTHS_KWH = {
  5000: [509, 449, 469, 414, 394, 349, 349, 359, 364, 414, 434, 494],
  15000: [1963, 1779, 1746, 1350, 872, 613, 603, 612, 767, 1281, 1550, 1863],
  25000: [3673, 3349, 3206, 2330, 1192, 633, 603, 612, 987, 2151, 2790, 3453],
};

test('5 000 kWh is a house without electric heat, 25 000 one with direct heating', () => {
  const dataset = withRealHousehold();
  for (const [yearlyKwh, months] of Object.entries(MONTHS_KWH)) {
    const load = householdLoad(dataset, 'SE3', Number(yearlyKwh), 0);
    months.forEach((expected, month) => {
      const found = sum(load, MONTH_START[month], MONTH_START[month + 1] ?? HOURS);
      // The shares are printed to 0.1 %, the table to 1 kWh.
      const rounding = 0.0005 * Number(yearlyKwh) + 0.5;
      assert.ok(Math.abs(found - expected) <= rounding, `${yearlyKwh} ${month + 1}: ${found}`);
    });
  }
});

test('the model tells the three parts, and that peaks read low where a power charge counts them', () => {
  const model = (changes: Record<string, unknown>) => {
    const body = { pv: { monthly_profile: noonProfile(2) }, ...changes };
    return caseOf(body).model;
  };
  assert.deepEqual(model({ consumption: { yearly_kwh: 6500, ev_km_per_day: 40 } }).household, {
    household_kwh: 5000,
    hot_water_kwh: 1500,
    space_heat_kwh: 0,
  });
  const charge = { peak_charge_sek_per_kw_month: 50 };
  assert.equal(model({}).peaks_note, undefined);
  assert.match(
    model({ prices: charge }).peaks_note ?? '',
    /read low .* Give consumption.hourly_kwh/,
  );
  const own = model({ prices: charge, consumption: { hourly_kwh: constantYear(1) } });
  assert.deepEqual([own.household, own.peaks_note], [undefined, undefined]);
});

test('the household model has a January peak of 3 kW, as the note says', () => {
  const load = householdLoad(withRealHousehold(), 'SE3', 15_000, 0);
  const peak = Math.max(...load.subarray(0, MONTH_START[1]));
  assert.ok(peak > 2.9 && peak < 3.5, `${peak}`);
});

test('a northern house uses more of its year in winter', () => {
  const january = (zone: 'SE1' | 'SE4') => {
    return sum(householdLoad(DATASET, zone, 12_000, 0), 0, MONTH_START[1]);
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
  const { house } = caseOf({ pv: { monthly_profile: noonProfile(2) } });
  assert.ok(Math.abs(sum(house.loadKwh) - 15_000) < 1e-6);
});

test('yearly_kwh 0 with a car is the car alone', () => {
  const body = {
    pv: { monthly_profile: noonProfile(2) },
    consumption: { yearly_kwh: 0, ev_km_per_day: 100 },
  };
  const { house } = caseOf(body);
  assert.ok(Math.abs(sum(house.loadKwh) - 365 * 19) < 1e-9);
});

test('consumption.hourly_kwh is the load, hour by hour', () => {
  const hourly = constantYear(0).map((_, t) => t / 1000);
  const body = { pv: { monthly_profile: noonProfile(2) }, consumption: { hourly_kwh: hourly } };
  const { house } = caseOf(body);
  assert.deepEqual(Array.from(house.loadKwh), hourly);
});

test('pv.monthly_profile is one typical day, repeated on each day of its month', () => {
  const rows = Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: 24 }, (_, hour) => month * 100 + hour),
  );
  const { house } = caseOf({ pv: { monthly_profile: rows } });
  const at = (month: number, day: number, hour: number) => {
    return house.pvKwh[MONTH_START[month] + day * 24 + hour];
  };
  assert.deepEqual([at(0, 0, 0), at(0, 30, 23), at(1, 0, 0), at(1, 27, 5)], [0, 23, 100, 105]);
  assert.deepEqual([at(11, 0, 12), house.pvKwh[HOURS - 1]], [1112, 1123]);
});

test('pv.hourly_kwh is the production, hour by hour', () => {
  const hourly = constantYear(0).map((_, t) => (t % 24) / 10);
  const { house } = caseOf({ pv: { hourly_kwh: hourly } });
  assert.deepEqual(Array.from(house.pvKwh), hourly);
});
