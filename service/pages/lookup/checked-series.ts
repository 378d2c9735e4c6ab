import faceSchema from '../../../schemas/api/pv-yield-series-face.schema.json' with {
  type: 'json',
};
import requestSchema from '../../../schemas/api/pv-yield-series-request.schema.json' with {
  type: 'json',
};
import type { PvYieldSeriesFace, PvYieldSeriesRequest } from '../../../schemas/types.ts';
import { type SeriesInput, seriesInput } from '../../api/yield/series-input.ts';
import { SunError } from '../sdk/client.ts';
import { checkFields } from './check-fields.ts';

/** Fields whose faults are told before those of a face. */
const BEFORE_FACES = [undefined, 'lat', 'lng', 'faces'];

/**
 * Checks and normalises a series call as the API does.
 * @throws SunError invalid_parameter naming the first wrong field, `faces[2].tilt`
 */
export function checkedSeries(request: PvYieldSeriesRequest): SeriesInput {
  try {
    checkFields(requestSchema, request);
  } catch (error) {
    if (error instanceof SunError && !BEFORE_FACES.includes(error.field)) checkedFaces(request);
    throw error;
  }
  return seriesInput(request, checkedFaces(request));
}

function checkedFaces({ faces }: PvYieldSeriesRequest): PvYieldSeriesFace[] {
  for (const [i, face] of faces.entries()) checkFields(faceSchema, face, `faces[${i}]`);
  // They are checked now.
  return faces as PvYieldSeriesFace[];
}
