import type { Placement } from '../raster.ts';
import type { NetcdfFile, NetcdfVariable } from './netcdf-variable.ts';

/** Where the last two dimensions of a variable lie. */
export interface CfGrid extends Placement {
  cols: number;
  rows: number;
  /** EPSG code, proj4 text or WKT; undefined when the file leaves it open. */
  crs: string | undefined;
  /**
   * Columns to turn the first ones by, so that longitudes 0..360 all around the Earth run from -180:
   * column 0 of the raster is column `turn` of the file.
   */
  turn: number;
}

/** Steps may differ by this share: coordinates are often rounded. */
const UNEVEN = 0.02;

/**
 * Finds latitudes and longitudes, or x and y of a projection, of a variable (CF, chapters 4 and 5).
 * @throws Error when the axes are not the last two, or their steps differ
 */
export async function readCfGrid(
  file: NetcdfFile,
  variable: NetcdfVariable,
  owner: string,
): Promise<CfGrid> {
  const [yName, xName] = variable.dimensions.slice(-2);
  const x = await readAxis(file, xName, owner);
  const y = await readAxis(file, yName, owner);
  const isLngLat = axisKind(file, xName) === 'longitude' && axisKind(file, yName) === 'latitude';
  const isPlane = axisKind(file, xName) === 'x' && axisKind(file, yName) === 'y';
  if (!isLngLat && !isPlane) {
    throw new Error(
      `${owner}: "${variable.name}" has the dimensions (${variable.dimensions.join(', ')}), expected latitude and longitude, or y and x, as the last two. Turn them with: ncpdq -a time,lat,lon in.nc out.nc`,
    );
  }
  const turn = isLngLat ? columnOf180(x) : 0;
  return {
    cols: x.count,
    rows: y.count,
    xEdge: x.first - x.step / 2 + turn * x.step - (turn > 0 ? 360 : 0),
    yEdge: y.first - y.step / 2,
    xStep: x.step,
    yStep: y.step,
    crs: isLngLat ? (mappingOf(file, variable) ?? 'EPSG:4326') : mappingOf(file, variable),
    turn,
  };
}

type AxisKind = 'longitude' | 'latitude' | 'x' | 'y' | 'other';

/** Told by units or standard name (CF 4.1, 4.2, 5.6); the name itself decides where both lack. */
function axisKind(file: NetcdfFile, name: string): AxisKind {
  const { units = '', standard_name = '' } = file.variables.get(name)?.attributes ?? {};
  if (/^degrees?_?(east|E)$/i.test(String(units)) || standard_name === 'longitude')
    return 'longitude';
  if (/^degrees?_?(north|N)$/i.test(String(units)) || standard_name === 'latitude')
    return 'latitude';
  if (standard_name === 'projection_x_coordinate') return 'x';
  if (standard_name === 'projection_y_coordinate') return 'y';
  if (/^(lon|lng|longitude)$/i.test(name)) return 'longitude';
  if (/^(lat|latitude)$/i.test(name)) return 'latitude';
  return name === 'x' || name === 'y' ? name : 'other';
}

interface Axis {
  first: number;
  step: number;
  count: number;
}

async function readAxis(file: NetcdfFile, name: string, owner: string): Promise<Axis> {
  const axis = file.variables.get(name);
  if (axis?.shape.length !== 1 || axis.shape[0] < 2) throw noCoordinates(name, owner);
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
    `${owner}: the steps of "${name}" differ (${values[odd]} at place ${odd}, expected about ${first + odd * step}), so it is no regular raster; bring it onto one with: cdo remapbil,r1440x720 in.nc out.nc`,
  );
}

function noCoordinates(name: string, owner: string): Error {
  return new Error(
    `${owner}: its dimension "${name}" has no coordinates of at least two pixels in a variable of that name, so where the pixels lie is not known; bring a grid of curved latitudes onto a regular one with: cdo remapbil,r1440x720 in.nc out.nc`,
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

/** Coordinate system by what GDAL and rioxarray write beside a grid mapping. */
function mappingOf(file: NetcdfFile, { attributes }: NetcdfVariable): string | undefined {
  const name = attributes.grid_mapping;
  const mapping = typeof name === 'string' ? file.variables.get(name)?.attributes : undefined;
  if (!mapping || mapping.grid_mapping_name === 'latitude_longitude') return undefined;
  const text = mapping.crs_wkt ?? mapping.spatial_ref ?? mapping.proj4 ?? mapping.proj4_params;
  return typeof text === 'string' ? text : undefined;
}
