import type { ErrorObject } from 'ajv';
import type { Schemas } from '../types.ts';
import { compiledCheck, findSchema } from './all-schemas.ts';
import * as quickChecks from './quick-checks.ts';
import { faultOf } from './rank-errors.ts';
import { quickName } from './schema-finder.ts';

/** A check of one schema: returns the value as the schema's type or throws an InvalidValueError. */
type Validator<Id extends keyof Schemas> = (value: unknown) => NonNullable<Schemas[Id]>;

/** A check of Ajv's, which leaves its errors at itself. */
export type Check = ((value: unknown) => boolean) & { errors?: ErrorObject[] | null };

/** Checks that stand ready as code, by `quickName`. */
type QuickChecks = Partial<Record<string, Check>>;

/**
 * Checks of schemas, each by its ready code, or compiled when it is first used.
 * @param useDefaults whether they put a schema's defaults into the very value that they are given
 */
export function validators(ready: QuickChecks, useDefaults: boolean) {
  return <Id extends keyof Schemas>(id: Id): Validator<Id> => {
    let fits = ready[quickName(id)];
    return (value) => {
      fits ??= compiledCheck(id, useDefaults);
      if (fits(value)) return value as NonNullable<Schemas[Id]>;
      throw faultOf(fits.errors ?? [], value, findSchema);
    };
  };
}

/** The check of a schema. Of several faults it names the first in the schema's own order. */
export const validator = validators(quickChecks, false);
