import faceSchema from '../../../../schemas/api/pv-yield-series-face.schema.json' with {
  type: 'json',
};
import requestSchema from '../../../../schemas/api/pv-yield-series-request.schema.json' with {
  type: 'json',
};
import type { PvYieldSeriesFace, PvYieldSeriesRequest } from '../../../../schemas/types.ts';
import type { SeriesInput } from '../../../api/yield/series-input.ts';
import { readSeriesBody } from '../../../api/yield/series-input.ts';
import { checkFields } from './check-fields.ts';

/** The API's checks, which are not in the client: its fields are checked one by one. */
const CHECKS = {
  request(value: unknown): PvYieldSeriesRequest {
    checkFields(requestSchema, value);
    return value as PvYieldSeriesRequest;
  },
  face(value: unknown): PvYieldSeriesFace {
    checkFields(faceSchema, value);
    return value as PvYieldSeriesFace;
  },
};

/**
 * Checks and normalises a series call as the API does.
 * @throws InvalidValueError naming the first wrong field, `faces[2].tilt`
 */
export function checkedSeries(request: PvYieldSeriesRequest): SeriesInput {
  return readSeriesBody(request, CHECKS);
}
