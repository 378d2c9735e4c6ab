import request from '../../../schemas/api/pv-yield-series-request.schema.json' with {
  type: 'json',
};
import { CLOCK_HOURS } from '../../../schemas/codec/axes.ts';
import type {
  FaceShading,
  PvYieldInput,
  PvYieldSeriesFace,
  PvYieldSeriesRequest,
  SeriesForm,
  SnowLoss,
} from '../../../schemas/types.ts';
import { roundTo } from '../round.ts';
import { normalise } from './normalise.ts';

/** The schema's own default is one of its forms. */
const DEFAULT_FORM = request.$defs.form.default as SeriesForm;

/** A series call, normalised, with every default filled in. */
export interface SeriesInput {
  lat: number;
  lng: number;
  faces: SeriesFace[];
  form: SeriesForm;
  /** Heights at evenly spaced azimuths from north by way of east. Undefined if the horizon is free. */
  horizonDeg: number[] | undefined;
  /** Infinity if nothing is clipped. */
  inverterKw: number;
}

/** A face as the lookup that it would be. */
export interface SeriesFace {
  id: PvYieldSeriesFace['id'];
  input: PvYieldInput & { kwp: number };
  /** Multipliers by month and clock hour, where they are not all the same. The lookup's is 1 then. */
  shading: number[][] | undefined;
  /** Share of each month that snow takes. Undefined where the caller gives none. */
  snow: SnowLoss | undefined;
}

/** Normalises a series call whose values are checked. */
export function seriesInput({
  lat,
  lng,
  faces,
  form,
  horizon_deg,
  userhorizon,
  inverter_kw,
}: PvYieldSeriesRequest): SeriesInput {
  return {
    lat: roundTo(lat, 4),
    lng: roundTo(lng, 4),
    faces: faces.map(({ id, kwp, shading, snow_loss, ...plane }) => {
      const input = { ...normalise({ lat, lng, ...plane, ...oneFactor(shading) }), kwp };
      return { id, input, shading: factorTable(shading), snow: snow_loss };
    }),
    form: form ?? DEFAULT_FORM,
    horizonDeg: horizonOf(horizon_deg ?? userhorizon),
    // It is as fine as the hours are sent: finer, the rounding of all that are clipped would add up.
    inverterKw: roundTo(inverter_kw ?? Number.POSITIVE_INFINITY, 4),
  };
}

/** The multiplier of a lookup that would have the same yield. Left out for the lookup's own default, and for a table. */
function oneFactor(shading: FaceShading | undefined): { shading?: number } {
  const factors = [shading ?? []].flat(2);
  const isOne = factors.length > 0 && factors.every((factor) => factor === factors[0]);
  return isOne ? { shading: factors[0] } : {};
}

/** Multipliers by month and clock hour. Undefined where they are all the same. */
function factorTable(shading: FaceShading | undefined): number[][] | undefined {
  if (!Array.isArray(shading) || oneFactor(shading).shading !== undefined) return undefined;
  return shading.map((month) => (Array.isArray(month) ? month : Array(CLOCK_HOURS).fill(month)));
}

/** Heights of PVGIS' printhorizon: 48 directions 7.5° apart, from north to north. */
const PVGIS_HEIGHTS = 49;

/** Rounds to the resolution of angles, without PVGIS' second north. A horizon that hides nothing is a free one. */
function horizonOf(heightsDeg: readonly number[] | undefined): number[] | undefined {
  const rounded = heightsDeg?.map((height) => roundTo(height, 2));
  if (rounded?.length === PVGIS_HEIGHTS && rounded[0] === rounded.at(-1)) rounded.pop();
  return rounded?.some((height) => height > 0) ? rounded : undefined;
}
