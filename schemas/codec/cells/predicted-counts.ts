import { type ByteReader, type ByteWriter, takeBytes } from './byte-planes.ts';
import { addDifferences, CELL_COUNTS, isPredictor, unzigzag, zigzag } from './residuals.ts';

/** Counts that a cell's own are written less of. */
export interface Reference {
  /** An earlier cell of the block; -1 for none. */
  cell: number;
  predictor: number;
}

/** A cell's counts as differences, by predictor. */
export type Differences = readonly Uint16Array[];

/** Those of no cell: nothing is less. */
export const NO_DIFFERENCES = new Uint16Array(CELL_COUNTS);

/**
 * Appends the references, then the residuals of every cell: their high bytes, then their low ones. Differences are
 * linear, so those of what a cell has more than another are the cell's own less the other's.
 */
export function putResiduals(
  writer: ByteWriter,
  differences: readonly Differences[],
  references: readonly Reference[],
): void {
  const { bytes } = writer;
  for (const { cell, predictor } of references) {
    bytes[writer.at++] = cell + 1;
    bytes[writer.at++] = predictor;
  }
  const size = references.length * CELL_COUNTS;
  const highs = bytes.subarray(writer.at, writer.at + size);
  const lows = bytes.subarray(writer.at + size, writer.at + 2 * size);
  writer.at += 2 * size;
  for (const [i, { cell, predictor }] of references.entries()) {
    const own = differences[i][predictor];
    const less = cell >= 0 ? differences[cell][predictor] : NO_DIFFERENCES;
    const [high, low] = [ofCell(highs, i), ofCell(lows, i)];
    for (let at = 0; at < own.length; at++) {
      const value = zigzag(own[at] - less[at]);
      high[at] = value >> 8;
      low[at] = value;
    }
  }
}

/** Takes the sheets of every cell. @throws Error when they are cut, or of no such encoding */
export function takeResiduals(reader: ByteReader, count: number): Uint16Array[] {
  const references = takeBytes(reader, 2 * count);
  const highs = takeBytes(reader, count * CELL_COUNTS);
  const lows = takeBytes(reader, count * CELL_COUNTS);
  const all = new Uint16Array(count * CELL_COUNTS);
  const sheets = Array.from({ length: count }, (_, i) => ofCell(all, i));
  for (const [i, own] of sheets.entries()) {
    const [earlier, predictor] = references.subarray(2 * i);
    if (earlier > i || !isPredictor(predictor)) {
      throw new Error(`cell ${i} is predicted from ${earlier} by ${predictor}`);
    }
    const [high, low] = [ofCell(highs, i), ofCell(lows, i)];
    for (let at = 0; at < own.length; at++) own[at] = unzigzag((high[at] << 8) | low[at]);
    addDifferences(own, predictor);
    if (earlier > 0) add(own, sheets[earlier - 1]);
  }
  return sheets;
}

/** A part of an array that has some number for each count, as a view. */
function ofCell<Part>(all: { subarray(from: number, to: number): Part }, cell: number): Part {
  return all.subarray(cell * CELL_COUNTS, (cell + 1) * CELL_COUNTS);
}

function add(values: Uint16Array, more: Uint16Array): void {
  for (let i = 0; i < values.length; i++) values[i] += more[i];
}
