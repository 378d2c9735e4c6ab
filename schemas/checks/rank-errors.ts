/**
 * The fault that a message is about, of all errors of Ajv's: the first in the order of the schema's fields and, of the
 * forms that a value may have, that of the form which it comes nearest to.
 */
import type { ErrorObject } from 'ajv';
import { InvalidValueError } from './invalid-value.ts';
import { type Fault, type JsonSchema, MAX_SHOWN, problemOf } from './problem.ts';
import type { FindSchema, SchemaPart } from './schema-finder.ts';

/** An error, the names that lead to its field, and the errors of the field's other forms. */
interface Ranked {
  error: ErrorObject;
  path: string[];
  others: Ranked[];
}

/** Keywords whose error sums up those of the schemas below them. */
export const SUMMING = ['anyOf', 'oneOf', 'contains', 'propertyNames'];
/** Names that an object may not have come after all that it has. */
const UNKNOWN = ['additionalProperties', 'propertyNames'];
/** Rules between the parts of a value come after the parts. */
const BETWEEN = ['oneOf', 'anyOf', 'not', 'contains', 'uniqueItems', 'minProperties'];

/** Words the fault of a value. @param errors what Ajv reports of it, at least one */
export function faultOf(
  errors: readonly ErrorObject[],
  value: unknown,
  find: FindSchema,
): InvalidValueError {
  const ranked = first(withoutForms(errors, value, find), find);
  const { file } = schemaOf(ranked.error, find);
  const fault = describe(ranked, value, find);
  return new InvalidValueError(
    dotted(fault.path),
    problemOf(fault, (ref) => find(ref, file).schema),
  );
}

/** The errors, with the nearest form's in the place of those of all forms. */
function withoutForms(errors: readonly ErrorObject[], value: unknown, find: FindSchema): Ranked[] {
  const ranked: Ranked[] = [];
  for (const error of errors) {
    const one = { error, path: pathOf(error), others: [] };
    if (!SUMMING.includes(error.keyword)) {
      ranked.push(one);
      continue;
    }
    // The errors that an error sums up are directly before it.
    const start = ranked.findLastIndex((before) => !isBelow(before.error, error)) + 1;
    const parts = ranked.splice(start);
    ranked.push(error.keyword === 'anyOf' ? nearestForm(error, parts, value, find) : one);
  }
  return ranked;
}

function isBelow(part: ErrorObject, whole: ErrorObject): boolean {
  return (
    part.schemaPath.startsWith(`${whole.schemaPath}/`) &&
    `${part.instancePath}/`.startsWith(`${whole.instancePath}/`)
  );
}

/**
 * The first error of the form that a value comes nearest to: whose first error lies deepest, behind most items or with
 * most fields that it knows, and whose type the value has.
 */
function nearestForm(
  { schemaPath, instancePath }: ErrorObject,
  parts: readonly Ranked[],
  root: unknown,
  find: FindSchema,
): Ranked {
  const forms = new Map<string, Ranked[]>();
  for (const part of parts) {
    const [form] = part.error.schemaPath.slice(schemaPath.length + 1).split('/');
    const ofForm = forms.get(form) ?? [];
    if (ofForm.length === 0) forms.set(form, ofForm);
    ofForm.push(part);
  }
  const value = valueAt(root, namesOf(instancePath));
  const others = Array.from(forms, ([form, ofForm]) => {
    const one = first(ofForm, find, namesOf(instancePath).length);
    return { one, rank: nearness(one, find(`${schemaPath}/${form}`).schema, value) };
  })
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ one }) => one);
  const [best] = others;
  const isSamePlace = ({ path }: Ranked) => path.join('/') === best.path.join('/');
  return { ...best, others: others.filter(isSamePlace) };
}

function nearness(
  { error: { keyword }, path }: Ranked,
  { properties = {} }: JsonSchema,
  value: unknown,
): number {
  const names = isObject(value) ? Object.keys(value) : [];
  const known = names.filter((name) => Object.hasOwn(properties, name)).length;
  const isMissing = keyword === 'required' || keyword === 'additionalProperties';
  const depth = path.length - (isMissing ? 1 : 0);
  const index = Number(path.at(-1)) || 0;
  return 1e6 * depth + 10 * (known + index) + (keyword === 'type' ? 0 : 1);
}

/** The first of errors in the value that the first names of their paths lead to. */
function first(errors: readonly Ranked[], find: FindSchema, depth = 0): Ranked {
  const isOfPart = ({ error, path }: Ranked) =>
    path.length > depth && !(path.length === depth + 1 && UNKNOWN.includes(error.keyword));
  const own = errors.find(
    ({ error, path }) => path.length === depth && !BETWEEN.includes(error.keyword),
  );
  if (own) return own;
  const parts = errors.filter(isOfPart);
  if (parts.length === 0) return errors.find(({ path }) => path.length > depth) ?? errors[0];
  // Ajv reports missing fields before wrong ones, and wrong ones in the schema's order.
  const missing = parts.find(
    ({ error, path }) => error.keyword === 'required' && path.length === depth + 1,
  );
  const order = missing ? Object.keys(schemaOf(missing.error, find).schema.properties ?? {}) : [];
  const given = new Set(parts.map(({ path }) => path[depth]));
  const name = order.find((field) => given.has(field)) ?? parts[0].path[depth];
  return first(
    parts.filter(({ path }) => path[depth] === name),
    find,
    depth + 1,
  );
}

/** An error with the words that its message needs. */
function describe({ error, path, others }: Ranked, root: unknown, find: FindSchema): Fault {
  const [, property] = /\/dependentSchemas\/([^/]+)\//.exec(error.schemaPath) ?? [];
  const { i, j, property: given = property } = error.params;
  return {
    keyword: error.keyword,
    schema: schemaOf(error, find).schema,
    value: valueAt(root, path),
    path: withIndexes(root, path),
    params: { i, j, property: given },
    alternatives: others.map((other) => describe({ ...other, others: [] }, root, find)),
  };
}

/** The schema whose keyword an error is of. */
function schemaOf({ schemaPath }: ErrorObject, find: FindSchema): SchemaPart {
  return find(schemaPath.slice(0, schemaPath.lastIndexOf('/')));
}

function pathOf({ instancePath, params }: ErrorObject): string[] {
  const { missingProperty, additionalProperty, propertyName, tag } = params;
  const name = missingProperty ?? additionalProperty ?? propertyName ?? tag;
  return name === undefined ? namesOf(instancePath) : [...namesOf(instancePath), String(name)];
}

function namesOf(instancePath: string): string[] {
  const names = instancePath.split('/').slice(1);
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce((part, name) => (part as Record<string, unknown>)[name], root);
}

/** The path with numbers for the indexes of arrays, and names that a message can show. */
function withIndexes(root: unknown, path: readonly string[]): Fault['path'] {
  const isIndex = (depth: number) => Array.isArray(valueAt(root, path.slice(0, depth)));
  return path.map((name, depth) => (isIndex(depth) ? Number(name) : name.slice(0, MAX_SHOWN)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A path as messages have it: `faces[2].tilt`. */
function dotted(path: Fault['path']): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
  return parts.join('').replace(/^\./, '');
}
