import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { ajvOfAll, compiledBy, schemaOf } from './all-schemas.ts';
import { InvalidValueError } from './invalid-value.ts';
import { type JsonSchema, MAX_SHOWN, problemOf } from './problem.ts';

/** Makes the check of a schema without some keywords at its top; it throws an InvalidValueError. */
export type SlowChecks = (id: string, without: readonly string[]) => (value: unknown) => void;

/** Checks that Ajv compiles when they are first used, and that word what is wrong. */
export function slowChecks(useDefaults: boolean): SlowChecks {
  let ajv: Ajv2020 | undefined;
  return (id, without) => {
    let compiled: ValidateFunction | undefined;
    return (value) => {
      ajv ??= ajvOfAll({ code: { optimize: false }, allErrors: true, verbose: true, useDefaults });
      compiled ??= compiledBy(ajv, id, without);
      if (!compiled) throw new Error(`schemas/${id} does not exist.`);
      check(compiled, value);
    };
  };
}

function check(compiled: ValidateFunction, value: unknown): void {
  const { properties = {} } = compiled.schema as JsonSchema;
  if (compiled(value)) return;
  const errors = clearestErrors(compiled.errors ?? []);
  const error = firstOf(errors, Object.keys(properties));
  const alternatives = errors.filter(({ instancePath }) => instancePath === error.instancePath);
  throw new InvalidValueError(fieldOf(error, value), problemOf(error, alternatives, schemaOf));
}

/** The error whose top field comes first in the given order; unknown fields come last. */
function firstOf(errors: ErrorObject[], order: readonly string[]): ErrorObject {
  const rank = (error: ErrorObject) => {
    const index = order.indexOf(fieldParts(error)[0]);
    return index < 0 ? order.length : index;
  };
  return errors.toSorted((a, b) => rank(a) - rank(b))[0];
}

/**
 * The errors that say most: of a value that may be null what is wrong with the value, not that it is
 * no null; of an object what is wrong in it, not that another type would do as well; of a key that it is
 * wrong, not what about it.
 */
function clearestErrors(errors: ErrorObject[]): ErrorObject[] {
  const clear = errors.filter(
    (error) =>
      error.keyword !== 'anyOf' &&
      error.schema !== 'null' &&
      error.propertyName === undefined &&
      !(error.keyword === 'type' && errors.some((other) => isWithin(other, error))),
  );
  return clear.length > 0 ? clear : errors;
}

/** Whether an error is of a field of the value that another is of. */
function isWithin(error: ErrorObject, outer: ErrorObject): boolean {
  return fieldParts(error)
    .join('/')
    .startsWith(`${fieldParts(outer).join('/')}/`);
}

/** JSON pointer of the error, plus the name that is missing or unknown, or that decides. */
function fieldParts(error: ErrorObject): string[] {
  const parts = error.instancePath.split('/').slice(1);
  const { missingProperty, additionalProperty, propertyName, tag } = error.params;
  const name = missingProperty ?? additionalProperty ?? propertyName ?? tag;
  const unescaped = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return name === undefined ? unescaped : [...unescaped, String(name).slice(0, MAX_SHOWN)];
}

/** Dotted path of the error within the whole value; items of arrays by their index. */
function fieldOf(error: ErrorObject, value: unknown): string {
  let node = value;
  let field = '';
  for (const part of fieldParts(error)) {
    field += Array.isArray(node) ? `[${part}]` : `.${part}`;
    node = (node as Record<string, unknown> | undefined)?.[part];
  }
  return field.replace(/^\./, '');
}
