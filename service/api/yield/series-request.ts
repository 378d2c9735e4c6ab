import request from '../../../schemas/api/pv-yield-series-request.schema.json' with {
  type: 'json',
};
import { InvalidValueError } from '../../../schemas/checks/invalid-value.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { PvYieldSeriesFace, PvYieldSeriesRequest } from '../../../schemas/types.ts';
import { isObject, within } from '../../http/body-part.ts';
import { checked } from '../../http/http-error.ts';
import { readFactors } from './face-shading.ts';
import { type SeriesInput, seriesInput } from './series-input.ts';

const checkRequest = validator('api/pv-yield-series-request.schema.json');
const checkFace = validator('api/pv-yield-series-face.schema.json');

/** Fields of the body whose faults are reported before those of a face; '' is the body itself. */
const BEFORE_FACES = ['', 'lat', 'lng', 'faces'];

/**
 * Checks and normalises the body of a series call.
 * @throws HttpError invalid_parameter naming the first wrong field, `faces[2].tilt`
 */
export function parseSeries(body: unknown): SeriesInput {
  return checked((value) => {
    const request = checkedRequest(value);
    return seriesInput(request, checkedFaces(request.faces));
  }, body);
}

function checkedRequest(value: unknown): PvYieldSeriesRequest {
  try {
    return within('', value, checkRequest, request.$defs.horizon.maxItems);
  } catch (error) {
    if (error instanceof InvalidValueError && !BEFORE_FACES.includes(error.field)) {
      const { faces } = value as { faces: unknown };
      // Too long a horizon is refused before all else.
      if (Array.isArray(faces)) checkedFaces(faces);
    }
    throw error;
  }
}

function checkedFaces(faces: readonly unknown[]): PvYieldSeriesFace[] {
  return faces.map((face, i) => checkedFace(face, `faces[${i}]`));
}

/** A table of shading is long: its reader names the value that is wrong. */
function checkedFace(face: unknown, field: string): PvYieldSeriesFace {
  if (!isObject(face) || face.shading === undefined) return within(field, face, checkFace);
  const { shading, ...rest } = face;
  return { ...within(field, rest, checkFace), shading: readFactors(shading, `${field}.shading`) };
}
