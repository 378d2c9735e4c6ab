import type { Ajv2020 } from 'ajv/dist/2020.js';
import * as fillingChecks from './filling-checks.ts';
import type { Schemas } from './types.ts';
import {
  compiledBy,
  type QuickChecks,
  quickName,
  type Validator,
  validatorOf,
  wordingAjv,
} from './validate.ts';

const FILLING: QuickChecks = fillingChecks;

let wording: Ajv2020 | undefined;

/** As `validator`, and the check also puts the schema's defaults into the very value that it is given. */
export function fillingValidator<Id extends keyof Schemas>(
  id: Id,
  without: readonly string[] = [],
): Validator<Id> {
  return validatorOf(id, FILLING[quickName(id, without)], () => {
    wording ??= wordingAjv(true);
    return compiledBy(wording, id, without);
  });
}
