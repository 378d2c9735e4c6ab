/** Value that PVGIS writes where it has nothing. Read as missing whatever the file declares. */
export const PVGIS_NODATA = -9999;

/** Numbers from this size on are a type's lowest or highest, which many programs write in few digits. */
const EXTREME = 1e30;
const FEW_DIGITS = 2e-3;

/** How the numbers of a band are stored, and which of them means nothing. */
export interface Encoding {
  nodata: number;
  scale: number;
  offset: number;
}

/**
 * Whether a number is the one that means nothing: equal, equal as a float32, or the same extreme of a type in
 * fewer digits (-3.4e+38 for -3.4028235e+38).
 */
export function isNodata(number: number, nodata: number): boolean {
  if (number === nodata) return true;
  if (Math.fround(number) === Math.fround(nodata)) return Number.isFinite(number);
  return Math.abs(nodata) >= EXTREME && Math.abs(number / nodata - 1) < FEW_DIGITS;
}

/**
 * The pixels as float64: NaN for the file's nodata number and for -9999, otherwise
 * `stored * scale + offset`. An infinity that is not the nodata number stays one: a division by
 * zero left it there, and whoever takes means counts it.
 */
export function decodePixels(stored: ArrayLike<number>, encoding: Encoding): Float64Array {
  const { nodata, scale, offset } = encoding;
  const values = new Float64Array(stored.length);
  for (let i = 0; i < values.length; i++) {
    const value = stored[i];
    const missing = value === PVGIS_NODATA || isNodata(value, nodata);
    values[i] = missing ? Number.NaN : value * scale + offset;
  }
  return values;
}

/** No number, in the words of C libraries: "nan", "-nan(ind)", Microsoft's "-1.#IND" and "1.#QNAN". */
const NO_NUMBER = /^[+-]?(nan(\(\w*\))?|1\.#(ind|[qs]nan)0*)$/;
const INFINITE = /^([+-]?)(inf(inity)?|1\.#inf0*)$/;

/** A number as C libraries write it, NaN and infinities in all their spellings. Undefined for other text. */
export function parseNumber(text: string): number | undefined {
  const plain = text.toLowerCase();
  if (NO_NUMBER.test(plain)) return Number.NaN;
  const sign = INFINITE.exec(plain)?.[1];
  if (sign !== undefined) return sign === '-' ? -Infinity : Infinity;
  const number = Number(plain);
  return plain === '' || Number.isNaN(number) ? undefined : number;
}

/**
 * The number in a GDAL_NODATA tag or a NODATA_value line ("-9999", "nan", "-inf", "-3.4e+38"). NaN
 * without one. Throws on text that is no number. `owner` names the file.
 */
export function parseNodata(text: string | undefined, owner: string): number {
  const trimmed = text?.replaceAll('\0', '').trim() ?? '';
  const nodata = trimmed === '' ? Number.NaN : parseNumber(trimmed);
  if (nodata !== undefined) return nodata;
  const advice = /^[+-]?\d+,\d+$/.test(trimmed)
    ? 'Write it with a point'
    : 'Set it with: gdal_translate -a_nodata -9999 in.tif out.tif (-9999 or what it is)';
  throw new Error(`${owner}: the nodata value "${trimmed}" is no number. ${advice}.`);
}
