import { roundTo } from '#engine/round.ts';
import request from '../../../schemas/api/pv-yield-series-request.schema.json' with {
  type: 'json',
};
import { InvalidValueError, validator } from '../../../schemas/checks/validate.ts';
import type {
  PvYieldInput,
  PvYieldSeriesFace,
  PvYieldSeriesRequest,
  SeriesForm,
  SnowLoss,
  SnowNormals,
} from '../../../schemas/types.ts';
import { isObject, within } from '../../http/body-part.ts';
import { checked } from '../../http/http-error.ts';
import { factorTable, oneFactor, readFactors } from './face-shading.ts';
import { normalise } from './query.ts';

const checkRequest = validator('api/pv-yield-series-request.schema.json');
const checkFace = validator('api/pv-yield-series-face.schema.json');

/** The schema's own default is one of its forms. */
const DEFAULT_FORM = request.$defs.form.default as SeriesForm;

/** Fields of the body whose faults are reported before those of a face; '' is the body itself. */
const BEFORE_FACES = ['', 'lat', 'lng', 'faces'];

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
 * Checks and normalises the body of a series call.
 * @throws HttpError invalid_parameter naming the first wrong field, `faces[2].tilt`
 */
export function parseSeries(body: unknown): SeriesInput {
  return checked((value) => {
    const { lat, lng, faces, form, horizon_deg, userhorizon, inverter_kw, ...snow } =
      checkedRequest(value);
    const checkedOnes = checkedFaces(faces);
    const isSnowy = snowCounts(snow, checkedOnes);
    return {
      lat: roundTo(lat, 4),
      lng: roundTo(lng, 4),
      faces: checkedOnes.map(({ id, kwp, shading, snow_loss, ...plane }) => {
        const input = { ...normalise({ lat, lng, ...plane, ...oneFactor(shading) }), kwp };
        const ofFace = isSnowy ? (snow_loss ?? snow.snow_normals) : undefined;
        return { id, input, shading: factorTable(shading), snow: ofFace };
      }),
      form: form ?? DEFAULT_FORM,
      horizonDeg: horizonOf(horizon_deg ?? userhorizon),
      // It is as fine as the hours are sent: finer, the rounding of all that are clipped would add up.
      inverterKw: roundTo(inverter_kw ?? Number.POSITIVE_INFINITY, 4),
    };
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

function checkedFaces(faces: readonly unknown[]): PvYieldSeriesFace[] {
  return faces.map((face, i) => checkedFace(face, `faces[${i}]`));
}

/** A table of shading is long: its reader names the value that is wrong. */
function checkedFace(face: unknown, field: string): PvYieldSeriesFace {
  if (!isObject(face) || face.shading === undefined) return within(field, face, checkFace);
  const { shading, ...rest } = face;
  return { ...within(field, rest, checkFace), shading: readFactors(shading, `${field}.shading`) };
}
