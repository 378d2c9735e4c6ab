import type { PixelWindow } from '../raster.ts';
import type { NetcdfFile, NetcdfVariable } from './netcdf-variable.ts';
import { numberBytes, numbersIn } from './number-arrays.ts';
import { openSpool, type Spool } from './spool.ts';

/** Reads a variable by windows, and closes what it needs for that. */
export interface SlabReader {
  /** Stored numbers of a window of the field of a time, row by row. */
  read(field: number, window: PixelWindow): Promise<ArrayLike<number>>;
  close(): Promise<void>;
}

/** Unpacked at once where chunks are smaller; HDF5 holds a chunk three times beside that. */
const SLAB_BYTES = 1 << 24;

/** A block of a variable in the spool: all times and rows of a chunk, columns of a window. */
interface Slab {
  firstField: number;
  firstRow: number;
  rows: number;
  col: number;
  cols: number;
  /** Where its numbers begin in the spool. */
  position: number;
}

/**
 * Reads windows of a variable. HDF5 unpacks a chunk whole, which may span many times or all rows: what
 * it unpacked in the window's columns goes to a temporary file, where the next row or time finds it.
 * @param timeAt index of the time's dimension, -1 without one
 */
export function slabReader(file: NetcdfFile, variable: NetcdfVariable, timeAt: number): SlabReader {
  const { chunks } = variable;
  const { unpack } = file;
  if (!chunks || !unpack) {
    const read = (field: number, window: PixelWindow) => {
      const { start, count } = blockOf(variable, timeAt, { first: field, fields: 1 }, window);
      return file.read(variable, start, count);
    };
    return { read, close: async () => {} };
  }
  const spooled = spooledSlabs({ ...variable, chunks }, timeAt, unpack);
  // One after the other: a window of another time empties the spool.
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: (field, window) => {
      const values = last.then(() => spooled.read(field, window));
      last = values.catch(() => {});
      return values;
    },
    close: () => last.then(spooled.close),
  };
}

/** Start and size of a window of some times along all dimensions of a variable. */
function blockOf(
  { shape }: NetcdfVariable,
  timeAt: number,
  { first, fields }: { first: number; fields: number },
  { row, rows, col, cols }: PixelWindow,
): { start: number[]; count: number[] } {
  const outer = shape.slice(0, -2);
  const start = [...outer.map((_, i) => (i === timeAt ? first : 0)), row, col];
  return { start, count: [...outer.map((_, i) => (i === timeAt ? fields : 1)), rows, cols] };
}

function spooledSlabs(
  variable: NetcdfVariable & { chunks: number[] },
  timeAt: number,
  unpack: NonNullable<NetcdfFile['unpack']>,
): SlabReader {
  const { shape, chunks, type } = variable;
  const [chunkRows, chunkCols] = chunks.slice(-2);
  const chunkFields = timeAt < 0 ? 1 : chunks[timeAt];
  const columnBytes = chunkFields * chunkRows * chunkCols * numberBytes(type);
  const slabCols = chunkCols * Math.max(1, Math.floor(SLAB_BYTES / columnBytes));
  const slabs = new Map<string, Slab>();
  let spool: Spool | null = null;
  let spoolField = 0;
  let used = 0;

  /** The block of whole chunks around a place, as far as the window's columns go. */
  async function slabAt(field: number, row: number, col: number, end: number): Promise<Slab> {
    const firstField = field - (field % chunkFields);
    const firstRow = row - (row % chunkRows);
    const cols = Math.min(end, col - (col % slabCols) + slabCols) - col;
    if (firstField !== spoolField) {
      slabs.clear();
      used = 0;
      spoolField = firstField;
    }
    const key = [firstRow, col, cols].join();
    const known = slabs.get(key);
    if (known) return known;
    spool ??= await openSpool();
    const fields = timeAt < 0 ? 1 : Math.min(chunkFields, shape[timeAt] - firstField);
    const rows = Math.min(chunkRows, (shape.at(-2) ?? 0) - firstRow);
    const times = { first: firstField, fields };
    const window = { row: firstRow, rows, col, cols };
    const { start, count } = blockOf(variable, timeAt, times, window);
    const bytes = fields * rows * cols * numberBytes(type);
    spool.checkRoom(used + bytes);
    await unpack(variable, start, count, spool.fd, used);
    const slab = { firstField, firstRow, rows, col, cols, position: used };
    used += bytes;
    slabs.set(key, slab);
    return slab;
  }

  /** Copies the rows of a window from a slab to the window's values. */
  async function copyRows(slab: Slab, field: number, row: number, end: number, into: Target) {
    const first = ((field - slab.firstField) * slab.rows + row - slab.firstRow) * slab.cols;
    const bytes = new Uint8Array((end - row) * slab.cols * numberBytes(type));
    await spool?.read(bytes, slab.position + first * numberBytes(type));
    const numbers = numbersIn(bytes.buffer, type);
    for (let i = 0; i < end - row; i++) {
      const from = numbers.subarray(i * slab.cols, (i + 1) * slab.cols);
      into.values.set(from, (row - into.row + i) * into.cols + slab.col - into.col);
    }
  }

  async function read(field: number, window: PixelWindow): Promise<Float64Array> {
    const into = { ...window, values: new Float64Array(window.rows * window.cols) };
    const [lastRow, lastCol] = [window.row + window.rows, window.col + window.cols];
    for (let row = window.row; row < lastRow; row += chunkRows - (row % chunkRows)) {
      const end = Math.min(lastRow, row - (row % chunkRows) + chunkRows);
      for (let col = window.col; col < lastCol; ) {
        const slab = await slabAt(field, row, col, lastCol);
        await copyRows(slab, field, row, end, into);
        col += slab.cols;
      }
    }
    return into.values;
  }
  return { read, close: async () => spool?.close() };
}

/** A window and its values, to be filled. */
interface Target extends PixelWindow {
  values: Float64Array;
}
