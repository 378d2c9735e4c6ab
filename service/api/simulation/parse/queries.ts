import { roundTo } from '#engine/round.ts';
import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import type {
  GridTariffsInput,
  SimulationMarketInput,
  SimulationMarketQuery,
} from '../../../../schemas/types.ts';
import { checkedQuery } from '../../../http/query-parameters.ts';

const checkMarketQuery = validator('api/simulation-market-query.schema.json');
const checkTariffsQuery = validator('api/grid-tariffs-query.schema.json');

/**
 * A market query: a point, a price area, or both, and how fine the prices are. Unknown parameters are ignored as
 * in a lookup.
 * @throws HttpError invalid_parameter naming the field
 */
export function parseMarketQuery(query: Record<string, unknown>): SimulationMarketInput {
  const names = ['lat', 'lng', 'zone', 'resolution', 'grid_tariff', 'fuse_a'];
  return checkedQuery((given) => marketInput(checkMarketQuery(given)), query, names);
}

function marketInput({
  resolution,
  grid_tariff,
  fuse_a = 20,
  ...place
}: SimulationMarketQuery): SimulationMarketInput {
  return {
    ...placeOf(place),
    ...(resolution === 'hourly' && { resolution }),
    ...(grid_tariff !== undefined && { grid_tariff, fuse_a }),
  };
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

/**
 * Which price lists are asked for.
 * @throws HttpError invalid_parameter naming the field
 */
export function parseTariffsQuery(query: Record<string, unknown>): GridTariffsInput {
  const names = ['company', 'valid_on', 'all'];
  const { all, ...lists } = checkedQuery(checkTariffsQuery, query, names);
  return all === 1 ? { ...lists, all } : lists;
}
