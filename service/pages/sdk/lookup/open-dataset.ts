/** A pv-yield.bin opened: its head and index in memory, its records as they are needed. */
import {
  checkSection,
  checkVersion,
  decodeHead,
  fileLengthOf,
  PV_YIELD_FORMAT,
  type SectionEntry,
  sectionOffset,
} from '../../../../schemas/codec/artifact.ts';
import { hexOf } from '../../../../schemas/codec/digest.ts';
import { decodeIndex } from '../../../../schemas/codec/pv-yield-artifact.ts';
import { joinBytes } from '../../../../schemas/codec/section.ts';
import type { PvYieldHeader } from '../../../../schemas/types.ts';
import { SunError } from '../client.ts';
import { type ByteSource, byteSource } from './byte-source.ts';
import { type CellsAround, cellsAround } from './cells-around.ts';
import type { DatasetSource, OpenOptions } from './lookup-contract.ts';
import { type OpenIndex, recordReader } from './records.ts';
import type { Ask, Part } from './web-ranges.ts';

/** Bytes of the first read: head and index of the default dataset, 47 kB, and hardly more. Longer ones cost one read more. */
const HEAD_BYTES = 50_000;

/** Head and index of 60 000 cells: Sweden by steps of 0.05°. */
const MOST_INDEX_BYTES = 2 ** 20;

export interface OpenDataset extends OpenIndex {
  cellsAt: CellsAround;
}

/**
 * Reads and checks what comes before a dataset's records, and once more past all caches when what came is not as its
 * digest says.
 * @throws SunError as `open`
 */
export async function openDataset(
  source: DatasetSource,
  { fetch, digest, signal, whole = false }: OpenOptions,
): Promise<OpenDataset> {
  const from = byteSource(source, whole, fetch);
  const attempt = async (how: Ask) => {
    const { bytes, tag } = await readBytes(from, { ...how, signal });
    const open = await decoded(bytes, from.name, digest?.toLowerCase());
    return { ...open, cellsAt: cellsAround(open, recordReader(open, from, tag)) };
  };
  try {
    return await attempt({});
  } catch (error) {
    // Bytes that match their digest and are wrong would be the same again.
    const isMixed = error instanceof SunError && error.message.includes('SHA-256');
    if (!from.isRemote || !isMixed) throw error;
    return attempt({ cache: 'reload' });
  }
}

/** Head and index, and the tag of the file. */
async function readBytes(source: ByteSource, how: Ask): Promise<Part> {
  const first = await source.read(0, HEAD_BYTES, how);
  const recordsAt = await named(source.name, async () => recordsOffset(first.bytes, source.name));
  if (recordsAt <= first.bytes.length) {
    return { bytes: first.bytes.slice(0, recordsAt), tag: first.tag };
  }
  const rest = await source.read(first.bytes.length, recordsAt - first.bytes.length, how);
  return { bytes: joinBytes([first.bytes, rest.bytes]), tag: first.tag };
}

/** @throws SunError when the bytes are damaged, or not those of the digest */
async function decoded(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  wanted: string | undefined,
): Promise<OpenIndex> {
  const open = await named(name, () => decodeOpen(bytes, name));
  if (wanted === undefined || open.digest === wanted) return open;
  const message = `${name} is another dataset: its digest is ${open.digest}, expected ${wanted}.`;
  throw new SunError(message, { code: 'another_dataset', status: 0 });
}

async function decodeOpen(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<OpenIndex> {
  const { header, entries, version, digest } = await decodeHead(bytes, fileLengthOf(bytes), name);
  checkVersion(version, PV_YIELD_FORMAT, name);
  const records = entries.find((entry) => entry.name === 'records');
  const before = entries.filter((entry) => entry !== records);
  const sections = await Promise.all(before.map((entry) => sectionOf(bytes, entry, name)));
  // Its digest says that it is the header that was written.
  const index = decodeIndex(header as PvYieldHeader, new Map(sections), name);
  return { index, recordsAt: records?.offset ?? 0, digest: hexOf(digest) };
}

async function sectionOf(bytes: Uint8Array<ArrayBuffer>, entry: SectionEntry, name: string) {
  const section = bytes.subarray(entry.offset, entry.offset + entry.byteLength);
  await checkSection(entry, section, name);
  return [entry.name, section] as const;
}

/** Where the records begin. @throws Error naming the file when that is further than any index reaches */
function recordsOffset(start: Uint8Array, name: string): number {
  const offset = sectionOffset(start, 'records', name);
  if (offset <= MOST_INDEX_BYTES) return offset;
  throw new Error(
    `${name}: its head and index have ${offset} bytes, expected at most ${MOST_INDEX_BYTES}.`,
  );
}

/** Work on a file's bytes, of which every failure is the file's. */
async function named<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const { message } = cause as Error;
    const text = message.startsWith(name) ? message : `${name} is damaged: ${message}.`;
    throw new SunError(text, { code: 'damaged', status: 0 }, { cause });
  }
}
