import { normalise, normaliseMatrix } from '#engine/yield/normalise.ts';
import { type SeriesInput, seriesInput } from '#engine/yield/series-input.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { PvYieldInput, PvYieldMatrixInput } from '../../../schemas/types.ts';
import { checked } from '../../http/http-error.ts';
import { isObject } from '../../http/json-body.ts';
import { refuseForeignNames } from '../../http/near-misses.ts';
import { checkedQuery } from '../../http/query-parameters.ts';

const checkQuery = validator('api/pv-yield-query.schema.json');
const checkMatrixQuery = validator('api/pv-yield-matrix-query.schema.json');
const checkItem = validator('api/pv-yield-batch-item.schema.json');
const checkSeries = validator('api/pv-yield-series-request.schema.json');

const PLACE = ['lat', 'lng', 'system_loss', 'shading'] as const;
const MATRIX = [...PLACE, 'months'] as const;
const PLANE = [...PLACE, 'tilt', 'azimuth', 'kwp'] as const;
const ITEM = [...PLANE, 'id'] as const;
/** An item with more names is not one with another service's, and its schema names the first at less cost. */
const MOST_NAMES = 2 * ITEM.length;

/** Ignored here, they would leave horizon and snow out of the answer without a word. */
const SERIES = {
  call: 'POST /api/v1/pv-yield/series',
  names: ['horizon_deg', 'userhorizon', 'snow_loss'],
};
const LOOKUP = { call: 'GET /api/v1/pv-yield', names: PLANE };

/**
 * The parameters of a lookup from a query string's values. Unknown parameters are ignored, but for
 * near misses of ours, of those that a series has, and names that change a yield in other services.
 * @throws HttpError invalid_parameter or not_supported naming the first wrong field
 */
export function parseLookupQuery(query: Record<string, unknown>): PvYieldInput {
  return normalise(checkedQuery(checkQuery, query, PLANE, [SERIES]));
}

/** The parameters of a matrix call, as those of a lookup. `months` only where the caller wants them. */
export function parseMatrixQuery(query: Record<string, unknown>): PvYieldMatrixInput {
  return normaliseMatrix(checkedQuery(checkMatrixQuery, query, MATRIX, [LOOKUP, SERIES]));
}

/**
 * One item of a batch, without its id.
 * @throws HttpError invalid_parameter or not_supported naming the first wrong field, relative to the item
 */
export function parseBatchItem(item: unknown): PvYieldInput {
  if (isObject(item) && Object.keys(item).length <= MOST_NAMES)
    refuseForeignNames(item, ITEM, [SERIES]);
  return normalise(checked(checkItem, item));
}

/**
 * Checks and normalises the body of a series call.
 * @throws HttpError invalid_parameter naming the first wrong field, `faces[2].tilt`
 */
export function parseSeries(body: unknown): SeriesInput {
  return seriesInput(checked(checkSeries, body));
}
