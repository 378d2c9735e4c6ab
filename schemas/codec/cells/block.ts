/** A block of cells as bytes, before they are deflated (cells-format.md sections 5 and 6). */
import { CUBE_SIZE, PLANES } from '../axes.ts';
import type { Grid } from '../grid.ts';
import {
  type AnswerHeader,
  type CellSection,
  cellSections,
  type PvYieldCells,
  type PvYieldSections,
} from '../pv-yield-artifact.ts';
import { bytesPerElement, ELEMENT_TYPES, type SectionData } from '../section.ts';
import {
  type ByteReader,
  type ByteWriter,
  putBytes,
  putPlanes,
  takeBytes,
  takePlanes,
} from './byte-planes.ts';
import { DECIMAL, putDecimals, takeDecimals } from './decimal.ts';
import { type MaskWindow, putWindow, takeWindow, windowBytes } from './mask-window.ts';
import {
  type Differences,
  putResiduals,
  type Reference,
  takeResiduals,
} from './predicted-counts.ts';
import { CELL_COUNTS, differencesOf, fromSheets, sheetsOf } from './residuals.ts';

/** The cells around some squares, and the part of the coverage mask there. */
export interface CellBlock {
  cells: PvYieldCells;
  window: MaskWindow;
}

/** Sections whose values are written otherwise than byte by byte. */
const COUNTS = ['yield', 'poa'];
const SCALES = ['yield_scale', 'poa_scale'];

/**
 * Encodes a block.
 * @param references what each cell's counts are written less of, in the cells' order
 * @param differences of each cell by `cellDifferences`
 */
export function encodeBlock(
  { cells, window }: CellBlock,
  references: readonly Reference[],
  differences: readonly Differences[],
): Uint8Array {
  const count = references.length;
  const fields = fieldsOf(cells.header);
  const perCell = fields.reduce((sum, field) => sum + field.perCell * bytesOf(field), 0);
  const length =
    cells.cell_index.length + windowBytes(window) + count * (2 + perCell + 2 * CELL_COUNTS);
  const writer: ByteWriter = { bytes: new Uint8Array(length), at: 0 };
  putBytes(
    writer,
    Uint8Array.from(cells.cell_index, (cell) => (cell < 0 ? 0 : 1)),
  );
  putWindow(writer, window);
  for (const field of fields) putField(writer, field, cells[field.name], count);
  putResiduals(writer, differences, references);
  return writer.bytes;
}

/**
 * Decodes a block.
 * @param grid the block's own
 * @throws Error when the bytes are too few or too many for the cells they say, or no such encoding
 */
export function decodeBlock(bytes: Uint8Array, header: AnswerHeader, grid: Grid): CellBlock {
  const reader: ByteReader = { bytes, at: 0 };
  const presence = takeBytes(reader, grid.rows * grid.cols);
  const window = takeWindow(reader);
  const { cellIndex, count } = numbered(presence);
  const sections: Partial<Record<string, SectionData>> = { cell_index: cellIndex };
  for (const field of fieldsOf(header)) sections[field.name] = takeField(reader, field, count);
  const sheets = takeResiduals(reader, count);
  const yieldCounts = new Uint16Array(count * CUBE_SIZE);
  const poa = new Uint16Array(count * PLANES);
  for (const [cell, own] of sheets.entries()) {
    fromSheets(own, cubeOf(yieldCounts, cell), sheetOf(poa, cell));
  }
  if (reader.at !== bytes.length) {
    throw new Error(`it has ${bytes.length} bytes, expected ${reader.at}`);
  }
  // Every section of the header was taken above.
  const all = { ...sections, yield: yieldCounts, poa } as Omit<PvYieldSections, 'coverage'>;
  return { cells: { ...all, header, grid }, window };
}

/** Differences of a cell's counts. @param cell its number among those of the counts */
export function cellDifferences(
  { yield: counts, poa }: Pick<PvYieldCells, 'yield' | 'poa'>,
  cell: number,
): Differences {
  return differencesOf(sheetsOf(cubeOf(counts, cell), sheetOf(poa, cell)));
}

function cubeOf(yieldCounts: Uint16Array, cell: number): Uint16Array {
  return yieldCounts.subarray(cell * CUBE_SIZE, (cell + 1) * CUBE_SIZE);
}

function sheetOf(poa: Uint16Array, cell: number): Uint16Array {
  return poa.subarray(cell * PLANES, (cell + 1) * PLANES);
}

function fieldsOf(header: AnswerHeader): CellSection[] {
  return cellSections(header).filter(({ name }) => !COUNTS.includes(name));
}

function bytesOf({ name, type }: CellSection): number {
  return SCALES.includes(name) ? DECIMAL : bytesPerElement(type);
}

/** Appends a section element by element (a month), each over all cells. */
function putField(
  writer: ByteWriter,
  { name, type, perCell }: CellSection,
  data: SectionData | undefined,
  count: number,
): void {
  if (!data) throw new Error(`The cells have no "${name}", which their header announces.`);
  const values = data.subarray(0, count * perCell);
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  if (SCALES.includes(name)) putDecimals(writer, values, perCell);
  else putPlanes(writer, bytes, perCell * bytesPerElement(type));
}

function takeField(
  reader: ByteReader,
  { name, type, perCell }: CellSection,
  count: number,
): SectionData {
  if (SCALES.includes(name)) return takeDecimals(reader, count, perCell);
  const { array } = ELEMENT_TYPES[type];
  return new array(takePlanes(reader, count, perCell * bytesPerElement(type)).buffer);
}

/** The cells that are there, numbered from 0. */
function numbered(presence: Uint8Array): { cellIndex: Int32Array; count: number } {
  let count = 0;
  const cellIndex = Int32Array.from(presence, (isThere) => (isThere ? count++ : -1));
  return { cellIndex, count };
}
