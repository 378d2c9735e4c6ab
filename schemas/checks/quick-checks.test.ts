/** The checks that stand ready as code accept what Ajv accepts, and nothing else. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { CHECKED, FILLED } from '../generate/quick-checks-code.ts';
import { findSchema, SCHEMAS, schemaFiles, schemaOf } from './all-schemas.ts';
import * as fillingChecks from './filling-checks.ts';
import * as quickChecks from './quick-checks.ts';
import { faultOf } from './rank-errors.ts';
import { quickName } from './schema-finder.ts';
import type { Check } from './validate.ts';

const ODD = [null, true, '', 'x', -1, 0, 0.5, 1e9, Number.NaN, [], {}, [null], { x: 1 }];

/**
 * The value with one part changed: another value, one field less, one more. Of an array its first and
 * last: all its entries have one schema, and tables of planes have thousands.
 */
function* changed(value: unknown): Generator<unknown> {
  yield* ODD;
  if (Array.isArray(value)) {
    yield [...value, ...value];
    for (const [i, part] of value.entries())
      if (i === 0 || i === value.length - 1)
        for (const other of changed(part)) yield value.with(i, other);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, more: 1 };
    for (const [name, part] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const other of changed(part)) yield { ...value, [name]: other };
    }
  }
}

interface Shape {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  discriminator?: object;
  oneOf?: Shape[];
  allOf?: Shape[];
  type?: string;
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | false;
  maxProperties?: number;
  propertyNames?: Shape;
  items?: Shape;
  contains?: Shape;
  minItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
}

const FORMATS: Record<string, string> = {
  date: '2026-03-01',
  'date-time': '2026-03-01T00:00:00Z',
  email: 'anna@example.se',
};

/** Fields that may not be where another is. */
const ONE_HOUSE = ['consumption.hourly_kwh', 'pv.hourly_kwh', 'prices.export_sek_per_kwh'];
const EXCLUDED: Record<string, string[]> = {
  offerRequest: ['applicants'],
  simulationRequest: ONE_HOUSE,
  batteryStrategiesRequest: ONE_HOUSE,
  simulationRangeRequest: ONE_HOUSE,
  pvYieldSeriesRequest: ['userhorizon'],
};

function remove(value: object, path: string): void {
  const names = path.split('.');
  const parent = names.slice(0, -1).reduce<object>((part, name) => Reflect.get(part, name), value);
  Reflect.deleteProperty(parent, names.at(-1) ?? '');
}

/** A value that a schema of the file allows, with every field that it may have. */
function sample(shape: Shape, file: string): unknown {
  const {
    $ref,
    properties = {},
    additionalProperties,
    propertyNames,
    items = {},
    contains,
  } = shape;
  if ($ref) {
    const [named, pointer] = $ref.split('#');
    const other = named || file;
    return sample(schemaOf(`${other}#${pointer ?? ''}`) as Shape, other);
  }
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const chosen = shape.discriminator && shape.oneOf?.at(-1);
  const inner = chosen ?? shape.anyOf?.at(-1) ?? shape.allOf?.[0];
  if (inner) return sample(inner, file);
  if (shape.type === 'array') {
    const length = shape.uniqueItems ? 1 : Math.max(1, shape.minItems ?? 0);
    return Array.from({ length }, () => sample({ ...items, ...contains }, file));
  }
  if (shape.type === 'object') {
    const fields = Object.entries(properties).map(([name, part]) => [name, sample(part, file)]);
    if (additionalProperties)
      fields.push([sampleText(propertyNames ?? {}), sample(additionalProperties, file)]);
    return Object.fromEntries(fields.slice(0, shape.maxProperties));
  }
  if (shape.type === 'string') return sampleText(shape);
  if (shape.type === 'boolean') return true;
  if (shape.type === 'null') return null;
  return shape.exclusiveMinimum === undefined ? (shape.minimum ?? 0) : shape.exclusiveMinimum + 1;
}

function sampleText({ pattern, format, minLength = 0 }: Shape): string {
  if (format && format in FORMATS) return FORMATS[format];
  if (pattern === undefined) return 'x'.repeat(minLength);
  return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 1 })[0];
}

/** Form of a message about a field, or about the whole value. */
const SENTENCE = /^("[^"]+"|The value) (is|has) .*\.$/s;

for (const [checks, useDefaults, listed] of [
  [quickChecks, false, CHECKED],
  [fillingChecks, true, FILLED],
] as const) {
  const ajv = new Ajv2020({ strictRequired: false, discriminator: true, useDefaults });
  addFormats.default(ajv);
  for (const file of schemaFiles())
    ajv.addSchema(JSON.parse(readFileSync(`${SCHEMAS}${file}`, 'utf8')));
  const byName: Partial<Record<string, Check>> = checks;
  for (const id of listed) {
    const name = quickName(id);
    test(`${name}${useDefaults ? ', filled in' : ''}: what Ajv accepts of values changed in one part`, () => {
      const [check, expected] = [byName[name], ajv.getSchema(id)];
      assert.ok(check && expected);
      const whole = sample(schemaOf(id) as Shape, id) as object;
      for (const path of EXCLUDED[name] ?? []) remove(whole, path);
      let [accepted, refused] = [0, 0];
      for (const value of [whole, ...changed(whole)]) {
        const [ours, theirs] = [structuredClone(value), structuredClone(value)];
        const fits: boolean = expected(theirs) === true;
        if (check(ours) !== fits)
          assert.fail(`not ${fits}: ${JSON.stringify(value).slice(0, 300)}`);
        if (!fits) assert.match(faultOf(check.errors ?? [], ours, findSchema).message, SENTENCE);
        if (fits && useDefaults) assert.deepEqual(ours, theirs);
        if (fits) accepted++;
        else refused++;
      }
      assert.ok(expected(structuredClone(whole)), JSON.stringify(expected.errors));
      assert.ok(accepted > 0 && refused > 10, `${accepted} accepted, ${refused} refused`);
    });
  }
}
