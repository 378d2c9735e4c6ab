import { MONTHS } from '../../../../schemas/codec/axes.ts';
import { monthsNamed } from '../../name-pattern.ts';
import type { YearMonth } from '../../raster.ts';
import { isMonthAxis, isTimeAxis, monthsOfAxis, monthsOfTimes } from './cf-time.ts';
import { unpackedNumbers } from './cf-values.ts';
import { bareName, type NetcdfFile, type NetcdfVariable, variableNear } from './netcdf-variable.ts';

/** Dimensions of GDAL, rioxarray and R that are layers, as a GeoTIFF's bands. */
const BAND_NAMES = /^(bands?|layers?|lyrs?|nlyr|z)$/i;
/** Dimensions whose places are never months, however many there are. */
const MEMBER_NAMES =
  /^(number|members?|realizations?|ens(emble)?\w*|run|model|gcm|quantiles?|percentiles?|hours?|hrs?|hour_of_day|time_of_day|lev\w*|plev|height|depth|pressure\w*)$/i;

/** Attributes of the coordinates of a dimension. */
function attributesOf(file: NetcdfFile, dimension: string): NetcdfVariable['attributes'] {
  return file.variables.get(dimension)?.attributes ?? {};
}

function isTime(file: NetcdfFile, dimension: string): boolean {
  const { units = '', standard_name, axis, long_name } = attributesOf(file, dimension);
  const isStated =
    standard_name === 'time' || axis === 'T' || /^(calendar )?months?\b/i.test(String(long_name));
  return isStated || isTimeAxis(bareName(dimension), String(units));
}

/**
 * Index of the time among a variable's dimensions, or of its twelve layers where it has no time. -1 without one. Others
 * must have only one place.
 * @throws Error naming a dimension of several places, and what to do about them
 */
export function timeDimension(
  file: NetcdfFile,
  { name, dimensions, shape }: NetcdfVariable,
  owner: string,
): number {
  const outer = dimensions.slice(0, -2);
  const find = (isWanted: (dimension: string, i: number) => boolean) => outer.findIndex(isWanted);
  // Years of months: the months are the ones that a recipe needs.
  const monthsAt = find((one, i) => shape[i] === MONTHS && isMonthAxis(bareName(one)));
  const manyAt = find((one, i) => shape[i] !== 1 && isTime(file, one));
  const bandsAt = find((one, i) => shape[i] === MONTHS && BAND_NAMES.test(bareName(one)));
  const soleAt = find((one) => isTime(file, one));
  const timeAt = [monthsAt, manyAt, bandsAt].find((at) => at >= 0) ?? soleAt;
  const other = find((_, i) => i !== timeAt && shape[i] !== 1);
  if (other < 0) return timeAt;
  const advice = adviceOn(bareName(outer[other]), shape[other], manyAt >= 0);
  throw new Error(
    `${owner}: "${name}" has ${shape[other]} places along "${bareName(outer[other])}", expected one${advice}`,
  );
}

function adviceOn(dimension: string, places: number, hasTimes: boolean): string {
  const mean = `ncwa -a ${dimension} in.nc out.nc`;
  if (/^expver$/i.test(dimension)) {
    return `. ERA5 has its preliminary months in a separate stream. Merge both with: ${mean}`;
  }
  const isMember = MEMBER_NAMES.test(dimension);
  if (places === MONTHS && !isMember && !isTimeAxis(dimension, '')) {
    return `, or months. If they are January to December, say so with: ncrename -d ${dimension},month -v .${dimension},place in.nc out.nc`;
  }
  const isHour = hasTimes && /^(hour|hours|hr|hour_of_day|time_of_day)$/i.test(dimension);
  if (isHour || isTimeAxis(dimension, '')) return `. Take the mean over them with: ${mean}`;
  return `. Take the mean over them with: ${mean}, or the first of them with: ncwa -a ${dimension} -d ${dimension},0 in.nc out.nc`;
}

/**
 * The month of each field. By the middle of its bounds, where they are a month's, as a mean of a month may be dated at its
 * end (CF 7.1). Those of a climatology span its years (CF 7.4), and their middle is in any month.
 * @returns null where the file does not say
 */
export async function readMonths(
  file: NetcdfFile,
  { attributes: { long_name }, dimensions, shape }: NetcdfVariable,
  timeAt: number,
  owner: string,
): Promise<Partial<YearMonth>[] | null> {
  const dimension = dimensions[timeAt];
  // A name for each layer, as rioxarray keeps a GeoTIFF's descriptions.
  const names = monthsNamed(String(long_name).split('\n'));
  if (names?.length === shape[timeAt]) return names.map((month) => (month ? { month } : {}));
  const time = file.variables.get(dimension);
  if (time?.shape.length !== 1 || time.type === 'other') return null;
  const { units, calendar = '', bounds } = time.attributes;
  const unit = typeof units === 'string' ? units : '';
  const values = await unpackedNumbers(file, time, owner);
  const isBand = !isTime(file, dimension);
  // NetCDF-4 keeps a dimension without coordinates as zeros.
  if (unit === '' && (isBand || values.every((value) => value === 0))) return null;
  const months = monthsOfAxis(values, bareName(dimension), unit, String(calendar), owner);
  const edges = variableNear(file, dimension, String(bounds ?? ''));
  if (edges?.shape.length !== 2 || edges.shape[1] !== 2) return months;
  const pairs = await unpackedNumbers(file, edges, owner);
  return withinBounds(months, pairs, (at) => monthsOfTimes(at, unit, String(calendar), owner));
}

function withinBounds(
  months: readonly YearMonth[],
  pairs: readonly number[],
  monthsAt: (values: number[]) => YearMonth[],
): YearMonth[] {
  const starts = months.map((_, i) => pairs[2 * i]);
  const ends = months.map((_, i) => pairs[2 * i + 1]);
  const [first, last] = [monthsAt(starts), monthsAt(ends)];
  const middles = monthsAt(starts.map((start, i) => (start + ends[i]) / 2));
  return months.map((own, i) => {
    const span = (last[i].year - first[i].year) * MONTHS + last[i].month - first[i].month;
    return span === 0 || span === 1 ? middles[i] : own;
  });
}
