import { bitAt, type CoverageMask, colAt, type MaskFrame, rowAt } from '../coverage-mask.ts';
import { type ByteReader, type ByteWriter, putBytes, takeBytes } from './byte-planes.ts';

/** A part of a coverage mask; `bits`, in its own rows, is null where all of it is covered (cells-format.md section 5). */
export interface MaskWindow {
  firstRow: number;
  firstCol: number;
  rows: number;
  cols: number;
  bits: Uint8Array | null;
}

/** Bytes of a window without its bits: four uint32. */
const WINDOW_HEAD = 16;

/** The rectangles between these degrees, and one more on each side: where a point lies is rounded. */
export function maskWindow(
  mask: CoverageMask,
  { south, north, west, east }: { south: number; north: number; west: number; east: number },
): MaskWindow {
  const firstRow = Math.max(0, rowAt(mask, south) - 1);
  const firstCol = Math.max(0, colAt(mask, west) - 1);
  const rows = Math.max(0, Math.min(mask.rows, rowAt(mask, north) + 2) - firstRow);
  const cols = Math.max(0, Math.min(mask.cols, colAt(mask, east) + 2) - firstCol);
  const bits = new Uint8Array(Math.ceil((rows * cols) / 8));
  let covered = 0;
  for (let bit = 0; bit < rows * cols; bit++) {
    if (!bitAt(mask, firstRow + Math.floor(bit / cols), firstCol + (bit % cols))) continue;
    bits[bit >> 3] |= 1 << (bit & 7);
    covered++;
  }
  return { firstRow, firstCol, rows, cols, bits: covered === rows * cols ? null : bits };
}

/** Whether any rectangle of a window is covered. */
export function hasCovered({ rows, cols, bits }: MaskWindow): boolean {
  return bits === null ? rows * cols > 0 : bits.some((byte) => byte > 0);
}

/** Whether a point (degrees) is covered, as `covers` says of the whole mask; false outside the window. */
export function windowCovers(
  frame: MaskFrame,
  { firstRow, firstCol, rows, cols, bits }: MaskWindow,
  lat: number,
  lng: number,
): boolean {
  const row = rowAt(frame, lat) - firstRow;
  const col = colAt(frame, lng) - firstCol;
  if (!(row >= 0 && row < rows && col >= 0 && col < cols)) return false;
  const bit = row * cols + col;
  return bits === null || ((bits[bit >> 3] >> (bit & 7)) & 1) === 1;
}

/** Bytes that a window takes. */
export function windowBytes({ bits }: MaskWindow): number {
  return 1 + WINDOW_HEAD + (bits?.length ?? 0);
}

/** Appends a window. */
export function putWindow(writer: ByteWriter, window: MaskWindow): void {
  const { firstRow, firstCol, rows, cols, bits } = window;
  const head = new Uint8Array(1 + WINDOW_HEAD);
  const view = new DataView(head.buffer);
  head[0] = bits === null ? 1 : 0;
  for (const [i, value] of [firstRow, firstCol, rows, cols].entries()) {
    view.setUint32(1 + 4 * i, value, true);
  }
  putBytes(writer, head);
  if (bits) putBytes(writer, bits);
}

/** Takes a window. @throws Error when it is cut */
export function takeWindow(reader: ByteReader): MaskWindow {
  const head = takeBytes(reader, 1 + WINDOW_HEAD);
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const [firstRow, firstCol, rows, cols] = [1, 5, 9, 13].map((at) => view.getUint32(at, true));
  const bits = head[0] === 1 ? null : takeBytes(reader, Math.ceil((rows * cols) / 8)).slice();
  return { firstRow, firstCol, rows, cols, bits };
}
