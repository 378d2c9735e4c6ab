import type { GeoTIFFImage } from 'geotiff';
import { monthsNamed } from '../../name-pattern.ts';
import type { Placement, YearMonth } from '../../raster.ts';
import { isMonthAxis, isTimeAxis, monthsOfAxis } from '../netcdf/cf-time.ts';

/** The GeoTIFF tags that place the pixels (OGC 19-008r4, section 7.1 and annex B). */
interface PlacementTags {
  pixelScale: ArrayLike<number> | undefined;
  tiepoint: ArrayLike<number> | undefined;
  transformation: ArrayLike<number> | undefined;
}

/** Null in a file without. */
export type GeoKeys = ReturnType<GeoTIFFImage['getGeoKeys']>;

const PIXEL_IS_POINT = 2;
const MODEL_TYPE_PROJECTED = 1;
const USER_DEFINED = 32767;

/**
 * The placement from the tags. With PixelIsPoint the tags give pixel centres, so the corner lies
 * half a pixel before. A negative pixel scale in y means south-up, as the standard has it (GDAL
 * ignores that sign). Throws without a georeference and on a rotated or sheared one.
 */
export function placementOf(tags: PlacementTags, keys: GeoKeys, name: string): Placement {
  const placed = tags.transformation
    ? fromTransformation(tags.transformation, name)
    : fromScale(tags, name);
  const { xEdge, yEdge, xStep, yStep } = placed;
  if (!Number.isFinite(xEdge / xStep) || !Number.isFinite(yEdge / yStep)) {
    throw new Error(
      `${name}: the pixel size is ${xStep} by ${yStep}. Place it with gdal_translate.`,
    );
  }
  if (keys?.GTRasterTypeGeoKey !== PIXEL_IS_POINT) return placed;
  return { xStep, yStep, xEdge: xEdge - xStep / 2, yEdge: yEdge - yStep / 2 };
}

function fromTransformation(matrix: ArrayLike<number>, name: string): Placement {
  const [xStep, xShear, , xEdge, yShear, yStep, , yEdge] = Array.from(matrix);
  const tolerance = 1e-9 * Math.min(Math.abs(xStep), Math.abs(yStep));
  if (!(Math.abs(xShear) <= tolerance && Math.abs(yShear) <= tolerance)) {
    throw new Error(
      `${name}: the raster is rotated or sheared. Make it upright with: gdalwarp in.tif out.tif`,
    );
  }
  return { xEdge, yEdge, xStep, yStep };
}

function fromScale({ pixelScale, tiepoint }: PlacementTags, name: string): Placement {
  if (!pixelScale || !tiepoint) {
    throw new Error(
      `${name}: found no pixel size and tie point, and no world file (.tfw) next to it. Place it with: gdal_translate -a_srs EPSG:4326 -a_ullr WEST NORTH EAST SOUTH in.tif out.tif (its outer corners)`,
    );
  }
  const [col, row, , x, y] = Array.from(tiepoint);
  const xStep = pixelScale[0];
  const yStep = -pixelScale[1];
  return { xEdge: x - col * xStep, yEdge: y - row * yStep, xStep, yStep };
}

/**
 * `EPSG:n` from the GeoKeys. A projected file also carries the geographic code it is based on,
 * which must not be taken for its own.
 * @param next to what a .prj says, for a file that names no code
 */
export function crsOf(keys: GeoKeys, name: string, beside?: string): string {
  const projected = keys?.GTModelTypeGeoKey === MODEL_TYPE_PROJECTED;
  const code = projected ? keys?.ProjectedCSTypeGeoKey : keys?.GeographicTypeGeoKey;
  if (typeof code !== 'number' || code === 0 || code === USER_DEFINED) {
    if (beside) return beside;
    const found = code === USER_DEFINED ? 'a coordinate system of its own' : 'no coordinate system';
    throw new Error(`${name}: found ${found} in the GeoKeys. Set "crs" for it (EPSG:n or proj4).`);
  }
  return `EPSG:${code}`;
}

/** GDAL's metadata of a band. */
interface BandMetadata {
  scale: number;
  offset: number;
  description: string;
  unit: string | undefined;
}

/** Metadata of a file, in XML, is some lines. A longer one is of no writer. */
const MOST_CHARACTERS = 1 << 20;

/** The items of a TIFF's GDAL_METADATA by band (from 0), those of the whole file at -1. */
type GdalItems = Map<number, Map<string, string>>;

/** @throws Error for metadata that no writer makes */
export function gdalItems(xml: string | undefined, name: string): GdalItems {
  const items: GdalItems = new Map();
  if (!xml) return items;
  if (xml.length > MOST_CHARACTERS) {
    throw new Error(
      `${name}: its GDAL_METADATA has ${xml.length} characters, expected at most ${MOST_CHARACTERS}. Rewrite the file without it with: gdal_translate -co PROFILE=GeoTIFF in.tif out.tif`,
    );
  }
  for (const [, attributes, text] of xml.matchAll(/<Item\s([^<>]*)>([^<]*)<\/Item>/g)) {
    const attribute = (key: string) => new RegExp(`${key}="([^"]*)"`).exec(attributes)?.[1];
    const sample = Number(attribute('sample') ?? -1);
    const key = attribute('name');
    if (key === undefined) continue;
    items.set(sample, (items.get(sample) ?? new Map()).set(key, unescaped(text)));
  }
  return items;
}

function unescaped(text: string): string {
  const utf8 = /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
  const plain = utf8.includes('\ufffd') ? text : utf8;
  return plain
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

/**
 * Scale, offset, description and unit of a band (from 0).
 * @throws Error for a scale or an offset that makes no values
 */
export function bandMetadata(items: GdalItems, band: number, name: string): BandMetadata {
  const own = items.get(band);
  const number = (key: string, otherwise: number) => {
    const text = own?.get(key);
    const value = text === undefined ? otherwise : Number(text);
    if (Number.isFinite(value * 1e9) && !(key === 'SCALE' && value === 0)) return value;
    throw new Error(
      `${name}: ${key} of band ${band + 1} is "${text}", expected a finite number, and a SCALE other than 0. Set it with: gdal_translate -a_scale 1 -a_offset 0 in.tif out.tif`,
    );
  };
  return {
    scale: number('SCALE', 1),
    offset: number('OFFSET', 0),
    description: own?.get('DESCRIPTION') ?? own?.get('long_name') ?? '',
    unit: own?.get('UNITTYPE') || undefined,
  };
}

/** Month of each band where descriptions or times of NetCDF name them, none for a band that names none. Else null. */
export function bandMonths(
  items: GdalItems,
  bands: readonly BandMetadata[],
  name: string,
): Partial<YearMonth>[] | null {
  const times = netcdfTimes(items, bands.length, name);
  if (times) return times;
  const named = monthsNamed(bands.map(({ description }) => description));
  return named?.map((month) => (month === undefined ? {} : { month })) ?? null;
}

/** Degrees, where a file without a coordinate system comes from NetCDF whose axes are in degrees. Undefined elsewhere. */
export function degreesOf(items: GdalItems): string | undefined {
  const units = [...(items.get(-1) ?? [])].filter(([key]) => key.endsWith('#units'));
  const has = (pattern: RegExp) => units.some(([, unit]) => pattern.test(unit));
  return has(/^deg\w*_?(east|E)$/) && has(/^deg\w*_?(north|N)$/) ? 'EPSG:4326' : undefined;
}

const DIMENSION = 'NETCDF_DIM_';

/** Months by the dimension of times that GDAL notes at each band that comes from NetCDF, whatever it is called. */
function netcdfTimes(items: GdalItems, bands: number, name: string): YearMonth[] | null {
  const whole = items.get(-1);
  for (const key of items.get(0)?.keys() ?? []) {
    const dimension = key.slice(DIMENSION.length);
    const units = whole?.get(`${dimension}#units`) ?? '';
    if (!key.startsWith(DIMENSION) || !isTimeAxis(dimension, units)) continue;
    const values = Array.from({ length: bands }, (_, band) => Number(items.get(band)?.get(key)));
    const isDated = units !== '' || isMonthAxis(dimension);
    if (!isDated || values.some(Number.isNaN)) continue;
    return monthsOfAxis(values, dimension, units, whole?.get(`${dimension}#calendar`) ?? '', name);
  }
  return null;
}
