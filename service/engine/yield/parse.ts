import { validator } from '../../../schemas/checks/validate.ts';
import type { PvYieldInput, PvYieldQuery } from '../../../schemas/types.ts';
import { exactName, refuseNearMisses } from '../near-misses.ts';
import { checked } from '../refusal.ts';
import { normalise } from './normalise.ts';
import { type SeriesInput, seriesInput } from './series-input.ts';

/** The check of a lookup's parameters. */
export const checkLookup = validator('api/pv-yield-query.schema.json');
const checkItem = validator('api/pv-yield-batch-item.schema.json');
const checkSeries = validator('api/pv-yield-series-request.schema.json');

/** The parameters of a lookup. The compiler compares them with the schema's. */
export const PLANE = Object.keys({
  lat: 0,
  lng: 0,
  system_loss: 0,
  shading: 0,
  tilt: 0,
  azimuth: 0,
  kwp: 0,
} satisfies Record<keyof PvYieldQuery, 0>);
const ITEM = [...PLANE, 'id'];
/** An item with more names is not one with another service's, and its schema names the first at less cost. */
const MOST_NAMES = 2 * ITEM.length;

/** Ignored in a lookup, they would leave horizon and snow out of the answer without a word. */
export const SERIES = {
  call: 'POST /api/v1/pv-yield/series',
  names: ['horizon_deg', 'userhorizon', 'snow_loss'],
};

/**
 * The parameters of a lookup, as numbers.
 * @throws RequestError invalid_parameter naming the first wrong one
 */
export function parseLookup(parameters: unknown): PvYieldInput {
  return normalise(checked(checkLookup, parameters));
}

/**
 * One item of a batch, without its id.
 * @throws RequestError invalid_parameter or not_supported naming the first wrong field, relative to the item
 */
export function parseBatchItem(item: unknown): PvYieldInput {
  const fields = Object(item);
  if (Object.keys(fields).length <= MOST_NAMES) refuseNearMisses(fields, ITEM, [SERIES], exactName);
  return normalise(checked(checkItem, item));
}

/**
 * Checks and normalises the body of a series call.
 * @throws RequestError invalid_parameter naming the first wrong field, `faces[2].tilt`
 */
export function parseSeries(body: unknown): SeriesInput {
  return seriesInput(checked(checkSeries, body));
}
