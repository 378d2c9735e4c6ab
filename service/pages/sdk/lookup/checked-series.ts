import faceSchema from '../../../../schemas/api/pv-yield-series-face.schema.json' with {
  type: 'json',
};
import requestSchema from '../../../../schemas/api/pv-yield-series-request.schema.json' with {
  type: 'json',
};
import type { PvYieldSeriesRequest } from '../../../../schemas/types.ts';
import { type SeriesInput, seriesInput } from '../../../api/yield/series-input.ts';
import { checkFields } from './check-fields.ts';

/**
 * Checks and normalises a series call as the API does.
 * @throws InvalidValueError naming the first wrong field, `faces[2].tilt`
 */
export function checkedSeries(request: PvYieldSeriesRequest): SeriesInput {
  checkFields(request, requestSchema, { 'pv-yield-series-face.schema.json': faceSchema });
  return seriesInput(request);
}
