import { metresPerUnit } from '../../crs.ts';
import type { Placement } from '../../raster.ts';
import type { NetcdfFile, NetcdfVariable } from './netcdf-variable.ts';

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

/** From a grid of curved or turned latitudes onto a plain one. */
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
  const stated = mappingOf(file, variable);
  if (kinds.includes('rotated') || stated === 'rotated') {
    throw new Error(
      `${owner}: "${variable.name}" is on a rotated pole (${yName}, ${xName}), expected latitude and longitude, or a projection that is known. ${REMAP}`,
    );
  }
  const isLngLat = kinds === 'latitude,longitude';
  if (!isLngLat && kinds !== 'y,x') throw wrongAxes(file, variable, owner);
  const x = await readAxis(file, xName, owner);
  const y = await readAxis(file, yName, owner);
  const crs = given ?? stated ?? (isLngLat ? 'EPSG:4326' : undefined);
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
  const metres = /^(km|kilomet(er|re)s?)$/i.test(units)
    ? 1000
    : /^m(et(er|re)s?)?$/i.test(units)
      ? 1
      : 0;
  return metres === 0 ? 1 : metres / metresPerUnit(crs, axis);
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

/** Recognised by standard name or units (CF 4.1, 4.2, 5.6). The name itself decides where both lack. */
function axisKind(file: NetcdfFile, name: string): AxisKind {
  const { units = '', standard_name = '' } = file.variables.get(name)?.attributes ?? {};
  if (/^grid_(lat|long)itude$/.test(String(standard_name)) || /^r(lat|lon)$/i.test(name))
    return 'rotated';
  if (/^degrees?_?(east|E)$/i.test(String(units)) || standard_name === 'longitude')
    return 'longitude';
  if (/^degrees?_?(north|N)$/i.test(String(units)) || standard_name === 'latitude')
    return 'latitude';
  if (standard_name === 'projection_x_coordinate') return 'x';
  if (standard_name === 'projection_y_coordinate') return 'y';
  if (/^(lon|lng|long|longitude|nav_lon)$/i.test(name)) return 'longitude';
  if (/^(lat|latitude|nav_lat)$/i.test(name)) return 'latitude';
  if (/^(x|xc|easting|e)$/i.test(name)) return 'x';
  return /^(y|yc|northing|n)$/i.test(name) ? 'y' : 'other';
}

interface Axis {
  first: number;
  step: number;
  count: number;
}

async function readAxis(file: NetcdfFile, name: string, owner: string): Promise<Axis> {
  const axis = file.variables.get(name);
  if (axis?.shape.length !== 1 || axis.shape[0] < 2) throw noCoordinates(name, owner);
  if (axis.shape[0] > MOST_PIXELS) {
    throw new Error(
      `${owner}: its dimension "${name}" has ${axis.shape[0]} places, expected at most ${MOST_PIXELS}. Fetch it again.`,
    );
  }
  const stored = await file.read(axis, [0], [...axis.shape]);
  const values = axis.type === 'float32' ? Array.from(stored, asWritten) : Array.from(stored);
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
  const column = Math.ceil((180 - first) / step - 1e-6);
  return column;
}

/** Coordinate system of a variable's grid mapping. Undefined for degrees, or without one. */
function mappingOf(file: NetcdfFile, { attributes }: NetcdfVariable): string | undefined {
  // CF 5.6 allows "crs: x y" next to only the name.
  const [name] = String(attributes.grid_mapping ?? '').split(/[:\s]/);
  const mapping = file.variables.get(name)?.attributes;
  return mapping && crsOfMapping(mapping);
}

type Attributes = NetcdfVariable['attributes'];

/**
 * The coordinate system of a grid mapping: the WKT or proj4 text that GDAL, rioxarray and met.no write next to CF's own
 * attributes. 'rotated' for a turned pole, undefined for degrees or a mapping without a text.
 */
function crsOfMapping(mapping: Attributes): string | undefined {
  const name = String(mapping.grid_mapping_name ?? '');
  if (name === 'rotated_latitude_longitude') return 'rotated';
  if (name === 'latitude_longitude') return undefined;
  const text = mapping.crs_wkt ?? mapping.spatial_ref ?? mapping.proj4 ?? mapping.proj4_params;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
