import { closeSync, openSync, readSync } from 'node:fs';
import type { SectionEntry } from '../../../schemas/codec/artifact.ts';
import { pvYieldHeader } from '../../../schemas/codec/decode-pv-yield.ts';
import {
  cellSections,
  gridOf,
  maskOf,
  type PvYieldArtifact,
  type PvYieldSections,
} from '../../../schemas/codec/pv-yield-artifact.ts';
import { readArtifactHead } from '../../../schemas/codec/read-artifact.ts';
import {
  bytesPerElement,
  ELEMENT_TYPES,
  type SectionData,
} from '../../../schemas/codec/section.ts';

/** Sections that have values of each cell. */
export type CellValues = Omit<PvYieldSections, 'cell_index' | 'coverage'>;

/** A yield dataset of which the cells are read when they are asked for: a fine one is larger than memory. */
export interface OpenDataset
  extends Pick<PvYieldArtifact, 'header' | 'grid' | 'mask' | 'cell_index'> {
  /** Values of the cells from one to before another. */
  readCells(from: number, to: number): CellValues;
  close(): void;
}

/**
 * Opens a pv-yield.bin.
 * @throws Error naming the file and what is wrong with its head
 */
export async function openDataset(path: string): Promise<OpenDataset> {
  const { header: json, entries } = await readArtifactHead(path);
  const header = pvYieldHeader(json, path);
  const file = openSync(path, 'r');
  const read = (name: string, from: number, count: number): SectionData => {
    const entry = entries.find((candidate) => candidate.name === name);
    if (!entry) throw new Error(`${path}: section "${name}" is missing. Run "make artifacts".`);
    return readPart(file, entry, from, count, path);
  };
  const { rows, cols } = header.grid;
  const frame = maskOf(header.coverage_mask);
  const maskBytes = Math.ceil((frame.rows * frame.cols) / 8);
  return {
    header,
    grid: gridOf(header.grid),
    cell_index: Int32Array.from(read('cell_index', 0, rows * cols)),
    mask: { ...frame, bits: Uint8Array.from(read('coverage', 0, maskBytes)) },
    readCells(from, to) {
      const values = cellSections(header).map(({ name, perCell }) => [
        name,
        read(name, from * perCell, (to - from) * perCell),
      ]);
      // The table of sections is the type's own.
      return Object.fromEntries(values) as CellValues;
    },
    close: () => closeSync(file),
  };
}

/** Elements of a section from one on. */
function readPart(
  file: number,
  { name, type, offset, byteLength }: SectionEntry,
  from: number,
  count: number,
  path: string,
): SectionData {
  const size = bytesPerElement(type);
  if ((from + count) * size > byteLength) {
    throw new Error(
      `${path}: section "${name}" has ${byteLength} bytes, expected ${(from + count) * size}. Run "make artifacts".`,
    );
  }
  const data = new ELEMENT_TYPES[type].array(count);
  const bytes = new Uint8Array(data.buffer);
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(file, bytes, done, bytes.length - done, offset + from * size + done);
    if (read === 0) throw new Error(`${path}: ended while it was read.`);
    done += read;
  }
  return data;
}
