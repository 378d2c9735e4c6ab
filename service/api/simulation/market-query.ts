import { roundTo } from '#engine/round.ts';
import { InvalidValueError, validator } from '../../../schemas/checks/validate.ts';
import { COUNTRY } from '../../../schemas/codec/coverage-mask.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { SimulationMarketInput, SimulationMarketQuery } from '../../../schemas/types.ts';
import { weakTag } from '../../http/etag.ts';
import { checkedQuery } from '../../http/query-parameters.ts';
import { assertCovered } from '../assert-covered.ts';

const check = validator('api/simulation-market-query.schema.json');

/**
 * The place of a market query: a point, a price area, or both. Unknown parameters are ignored as in a
 * lookup.
 * @throws HttpError invalid_parameter naming the field
 */
export function parseMarketQuery(query: Record<string, unknown>): SimulationMarketInput {
  return checkedQuery((given) => placeOf(check(given)), query, ['lat', 'lng', 'zone']);
}

function placeOf({ lat, lng, zone }: SimulationMarketQuery): SimulationMarketInput {
  const area = zone ? { zone } : {};
  if (lat !== undefined && lng !== undefined) {
    return { lat: roundTo(lat, 4), lng: roundTo(lng, 4), ...area };
  }
  if (lat !== undefined)
    throw new InvalidValueError('lng', 'is missing, expected a number from -180 to 180 beside lat');
  if (lng !== undefined)
    throw new InvalidValueError('lat', 'is missing, expected a number from -90 to 90 beside lng');
  if (zone) return area;
  throw new InvalidValueError('lat', 'is missing, expected lat and lng, or zone alone');
}

/** @throws HttpError outside_coverage for a point that the prices do not cover */
export function checkPlace({ mask }: PricesArtifact, { lat, lng }: SimulationMarketInput): void {
  if (lat !== undefined && lng !== undefined) assertCovered(mask, COUNTRY, lat, lng);
}

/** Tag of a market: the prices' version and the place. */
export function marketTag(
  { header }: PricesArtifact,
  { lat, lng, zone }: SimulationMarketInput,
): string {
  return weakTag('market', header.dataset_version, lat, lng, zone);
}
