import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { MultiPolygon, Position } from 'geojson';

const REMEDY = 'Make one: ogr2ogr -f GeoJSON -t_srs EPSG:4326 -lco RFC7946=YES out.geojson in.shp';
/** Coordinate systems of older files that are longitude and latitude in degrees. */
const DEGREES = /(CRS84|EPSG:{1,2}4326)$/i;
/** Kinds that hold others, by the member that has them. */
const WRAPPED: Record<string, string> = {
  FeatureCollection: 'features',
  GeometryCollection: 'geometries',
};

/** An area of a file: its name, and its polygons with holes wound against their outer rings. */
export interface NamedOutline {
  name: string;
  outline: MultiPolygon;
}

/**
 * Reads the polygons of a GeoJSON file (RFC 7946: degrees, longitude first). Rings may be wound either way.
 * @throws Error naming the file and the place in it that is wrong
 */
export function readGeojson(path: string): NamedOutline {
  try {
    const value = parsed(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
    refuseOtherCrs(value);
    const coordinates = polygonsOf(value, '').map(rewound);
    if (coordinates.length === 0) throw new Error('has no polygon, expected at least one');
    return { name: nameOf(value, path), outline: { type: 'MultiPolygon', coordinates } };
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`"grid.coverage.geojson": ${path} ${reason}. ${REMEDY}`, { cause: error });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`is no JSON (${(error as Error).message}), expected a GeoJSON file`);
  }
}

/** A member of what may be an object. */
function member(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

/** The name that QGIS and ogr2ogr give a layer, else the file's. */
function nameOf(value: unknown, path: string): string {
  const name = member(value, 'name') ?? member(member(value, 'properties'), 'name');
  return typeof name === 'string' && name !== '' ? name : basename(path).replace(/\.\w+$/, '');
}

function refuseOtherCrs(value: unknown): void {
  const crs = member(member(member(value, 'crs'), 'properties'), 'name');
  if (crs === undefined || DEGREES.test(String(crs))) return;
  throw new Error(`has coordinates in "${crs}", expected longitude and latitude in degrees`);
}

/** The polygons inside a GeoJSON object; `at` is where it stands in the file. */
function polygonsOf(value: unknown, at: string): Position[][][] {
  const type = member(value, 'type');
  const where = at ? ` at ${at}` : '';
  if (type === 'Feature') return polygonsOf(member(value, 'geometry'), joined(at, 'geometry'));
  if (typeof type === 'string' && Object.hasOwn(WRAPPED, type)) {
    const inside = member(value, WRAPPED[type]);
    if (!Array.isArray(inside)) throw new Error(`has no list "${WRAPPED[type]}"${where}`);
    return inside.flatMap((one, i) => polygonsOf(one, joined(at, `${WRAPPED[type]}[${i}]`)));
  }
  const coordinates = member(value, 'coordinates');
  const place = joined(at, 'coordinates');
  if (type === 'Polygon') return [ringsOf(coordinates, place)];
  if (type === 'MultiPolygon') {
    return list(coordinates, place).map((polygon, i) => ringsOf(polygon, `${place}[${i}]`));
  }
  throw new Error(
    `has ${type === undefined ? 'no geometry' : `a ${type}`}${where}, expected Polygon or MultiPolygon`,
  );
}

function joined(at: string, name: string): string {
  return at ? `${at}.${name}` : name;
}

function list(value: unknown, at: string): unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new Error(`has no list with something in it at ${at}`);
}

function ringsOf(value: unknown, at: string): Position[][] {
  return list(value, at).map((ring, i) => {
    const positions = list(ring, `${at}[${i}]`).map((one, p) => position(one, `${at}[${i}][${p}]`));
    const [first, last] = [positions[0], positions[positions.length - 1]];
    const isClosed = first[0] === last[0] && first[1] === last[1];
    if (positions.length >= 4 && isClosed) return positions;
    throw new Error(`has a ring at ${at}[${i}] that does not end where it began, after 4 or more`);
  });
}

function position(value: unknown, at: string): Position {
  const [lng, lat] = list(value, at);
  const isDegrees =
    typeof lng === 'number' &&
    typeof lat === 'number' &&
    Math.abs(lng) <= 180 &&
    Math.abs(lat) <= 90;
  if (isDegrees) return [lng, lat];
  throw new Error(
    `has ${JSON.stringify(value)} at ${at}, expected longitude (-180 to 180) and latitude (-90 to 90) in degrees`,
  );
}

/** The outer ring one way round, its holes the other. */
function rewound(polygon: Position[][]): Position[][] {
  return polygon.map((ring, i) => {
    const isOuter = i === 0;
    return isClockwise(ring) === isOuter ? ring : ring.toReversed();
  });
}

/** By the sign of the area between a closed ring and the equator. */
function isClockwise(ring: Position[]): boolean {
  let area = 0;
  for (let i = 1; i < ring.length; i++) {
    area += (ring[i][0] - ring[i - 1][0]) * (ring[i][1] + ring[i - 1][1]);
  }
  return area > 0;
}
