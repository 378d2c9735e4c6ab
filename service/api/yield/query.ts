import { validator } from '../../../schemas/checks/validate.ts';
import type { PvYieldInput, PvYieldMatrixInput } from '../../../schemas/types.ts';
import { checked, HttpError } from '../../http/http-error.ts';
import { checkedQuery } from '../../http/query-parameters.ts';
import { normalise, normaliseMatrix } from './normalise.ts';

const checkQuery = validator('api/pv-yield-query.schema.json');
const checkMatrixQuery = validator('api/pv-yield-matrix-query.schema.json');
const checkItem = validator('api/pv-yield-batch-item.schema.json');

const PLACE = ['lat', 'lng', 'system_loss', 'shading'] as const;
const MATRIX = [...PLACE, 'months'] as const;
const PLANE = [...PLACE, 'tilt', 'azimuth', 'kwp'] as const;

/** Parameters of a series alone, which reckons by the hour. */
const BY_THE_HOUR = ['horizon_deg', 'userhorizon', 'snow_loss'];

/**
 * The parameters of a lookup from a query string's values. Unknown parameters are ignored, but for
 * those that are plainly meant as one of ours, or that a series has.
 * @throws HttpError invalid_parameter naming the first wrong field
 */
export function parseLookupQuery(query: Record<string, unknown>): PvYieldInput {
  refuseHourly(query);
  return normalise(checkedQuery(checkQuery, query, PLANE));
}

/** The parameters of a matrix call; `months` only where the caller wants them. */
export function parseMatrixQuery(query: Record<string, unknown>): PvYieldMatrixInput {
  refuseHourly(query);
  return normaliseMatrix(checkedQuery(checkMatrixQuery, query, MATRIX));
}

/** Refuses what would be ignored: the answer would have no horizon and no snow, and not say so. */
function refuseHourly(query: Record<string, unknown>): void {
  const given = BY_THE_HOUR.find((name) => query[name] !== undefined);
  if (given === undefined) return;
  const message = `"${given}" is not a parameter here: POST /api/v1/pv-yield/series has it, for a roof. Leave it out.`;
  throw new HttpError('invalid_parameter', message, given);
}

/**
 * One item of a batch, without its id.
 * @throws HttpError invalid_parameter naming the first wrong field, relative to the item
 */
export function parseBatchItem(item: unknown): PvYieldInput {
  return normalise(checked(checkItem, item));
}
