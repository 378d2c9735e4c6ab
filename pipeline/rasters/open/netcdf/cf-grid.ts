import { metresPerUnit } from '../../crs.ts';
import type { Placement } from '../../raster.ts';
import { unpackedNumbers } from './cf-values.ts';
import { bareName, type NetcdfFile, type NetcdfVariable, variableNear } from './netcdf-variable.ts';

/** Where the last two dimensions of a variable lie. */
export interface CfGrid extends Placement {
  cols: number;
  rows: number;
  /** EPSG code, proj4 text or WKT. */
  crs: string;
  /**
   * Columns to turn the first ones by, so that longitudes 0..360 all around the Earth run from -180:
   * column 0 of the raster is column `turn` of the file.
   */
  turn: number;
}

/** Steps may differ by this share: coordinates are often rounded. */
const UNEVEN = 0.02;

/** Rows or columns: the whole Earth at 1.3 seconds of arc. */
const MOST_PIXELS = 1_000_000;

/** Advice for a grid of curved or turned latitudes, to bring it onto a plain one. */
export const REMAP = 'Bring it onto a regular grid with: cdo remapbil,r1440x720 in.nc out.nc';

/**
 * Finds latitudes and longitudes, or x and y of a projection, of a variable (CF, chapters 4 and 5).
 * @param given overrules the file's coordinate system
 * @throws Error when the axes are not the last two, their steps differ, or no coordinate system is known
 */
export async function readCfGrid(
  file: NetcdfFile,
  variable: NetcdfVariable,
  given: string | undefined,
  owner: string,
): Promise<CfGrid> {
  const [yName, xName] = variable.dimensions.slice(-2);
  const kinds = [axisKind(file, yName), axisKind(file, xName)].join();
  const stated = crsOfMapping(mappingOf(file, variable));
  if (kinds.includes('rotated') || stated === 'rotated') {
    throw new Error(
      `${owner}: "${variable.name}" is on a rotated pole (${yName}, ${xName}), expected latitude and longitude, or a projection that is known. ${REMAP}`,
    );
  }
  const isLngLat = kinds === 'latitude,longitude';
  if (!isLngLat && kinds !== 'y,x') throw wrongAxes(file, variable, owner);
  const placed = geoTransformOf(file, variable);
  const x = placed?.x ?? (await readAxis(file, xName, owner));
  const y = placed?.y ?? (await readAxis(file, yName, owner));
  const crs = given ?? stated ?? (isLngLat ? DEGREES : undefined);
  if (crs === undefined) {
    throw new Error(
      `${owner}: states no WKT or proj4 text of its coordinate system. Put its EPSG code or proj4 text into "crs" of the recipe.`,
    );
  }
  const turn = isLngLat ? columnOf180(x) : 0;
  const [xUnits, yUnits] = [xName, yName].map((name) =>
    isLngLat ? 1 : inUnitsOf(file, name, crs),
  );
  return {
    cols: x.count,
    rows: y.count,
    xEdge: (x.first - x.step / 2 + turn * x.step) * xUnits - (turn > 0 ? 360 : 0),
    yEdge: (y.first - y.step / 2) * yUnits,
    xStep: x.step * xUnits,
    yStep: y.step * yUnits,
    crs,
    turn,
  };
}

/** Units of the coordinate system for one of an axis: kilometres next to a system in metres are a thousand. */
function inUnitsOf(file: NetcdfFile, axis: string, crs: string): number {
  const units = String(file.variables.get(axis)?.attributes.units ?? '');
  if (/^(km|kilomet(er|re)s?)$/i.test(units)) return 1000 / metresPerUnit(crs, axis);
  return /^m(et(er|re)s?)?$/i.test(units) ? 1 / metresPerUnit(crs, axis) : 1;
}

function wrongAxes(file: NetcdfFile, { name, dimensions }: NetcdfVariable, owner: string): Error {
  const found = `${owner}: "${name}" has the dimensions (${dimensions.join(', ')}), expected latitude and longitude, or y and x, as the last two`;
  const of = (...kinds: AxisKind[]) =>
    dimensions.find((one) => kinds.includes(axisKind(file, one)));
  const [y, x] = [of('latitude', 'y'), of('longitude', 'x')];
  if (y && x) {
    const others = dimensions.filter((one) => one !== y && one !== x);
    return new Error(`${found}. Turn them with: ncpdq -a ${[...others, y, x].join()} in.nc out.nc`);
  }
  const [last, first] = dimensions.slice(-2);
  return new Error(
    `${found}. If these are latitudes and longitudes, say so with: ncatted -a units,${last},o,c,degrees_north -a units,${first},o,c,degrees_east in.nc`,
  );
}

type AxisKind = 'longitude' | 'latitude' | 'x' | 'y' | 'rotated' | 'other';

/** Recognised by standard name or units (CF 4.1, 4.2, 5.6), or by its axis. The name itself decides where all lack. */
function axisKind(file: NetcdfFile, dimension: string): AxisKind {
  const { units = '', standard_name = '', axis } = file.variables.get(dimension)?.attributes ?? {};
  const name = bareName(dimension);
  const stated = String(standard_name);
  if (/^grid_(lat|long)itude$/.test(stated) || /^r(lat|lon)$/i.test(name)) return 'rotated';
  if (/^deg(rees?)?[_ ]?(east|E)$/i.test(String(units)) || stated === 'longitude')
    return 'longitude';
  if (/^deg(rees?)?[_ ]?(north|N)$/i.test(String(units)) || stated === 'latitude')
    return 'latitude';
  if (stated === 'projection_x_coordinate') return 'x';
  if (stated === 'projection_y_coordinate') return 'y';
  const isLength = /^(k?m|(kilo)?met(er|re)s?)$/i.test(String(units));
  if (isLength && axis === 'X') return 'x';
  if (isLength && axis === 'Y') return 'y';
  if (/^(lon|lng|long|longitudes?|nav_lon)$/i.test(name)) return 'longitude';
  if (/^(lat|latitudes?|nav_lat)$/i.test(name)) return 'latitude';
  if (/^(x|xc|x_?coord\w*|eastings?|e)$/i.test(name)) return 'x';
  return /^(y|yc|y_?coord\w*|northings?|n)$/i.test(name) ? 'y' : 'other';
}

interface Axis {
  first: number;
  step: number;
  count: number;
}

async function readAxis(file: NetcdfFile, name: string, owner: string): Promise<Axis> {
  const axis = file.variables.get(name);
  if (!axis || axis.type === 'other' || axis.shape.length !== 1 || axis.shape[0] < 2)
    throw noCoordinates(name, owner);
  if (axis.shape[0] > MOST_PIXELS) {
    throw new Error(
      `${owner}: its dimension "${name}" has ${axis.shape[0]} places, expected at most ${MOST_PIXELS}. Fetch it again.`,
    );
  }
  const unpacked = await unpackedNumbers(file, axis, owner);
  const values = axis.type === 'float32' ? unpacked.map(asWritten) : unpacked;
  const count = values.length;
  const first = values[0];
  const step = (values[count - 1] - first) / (count - 1);
  // NetCDF-4 keeps a dimension without coordinates as zeros.
  if (step === 0) throw noCoordinates(name, owner);
  const odd = values.findIndex(
    (value, i) => !(Math.abs(value - first - i * step) <= UNEVEN * Math.abs(step)),
  );
  if (odd < 0) return { first, step, count };
  throw new Error(
    `${owner}: the steps of "${name}" differ (${values[odd]} at place ${odd}, expected about ${first + odd * step}), so it is no regular raster. ${REMAP}`,
  );
}

function noCoordinates(name: string, owner: string): Error {
  return new Error(
    `${owner}: its dimension "${name}" has no coordinates of at least two pixels in a variable of that name, so where the pixels lie is not known. If its latitudes are curved: ${REMAP}`,
  );
}

/** Seven digits are what a float32 was written from. */
function asWritten(value: number): number {
  return Number(value.toPrecision(7));
}

/** First column beyond 180 where longitudes from 0 go around the Earth, else 0. */
function columnOf180({ first, step, count }: Axis): number {
  const isAround = Math.abs(count * step - 360) < step / 2 && first > -step && first < step;
  if (!isAround) return 0;
  return Math.ceil((180 - first) / step - 1e-6);
}

type Attributes = NetcdfVariable['attributes'];

const DEGREES = 'EPSG:4326';

/** Attributes of grid mappings that have a whole coordinate system as text: those of CF, GDAL, met.no, R and ESRI. */
const TEXTS = [
  'crs_wkt',
  'spatial_ref',
  'proj4',
  'proj4_params',
  'proj4_string',
  'proj4text',
  'proj_params',
  'wkt',
  'esri_pe_string',
];

/** Attributes of a variable's grid mapping: the one that it names, else the only one with a text. */
function mappingOf(file: NetcdfFile, { name, attributes }: NetcdfVariable): Attributes | undefined {
  // CF 5.6 allows "crs: x y" next to only the name.
  const [mapping] = String(attributes.grid_mapping ?? '').split(/[:\s]/);
  const named = variableNear(file, name, mapping);
  if (named) return named.attributes;
  const [only, ...others] = [...file.variables.values()].filter(
    (one) => one.shape.length <= 1 && textOf(one.attributes) !== undefined,
  );
  return others.length === 0 ? only?.attributes : undefined;
}

function textOf(mapping: Attributes): string | undefined {
  const texts = TEXTS.map((name) => mapping[name]);
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/**
 * The coordinate system of a grid mapping: the WKT or proj4 text that GDAL, rioxarray and met.no write next to CF's own
 * attributes, or an EPSG code. 'rotated' for a turned pole, undefined for a mapping without a text.
 */
function crsOfMapping(mapping: Attributes | undefined): string | undefined {
  const name = String(mapping?.grid_mapping_name ?? '');
  if (name === 'rotated_latitude_longitude') return 'rotated';
  if (name === 'latitude_longitude') return DEGREES;
  const code = /^(?:EPSG:)?(\d{4,6})$/i.exec(
    String(mapping?.epsg_code ?? mapping?.epsg ?? ''),
  )?.[1];
  return mapping && (textOf(mapping) ?? (code && `EPSG:${code}`));
}

/** Axes by GDAL's six numbers (corner, steps and turns), where no coordinates are. */
export function geoTransformOf(
  file: NetcdfFile,
  variable: NetcdfVariable,
): { x: Axis; y: Axis } | undefined {
  const [yName, xName] = variable.dimensions.slice(-2);
  const [rows, cols] = variable.shape.slice(-2);
  const hasCoordinates = [xName, yName].some(
    (one) => (file.variables.get(one)?.type ?? 'other') !== 'other',
  );
  if (hasCoordinates) return undefined;
  const text = String(mappingOf(file, variable)?.GeoTransform ?? '').trim();
  const [west, xStep, xTurn, north, yTurn, yStep] = text.split(/[\s,]+/).map(Number);
  if (xTurn !== 0 || yTurn !== 0 || !Number.isFinite(west + xStep + north + yStep))
    return undefined;
  return {
    x: { first: west + xStep / 2, step: xStep, count: cols },
    y: { first: north + yStep / 2, step: yStep, count: rows },
  };
}
