import { isNodata, PVGIS_NODATA, parseNodata } from '../nodata.ts';
import type { NetcdfAttribute, NetcdfFile, NetcdfType, NetcdfVariable } from './netcdf-variable.ts';

/** How a variable's stored numbers become values (CF 8.1, 2.5.1). */
export interface CfEncoding {
  /** Stored numbers that mean nothing, in the stored type without sign where `wrap` says so. */
  missing: number[];
  /** Smallest and largest stored number that is one. */
  least: number;
  greatest: number;
  scale: number;
  offset: number;
  /** Added to stored numbers below 0 of a type that is meant without sign (`_Unsigned`), else 0. */
  wrap: number;
  /** Which of `valid_min`, `valid_max` and `valid_range` are there. */
  range: string;
}

/** Numbers that netCDF's libraries leave where nothing was written (netcdf.h, NC_FILL_*). */
const DEFAULT_FILL: Partial<Record<NetcdfType, number>> = {
  int16: -32767,
  uint16: 65535,
  int32: -2147483647,
  uint32: 4294967295,
  float32: 9.969209968386869e36,
  float64: 9.969209968386869e36,
};

const WRAP: Partial<Record<NetcdfType, number>> = { int8: 256, int16: 65536, int32: 4294967296 };

const RANGE = ['valid_min', 'valid_max', 'valid_range'] as const;

/** @throws Error when an attribute is text, expected a number, or a scale that is none */
export function encodingOf({ attributes, type, name }: NetcdfVariable, owner: string): CfEncoding {
  const numbers = (attribute: string): number[] =>
    numbersOf(attributes[attribute], attribute, name, owner);
  const scale = numbers('scale_factor')[0] ?? 1;
  const offset = numbers('add_offset')[0] ?? 0;
  if (!Number.isFinite(scale * 1e9) || scale === 0 || !Number.isFinite(offset)) {
    throw new Error(
      `${owner}: "${name}" has the scale_factor ${scale} and the add_offset ${offset}, expected finite numbers, and a scale other than 0. Correct them with: ncatted -a scale_factor,${name},o,d,1 in.nc`,
    );
  }
  const wrap = /^true$/i.test(String(attributes._Unsigned)) ? (WRAP[type] ?? 0) : 0;
  const wrapped = (number: number) => (number < 0 ? number + wrap : number);
  const declared = [...numbers('_FillValue'), ...numbers('missing_value')];
  const fallback = numbers('_FillValue').length > 0 ? [] : [DEFAULT_FILL[type] ?? Number.NaN];
  // A packed -9999 may be a value. A plain one is what PVGIS writes for nothing.
  const isPacked = scale !== 1 || offset !== 0;
  const plain = isPacked ? [] : [PVGIS_NODATA];
  // In the stored numbers (CF 8.1), as netCDF's own library and GDAL have it.
  const limit = (attribute: string, i = 0): number | undefined => {
    const value = numbers(attribute)[i];
    return value === undefined || Number.isNaN(value) ? undefined : wrapped(value);
  };
  return {
    missing: [...declared.map(wrapped), ...fallback, ...plain],
    least: limit('valid_min') ?? limit('valid_range') ?? Number.NEGATIVE_INFINITY,
    greatest: limit('valid_max') ?? limit('valid_range', 1) ?? Number.POSITIVE_INFINITY,
    scale,
    offset,
    wrap,
    range: rangeText(attributes),
  };
}

function rangeText(attributes: NetcdfVariable['attributes']): string {
  const there = RANGE.filter((name) => attributes[name] !== undefined);
  return there.map((name) => `${name} ${[attributes[name]].flat().join(' to ')}`).join(', ');
}

function numbersOf(
  value: NetcdfAttribute | undefined,
  attribute: string,
  variable: string,
  owner: string,
): number[] {
  if (value === undefined) return [];
  if (typeof value !== 'string') return value;
  try {
    return value
      .trim()
      .split(/[\s,]+/)
      .map((text) => parseNodata(text.replace(/(?<=[\d.])[fdlsb]$/i, ''), owner));
  } catch {
    throw new Error(
      `${owner}: attribute ${attribute} of "${variable}" is "${value}", expected numbers. Correct it with: ncatted -a ${attribute},${variable},o,d,-9999 in.nc (-9999 or what it is)`,
    );
  }
}

/**
 * Fills `values` from stored numbers: NaN for what means nothing. Infinite ones stay, to be counted.
 * @returns how many a range of valid numbers hid
 */
export function decodeStored(
  stored: ArrayLike<number>,
  { missing, least, greatest, scale, offset, wrap }: CfEncoding,
  values: Float64Array,
): number {
  let hidden = 0;
  for (let i = 0; i < values.length; i++) {
    const number = stored[i] < 0 ? stored[i] + wrap : stored[i];
    values[i] = number * scale + offset;
    if (isMissing(number, missing)) values[i] = Number.NaN;
    else if (!(number >= least && number <= greatest)) {
      values[i] = Number.NaN;
      hidden++;
    }
  }
  return hidden;
}

function isMissing(number: number, missing: readonly number[]): boolean {
  if (Number.isNaN(number)) return true;
  for (const nodata of missing) if (isNodata(number, nodata)) return true;
  return false;
}

/** Numbers of an axis or its bounds, unpacked. */
export async function unpackedNumbers(
  file: NetcdfFile,
  variable: NetcdfVariable,
  owner: string,
): Promise<number[]> {
  const { shape } = variable;
  const { scale, offset, wrap } = encodingOf(variable, owner);
  const stored = await file.read(variable, Array(shape.length).fill(0), [...shape]);
  return Array.from(stored, (number) => (number < 0 ? number + wrap : number) * scale + offset);
}
