import { createRequire } from 'node:module';
import type proj4 from 'proj4';
import { proj4Parameters, proj4Text } from './proj4-text.ts';
import { isWkt, wktParameters } from './wkt.ts';

/** Conversions from and to degrees (WGS84). Always x = longitude or easting, y = latitude or northing. */
export interface Projection {
  isGeographic: boolean;
  toCrs(lng: number, lat: number): [x: number, y: number];
  toLngLat(x: number, y: number): [lng: number, lat: number];
}

// The Nordic systems that proj4 does not know by number. ETRS89 and SWEREF 99 lie within a metre of
// WGS84. Parameters as `gdalsrsinfo -o proj4 EPSG:n` prints them (GDAL 3.6.2).
const ETRS89 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs';
const UTM_ZONES = { 3006: 33, 3067: 35, 25832: 32, 25833: 33, 25834: 34, 25835: 35 };
const NORDIC: [code: string, parameters: string][] = [
  ['EPSG:3035', `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${ETRS89}`],
];
for (const [code, zone] of Object.entries(UTM_ZONES)) {
  NORDIC.push([`EPSG:${code}`, `+proj=utm +zone=${zone} ${ETRS89}`]);
}

/** Systems in degrees: known without the library, which takes 40 ms to load. */
const GEOGRAPHIC: readonly string[] = ['EPSG:4326', 'EPSG:4258', 'EPSG:4619'];

/**
 * The transformation for a coordinate system given as EPSG code, proj4 text or WKT. `owner` names
 * the raster in the error that an unknown system raises.
 */
export function projectionOf(crs: string, owner: string): Projection {
  const text = plainCrs(crs, owner);
  const isGeographic = GEOGRAPHIC.includes(text) || projOf(text, owner).names.includes('longlat');
  if (isGeographic) {
    return { isGeographic, toCrs: (lng, lat) => [lng, lat], toLngLat: (x, y) => [x, y] };
  }
  const converter = library()(text);
  return {
    isGeographic,
    toCrs: (lng, lat) => converter.forward<[number, number]>([lng, lat]),
    toLngLat: (x, y) => converter.inverse<[number, number]>([x, y]),
  };
}

/** EPSG's number as proj4js has it, or a proj4 text that it reads as PROJ does. */
function plainCrs(crs: string, owner: string): string {
  const code = /^(?:\+init=)?(?:\S*\b)?epsg\b\S*?(\d+)\s*$/i.exec(crs.trim())?.[1];
  if (code) return `EPSG:${code}`;
  if (isWkt(crs)) return proj4Text(wktParameters(crs, owner), owner);
  return /(^|\s)\+?proj=/.test(crs) ? proj4Text(proj4Parameters(crs), owner) : crs;
}

/** Metres of PROJ's units of length that projected systems have. */
const UNITS: Record<string, number> = { km: 1000, ft: 0.3048, 'us-ft': 1200 / 3937 };

/** Metres of a unit of a projected system, by its proj4 text or WKT. Systems with a number are taken for metric. */
export function metresPerUnit(crs: string, owner: string): number {
  const text = plainCrs(crs, owner);
  const [, metres] = /\+to_meter=(\S+)/.exec(text) ?? [];
  return Number(metres ?? UNITS[/\+units=(\S+)/.exec(text)?.[1] ?? ''] ?? 1);
}

let loaded: typeof proj4 | undefined;

/** proj4 with the Nordic systems, loaded when a raster first needs it. */
function library(): typeof proj4 {
  if (loaded) return loaded;
  const library: typeof proj4 = createRequire(import.meta.url)('proj4');
  library.defs(NORDIC);
  loaded = library;
  return library;
}

function projOf(crs: string, owner: string): InstanceType<typeof proj4.Proj> {
  try {
    return new (library().Proj)(crs);
  } catch (cause) {
    const message =
      `${owner}: the coordinate system "${crs}" is not known. ` +
      'Give its proj4 string in "crs", as spatialreference.org shows it.';
    throw new Error(message, { cause });
  }
}
