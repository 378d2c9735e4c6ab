import common from '../../../schemas/common.schema.json' with { type: 'json' };
import type {
  PvYieldBatchItem,
  PvYieldInput,
  PvYieldMatrixInput,
  PvYieldMatrixQuery,
  PvYieldQuery,
} from '../../../schemas/types.ts';
import { roundTo } from '../round.ts';

const { system_loss: lossSchema, shading: shadingSchema } = common.$defs;

/** Rounds to a lookup's resolution (angles 0.01°, places 1e-4°, about 10 m) and fills in the schema's defaults. */
export function normalise(query: PvYieldQuery | PvYieldBatchItem): PvYieldInput {
  const { lat, lng, system_loss, shading } = normalisePlace(query);
  const tilt = roundTo(query.tilt, 2);
  const azimuth = roundTo(query.azimuth, 2) % 360;
  const input: PvYieldInput = { lat, lng, tilt, azimuth, system_loss, shading };
  if (query.kwp !== undefined) input.kwp = query.kwp;
  return input;
}

/** The `normalise` of a matrix call. It has `months` only where the caller requests them. */
export function normaliseMatrix({ months, ...place }: PvYieldMatrixQuery): PvYieldMatrixInput {
  return { ...normalisePlace(place), ...(months === 1 ? { months } : {}) };
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
