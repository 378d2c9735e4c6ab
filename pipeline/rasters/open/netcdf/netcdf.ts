import { MONTHS } from '../../../../schemas/codec/axes.ts';
import { monthsNamed } from '../../name-pattern.ts';
import type { PixelWindow, Raster, RasterFields } from '../../raster.ts';
import { fileKind } from '../file-kind.ts';
import { type CfGrid, geoTransformOf, REMAP, readCfGrid } from './cf-grid.ts';
import { type CfEncoding, decodeStored, encodingOf } from './cf-values.ts';
import { openClassic } from './classic-file.ts';
import { openHdf5 } from './hdf5-file.ts';
import {
  bareName,
  fieldReader,
  type NetcdfFile,
  type NetcdfVariable,
  type ReadField,
} from './netcdf-variable.ts';
import { readMonths, timeDimension } from './time-dimension.ts';

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

/**
 * Opens a variable, by its name or its standard name: as many fields as it has times. Where the file has a single one on
 * a grid, or one for each month, it needs no name.
 * @throws Error naming the variables that are there, or what cannot be read
 */
export async function openNetcdfFields(
  path: string,
  name: string,
  { crs, variable: wanted }: { crs?: string | undefined; variable?: string | undefined },
): Promise<RasterFields> {
  const file = await openNetcdf(path, name);
  const monthly = wanted === undefined ? monthVariables(file) : null;
  const variables = monthly?.map(({ variable }) => variable) ?? [
    chooseVariable(file, wanted, name),
  ];
  const [variable] = variables;
  const grid = await readCfGrid(file, variable, crs, name);
  const timeAt = timeDimension(file, variable, name);
  const times = timeAt < 0 ? null : await readMonths(file, variable, timeAt, name);
  const sources = variables.map((one) => ({
    stated: statedOf(one),
    encoding: encodingOf(one, name),
    readField: fieldReader(file, one, timeAt),
  }));
  const fields = timeAt < 0 ? variables.length : variable.shape[timeAt];
  const rasterOf = (field: number): Raster => ({
    name: `${name}, band ${field + 1}`,
    bands: fields,
    ...fieldRaster(grid, sources[monthly ? field : 0], monthly ? 0 : field),
  });
  const months = monthly?.map(({ month }) => ({ month })) ?? times;
  return { months, fields, rasterOf, close: async () => {} };
}

function statedOf({ name, attributes: { units } }: NetcdfVariable): NonNullable<Raster['stated']> {
  return { variable: bareName(name), units: typeof units === 'string' ? units : undefined };
}

/**
 * Variables that are the months of one, as gdal_translate makes them of bands: Band1 to Band12, or by the months that
 * they are named after. Null where there are none.
 */
export function monthVariables(
  file: NetcdfFile,
): { variable: NetcdfVariable; month: number }[] | null {
  const variables = gridVariables(file);
  const isPlain = variables.every(({ shape }) => shape.length === 2);
  if (!isPlain || variables.length < MONTHS) return null;
  const months =
    monthsNamed(variables.map(({ attributes }) => String(attributes.long_name ?? ''))) ??
    monthsNamed(variables.map(({ name }) => bareName(name)));
  return months?.flatMap((month, i) => (month ? [{ variable: variables[i], month }] : [])) ?? null;
}

/** Variables with two dimensions or more that are numbers and no bounds. */
export function gridVariables(file: NetcdfFile): NetcdfVariable[] {
  const { variables } = file;
  const named = new Set(
    [...variables.values()].flatMap(({ attributes }) => [
      ...String(attributes.coordinates ?? '').split(/\s+/),
      attributes.bounds,
      attributes.climatology,
    ]),
  );
  return [...variables.values()].filter(
    (variable) =>
      variable.type !== 'other' &&
      variable.shape.length >= 2 &&
      !named.has(bareName(variable.name)) &&
      (variable.dimensions.slice(-2).every((one) => variables.get(one)?.shape.length === 1) ||
        geoTransformOf(file, variable) !== undefined),
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
      : candidates.filter(({ name, attributes }) =>
          [name, bareName(name), attributes.standard_name].some((one) => one === wanted),
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

/** The part that all fields of a variable have in common. */
interface FieldSource {
  stated: NonNullable<Raster['stated']>;
  encoding: CfEncoding;
  readField: ReadField;
}

/** A field as a raster, which counts for itself what a range of valid numbers hid. */
function fieldRaster(
  { turn, ...place }: CfGrid,
  { stated, encoding, readField }: FieldSource,
  field: number,
): Omit<Raster, 'name' | 'bands'> {
  let hidden = 0;
  return {
    ...place,
    stated,
    nodata: encoding.missing[0] ?? null,
    isMasked: false,
    hidden: () => ({ rule: encoding.range, pixels: hidden }),
    readWindow: async (window) => {
      const values = new Float64Array(window.cols * window.rows);
      for (const part of turnedParts(window, turn, place.cols)) {
        const decoded = new Float64Array(part.cols * window.rows);
        hidden += decodeStored(await readField(field, { ...window, ...part }), encoding, decoded);
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
