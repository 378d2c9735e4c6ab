/** Value that PVGIS writes where it has nothing; read as missing whatever the file declares. */
export const PVGIS_NODATA = -9999;

/** How the numbers of a band are stored, and which of them stands for nothing. */
export interface Encoding {
  nodata: number;
  scale: number;
  offset: number;
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
    const missing = value === nodata || value === PVGIS_NODATA;
    values[i] = missing ? Number.NaN : value * scale + offset;
  }
  return values;
}

/**
 * The number in a GDAL_NODATA tag or a NODATA_value line ("-9999", "nan", "-inf", "-3.4e+38"); NaN
 * without one. Throws on text that is no number; `owner` names the file.
 */
export function parseNodata(text: string | undefined, owner: string): number {
  const trimmed = text?.replaceAll('\0', '').trim().toLowerCase() ?? '';
  if (trimmed === '' || /^[+-]?nan$/.test(trimmed)) return Number.NaN;
  if (/^[+-]?inf(inity)?$/.test(trimmed)) return trimmed[0] === '-' ? -Infinity : Infinity;
  const nodata = Number(trimmed);
  if (Number.isNaN(nodata)) {
    throw new Error(`${owner}: the nodata value "${trimmed}" is no number; write it with a point.`);
  }
  return nodata;
}
