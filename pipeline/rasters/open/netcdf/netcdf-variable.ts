import type { PixelWindow } from '../../raster.ts';

/** Value of an attribute: its text, or its numbers. */
export type NetcdfAttribute = string | number[];

/** A variable as its file declares it. Nothing of its values is read. */
export interface NetcdfVariable {
  /** Name with the groups that the variable is in: `PRODUCT/SIS`. */
  name: string;
  /** Names and sizes of the dimensions, slowest first. With their groups. */
  dimensions: string[];
  shape: number[];
  attributes: Record<string, NetcdfAttribute>;
  type: NetcdfType;
  /** Sizes of the blocks that HDF5 packs whole. Null where values lie one after the other. */
  chunks: number[] | null;
}

/** How numbers are stored. `other` is text, references and whatever is no number. */
export type NetcdfType =
  | 'int8'
  | 'uint8'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'float32'
  | 'float64'
  | 'other';

/** Numbers as they are stored, whole ones of 64 bits as float64. */
export type NumberArray = Exclude<NodeJS.TypedArray, BigInt64Array | BigUint64Array>;

/** An opened file of either form. */
export interface NetcdfFile {
  variables: Map<string, NetcdfVariable>;
  /** The stored numbers of a block of a variable, last dimension fastest. */
  read(
    variable: NetcdfVariable,
    start: readonly number[],
    count: readonly number[],
  ): Promise<NumberArray>;
}

/** The last part of a name with groups. */
export function bareName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** The variable that another one means by a name: of its own group, or of the nearest above (CF 2.7). */
export function variableNear(
  { variables }: Pick<NetcdfFile, 'variables'>,
  from: string,
  name: string,
): NetcdfVariable | undefined {
  const groups = from.split('/').slice(0, -1);
  for (let depth = groups.length; depth >= 0; depth--) {
    const found = variables.get([...groups.slice(0, depth), name].join('/'));
    if (found) return found;
  }
  return undefined;
}

/** Stored numbers of a window of the field of a time, row by row. */
export type ReadField = (field: number, window: PixelWindow) => Promise<NumberArray>;

/** Windows of all times are held up to this many numbers. Beyond, each time is read by itself. */
const MOST_NUMBERS = 1 << 27;

/**
 * Reads windows of a variable. HDF5 unpacks a chunk whole, which may span many times: a window is read once for all
 * times, and held.
 * @param timeAt index of the time's dimension, -1 without one
 */
export function fieldReader(file: NetcdfFile, variable: NetcdfVariable, timeAt: number): ReadField {
  const { shape, chunks } = variable;
  const fields = timeAt < 0 ? 1 : shape[timeAt];
  const read = (first: number, count: number, { row, rows, col, cols }: PixelWindow) => {
    const outer = shape.slice(0, -2);
    const start = [...outer.map((_, i) => (i === timeAt ? first : 0)), row, col];
    return file.read(variable, start, [
      ...outer.map((_, i) => (i === timeAt ? count : 1)),
      rows,
      cols,
    ]);
  };
  if (!chunks || timeAt < 0 || chunks[timeAt] === 1)
    return (field, window) => read(field, 1, window);
  const windows = new Map<string, Promise<NumberArray>>();
  let held = 0;
  return async (field, window) => {
    const key = Object.values(window).join();
    const size = window.rows * window.cols;
    const found = windows.get(key);
    if (!found && held + size * fields > MOST_NUMBERS) return read(field, 1, window);
    const all = found ?? read(0, fields, window);
    if (!found) {
      windows.set(key, all);
      held += size * fields;
    }
    return (await all).subarray(field * size, (field + 1) * size);
  };
}
