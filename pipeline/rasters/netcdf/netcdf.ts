import type { PixelWindow, Raster } from '../raster.ts';
import { type CfGrid, readCfGrid } from './cf-grid.ts';
import { monthsOfTimes, type YearMonth } from './cf-time.ts';
import { type CfEncoding, decodeStored, encodingOf } from './cf-values.ts';
import { openNetcdf } from './netcdf-file.ts';
import type { NetcdfFile, NetcdfVariable } from './netcdf-variable.ts';
import { type SlabReader, slabReader } from './slabs.ts';

/** A variable of a file: as many fields as it has times. */
export interface NetcdfFields {
  variable: NetcdfVariable;
  /** Month of each field; null without a time that says it. */
  months: YearMonth[] | null;
  /** How many fields there are: 1 without a time. */
  fields: number;
  /** The field of a time, from 0. It is closed with the file. */
  rasterOf(field: number): Raster;
  close(): Promise<void>;
}

/** One field of a variable as a raster; `band` counts times from 1. */
export async function openNetcdfRaster(
  path: string,
  name: string,
  {
    band = 1,
    crs,
    variable,
  }: { band?: number | undefined; crs?: string | undefined; variable?: string | undefined },
): Promise<Raster> {
  const { rasterOf, fields, close } = await openNetcdfFields(path, name, { crs, variable });
  if (band <= fields) return { ...rasterOf(band - 1), close };
  await close();
  throw new Error(`${name}: has ${fields} times, so there is no ${band}.`);
}

/**
 * Opens a variable, by its name or its standard name; where the file has a single one on a grid, it
 * needs no name.
 * @throws Error naming the variables that are there, or what cannot be read
 */
export async function openNetcdfFields(
  path: string,
  name: string,
  { crs, variable: wanted }: { crs?: string | undefined; variable?: string | undefined },
): Promise<NetcdfFields> {
  const file = await openNetcdf(path, name);
  try {
    const variable = chooseVariable(file, wanted, name);
    const timeAt = timeDimension(file, variable, name);
    const months = timeAt < 0 ? null : await readMonths(file, variable.dimensions[timeAt], name);
    const grid = await readCfGrid(file, variable, name);
    if (crs === undefined && grid.crs === undefined) {
      throw new Error(
        `${name}: does not say its coordinate system; give its EPSG code or proj4 text in "crs".`,
      );
    }
    const fields = timeAt < 0 ? 1 : variable.shape[timeAt];
    const { units } = variable.attributes;
    const unitText = typeof units === 'string' ? units : undefined;
    const encoding = encodingOf(variable, name);
    const slabs = slabReader(file, variable, timeAt);
    const rasterOf = (field: number): Raster => ({
      name,
      ...fieldRaster({ grid, encoding, slabs }, field),
      crs: crs ?? grid.crs ?? '',
      bands: fields,
      stated: { variable: variable.name, units: unitText },
    });
    const close = () => slabs.close().finally(() => file.close());
    return { variable, months, fields, rasterOf, close };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Variables with two dimensions or more that are numbers and no bounds. */
export function gridVariables({ variables }: NetcdfFile): NetcdfVariable[] {
  const named = new Set([...variables.values()].map(({ attributes }) => attributes.bounds));
  return [...variables.values()].filter(
    ({ name, type, shape, dimensions }) =>
      type !== 'other' &&
      shape.length >= 2 &&
      !named.has(name) &&
      dimensions.slice(-2).every((dimension) => variables.get(dimension)?.shape.length === 1),
  );
}

function chooseVariable(
  file: NetcdfFile,
  wanted: string | undefined,
  owner: string,
): NetcdfVariable {
  const candidates = gridVariables(file);
  const found =
    wanted === undefined
      ? candidates
      : candidates.filter(
          ({ name, attributes }) => name === wanted || attributes.standard_name === wanted,
        );
  const exact = found.find(({ name }) => name === wanted);
  if (exact) return exact;
  if (found.length === 1) return found[0];
  const there = candidates.map(
    ({ name, attributes: { standard_name } }) =>
      name + (standard_name ? ` (${standard_name})` : ''),
  );
  const reason =
    wanted === undefined
      ? `has ${candidates.length} variables on a grid; put "variable" into the recipe`
      : `has ${found.length} variables named "${wanted}"`;
  throw new Error(
    `${owner}: ${reason}. There are: ${there.join(', ') || 'none on a grid of latitudes and longitudes'}.`,
  );
}

/** Index of the time among a variable's dimensions; -1 without one. Others must have one place alone. */
function timeDimension(
  file: NetcdfFile,
  { name, dimensions, shape }: NetcdfVariable,
  owner: string,
): number {
  const isTime = (dimension: string) => {
    const { units = '', standard_name, axis } = file.variables.get(dimension)?.attributes ?? {};
    return (
      standard_name === 'time' ||
      axis === 'T' ||
      /\ssince\s/.test(String(units)) ||
      /^(valid_)?time$/.test(dimension)
    );
  };
  const outer = dimensions.slice(0, -2);
  const timeAt = outer.findIndex(isTime);
  const other = outer.findIndex((_, i) => i !== timeAt && shape[i] !== 1);
  if (other < 0) return timeAt;
  const advice =
    outer[other] === 'expver'
      ? 'ERA5 keeps its first version of the last months apart: leave those months out, or join them with: cdo mergetime'
      : `take one of them with: ncks -d ${outer[other]},0 in.nc out.nc`;
  throw new Error(
    `${owner}: "${name}" has ${shape[other]} places along "${outer[other]}", expected one; ${advice}.`,
  );
}

/** By the middle of its bounds, where it has some, as a mean of a month may be dated at its end (CF 7.1). */
async function readMonths(
  file: NetcdfFile,
  dimension: string,
  owner: string,
): Promise<YearMonth[] | null> {
  const time = file.variables.get(dimension);
  const { units, calendar = '', bounds } = time?.attributes ?? {};
  if (!time || typeof units !== 'string') return null;
  const edges = typeof bounds === 'string' ? file.variables.get(bounds) : undefined;
  const times = await file.read(time, [0], time.shape);
  const pairs = edges?.shape.length === 2 ? await file.read(edges, [0, 0], edges.shape) : undefined;
  const middles = Array.from(times, (at, i) =>
    pairs ? (pairs[2 * i] + pairs[2 * i + 1]) / 2 : at,
  );
  return monthsOfTimes(middles, units, String(calendar), owner);
}

/** The part that all fields of a variable have in common. */
interface FieldSource {
  grid: CfGrid;
  encoding: CfEncoding;
  slabs: SlabReader;
}

function fieldRaster(
  { grid, encoding, slabs }: FieldSource,
  field: number,
): Omit<Raster, 'name' | 'crs' | 'bands'> {
  const { turn, crs: _, ...place } = grid;
  return {
    ...place,
    nodata: encoding.missing[0] ?? null,
    isMasked: false,
    readWindow: async (window) => {
      const values = new Float64Array(window.cols * window.rows);
      for (const part of turnedParts(window, turn, grid.cols)) {
        const decoded = new Float64Array(part.cols * window.rows);
        decodeStored(await slabs.read(field, { ...window, ...part }), encoding, decoded);
        if (part.cols === window.cols) return decoded;
        for (let row = 0; row < window.rows; row++) {
          const cells = decoded.subarray(row * part.cols, (row + 1) * part.cols);
          values.set(cells, row * window.cols + part.at);
        }
      }
      return values;
    },
    close: async () => {},
  };
}

/** Columns of a window in the file's own order; `at` is where they stand in the window. */
function turnedParts(
  { col, cols }: PixelWindow,
  turn: number,
  fileCols: number,
): { col: number; cols: number; at: number }[] {
  const first = (col + turn) % fileCols;
  const before = Math.min(cols, fileCols - first);
  const parts = [{ col: first, cols: before, at: 0 }];
  return before < cols ? [...parts, { col: 0, cols: cols - before, at: before }] : parts;
}
