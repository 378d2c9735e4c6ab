import { roundTo } from '#engine/round.ts';
import request from '../../../schemas/api/pv-yield-series-request.schema.json' with {
  type: 'json',
};
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
  /** Whether snow counts; faces that have none of it then take the dataset's. */
  isSnowy: boolean;
  /** Infinity if nothing is clipped. */
  inverterKw: number;
}

/** A face as the lookup that it would be. */
export interface SeriesFace {
  id: PvYieldSeriesFace['id'];
  input: PvYieldInput & { kwp: number };
  /** Multipliers by month and clock hour, where they are not all the same; the lookup's is 1 then. */
  shading: number[][] | undefined;
  /** Share of each month, or the normals to reckon it from; undefined where snow does not count, or is the dataset's. */
  snow: SnowLoss | FaceNormals | undefined;
}

/** Normals by which a face loses; `source` says where they are from if not from the caller. */
export type FaceNormals = SnowNormals & { source?: string };

/** Normalises a series call whose values are checked. */
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
    isSnowy,
    form: form ?? DEFAULT_FORM,
    horizonDeg: horizonOf(horizon_deg ?? userhorizon),
    // It is as fine as the hours are sent: finer, the rounding of all that are clipped would add up.
    inverterKw: roundTo(inverter_kw ?? Number.POSITIVE_INFINITY, 4),
  };
}

/** Whether snow counts: where it is asked for, or a loss is given. */
function snowCounts(
  { snow, snow_normals }: Pick<PvYieldSeriesRequest, 'snow' | 'snow_normals'>,
  faces: readonly PvYieldSeriesFace[],
): boolean {
  if (snow !== undefined) return snow === 1;
  return snow_normals !== undefined || faces.some(({ snow_loss }) => snow_loss);
}

/** Rounds to the resolution of angles. A horizon that hides nothing is a free one. */
function horizonOf(heightsDeg: readonly number[] | undefined): number[] | undefined {
  const rounded = heightsDeg?.map((height) => roundTo(height, 2));
  return rounded?.some((height) => height > 0) ? rounded : undefined;
}
