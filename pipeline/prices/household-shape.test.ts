import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { validator } from '../../schemas/checks/validate.ts';
import { MONTH_DAYS } from '../../schemas/codec/axes.ts';
import { PRICE_AREAS } from '../../schemas/codec/price-area.ts';
import { HOUSEHOLD_USES } from '../../schemas/codec/prices-artifact.ts';
import type { Household, HouseholdUseName, PriceArea } from '../../schemas/types.ts';
import { PROJECT } from '../files/file-record.ts';
import { householdShape } from './household-shape.ts';

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(join(PROJECT, 'fixtures', name), 'utf8'));
}

const readHousehold = (): Household =>
  validator('data/household.schema.json')(fixture('market/household.json'));
const household = readHousehold();
const shape = householdShape(household);

function useDay(area: PriceArea, use: HouseholdUseName, month: number): Float64Array {
  const row = PRICE_AREAS.indexOf(area) * HOUSEHOLD_USES.length + HOUSEHOLD_USES.indexOf(use);
  const place = (row * 12 + month) * 24;
  return shape.subarray(place, place + 24);
}

function monthKwh(area: PriceArea, use: HouseholdUseName, month: number): number {
  return MONTH_DAYS[month] * useDay(area, use, month).reduce((sum, kwh) => sum + kwh, 0);
}

test('the hours of a 365-day year add up to 1 kWh of every use in every price area', () => {
  assert.equal(shape.length, 4 * 3 * 12 * 24);
  for (const area of PRICE_AREAS) {
    for (const use of HOUSEHOLD_USES) {
      const yearKwh = MONTH_DAYS.reduce((sum, _, month) => sum + monthKwh(area, use, month), 0);
      assert.ok(Math.abs(yearKwh - 1) < 1e-12, `${area} ${use} ${yearKwh}`);
    }
  }
});

test('no hour is negative, and only space heat rests, in summer', () => {
  assert.ok(shape.every((kwh) => kwh >= 0 && kwh < 1));
  for (const area of PRICE_AREAS) {
    for (let month = 0; month < 12; month++) {
      assert.ok(useDay(area, 'household', month).every((kwh) => kwh > 0));
      assert.ok(useDay(area, 'hot_water', month).every((kwh) => kwh > 0));
    }
    assert.equal(monthKwh(area, 'space_heat', 6), 0);
    assert.ok(monthKwh(area, 'space_heat', 0) > 0.15);
  }
});

/**
 * Monthly kWh of a 15 000 kWh house (5 000 household by H0, 3 000 hot water evenly, 7 000 space heat
 * by degree days of SMHI), worked out apart from this code; Falun stands for SE1 and SE2.
 */
const TABLE_KWH: Partial<Record<PriceArea, number[]>> = {
  SE4: [2004, 1827, 1787, 1329, 808, 599, 603, 612, 718, 1252, 1556, 1903],
  SE3: [1963, 1779, 1746, 1350, 872, 613, 603, 612, 767, 1281, 1550, 1863],
  SE2: [1934, 1729, 1668, 1294, 893, 627, 603, 633, 872, 1322, 1556, 1868],
  SE1: [1934, 1729, 1668, 1294, 893, 627, 603, 633, 872, 1322, 1556, 1868],
};

/** Shares are printed to 0.1 %: half a digit of 7 000 and of 5 000 kWh, and the table's own. */
const ROUNDING_KWH = 0.0005 * (7000 + 5000) + 0.5;

test('the months of a 15 000 kWh house are those of the independent table, within its rounding', () => {
  for (const area of PRICE_AREAS) {
    TABLE_KWH[area]?.forEach((expected, month) => {
      const found =
        5000 * monthKwh(area, 'household', month) +
        3000 * monthKwh(area, 'hot_water', month) +
        7000 * monthKwh(area, 'space_heat', month);
      assert.ok(Math.abs(found - expected) <= ROUNDING_KWH, `${area} ${month + 1}: ${found}`);
    });
  }
  assert.equal(household.default_yearly_kwh.value, 15_000);
  assert.equal(household.uses.household.up_to_kwh.value, 5000);
  assert.equal(household.uses.hot_water.up_to_kwh.value, 3000);
});

test('a July hour is worked out by hand', () => {
  // 19:00 in SE3: H0 5.8 of the 100.0 % printed; hot water 70 % flat, the rest 5.3 of 100.1 % at 10 °C.
  const appliances = ((5000 * 7.0) / 100.2 / 31) * (5.8 / 100);
  const hotWater = (3000 / 365) * (0.7 / 24 + (0.3 * 5.3) / 100.1);
  const found =
    5000 * useDay('SE3', 'household', 6)[19] +
    3000 * useDay('SE3', 'hot_water', 6)[19] +
    7000 * useDay('SE3', 'space_heat', 6)[19];
  assert.ok(Math.abs(found - (appliances + hotWater)) < 1e-9, `${found}`);
});

test('appliances peak in the evening, heat runs almost evenly over the day', () => {
  for (const area of PRICE_AREAS) {
    for (let month = 0; month < 12; month++) {
      const household = useDay(area, 'household', month);
      assert.ok(household[19] > 3 * household[3], `${area} ${month}`);
      const water = useDay(area, 'hot_water', month);
      assert.ok(Math.max(...water) < 1.5 * Math.min(...water), `${area} ${month}`);
    }
  }
});

interface Climatology {
  temperature: { stations: { name: string; t2m_monthly_c: number[] }[] };
}

/** The station whose temperatures stand for an area. */
const STATION: Record<PriceArea, string> = {
  SE1: 'Luleå flygplats',
  SE2: 'Östersund',
  SE3: 'Stockholm',
  SE4: 'Göteborg-Landvetter',
};

test("each month has the heat profile nearest to SMHI's normal temperature", () => {
  const { temperature } = fixture('climatology.json') as Climatology;
  let found = 0;
  for (const area of PRICE_AREAS) {
    const station = temperature.stations.find(({ name }) => name === STATION[area]);
    station?.t2m_monthly_c.forEach((temperatureC, month) => {
      const nearest = [-15, 0, 10].toSorted(
        (a, b) => Math.abs(a - temperatureC) - Math.abs(b - temperatureC),
      )[0];
      const profile = household.day_profiles.find(({ name }) => name === `heat at ${nearest} °C`);
      assert.ok(profile?.months[area].includes(month + 1), `${area}, month ${month + 1}`);
      found++;
    });
  }
  assert.equal(found, 48);
});

test('a month that no profile serves, or two serve, is named', () => {
  const missing = readHousehold();
  missing.day_profiles[0].months.SE2 = [1, 2, 11, 12];
  assert.throws(
    () => householdShape(missing),
    /0 day_profiles for household in SE2, month 3, expected exactly one/,
  );
  const twice = readHousehold();
  twice.month_profiles[3].areas.push('SE4');
  assert.throws(
    () => householdShape(twice),
    /2 month_profiles for space_heat in SE4, expected exactly one/,
  );
});
