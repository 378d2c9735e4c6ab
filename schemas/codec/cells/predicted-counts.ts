import { type ByteReader, type ByteWriter, takeBytes } from './byte-planes.ts';
import {
  addDifferences,
  CELL_COUNTS,
  isPredictor,
  takeDifferences,
  unzigzag,
  zigzag,
} from './residuals.ts';

/** Counts that a cell's own are written less of. */
export interface Reference {
  /** An earlier cell of the block; -1 for none. */
  cell: number;
  predictor: number;
}

/** Appends the references, then the residuals of every cell: their high bytes, then their low ones. */
export function putResiduals(
  writer: ByteWriter,
  sheets: readonly Uint16Array[],
  references: readonly Reference[],
): void {
  const { bytes } = writer;
  for (const { cell, predictor } of references) {
    bytes[writer.at++] = cell + 1;
    bytes[writer.at++] = predictor;
  }
  const lows = writer.at + sheets.length * CELL_COUNTS;
  for (const [i, own] of sheets.entries()) {
    const { cell, predictor } = references[i];
    const residuals = own.slice();
    if (cell >= 0) subtract(residuals, sheets[cell]);
    takeDifferences(residuals, predictor);
    for (let at = 0; at < CELL_COUNTS; at++) {
      const value = zigzag(residuals[at]);
      bytes[writer.at + i * CELL_COUNTS + at] = value >> 8;
      bytes[lows + i * CELL_COUNTS + at] = value;
    }
  }
  writer.at = lows + sheets.length * CELL_COUNTS;
}

/** Takes the sheets of every cell. @throws Error when they are cut, or of no such encoding */
export function takeResiduals(reader: ByteReader, count: number): Uint16Array[] {
  const references = takeBytes(reader, 2 * count);
  const highs = takeBytes(reader, count * CELL_COUNTS);
  const lows = takeBytes(reader, count * CELL_COUNTS);
  const sheets: Uint16Array[] = [];
  for (let i = 0; i < count; i++) {
    const [earlier, predictor] = references.subarray(2 * i);
    if (earlier > i || !isPredictor(predictor)) {
      throw new Error(`cell ${i} is predicted from ${earlier} by ${predictor}`);
    }
    const own = new Uint16Array(CELL_COUNTS);
    for (let at = 0; at < CELL_COUNTS; at++) {
      const from = i * CELL_COUNTS + at;
      own[at] = unzigzag((highs[from] << 8) | lows[from]);
    }
    addDifferences(own, predictor);
    if (earlier > 0) add(own, sheets[earlier - 1]);
    sheets.push(own);
  }
  return sheets;
}

function subtract(values: Uint16Array, less: Uint16Array): void {
  for (let i = 0; i < values.length; i++) values[i] -= less[i];
}

function add(values: Uint16Array, more: Uint16Array): void {
  for (let i = 0; i < values.length; i++) values[i] += more[i];
}
