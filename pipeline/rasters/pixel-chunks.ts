import type { PixelWindow, Raster } from './raster.ts';

/** Pixels read at once, about; one read serves many grid rows. */
const CHUNK_PIXELS = 1 << 17;
/** Columns read at once from a tiled file that is wider, so that whole tiles are used up. */
const CHUNK_COLS = 1 << 10;
/** Pixels kept for the next grid rows, at most: 16 MB a raster. */
const KEPT_PIXELS = 1 << 21;

/** Rows or columns from `first` up to, not including, `end`. */
export interface PixelSpan {
  first: number;
  end: number;
}

/** The part of a span inside the `length` rows or columns from `start` on. */
export function clipSpan(span: PixelSpan, start: number, length: number): PixelSpan {
  return { first: Math.max(span.first, start), end: Math.min(span.end, start + length) };
}

/** A window with its pixels, NaN where there is no data. */
export interface PixelChunk extends PixelWindow {
  values: Float64Array;
}

/**
 * Reads a raster in fixed chunks, aligned to its own strips or tiles, and keeps the last ones, so
 * that calls for neighbouring rows, upwards or downwards, do not read again. Only `cols` are read.
 * The returned function gives the chunks that hold a span of rows, from row 0's side on.
 */
export function chunkReader(
  raster: Raster,
  cols: PixelSpan,
): (rows: PixelSpan) => AsyncGenerator<PixelChunk> {
  const size = chunkSize(raster, cols.end - cols.first);
  const chunkPixels = Math.min(size.cols, cols.end - cols.first) * size.rows;
  const most = Math.max(2, Math.floor(KEPT_PIXELS / chunkPixels));
  const kept = new Map<string, Promise<PixelChunk>>();

  function chunkAt(chunkRow: number, chunkCol: number): Promise<PixelChunk> {
    const key = `${chunkRow},${chunkCol}`;
    const chunk = kept.get(key) ?? readChunk(raster, cols, size, chunkRow, chunkCol);
    kept.delete(key);
    kept.set(key, chunk);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return chunk;
  }

  return async function* chunksOf(rows) {
    const first = Math.max(0, rows.first);
    const end = Math.min(raster.rows, rows.end);
    if (first >= end || cols.first >= cols.end) return;
    const firstCol = Math.floor(cols.first / size.cols);
    for (let chunkRow = Math.floor(first / size.rows); chunkRow * size.rows < end; chunkRow++) {
      for (let chunkCol = firstCol; chunkCol * size.cols < cols.end; chunkCol++) {
        yield await chunkAt(chunkRow, chunkCol);
      }
    }
  };
}

/** Whole strips or tiles, about CHUNK_PIXELS, unless a single one is far larger than that. */
function chunkSize(raster: Raster, neededCols: number): { cols: number; rows: number } {
  const { blockCols = raster.cols, blockRows = 1 } = raster;
  const cols = blockCols * Math.ceil(CHUNK_COLS / blockCols);
  const wide = Math.max(1, Math.min(neededCols, cols));
  const blocks = Math.ceil(CHUNK_PIXELS / (wide * blockRows));
  const tooTall = wide * blockRows > KEPT_PIXELS / 2;
  return { cols, rows: tooTall ? Math.ceil(CHUNK_PIXELS / wide) : blocks * blockRows };
}

async function readChunk(
  raster: Raster,
  needed: PixelSpan,
  size: { cols: number; rows: number },
  chunkRow: number,
  chunkCol: number,
): Promise<PixelChunk> {
  const col = Math.max(needed.first, chunkCol * size.cols);
  const row = chunkRow * size.rows;
  const cols = Math.min(needed.end, (chunkCol + 1) * size.cols) - col;
  const rows = Math.min(raster.rows, row + size.rows) - row;
  const window = { col, row, cols, rows };
  return { ...window, values: await raster.readWindow(window) };
}
