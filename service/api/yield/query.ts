import { roundTo } from '#engine/round.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import common from '../../../schemas/common.schema.json' with { type: 'json' };
import type {
  PvYieldBatchItem,
  PvYieldInput,
  PvYieldMatrixInput,
  PvYieldMatrixQuery,
  PvYieldQuery,
} from '../../../schemas/types.ts';
import { checked } from '../../http/http-error.ts';
import { checkedQuery } from '../../http/query-parameters.ts';

const checkQuery = validator('api/pv-yield-query.schema.json');
const checkMatrixQuery = validator('api/pv-yield-matrix-query.schema.json');
const checkItem = validator('api/pv-yield-batch-item.schema.json');

const { system_loss: lossSchema, shading: shadingSchema } = common.$defs;

const PLACE = ['lat', 'lng', 'system_loss', 'shading'] as const;
const MATRIX = [...PLACE, 'months'] as const;
const PLANE = [...PLACE, 'tilt', 'azimuth', 'kwp'] as const;

/**
 * The parameters of a lookup from a query string's values. Unknown parameters are ignored, but for
 * those that are plainly meant as one of ours.
 * @throws HttpError invalid_parameter naming the first wrong field
 */
export function parseLookupQuery(query: Record<string, unknown>): PvYieldInput {
  return normalise(checkedQuery(checkQuery, query, PLANE));
}

/** The parameters of a matrix call; `months` only where the caller wants them. */
export function parseMatrixQuery(query: Record<string, unknown>): PvYieldMatrixInput {
  const { months, ...place } = checkedQuery(checkMatrixQuery, query, MATRIX);
  return { ...normalisePlace(place), ...(months === 1 ? { months } : {}) };
}

/**
 * One item of a batch, without its id.
 * @throws HttpError invalid_parameter naming the first wrong field, relative to the item
 */
export function parseBatchItem(item: unknown): PvYieldInput {
  return normalise(checked(checkItem, item));
}

/** Rounds to a lookup's resolution (angles 0.01°, places 1e-4°, about 10 m) and fills in the schema's defaults. */
export function normalise(query: PvYieldQuery | PvYieldBatchItem): PvYieldInput {
  const { lat, lng, system_loss, shading } = normalisePlace(query);
  const tilt = roundTo(query.tilt, 2);
  const azimuth = roundTo(query.azimuth, 2) % 360;
  const input: PvYieldInput = { lat, lng, tilt, azimuth, system_loss, shading };
  if (query.kwp !== undefined) input.kwp = query.kwp;
  return input;
}

function normalisePlace({
  lat,
  lng,
  system_loss,
  shading,
}: Omit<PvYieldMatrixQuery, 'months'>): Omit<PvYieldMatrixInput, 'months'> {
  return {
    lat: roundTo(lat, 4),
    lng: roundTo(lng, 4),
    system_loss: system_loss ?? lossSchema.default,
    shading: shading ?? shadingSchema.default,
  };
}
