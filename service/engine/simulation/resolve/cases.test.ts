import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseOf, DATASET } from '../../../api/simulation/test/answers.ts';
import { testPrices } from '../../../api/simulation/test/prices.ts';
import { noonProfile } from '../../../api/simulation/test/requests.ts';
import { RequestError } from '../../refusal.ts';

const PV = { pv: { monthly_profile: noonProfile(2) } };

function refusal(body: unknown, prices: typeof DATASET) {
  try {
    caseOf(body, prices);
  } catch (error) {
    assert.ok(error instanceof RequestError, String(error));
    return error;
  }
  assert.fail('the request was accepted');
}

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

test('a point outside is outside_coverage, with or without a price area', () => {
  for (const zone of [{}, { zone: 'SE3' }]) {
    const error = refusal({ ...PV, location: { lat: 50, lng: 15, ...zone } }, DATASET);
    assert.equal(error.code, 'outside_coverage');
    assert.match(error.message, /The point 50, 15 is outside .* \(Sweden\)\.$/);
  }
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
