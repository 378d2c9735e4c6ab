import * as fillingChecks from './filling-checks.ts';
import { validators } from './validate.ts';

/** A `validator` whose checks also put the schema's defaults into the very value that they are given. */
export const fillingValidator = validators(fillingChecks, true);
