import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import recipe from '../../fixtures/recipe.json' with { type: 'json' };
import { SCHEMAS, schemaFiles } from './all-schemas.ts';
import { InvalidValueError } from './invalid-value.ts';
import { PROBLEMS } from './problem.ts';
import { validator } from './validate.ts';

const check = validator('data/cell-question.schema.json');
const MONTHS = Array(12).fill(100);
const QUESTION = { lat: 59, ghi_kwh_m2: MONTHS };

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
  const value = { ...QUESTION, wind_m_s: null };
  assert.equal(check(value), value);
});

const DEEP = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));

const FAULTS: [what: string, value: unknown, message: RegExp][] = [
  [
    'a nested value by dotted path and index',
    { ...QUESTION, ghi_kwh_m2: MONTHS.with(3, 'x') },
    /^"ghi_kwh_m2\[3\]"/,
  ],
  ['a missing field', { ghi_kwh_m2: MONTHS }, /"lat" is missing, expected a number from -90 to 90/],
  [
    'a long value, shortened',
    { ...QUESTION, lat: 'x'.repeat(500) },
    /is "x{50,60}\.\.\., expected/,
  ],
  [
    'a null value by its other schema',
    { ...QUESTION, albedo: 2 },
    /is 2, expected a number from 0/,
  ],
  ['a limit', { ...QUESTION, wind_m_s: -1 }, /"wind_m_s" is -1, expected a number not below 0/],
  ['a name', { ...QUESTION, sky_model: 'perez' }, /"perez", expected one of isotropic, hay_davies/],
  [
    'an item of an array that may be null',
    { ...QUESTION, diffuse_fraction: MONTHS.with(5, 1.2).fill(0.5, 0, 5) },
    /^"diffuse_fraction\[5\]"/,
  ],
  ['of several faults the first in the schema', { lat: 100, ghi_kwh_m2: [], colour: 1 }, /^"lat"/],
  ['an unknown field', { ...QUESTION, colour: 1 }, /"colour" is not a known field, expected lat, /],
  ['the nearest known name', { ...QUESTION, ghi_kwh: 1 }, /did you mean "ghi_kwh_m2"/],
  ['a name in other letters', { ...QUESTION, LAT: 1 }, /did you mean "lat"/],
  ['a slip', { ...QUESTION, albdo: 1 }, /did you mean "albedo"/],
  ['a wrong count', { ...QUESTION, ghi_kwh_m2: [1] }, /has 1 item, expected exactly 12/],
  ['an array, however deep', { ...QUESTION, lat: DEEP }, /"lat" is an array, expected a number/],
  ['an object by its kind', { ...QUESTION, lat: {} }, /"lat" is an object/],
  ['the whole value', [], /The value is an array, expected an object/],
];
for (const [what, value, message] of FAULTS) {
  test(`the message names ${what}`, () => {
    assert.match(fault(value).message, message);
  });
}

test('no name is suggested for another word', () => {
  for (const name of ['lng', 'tilt', 'heat', 'elevation']) {
    assert.doesNotMatch(fault({ ...QUESTION, [name]: 1 }).message, /did you mean/, name);
  }
});

test('an error names the fields that an object must have', () => {
  const [source] = recipe.sources;
  const wrong = { ...source, ghi: { ...source.ghi, accept_range: true } };
  const checkRecipe = validator('data/recipe.schema.json');
  assert.throws(() => checkRecipe({ ...recipe, sources: [wrong] }), {
    message: '"sources[0].ghi.accept_range" is true, expected an object like {"reason": "..."}.',
  });
});

test('very long names and values are not repeated', () => {
  for (const name of ['lat', 'sky_model', 'y'.repeat(10_000)]) {
    const long = fault({ ...QUESTION, [name]: 'y'.repeat(10_000) });
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
