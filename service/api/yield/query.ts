import { normalise, normaliseMatrix } from '#engine/yield/normalise.ts';
import { checkLookup, PLANE, SERIES } from '#engine/yield/parse.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type {
  PvYieldInput,
  PvYieldMatrixInput,
  PvYieldMatrixQuery,
} from '../../../schemas/types.ts';
import { checkedQuery } from '../../http/query-parameters.ts';

const checkMatrixQuery = validator('api/pv-yield-matrix-query.schema.json');

const MATRIX = Object.keys({
  lat: 0,
  lng: 0,
  system_loss: 0,
  shading: 0,
  months: 0,
} satisfies Record<keyof PvYieldMatrixQuery, 0>);
const LOOKUP = { call: 'GET /api/v1/pv-yield', names: PLANE };

/**
 * The parameters of a lookup from a query string's values. Unknown parameters are ignored, but for
 * near misses of ours, of those that a series has, and names that change a yield in other services.
 * @throws HttpError invalid_parameter or not_supported naming the first wrong field
 */
export function parseLookupQuery(query: Record<string, unknown>): PvYieldInput {
  return normalise(checkedQuery(checkLookup, query, PLANE, [SERIES]));
}

/** The parameters of a matrix call, as those of a lookup. `months` only where the caller wants them. */
export function parseMatrixQuery(query: Record<string, unknown>): PvYieldMatrixInput {
  return normaliseMatrix(checkedQuery(checkMatrixQuery, query, MATRIX, [LOOKUP, SERIES]));
}
