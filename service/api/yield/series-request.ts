import { validator } from '../../../schemas/checks/validate.ts';
import { checked } from '../../http/http-error.ts';
import { readSeriesBody } from './series-body.ts';
import type { SeriesInput } from './series-input.ts';

const CHECKS = {
  request: validator('api/pv-yield-series-request.schema.json'),
  face: validator('api/pv-yield-series-face.schema.json'),
};

/**
 * Checks and normalises the body of a series call.
 * @throws HttpError invalid_parameter naming the first wrong field, `faces[2].tilt`
 */
export function parseSeries(body: unknown): SeriesInput {
  return checked((value) => readSeriesBody(value, CHECKS), body);
}
