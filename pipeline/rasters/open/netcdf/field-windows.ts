import type { PixelWindow } from '../../raster.ts';
import type { NetcdfFile, NetcdfVariable, NumberArray } from './netcdf-variable.ts';

/** Stored numbers of a window of the field of a time, row by row. */
export type ReadField = (field: number, window: PixelWindow) => Promise<NumberArray>;

/** Windows of all times are held up to this many numbers; beyond, each time is read by itself. */
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
