import type { PixelWindow, Placement, Raster } from './raster.ts';

/** Pixels read at once, about. */
const STRIPE_PIXELS = 1 << 17;

/** Rows or columns from `first` up to, not including, `end`. */
export interface PixelSpan {
  first: number;
  end: number;
}

/** The smallest span that holds all of some. */
export function hullOf(spans: readonly PixelSpan[]): PixelSpan {
  const first = Math.min(...spans.map((span) => span.first));
  return { first, end: Math.max(...spans.map(({ end }) => end)) };
}

/** Column and row of a place in CRS coordinates, counted from the raster's outer corner. */
export function pixelAt(
  { xEdge, yEdge, xStep, yStep }: Placement,
  [x, y]: [number, number],
): [col: number, row: number] {
  return [(x - xEdge) / xStep, (y - yEdge) / yStep];
}

/** The part of a span inside the `length` rows or columns from `start` on. */
export function clipSpan(span: PixelSpan, start: number, length: number): PixelSpan {
  return { first: Math.max(span.first, start), end: Math.min(span.end, start + length) };
}

/** A window with its pixels, NaN where there is no data. */
export interface PixelStripe extends PixelWindow {
  values: Float64Array;
}

/** Reads a window of a raster once, in stripes of whole strips or tiles of the file, from row 0's side on. */
export async function* pixelStripes(
  raster: Raster,
  cols: PixelSpan,
  rows: PixelSpan,
): AsyncGenerator<PixelStripe> {
  const { first: col, end: lastCol } = clipSpan(cols, 0, raster.cols);
  const { first, end } = clipSpan(rows, 0, raster.rows);
  const wide = lastCol - col;
  if (wide <= 0) return;
  const { blockRows = 1 } = raster;
  const height = blockRows * Math.ceil(STRIPE_PIXELS / (wide * blockRows));
  for (let row = first; row < end; ) {
    const next = Math.min(end, (Math.floor(row / height) + 1) * height);
    const window = { col, row, cols: wide, rows: next - row };
    yield { ...window, values: await raster.readWindow(window) };
    row = next;
  }
}
