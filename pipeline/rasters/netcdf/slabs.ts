import type { PixelWindow } from '../raster.ts';
import type { NetcdfFile, NetcdfType, NetcdfVariable } from './netcdf-variable.ts';

/** Stored numbers of a window of the field of a time, row by row. */
export type SlabReader = (field: number, window: PixelWindow) => Promise<ArrayLike<number>>;

/** Bytes kept of what was unpacked beyond a window, for the next. */
const KEPT_BYTES = 1 << 26;

const BYTES: Record<NetcdfType, number> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  float32: 4,
  float64: 8,
  other: 8,
};

/** A block of a variable: all times and rows of a chunk, the window's columns. */
interface Slab {
  firstField: number;
  firstRow: number;
  rows: number;
  cols: number;
  values: ArrayLike<number>;
  bytes: number;
}

/**
 * Reads windows of a variable. HDF5 unpacks a chunk whole, which may span many times or all rows: what
 * it unpacked in the window's columns is kept, up to 64 MB, so that the next row or time finds it.
 * @param timeAt index of the time's dimension, -1 without one
 */
export function slabReader(file: NetcdfFile, variable: NetcdfVariable, timeAt: number): SlabReader {
  const kept = new Map<string, Slab>();
  const { shape, chunks } = variable;
  const [rowsAt, colsAt] = [shape.length - 2, shape.length - 1];

  async function readBlock(
    first: number,
    count: number,
    window: PixelWindow,
  ): Promise<ArrayLike<number>> {
    const start = shape.map((_, i) => (i === timeAt ? first : 0));
    const size = shape.map((_, i) => (i === timeAt ? count : 1));
    [start[rowsAt], start[colsAt]] = [window.row, window.col];
    [size[rowsAt], size[colsAt]] = [window.rows, window.cols];
    return file.read(variable, start, size);
  }

  /** The chunk's rows and times around a row and a field. */
  async function slabAt(field: number, row: number, { col, cols }: PixelWindow): Promise<Slab> {
    const chunkFields = timeAt < 0 ? 1 : (chunks?.[timeAt] ?? 1);
    const chunkRows = chunks?.[rowsAt] ?? 1;
    const firstField = field - (field % chunkFields);
    const firstRow = row - (row % chunkRows);
    const key = [firstField, firstRow, col, cols].join();
    const fields = timeAt < 0 ? 1 : Math.min(chunkFields, shape[timeAt] - firstField);
    const rows = Math.min(chunkRows, shape[rowsAt] - firstRow);
    for (const [other, slab] of kept) if (slab.firstField !== firstField) kept.delete(other);
    const found = kept.get(key);
    kept.delete(key);
    const window = { row: firstRow, rows, col, cols };
    const slab = found ?? slabOf(firstField, window, await readBlock(firstField, fields, window));
    kept.set(key, slab);
    forgetOldest(kept);
    return slab;
  }

  /** Kept slabs pay where a chunk has more than the window asks for, and fits. */
  function isKept({ cols, rows }: PixelWindow): boolean {
    if (!chunks) return false;
    const chunkFields = timeAt < 0 ? 1 : chunks[timeAt];
    const numbers = chunkFields * chunks[rowsAt] * cols;
    return (
      (chunkFields > 1 || chunks[rowsAt] > rows) && numbers * BYTES[variable.type] <= KEPT_BYTES
    );
  }

  return async (field, window) => {
    if (!isKept(window)) return readBlock(field, 1, window);
    const values = new Float64Array(window.rows * window.cols);
    for (let row = window.row; row < window.row + window.rows; ) {
      const slab = await slabAt(field, row, window);
      const end = Math.min(window.row + window.rows, slab.firstRow + slab.rows);
      copyRows(slab, field, row, end, values, (row - window.row) * window.cols);
      row = end;
    }
    return values;
  };
}

function slabOf(firstField: number, window: PixelWindow, values: ArrayLike<number>): Slab {
  const bytes = ArrayBuffer.isView(values) ? values.byteLength : 8 * values.length;
  return { firstField, firstRow: window.row, rows: window.rows, cols: window.cols, values, bytes };
}

function copyRows(
  slab: Slab,
  field: number,
  row: number,
  end: number,
  values: Float64Array,
  at: number,
): void {
  const first = ((field - slab.firstField) * slab.rows + row - slab.firstRow) * slab.cols;
  for (let i = 0; i < (end - row) * slab.cols; i++) values[at + i] = slab.values[first + i];
}

function forgetOldest(kept: Map<string, Slab>): void {
  let bytes = 0;
  for (const slab of kept.values()) bytes += slab.bytes;
  for (const [key, slab] of kept) {
    if (bytes <= KEPT_BYTES || kept.size === 1) return;
    kept.delete(key);
    bytes -= slab.bytes;
  }
}
