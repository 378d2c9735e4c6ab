import { roundTo } from '#engine/round.ts';
import request from '../../../schemas/api/pv-yield-series-request.schema.json' with {
  type: 'json',
};
import { InvalidValueError } from '../../../schemas/checks/invalid-value.ts';
import type {
  PvYieldInput,
  PvYieldSeriesFace,
  PvYieldSeriesRequest,
  SeriesForm,
  SnowLoss,
  SnowNormals,
} from '../../../schemas/types.ts';
import { factorTable, oneFactor } from './face-shading.ts';
import { normalise } from './normalise.ts';

/** The schema's own default is one of its forms. */
const DEFAULT_FORM = request.$defs.form.default as SeriesForm;

/** A series call, normalised, with every default filled in. */
export interface SeriesInput {
  lat: number;
  lng: number;
  faces: SeriesFace[];
  form: SeriesForm;
  /** Heights at evenly spaced azimuths from north by way of east; undefined if the horizon is free. */
  horizonDeg: number[] | undefined;
  /** Infinity if nothing is clipped. */
  inverterKw: number;
}

/** A face as the lookup that it would be. */
export interface SeriesFace {
  id: PvYieldSeriesFace['id'];
  input: PvYieldInput & { kwp: number };
  /** Multipliers by month and clock hour, where they are not all the same; the lookup's is 1 then. */
  shading: number[][] | undefined;
  /** Share of each month, or the normals to reckon it from; undefined where snow does not count. */
  snow: SnowLoss | SnowNormals | undefined;
}

/**
 * Normalises a series call whose values are checked.
 * @throws InvalidValueError where snow counts and a face has nothing to reckon it from
 */
export function seriesInput(
  { lat, lng, form, horizon_deg, userhorizon, inverter_kw, ...snow }: PvYieldSeriesRequest,
  faces: readonly PvYieldSeriesFace[],
): SeriesInput {
  const isSnowy = snowCounts(snow, faces);
  return {
    lat: roundTo(lat, 4),
    lng: roundTo(lng, 4),
    faces: faces.map(({ id, kwp, shading, snow_loss, ...plane }) => {
      const input = { ...normalise({ lat, lng, ...plane, ...oneFactor(shading) }), kwp };
      const ofFace = isSnowy ? (snow_loss ?? snow.snow_normals) : undefined;
      return { id, input, shading: factorTable(shading), snow: ofFace };
    }),
    form: form ?? DEFAULT_FORM,
    horizonDeg: horizonOf(horizon_deg ?? userhorizon),
    // It is as fine as the hours are sent: finer, the rounding of all that are clipped would add up.
    inverterKw: roundTo(inverter_kw ?? Number.POSITIVE_INFINITY, 4),
  };
}

/**
 * Whether snow counts: where it is asked for, or a loss is given.
 * @throws InvalidValueError where a face has nothing to reckon it from
 */
function snowCounts(
  { snow, snow_normals }: Pick<PvYieldSeriesRequest, 'snow' | 'snow_normals'>,
  faces: readonly PvYieldSeriesFace[],
): boolean {
  const isGiven = snow_normals !== undefined || faces.some(({ snow_loss }) => snow_loss);
  const counts = snow === undefined ? isGiven : snow === 1;
  const without = faces.findIndex(({ snow_loss }) => !(snow_loss ?? snow_normals));
  if (!counts || without < 0) return counts;
  throw new InvalidValueError(
    `faces[${without}].snow_loss`,
    'is missing, expected 12 shares of the months, or snow_normals beside the faces: the dataset has no normals of snow',
  );
}

/** Rounds to the resolution of angles. A horizon that hides nothing is a free one. */
function horizonOf(heightsDeg: readonly number[] | undefined): number[] | undefined {
  const rounded = heightsDeg?.map((height) => roundTo(height, 2));
  return rounded?.some((height) => height > 0) ? rounded : undefined;
}
