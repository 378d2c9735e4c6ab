import request from '../../../schemas/api/pv-yield-series-request.schema.json' with {
  type: 'json',
};
import { InvalidValueError } from '../../../schemas/checks/invalid-value.ts';
import type { PvYieldSeriesFace, PvYieldSeriesRequest } from '../../../schemas/types.ts';
import { isObject, within } from '../../http/body-part.ts';
import { readFactors } from './face-shading.ts';
import { type SeriesInput, seriesInput } from './series-input.ts';

/** Fields of the body whose faults are reported before those of a face; '' is the body itself. */
const BEFORE_FACES = ['', 'lat', 'lng', 'faces'];

/** Checks of the parts of a series call by their schemas; they throw InvalidValueErrors. */
export interface SeriesChecks {
  request(value: unknown): PvYieldSeriesRequest;
  face(value: unknown): PvYieldSeriesFace;
}

/**
 * Checks and normalises the body of a series call.
 * @throws InvalidValueError naming the first wrong field, `faces[2].tilt`
 */
export function readSeriesBody(body: unknown, checks: SeriesChecks): SeriesInput {
  const call = checkedRequest(body, checks);
  return seriesInput(call, checkedFaces(call.faces, checks));
}

function checkedRequest(value: unknown, checks: SeriesChecks): PvYieldSeriesRequest {
  try {
    return within('', value, checks.request, request.$defs.horizon.maxItems);
  } catch (error) {
    if (error instanceof InvalidValueError && !BEFORE_FACES.includes(error.field)) {
      const { faces } = value as { faces: unknown };
      // Too long a horizon is refused before all else.
      if (Array.isArray(faces)) checkedFaces(faces, checks);
    }
    throw error;
  }
}

function checkedFaces(faces: readonly unknown[], checks: SeriesChecks): PvYieldSeriesFace[] {
  return faces.map((face, i) => checkedFace(face, `faces[${i}]`, checks));
}

/** A table of shading is long: its reader names the value that is wrong. */
function checkedFace(face: unknown, field: string, checks: SeriesChecks): PvYieldSeriesFace {
  if (!isObject(face) || face.shading === undefined) return within(field, face, checks.face);
  const { shading, ...rest } = face;
  return { ...within(field, rest, checks.face), shading: readFactors(shading, `${field}.shading`) };
}
