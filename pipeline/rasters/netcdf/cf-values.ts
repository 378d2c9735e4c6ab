import { PVGIS_NODATA } from '../nodata.ts';
import type { NetcdfAttribute, NetcdfType, NetcdfVariable } from './netcdf-variable.ts';

/** How a variable's stored numbers become values (CF 8.1, 2.5.1). */
export interface CfEncoding {
  /** Stored numbers that stand for nothing. */
  missing: number[];
  /** Smallest and largest stored number that is one. */
  least: number;
  greatest: number;
  scale: number;
  offset: number;
  /** Added to stored numbers below 0 of a type that is meant without sign (`_Unsigned`), else 0. */
  wrap: number;
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

/** @throws Error when an attribute is text, expected a number */
export function encodingOf({ attributes, type, name }: NetcdfVariable, owner: string): CfEncoding {
  const numbers = (attribute: string): number[] =>
    numbersOf(attributes[attribute], attribute, name, owner);
  const scale = numbers('scale_factor')[0] ?? 1;
  const offset = numbers('add_offset')[0] ?? 0;
  const declared = [...numbers('_FillValue'), ...numbers('missing_value')];
  const fallback = numbers('_FillValue').length > 0 ? [] : [DEFAULT_FILL[type] ?? Number.NaN];
  // A packed -9999 may be a value; a plain one is what PVGIS writes for nothing.
  const plain = scale === 1 && offset === 0 ? [PVGIS_NODATA] : [];
  const [least, greatest] = numbers('valid_range');
  return {
    missing: [...declared, ...fallback, ...plain],
    least: numbers('valid_min')[0] ?? least ?? Number.NEGATIVE_INFINITY,
    greatest: numbers('valid_max')[0] ?? greatest ?? Number.POSITIVE_INFINITY,
    scale,
    offset,
    wrap: attributes._Unsigned === 'true' ? (WRAP[type] ?? 0) : 0,
  };
}

function numbersOf(
  value: NetcdfAttribute | undefined,
  attribute: string,
  variable: string,
  owner: string,
): number[] {
  if (value === undefined) return [];
  if (typeof value !== 'string') return value;
  const numbers = value
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (numbers.every((number) => !Number.isNaN(number))) return numbers;
  throw new Error(
    `${owner}: attribute ${attribute} of "${variable}" is "${value}", expected numbers. Correct it with: ncatted`,
  );
}

/** Fills `values` from stored numbers: NaN for what stands for nothing. Infinite ones stay, to be counted. */
export function decodeStored(
  stored: ArrayLike<number>,
  { missing, least, greatest, scale, offset, wrap }: CfEncoding,
  values: Float64Array,
): void {
  for (let i = 0; i < values.length; i++) {
    const number = stored[i];
    const isMissing = !(number >= least && number <= greatest) || missing.includes(number);
    const whole = number < 0 ? number + wrap : number;
    values[i] = isMissing ? Number.NaN : whole * scale + offset;
  }
}
