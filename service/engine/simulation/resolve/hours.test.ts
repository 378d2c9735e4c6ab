/** The hours of load and production that a body leads to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import type { PriceArea } from '../../../../schemas/types.ts';
import { caseOf } from '../../../api/simulation/test/answers.ts';
import { constantYear, noonProfile } from '../../../api/simulation/test/requests.ts';

function sum(values: Float64Array, from = 0, to = HOURS): number {
  return values.subarray(from, to).reduce((total, value) => total + value, 0);
}

/** The load of a house that says this of itself. */
function loadOf(body: object): Float64Array {
  return caseOf({ pv: { monthly_profile: noonProfile(2) }, ...body }).house.loadKwh;
}

test('a northern house heats longer into the summer, by its point, not by a price area next to it', () => {
  const summer = (body: object) => sum(loadOf(body), MONTH_START[4], MONTH_START[9]);
  const at = (lat: number, zone: PriceArea) => summer({ location: { lat, lng: 15, zone } });
  assert.ok(at(68, 'SE4') > at(56, 'SE4') + 500);
  assert.equal(at(60, 'SE1'), at(60, 'SE4'));
});

test('the model has its name, the three parts, the place of its temperatures, and what its peaks are', () => {
  const model = (changes: object) =>
    caseOf({ pv: { monthly_profile: noonProfile(2) }, ...changes }).model;
  const consumption = { yearly_kwh: 6500, ev_km_per_day: 40 };
  const { model: name, ...rest } = model({ consumption }).household ?? {};
  assert.match(name ?? '', /^house-profile 1: synthetic hours in a fixed order/);
  assert.deepEqual(rest, {
    household_kwh: 5000,
    hot_water_kwh: 1500,
    space_heat_kwh: 0,
    temperatures_of: 'Söderås',
  });
  const there = model({ location: { lat: 61.5, lng: 17.25 } });
  assert.equal(there.household?.temperatures_of, 'the point');
  const charge = { peak_charge_sek_per_kw_month: 50 };
  assert.equal(model({}).peaks_note, undefined);
  assert.match(
    model({ prices: charge }).peaks_note ?? '',
    /one typical house .* Give consumption.hourly_kwh/,
  );
  const own = model({ prices: charge, consumption: { hourly_kwh: constantYear(1) } });
  assert.deepEqual([own.household, own.peaks_note], [undefined, undefined]);
});

test('pv.monthly_profile is one typical day, repeated on each day of its month', () => {
  const rows = Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: 24 }, (_, hour) => month + hour / 100),
  );
  const { house } = caseOf({ pv: { monthly_profile: rows } });
  const at = (month: number, day: number, hour: number) => {
    return house.pvKwh[MONTH_START[month] + day * 24 + hour];
  };
  assert.deepEqual([at(0, 0, 0), at(0, 30, 23), at(1, 0, 0), at(1, 27, 5)], [0, 0.23, 1, 1.05]);
  assert.deepEqual([at(11, 0, 12), house.pvKwh[HOURS - 1]], [11.12, 11.23]);
});
