import type { Schemas } from '../types.ts';
import * as quickChecks from './quick-checks.ts';
import { quickName } from './quick-name.ts';
import { slowChecks } from './slow-checks.ts';

/** A check of one schema: returns the value as the schema's type or throws an InvalidValueError. */
export type Validator<Id extends keyof Schemas> = (value: unknown) => NonNullable<Schemas[Id]>;

/** Checks that stand ready as code, by `quickName`; they say only whether a value fits. */
type QuickChecks = Partial<Record<string, (value: unknown) => boolean>>;

/**
 * Checks of schemas, each by its ready code. What does not stand ready is checked slowly, and all are to word a refusal.
 * @param useDefaults whether they put a schema's defaults into the very value that they are given
 */
export function validators(ready: QuickChecks, useDefaults: boolean) {
  const slow = slowChecks(useDefaults);
  return <Id extends keyof Schemas>(id: Id, without: readonly string[] = []): Validator<Id> => {
    const fits = ready[quickName(id, without)];
    const check = slow(id, without);
    return (value) => {
      if (!fits?.(value)) check(value);
      return value as NonNullable<Schemas[Id]>;
    };
  };
}

/**
 * The check of a schema. Of several faults it names the first in the schema's own order.
 * @param without keywords at the schema's top that the caller sees to
 */
export const validator = validators(quickChecks, false);
