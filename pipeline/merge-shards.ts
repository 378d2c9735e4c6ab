import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import {
  checkDigest,
  decodeHead,
  headLength,
  PREAMBLE_BYTES,
  type SectionEntry,
} from '../schemas/artifact.ts';
import {
  gridOf,
  maskOf,
  pvYieldHeader,
  pvYieldSections,
  type SectionName,
} from '../schemas/pv-yield-artifact.ts';
import { sectionView } from '../schemas/section.ts';
import type { PvYieldHeader } from '../schemas/types.ts';
import type { Built } from './build-dataset.ts';
import { datasetWriter, type RowSections } from './dataset-writer.ts';

/** A part of a dataset, opened; its per-cell sections are read forwards. */
interface OpenShard {
  path: string;
  file: number;
  header: PvYieldHeader;
  entries: Map<string, SectionEntry>;
  /** Where the next row's bytes of each section lie. */
  position: Map<string, number>;
}

/** The file of one part: pv-yield.bin -> pv-yield.1-of-4.bin. */
export function shardPath(path: string, index: number, count: number): string {
  return path.replace(/\.bin$/, `.${index + 1}-of-${count}.bin`);
}

/**
 * Joins the parts of a dataset to the file that a single run would have written, row by row.
 * @throws Error when a part is missing, damaged or of another build
 */
export function mergeShards(path: string, count: number): Built {
  const shards = Array.from({ length: count }, (_, i) =>
    openShard(shardPath(path, i, count), i, count),
  );
  try {
    const cellIndex = new Int32Array(readWhole(shards[0], 'cell_index').buffer);
    const header = commonHeader(shards, cellIndex.filter((cell) => cell >= 0).length);
    const grid = gridOf(header.grid);
    const mask = { ...maskOf(header.coverage_mask), bits: readWhole(shards[0], 'coverage') };
    const writer = datasetWriter(path, header, grid, cellIndex, mask.bits);
    try {
      for (let row = 0; row < grid.rows; row++) {
        const places = cellIndex.subarray(row * grid.cols, (row + 1) * grid.cols);
        const cols = Int32Array.from(places.keys()).filter((col) => places[col] >= 0);
        writer.append(row, cols, readRow(shards[row % count], header, cols.length));
      }
      const filled = header.filled_cells ?? 0;
      return { cells: header.cells, filled, contentSha256: writer.finish(), mask };
    } catch (error) {
      writer.abandon();
      throw error;
    }
  } finally {
    for (const { file } of shards) closeSync(file);
  }
}

function openShard(path: string, index: number, count: number): OpenShard {
  const file = openSync(path, 'r');
  const { header: json, entries } = readHead(file, path);
  const header = pvYieldHeader(json, path);
  if (header.shard?.index !== index || header.shard.count !== count) {
    throw new Error(
      `${path}: is not part ${index + 1} of ${count}. Build it with SHARD=${index + 1}/${count}.`,
    );
  }
  for (const entry of entries) checkDigest(entry, digestOf(file, entry), path);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const position = new Map(entries.map(({ name, offset }) => [name, offset]));
  return { path, file, header, entries: byName, position };
}

function readHead(file: number, path: string) {
  const start = readAt(file, 0, PREAMBLE_BYTES);
  return decodeHead(readAt(file, 0, headLength(start, path)), fstatSync(file).size, path);
}

/** Reads up to a number of bytes; fewer at the end of the file. */
function readAt(file: number, position: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const count = readSync(file, bytes, done, length - done, position + done);
    if (count === 0) return bytes.slice(0, done);
    done += count;
  }
  return bytes;
}

const DIGEST_CHUNK = 1 << 20;

function digestOf(file: number, { offset, byteLength }: SectionEntry): Uint8Array {
  const hash = createHash('sha256');
  for (let at = 0; at < byteLength; at += DIGEST_CHUNK) {
    hash.update(readAt(file, offset + at, Math.min(DIGEST_CHUNK, byteLength - at)));
  }
  return hash.digest();
}

/** The header of the whole; the parts' may differ only in which part they are and its cells. */
function commonHeader(shards: OpenShard[], cells: number): PvYieldHeader {
  const whole = shards.map(({ header: { shard: _, ...rest } }) => ({ ...rest, cells }));
  for (let i = 1; i < whole.length; i++) {
    if (JSON.stringify(whole[i]) !== JSON.stringify(whole[0])) {
      throw new Error(
        `${shards[i].path}: is of another build than ${shards[0].path} (their headers differ). Build all parts from one recipe.`,
      );
    }
  }
  return whole[0];
}

function readWhole({ file, entries, path }: OpenShard, name: SectionName): Uint8Array<ArrayBuffer> {
  const entry = entries.get(name);
  if (!entry) throw new Error(`${path}: section "${name}" is missing.`);
  return readAt(file, entry.offset, entry.byteLength);
}

/** The next row of every per-cell section, as typed arrays. */
function readRow(shard: OpenShard, header: PvYieldHeader, cells: number): RowSections {
  const plans = pvYieldSections({ ...header, cells }).filter(
    ({ name }) => name !== 'cell_index' && name !== 'coverage',
  );
  const sections = plans.map(({ name, type, byteLength }) => {
    const position = shard.position.get(name) ?? 0;
    shard.position.set(name, position + byteLength);
    const bytes = readAt(shard.file, position, byteLength);
    return [name, sectionView(bytes.buffer, { type, offset: 0, byteLength })] as const;
  });
  return Object.fromEntries(sections) as unknown as RowSections;
}
