import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { SCHEMAS, schemaFiles } from './all-schemas.ts';
import { InvalidValueError } from './invalid-value.ts';
import { PROBLEMS } from './problem.ts';
import { validator } from './validate.ts';

const check = validator('data/cell-question.schema.json');
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

test('a value that may be null is checked by its other schema', () => {
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

test('of several faults the first in the schema is reported', () => {
  assert.equal(fault({ lat: 100, ghi_kwh_m2: [], colour: 1 }).field, 'lat');
});

test('of an unknown field the nearest known name is suggested, when one is near', () => {
  const value = { lat: 59, ghi_kwh_m2: MONTHS };
  assert.match(fault({ ...value, ghi_kwh: 1 }).message, /did you mean "ghi_kwh_m2"/);
  assert.match(fault({ ...value, xyz: 1 }).message, /is not a known field, expected lat, /);
});

test('a name is suggested for a slip, whatever its case, and not for another word', () => {
  const value = { lat: 59, ghi_kwh_m2: MONTHS };
  assert.match(fault({ ...value, LAT: 1 }).message, /did you mean "lat"/);
  assert.match(fault({ ...value, albdo: 1 }).message, /did you mean "albedo"/);
  for (const name of ['lng', 'tilt', 'heat', 'elevation']) {
    assert.doesNotMatch(fault({ ...value, [name]: 1 }).message, /did you mean/, name);
  }
});

test('an array of another length is refused with its count', () => {
  assert.match(fault({ lat: 59, ghi_kwh_m2: [1] }).message, /has 1 item, expected exactly 12/);
});

test('arrays and objects are shown by their kind, however deep', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  assert.match(
    fault({ lat: deep, ghi_kwh_m2: MONTHS }).message,
    /"lat" is an array, expected a number/,
  );
  assert.match(fault({ lat: {}, ghi_kwh_m2: MONTHS }).message, /"lat" is an object/);
  assert.match(fault([]).message, /The value is an array, expected an object/);
});

test('an error names the fields that an object must have', () => {
  const recipe = JSON.parse(
    readFileSync(new URL('../../fixtures/recipe.json', import.meta.url), 'utf8'),
  );
  recipe.sources[0].ghi.accept_range = true;
  const checkRecipe = validator('data/recipe.schema.json');
  assert.throws(() => checkRecipe(recipe), {
    message: '"sources[0].ghi.accept_range" is true, expected an object like {"reason": "..."}.',
  });
});

test('very long names and values are not repeated', () => {
  for (const name of ['lat', 'sky_model', 'y'.repeat(10_000)]) {
    const long = fault({ lat: 59, ghi_kwh_m2: MONTHS, [name]: 'y'.repeat(10_000) });
    assert.ok(long.message.length < 300);
  }
});

test('every keyword of the schemas that a value can break has a sentence of our own', () => {
  // These hold no value against anything themselves.
  const others = [
    ...['allOf', 'items', 'properties', 'dependentSchemas', '$ref', '$id', '$schema', '$defs'],
    ...['title', 'description', 'default', 'writeOnly'],
  ];
  // No schemas are in these.
  const valued = ['default', 'const', 'enum', 'dependentRequired', 'discriminator'];
  const keywords = new Set<string>();
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if (Array.isArray(schema)) {
      for (const part of schema) walk(part);
      return;
    }
    for (const [keyword, part] of Object.entries(schema)) {
      keywords.add(keyword);
      const named = ['properties', '$defs', 'dependentSchemas'].includes(keyword);
      if (named) for (const inner of Object.values(part)) walk(inner);
      else if (!valued.includes(keyword)) walk(part);
    }
  };
  for (const file of schemaFiles()) walk(JSON.parse(readFileSync(`${SCHEMAS}${file}`, 'utf8')));
  const missing = [...keywords].filter((keyword) => !(keyword in PROBLEMS));
  assert.deepEqual(
    missing.filter((keyword) => !others.includes(keyword)),
    [],
  );
});

test('no two schemas have one file name, by which checks and references find them', () => {
  const names = schemaFiles().map((file) => basename(file));
  assert.deepEqual(names, [...new Set(names)]);
});

test('every schema is a valid JSON Schema', () => {
  const files = schemaFiles();
  const ajv = new Ajv.default({
    strict: true,
    strictRequired: false,
    discriminator: true,
    validateSchema: true,
  });
  addFormats.default(ajv);
  assert.ok(files.length > 20);
  for (const file of files) ajv.addSchema(JSON.parse(readFileSync(`${SCHEMAS}${file}`, 'utf8')));
});
