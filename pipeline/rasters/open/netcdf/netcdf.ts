import type { PixelWindow, Raster } from '../../raster.ts';
import { fileKind } from '../file-kind.ts';
import { type CfGrid, REMAP, readCfGrid } from './cf-grid.ts';
import { ANY_YEAR, monthsOfTimes, type YearMonth } from './cf-time.ts';
import { type CfEncoding, decodeStored, encodingOf } from './cf-values.ts';
import { openClassic } from './classic-file.ts';
import { openHdf5 } from './hdf5-file.ts';
import {
  fieldReader,
  type NetcdfFile,
  type NetcdfVariable,
  type ReadField,
} from './netcdf-variable.ts';

/**
 * Opens NetCDF-4 (HDF5) or classic NetCDF-3, recognised by the first bytes, not by the name.
 * @param name of the file, for messages
 * @throws Error saying what the file is instead, where that shows
 */
export async function openNetcdf(path: string, name: string): Promise<NetcdfFile> {
  const kind = await fileKind(path, name);
  if (kind === 'netcdf-4') return openHdf5(path, name);
  if (kind === 'netcdf-3') return openClassic(path, name);
  throw new Error(`${name}: is no NetCDF file (${kind} by its first bytes).`);
}

/** A variable of a file: as many fields as it has times. */
interface NetcdfFields {
  variable: NetcdfVariable;
  /** Month of each field. Null without a time that says it. */
  months: YearMonth[] | null;
  /** How many fields there are: 1 without a time. */
  fields: number;
  /** The field of a time, from 0. It is closed with the file. */
  rasterOf(field: number): Raster;
  close(): Promise<void>;
}

/**
 * Opens a variable, by its name or its standard name. Where the file has a single one on a grid, it
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
    const grid = await readCfGrid(file, variable, crs, name);
    const timeAt = timeDimension(file, variable, name);
    const months = timeAt < 0 ? null : await readMonths(file, variable.dimensions[timeAt], name);
    const fields = timeAt < 0 ? 1 : variable.shape[timeAt];
    const { units } = variable.attributes;
    const unitText = typeof units === 'string' ? units : undefined;
    const encoding = encodingOf(variable, name);
    const readField = fieldReader(file, variable, timeAt);
    const rasterOf = (field: number): Raster => ({
      name: `${name}, band ${field + 1}`,
      ...fieldRaster(
        { grid, encoding: { ...encoding, range: { ...encoding.range } }, readField },
        field,
      ),
      crs: grid.crs,
      bands: fields,
      stated: { variable: variable.name, units: unitText },
    });
    return { variable, months, fields, rasterOf, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Variables with two dimensions or more that are numbers and no bounds. */
export function gridVariables({ variables }: NetcdfFile): NetcdfVariable[] {
  const named = new Set(
    [...variables.values()].flatMap(({ attributes }) => [
      ...String(attributes.coordinates ?? '').split(/\s+/),
      attributes.bounds,
      attributes.climatology,
    ]),
  );
  return [...variables.values()].filter(
    ({ name, type, shape, dimensions }) =>
      type !== 'other' &&
      shape.length >= 2 &&
      !named.has(name) &&
      dimensions.slice(-2).every((dimension) => variables.get(dimension)?.shape.length === 1),
  );
}

/** Why none of a file's variables is a raster. */
function noVariable({ variables }: NetcdfFile, owner: string): Error {
  const curved = [...variables.values()].find(
    ({ attributes, shape }) => /\blat/i.test(String(attributes.coordinates)) && shape.length >= 2,
  );
  if (curved) {
    return new Error(
      `${owner}: "${curved.name}" is on a grid of curved latitudes (${curved.dimensions.join(', ')}), expected latitude and longitude as its last two dimensions. ${REMAP}`,
    );
  }
  const there = [...variables.values()].map(
    ({ name, dimensions }) => `${name}(${dimensions.join(', ')})`,
  );
  return new Error(
    `${owner}: has no variable on a grid of latitudes and longitudes, or x and y. There are: ${there.slice(0, 12).join(', ') || 'none'}.`,
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
  if (candidates.length === 0) throw noVariable(file, owner);
  const reason =
    wanted === undefined
      ? `has ${candidates.length} variables on a grid. Put "variable" into the recipe`
      : `has ${found.length} variables named "${wanted}"`;
  throw new Error(`${owner}: ${reason}. There are: ${there.join(', ')}.`);
}

/** Names of the dimension of times where nothing else says so. */
const TIME_NAMES = /^((valid_)?time(_counter|_?\d)?|t|date|months?|mon)$/i;

/** Index of the time among a variable's dimensions. -1 without one. Others must have one only place. */
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
      /\s(since|as)\s/.test(String(units)) ||
      TIME_NAMES.test(dimension)
    );
  };
  const outer = dimensions.slice(0, -2);
  const timeAt = outer.findIndex((dimension, i) => isTime(dimension) && shape[i] !== 1);
  const soleAt = timeAt < 0 ? outer.findIndex(isTime) : timeAt;
  const other = outer.findIndex((_, i) => i !== soleAt && shape[i] !== 1);
  if (other < 0) return soleAt;
  throw new Error(
    `${owner}: "${name}" has ${shape[other]} places along "${outer[other]}", expected one. ${adviceOn(outer[other], outer[soleAt])}`,
  );
}

function adviceOn(dimension: string, time: string | undefined): string {
  const mean = `ncwa -a ${dimension} in.nc out.nc`;
  if (/^expver$/i.test(dimension)) {
    return `ERA5 has its preliminary months in a separate stream. Merge both with: ${mean}`;
  }
  const isHour = time !== undefined && /^(hour|hours|hr|hour_of_day|time_of_day)$/i.test(dimension);
  if (isHour) return `Take the mean over them with: ${mean}`;
  return `Take the mean over them with: ${mean}, or the first of them with: ncwa -a ${dimension} -d ${dimension},0 in.nc out.nc`;
}

/**
 * By the middle of its bounds, where they are a month's, as a mean of a month may be dated at its end (CF 7.1). Those of a
 * climatology span its years (CF 7.4), and their middle is in any month.
 */
async function readMonths(
  file: NetcdfFile,
  dimension: string,
  owner: string,
): Promise<YearMonth[] | null> {
  const time = file.variables.get(dimension);
  if (time?.shape.length !== 1 || time.type === 'other') return null;
  const { units = '', calendar = '', bounds } = time.attributes;
  const times = await file.read(time, [0], time.shape);
  const unit = typeof units === 'string' ? units : '';
  const bare = Array.from(times);
  const numbers = monthNumbers(bare, dimension, unit);
  if (numbers) return numbers.map((month) => ({ year: ANY_YEAR, month }));
  // NetCDF-4 keeps a dimension without coordinates as zeros.
  if (unit === '' && bare.every((value) => value === 0)) return null;
  const months = monthsOfTimes(times, unit, String(calendar), owner);
  const edges = file.variables.get(String(bounds ?? ''));
  if (edges?.shape.length !== 2 || edges.shape[1] !== 2) return months;
  const pairs = await file.read(edges, [0, 0], edges.shape);
  const starts = Array.from(bare, (_, i) => pairs[2 * i]);
  const ends = Array.from(bare, (_, i) => pairs[2 * i + 1]);
  const monthsAt = (values: number[]) => monthsOfTimes(values, unit, String(calendar), owner);
  const [first, last] = [monthsAt(starts), monthsAt(ends)];
  const middles = monthsAt(starts.map((start, i) => (start + ends[i]) / 2));
  return months.map((own, i) => {
    const span = (last[i].year - first[i].year) * 12 + last[i].month - first[i].month;
    return span === 0 || span === 1 ? middles[i] : own;
  });
}

/** The months that numbers are, from 1 or from 0, as xarray's groupby("time.month") writes them. Null for other times. */
function monthNumbers(
  values: readonly number[],
  dimension: string,
  units: string,
): readonly number[] | null {
  const isNamed = /^mon(ths?)?$/i.test(dimension) || /^(mon(ths?)?|1)?$/i.test(units);
  if (!isNamed || new Set(values).size !== values.length) return null;
  const from = Math.min(...values) === 0 && values.length === 12 ? 0 : 1;
  const isMonth = (value: number) => Number.isInteger(value) && value >= from && value < from + 12;
  return values.every(isMonth) ? values.map((value) => value + 1 - from) : null;
}

/** The part that all fields of a variable have in common. */
interface FieldSource {
  grid: CfGrid;
  encoding: CfEncoding;
  readField: ReadField;
}

function fieldRaster(
  { grid, encoding, readField }: FieldSource,
  field: number,
): Omit<Raster, 'name' | 'crs' | 'bands'> {
  const { turn, crs: _, ...place } = grid;
  return {
    ...place,
    nodata: encoding.missing[0] ?? null,
    isMasked: false,
    hidden: () => ({ rule: encoding.range.attributes, pixels: encoding.range.hidden }),
    readWindow: async (window) => {
      const values = new Float64Array(window.cols * window.rows);
      for (const part of turnedParts(window, turn, grid.cols)) {
        const decoded = new Float64Array(part.cols * window.rows);
        decodeStored(await readField(field, { ...window, ...part }), encoding, decoded);
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

/** Columns of a window in the file's own order. `at` is where they are in the window. */
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
