import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  checkDigest,
  checkVersion,
  PV_YIELD_FORMAT,
  type SectionEntry,
} from '../../schemas/codec/artifact.ts';
import { recordLayout } from '../../schemas/codec/cell-records.ts';
import { pvYieldHeader } from '../../schemas/codec/decode-pv-yield.ts';
import { decodeIndex, type SectionName } from '../../schemas/codec/pv-yield-artifact.ts';
import { readArtifactHead } from '../../schemas/codec/read-artifact.ts';
import type { PvYieldHeader, Shard } from '../../schemas/types.ts';
import type { Built } from '../dataset/build-dataset.ts';
import { datasetWriter } from '../dataset/dataset-file.ts';
import { portablePath } from '../files/file-record.ts';
import { typedOption } from '../files/packaged.ts';

/** A part of a dataset, opened. Its records are read forwards. */
interface OpenShard {
  path: string;
  file: number;
  header: PvYieldHeader;
  entries: Map<string, SectionEntry>;
  /** Where the next row's records lie. */
  position: number;
}

/** The file of one part: pv-yield.bin -> pv-yield.1-of-4.bin. */
export function shardPath(path: string, index: number, count: number): string {
  return path.replace(/\.bin$/, `.${index + 1}-of-${count}.bin`);
}

interface Parts {
  /** Their common name, pv-yield.bin in their folder. */
  path: string;
  count: number;
  /** Key of a build as it would be made now. */
  key: string;
  recipe: string;
}

/**
 * Joins the parts of a dataset to the file that a single run would have written, row by row.
 * @throws Error when a part is missing. Damaged or made from anything else: with the command that builds only it
 */
export async function mergeShards(parts: Parts, path: string): Promise<Built> {
  const { count } = parts;
  checkAllThere(parts.path, count);
  const shards: OpenShard[] = [];
  try {
    for (let index = 0; index < count; index++) shards.push(await openPart(parts, index));
    const { grid, mask, cell_index } = readIndex(shards[0]);
    const { shard: _, ...common } = shards[0].header;
    const header = { ...common, cells: cell_index.filter((cell) => cell >= 0).length };
    const { bytes } = recordLayout(header);
    const writer = datasetWriter(path, header, grid, cell_index, mask.bits);
    try {
      for (let row = 0; row < grid.rows; row++) {
        const places = cell_index.subarray(row * grid.cols, (row + 1) * grid.cols);
        const cols = Int32Array.from(places.keys()).filter((col) => places[col] >= 0);
        const shard = shards[row % count];
        writer.append(row, cols, readAt(shard.file, shard.position, cols.length * bytes));
        shard.position += cols.length * bytes;
        // Other work of the process, as saying that it lives, has its turn between rows.
        await setImmediate();
      }
      return {
        cells: header.cells,
        filled: header.filled_cells ?? 0,
        mask,
        ...writer.finish(),
      };
    } catch (error) {
      writer.abandon();
      throw error;
    }
  } finally {
    for (const { file } of shards) closeSync(file);
  }
}

/** Whether a part is there, whole, and of this key. */
export async function isFinishedShard(path: string, wanted: Shard): Promise<boolean> {
  if (!existsSync(path)) return false;
  try {
    closeSync((await openShard(path, wanted)).file);
    return true;
  } catch {
    return false;
  }
}

function checkAllThere(parts: string, count: number): void {
  const missing = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !existsSync(shardPath(parts, index, count)),
  );
  if (missing.length === 0) return;
  const names = missing.map((index) => basename(shardPath(parts, index, count)));
  const shards = missing.map((index) => `${typedOption('SHARD')}=${index + 1}/${count}`);
  throw new Error(
    `${dirname(parts)}: of ${count} parts, ${listed(names)} ${missing.length > 1 ? 'are' : 'is'} missing. Build with ${listed(shards)}, or correct the number of parts.`,
  );
}

function listed(texts: readonly string[]): string {
  const first = texts.slice(0, 3).join(', ');
  return texts.length > 3 ? `${first} and ${texts.length - 3} more` : first;
}

/** @throws Error with the command that builds the part again, when it is damaged or does not fit */
async function openPart({ path, count, key, recipe }: Parts, index: number): Promise<OpenShard> {
  const part = shardPath(path, index, count);
  try {
    return await openShard(part, { index, count, key });
  } catch (cause) {
    // The disk's own faults are none of the part's.
    if (!(cause instanceof Error) || 'code' in cause) throw cause;
    const found = cause.message.replace(/ Run "make artifacts".*/, '');
    const places = `RECIPE=${portablePath(recipe)} ARTIFACTS=${portablePath(dirname(path))}`;
    throw new Error(
      `${found} Build only this part again: make artifacts SHARD=${index + 1}/${count} ${places}`,
      { cause },
    );
  }
}

async function openShard(path: string, wanted: Shard): Promise<OpenShard> {
  const file = openSync(path, 'r');
  try {
    const { header: json, entries, version } = await readArtifactHead(path);
    checkVersion(version, PV_YIELD_FORMAT, path);
    const header = pvYieldHeader(json, path);
    checkWanted(path, header.shard, wanted);
    for (const entry of entries) checkDigest(entry, await digestOf(file, entry), path);
    const byName = new Map(entries.map((entry) => [entry.name, entry]));
    const position = byName.get('records')?.offset ?? 0;
    return { path, file, header, entries: byName, position };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function checkWanted(path: string, found: Shard | undefined, { index, count, key }: Shard): void {
  if (found?.index !== index || found.count !== count) {
    throw new Error(`${path}: is not part ${index + 1} of ${count}.`);
  }
  if (found.key === key) return;
  throw new Error(
    `${path}: was built from another recipe, other inputs or other code than are here now.`,
  );
}

/** Reads up to a number of bytes. Fewer at the end of the file. */
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

async function digestOf(file: number, { offset, byteLength }: SectionEntry): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (let at = 0; at < byteLength; at += DIGEST_CHUNK) {
    hash.update(readAt(file, offset + at, Math.min(DIGEST_CHUNK, byteLength - at)));
    await setImmediate();
  }
  return hash.digest();
}

function readIndex(shard: OpenShard) {
  const names: SectionName[] = ['coverage', 'cell_rows', 'record_digests'];
  const sections = new Map(names.map((name) => [name, readWhole(shard, name)]));
  return decodeIndex(shard.header, sections, shard.path);
}

function readWhole({ file, entries, path }: OpenShard, name: SectionName): Uint8Array<ArrayBuffer> {
  const entry = entries.get(name);
  if (!entry) throw new Error(`${path}: section "${name}" is missing.`);
  return readAt(file, entry.offset, entry.byteLength);
}
