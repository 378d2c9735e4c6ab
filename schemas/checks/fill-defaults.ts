import * as fillingChecks from './filling-checks.ts';
import { validators } from './validate.ts';

/** As `validator`, and the check also puts the schema's defaults into the very value that it is given. */
export const fillingValidator = validators(fillingChecks, true);
