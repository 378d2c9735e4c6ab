import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 1 << 18;
/** A row is read at once: a million values of 64 characters. */
const MOST_ROW_BYTES = 1 << 26;
const SPACE = 1;
const NUMERIC = 2;
const KIND = kindOfBytes();

interface Scan {
  rowStarts: Float64Array;
  cols: number;
  /** Values begun so far. */
  values: number;
  inValue: boolean;
  name: string;
}

/**
 * The byte offset of each row's first value, and the end of the file after the last row; rows may
 * wrap over lines. One pass in chunks. Throws when the values are too few or too many, or when a
 * character cannot belong to a number, or a row is too long for memory, naming row and column.
 */
export async function indexRows(
  file: FileHandle,
  start: number,
  size: { cols: number; rows: number },
  name: string,
): Promise<Float64Array> {
  const rowStarts = new Float64Array(size.rows + 1);
  const scan: Scan = { rowStarts, cols: size.cols, values: 0, inValue: false, name };
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let position = start;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) break;
    scanChunk(scan, chunk.subarray(0, bytesRead), position);
    position += bytesRead;
    checkRowLength(scan, start, position);
  }
  const expected = size.cols * size.rows;
  if (scan.values < expected) {
    const message = `has ${scan.values} values, expected ${expected}; it ends before`;
    throw new Error(`${name}: ${message} ${rowAndColumn(scan.values, size.cols)}.`);
  }
  rowStarts[size.rows] = position;
  return rowStarts;
}

/** Rows are held against the limit as they grow. */
function checkRowLength({ rowStarts, values, cols, name }: Scan, start: number, end: number): void {
  const row = Math.max(0, Math.ceil(values / cols) - 1);
  if (end - (values === 0 ? start : rowStarts[row]) <= MOST_ROW_BYTES) return;
  throw new Error(
    `${name}: row ${row + 1} has more than ${MOST_ROW_BYTES} bytes; expected numbers with a space between.`,
  );
}

function scanChunk(scan: Scan, chunk: Uint8Array, position: number): void {
  for (let i = 0; i < chunk.length; i++) {
    const kind = KIND[chunk[i]];
    if (kind === SPACE) {
      scan.inValue = false;
      continue;
    }
    if (!scan.inValue) beginValue(scan, position + i);
    if (kind !== NUMERIC) refuse(scan, chunk[i]);
  }
}

function beginValue(scan: Scan, offset: number): void {
  const { rowStarts, cols, values, name } = scan;
  if (values === cols * (rowStarts.length - 1)) {
    throw new Error(`${name}: has more than ncols x nrows = ${values} values; check the header.`);
  }
  if (values % cols === 0) rowStarts[values / cols] = offset;
  scan.values++;
  scan.inValue = true;
}

function refuse({ values, cols, name }: Scan, byte: number): never {
  const found = JSON.stringify(String.fromCharCode(byte));
  const advice = byte === 0x2c ? ' (a decimal comma?)' : '';
  const place = rowAndColumn(values - 1, cols);
  throw new Error(`${name}: ${place} holds ${found}${advice}; expected numbers as 12.5.`);
}

/** `row 3, column 7`, counted from 1, of a value's running number from 0. */
export function rowAndColumn(value: number, cols: number): string {
  return `row ${Math.floor(value / cols) + 1}, column ${(value % cols) + 1}`;
}

function kindOfBytes(): Uint8Array {
  const kinds = new Uint8Array(256);
  for (const byte of Buffer.from(' \t\r\n\f\v')) kinds[byte] = SPACE;
  for (const byte of Buffer.from('0123456789+-.eEnNaAiIfF#qQsSdD()')) kinds[byte] = NUMERIC;
  return kinds;
}
