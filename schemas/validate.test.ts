import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidValueError, validator } from './validate.ts';

const check = validator('cell-question.schema.json');
const MONTHS = Array(12).fill(100);

function fault(value: unknown): InvalidValueError {
  try {
    check(value);
  } catch (error) {
    assert.ok(error instanceof InvalidValueError);
    return error;
  }
  assert.fail('the value was accepted');
}

test('a value that fits comes back as it is', () => {
  const value = { lat: 59, ghi_kwh_m2: MONTHS, wind_m_s: null };
  assert.equal(check(value), value);
});

test('nested values are named by dotted path and index', () => {
  assert.equal(fault({ lat: 59, ghi_kwh_m2: MONTHS.with(3, 'x') }).field, 'ghi_kwh_m2[3]');
});

test('unknown and missing fields are named', () => {
  assert.match(
    fault({ lat: 59, ghi_kwh_m2: MONTHS, colour: 1 }).message,
    /"colour" is not a known field/,
  );
  assert.match(
    fault({ ghi_kwh_m2: MONTHS }).message,
    /"lat" is missing, expected a number from -90 to 90/,
  );
});

test('the message shows what was found, shortened, and what was expected', () => {
  assert.match(
    fault({ lat: 'x'.repeat(500), ghi_kwh_m2: MONTHS }).message,
    /is "x{50,60}\.\.\., expected a number from -90 to 90/,
  );
});

test('what may be null is held against what it may be besides', () => {
  const question = { lat: 59, ghi_kwh_m2: MONTHS };
  assert.match(
    fault({ ...question, albedo: 2 }).message,
    /"albedo" is 2, expected a number from 0 to 1/,
  );
  assert.match(
    fault({ ...question, wind_m_s: -1 }).message,
    /"wind_m_s" is -1, expected a number not below 0/,
  );
  assert.match(
    fault({ ...question, sky_model: 'perez' }).message,
    /is "perez", expected one of isotropic, hay_davies/,
  );
  assert.equal(
    fault({ ...question, diffuse_fraction: MONTHS.with(5, 1.2).fill(0.5, 0, 5) }).field,
    'diffuse_fraction[5]',
  );
});

test('of several faults the first in the schema is told', () => {
  assert.equal(fault({ lat: 100, ghi_kwh_m2: [], colour: 1 }).field, 'lat');
});
