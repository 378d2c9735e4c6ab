import { monthsNamed } from '../../month-names.ts';
import { monthsOfTimes } from '../netcdf/cf-time.ts';

/** What GDAL's metadata says of a band. */
export interface BandMetadata {
  scale: number;
  offset: number;
  description: string;
  unit: string | undefined;
  /** Time of a band that comes from NetCDF. */
  time: number | undefined;
}

/** Metadata of a file, in XML, is some lines; a longer one is of no writer. */
const MOST_CHARACTERS = 1 << 20;

/** The items of a TIFF's GDAL_METADATA by band (from 0), those of the whole file at -1. */
export type GdalItems = Map<number, Map<string, string>>;

/** @throws Error for metadata that no writer makes */
export function gdalItems(xml: string | undefined, name: string): GdalItems {
  const items: GdalItems = new Map();
  if (!xml) return items;
  if (xml.length > MOST_CHARACTERS) {
    throw new Error(
      `${name}: its GDAL_METADATA has ${xml.length} characters, expected at most ${MOST_CHARACTERS}; rewrite it without with: gdal_translate -co PROFILE=GeoTIFF in.tif out.tif`,
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
      `${name}: ${key} of band ${band + 1} is "${text}", expected a number that makes values of stored ones; set it with: gdal_translate -a_scale 1 -a_offset 0 in.tif out.tif`,
    );
  };
  const time = own?.get('NETCDF_DIM_time') ?? own?.get('NETCDF_DIM_month');
  return {
    scale: number('SCALE', 1),
    offset: number('OFFSET', 0),
    description: own?.get('DESCRIPTION') ?? own?.get('long_name') ?? '',
    unit: own?.get('UNITTYPE') || undefined,
    time: time === undefined ? undefined : Number(time),
  };
}

/** Month of each band where descriptions or times of NetCDF name them, undefined for a band that names none; else null. */
export function bandMonths(
  items: GdalItems,
  bands: readonly BandMetadata[],
  name: string,
): (number | undefined)[] | null {
  const named = monthsNamed(bands.map(({ description }) => description));
  if (named) return named;
  const times = bands.flatMap(({ time }) => time ?? []);
  const units = items.get(-1)?.get('time#units');
  if (times.length !== bands.length || !units) return null;
  const calendar = items.get(-1)?.get('time#calendar') ?? '';
  return monthsOfTimes(times, units, calendar, name).map(({ month }) => month);
}
