/** The schemas as files and, in Ajv, as checks: all that the generator of the ready checks loads of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { PROJECT } from '../project.ts';
import { addressedSchemas } from './addressed-schemas.ts';
import { firstWrongItem } from './first-wrong-item.ts';
import type { JsonSchema } from './problem.ts';
import { schemaFinder } from './schema-finder.ts';

/** The folder of the schemas, with a slash at its end. */
export const SCHEMAS = `${PROJECT}schemas/`;

/** Every schema's path below SCHEMAS, which is its `$id`, in order. */
export function schemaFiles(): string[] {
  return readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.schema.json'))
    .sort();
}

const require = createRequire(import.meta.url);

/**
 * Ajv with all schemas. It reports all errors (of an array's items the first), each with its place in a schema's file
 * (`common.schema.json#/$defs/tilt/maximum`). Its code is loaded here: it would be most of the service's start.
 */
export function ajvOfAll(options: Options): Ajv2020 {
  const { Ajv2020, _ } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const addFormats = require('ajv-formats') as typeof import('ajv-formats');
  const ajv = new Ajv2020({
    strict: true,
    validateSchema: false,
    strictRequired: false,
    discriminator: true,
    allErrors: true,
    messages: false,
    inlineRefs: false,
    ...options,
  });
  addFormats.default.default(ajv);
  ajv.removeKeyword('items').addKeyword(firstWrongItem(_));
  for (const [address, schema] of addressedSchemas(schemaFiles(), findSchema))
    ajv.addSchema(schema, address);
  // Without it a path begins at the nearest reference, and does not say whose.
  for (const [address, schema] of Object.entries(ajv.schemas))
    Object.assign(schema ?? {}, { schemaPath: address.includes('#') ? address : `${address}#` });
  return ajv;
}

const compiling = new Map<boolean, Ajv2020>();

/** The check of a schema whose code does not stand ready, compiled now. @throws Error when there is no such schema */
export function compiledCheck(id: string, useDefaults: boolean): ValidateFunction {
  const ajv = compiling.get(useDefaults) ?? ajvOfAll({ code: { optimize: false }, useDefaults });
  compiling.set(useDefaults, ajv);
  const check = ajv.getSchema<unknown>(id);
  if (!check) throw new Error(`schemas/${id} does not exist.`);
  return check as ValidateFunction;
}

let ids: Map<string, string> | undefined;
const read = new Map<string, JsonSchema>();

export function schemaFile(file: string): JsonSchema | undefined {
  ids ??= new Map(schemaFiles().map((id) => [basename(id), id]));
  const id = ids.get(file);
  if (id === undefined) return undefined;
  const whole = read.get(id) ?? JSON.parse(readFileSync(`${SCHEMAS}${id}`, 'utf8'));
  read.set(id, whole);
  return whole;
}

export const findSchema = schemaFinder(schemaFile);

/** A schema, or a part of one, by its reference. */
export function schemaOf(ref: string): JsonSchema {
  return findSchema(ref).schema;
}
