import { readSync } from 'node:fs';
import type { SectionEntry } from '../../../schemas/codec/artifact.ts';
import {
  cellSections,
  type PvYieldArtifact,
  type PvYieldSections,
} from '../../../schemas/codec/pv-yield-artifact.ts';
import {
  bytesPerElement,
  ELEMENT_TYPES,
  type SectionData,
} from '../../../schemas/codec/section.ts';

/** Sections that have values of each cell. */
export type CellValues = Omit<PvYieldSections, 'cell_index' | 'coverage'>;

/** A pv-yield.bin that is open. */
export interface DatasetFile {
  path: string;
  /** The process's: all its threads read by it. */
  descriptor: number;
  entries: readonly SectionEntry[];
}

/** A yield dataset of which the cells are read when they are asked for: a fine one is larger than memory. */
export interface OpenDataset
  extends Pick<PvYieldArtifact, 'header' | 'grid' | 'mask' | 'cell_index'> {
  file: DatasetFile;
}

/** Values of the cells from one to before another. */
export function readCells({ file, header }: OpenDataset, from: number, to: number): CellValues {
  const values = cellSections(header).map(({ name, perCell }) => [
    name,
    readSection(file, name, from * perCell, (to - from) * perCell),
  ]);
  // The table of sections is the type's own.
  return Object.fromEntries(values) as CellValues;
}

/**
 * Elements of a section from one on.
 * @throws Error naming the file when it has not so many
 */
export function readSection(
  { path, descriptor, entries }: DatasetFile,
  name: string,
  from: number,
  count: number,
): SectionData {
  const entry = entries.find((candidate) => candidate.name === name);
  if (!entry) throw new Error(`${path}: section "${name}" is missing. Run "make artifacts".`);
  const { type, offset, byteLength } = entry;
  const size = bytesPerElement(type);
  if ((from + count) * size > byteLength) {
    throw new Error(
      `${path}: section "${name}" has ${byteLength} bytes, expected ${(from + count) * size}. Run "make artifacts".`,
    );
  }
  const data = new ELEMENT_TYPES[type].array(count);
  const bytes = new Uint8Array(data.buffer);
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(
      descriptor,
      bytes,
      done,
      bytes.length - done,
      offset + from * size + done,
    );
    if (read === 0) throw new Error(`${path}: ended while it was read.`);
    done += read;
  }
  return data;
}
