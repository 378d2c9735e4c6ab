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
import { putDecimals, takeDecimals } from './decimal.ts';
import { type MaskWindow, putWindow, takeWindow, windowBytes } from './mask-window.ts';
import { putResiduals, type Reference, takeResiduals } from './predicted-counts.ts';
import { CELL_COUNTS, fromSheets, sheetsOf } from './residuals.ts';

/** The cells around some squares, and the part of the coverage mask there. */
export interface CellBlock {
  cells: PvYieldCells;
  window: MaskWindow;
}

/** Sections whose values are written otherwise than byte by byte. */
const COUNTS = ['yield', 'poa'];
const SCALES = ['yield_scale', 'poa_scale'];

/** Bytes of a scale: mantissa and exponent. */
const DECIMAL = 5;

/** Encodes a block. @param references what each cell's counts are written less of, in the cells' order */
export function encodeBlock(
  { cells, window }: CellBlock,
  references: readonly Reference[],
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
  putResiduals(writer, sheetsOfCells(cells, count), references);
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

/** Sheets of counts of each cell of a block. */
export function sheetsOfCells(
  { yield: counts, poa }: Pick<PvYieldCells, 'yield' | 'poa'>,
  count: number,
): Uint16Array[] {
  return Array.from({ length: count }, (_, cell) =>
    sheetsOf(cubeOf(counts, cell), sheetOf(poa, cell)),
  );
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
  const { array } = ELEMENT_TYPES[type];
  const values = new array(count);
  for (let element = 0; element < perCell; element++) {
    for (let cell = 0; cell < count; cell++) values[cell] = data[cell * perCell + element];
    if (SCALES.includes(name)) putDecimals(writer, values);
    else putPlanes(writer, new Uint8Array(values.buffer), values.BYTES_PER_ELEMENT);
  }
}

function takeField(
  reader: ByteReader,
  { name, type, perCell }: CellSection,
  count: number,
): SectionData {
  const { array } = ELEMENT_TYPES[type];
  const data = new array(count * perCell);
  for (let element = 0; element < perCell; element++) {
    const values = SCALES.includes(name)
      ? takeDecimals(reader, count)
      : new array(takePlanes(reader, count, data.BYTES_PER_ELEMENT).buffer);
    for (let cell = 0; cell < count; cell++) data[cell * perCell + element] = values[cell];
  }
  return data;
}

/** The cells that are there, numbered from 0. */
function numbered(presence: Uint8Array): { cellIndex: Int32Array; count: number } {
  let count = 0;
  const cellIndex = Int32Array.from(presence, (isThere) => (isThere ? count++ : -1));
  return { cellIndex, count };
}
