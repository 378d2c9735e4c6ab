import { createReadStream, createWriteStream } from 'node:fs';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inflate } from 'fflate';
import { scratchFolder } from '../scratch-folder.ts';
import { fullDisk } from '../write-all.ts';
import { crc32 } from './crc32.ts';
import { contentOffset, readZipDirectory, type ZipEntry } from './zip-directory.ts';

const STORED = 0;
const DEFLATED = 8;

/** An entry's content in a temporary file, until `remove` is called. */
export interface ExtractedEntry {
  path: string;
  remove(): void;
}

/** The names of the files in a zip archive, in the archive's order. */
export async function listEntries(zipPath: string): Promise<string[]> {
  const entries = await readZipDirectory(zipPath);
  return entries.map((entry) => entry.name);
}

/**
 * Streams one entry into a temporary file and checks its length and CRC-32. Throws when the archive
 * lacks the entry (listing what it has), cannot be unpacked here, or is damaged.
 */
export async function extractEntry(zipPath: string, name: string): Promise<ExtractedEntry> {
  const entry = await findEntry(zipPath, name);
  const start = await contentOffset(zipPath, entry);
  const { path: folder, remove } = scratchFolder();
  const path = join(folder, `entry${extname(name)}`);
  try {
    await unpack(zipPath, start, entry, path);
    return { path, remove };
  } catch (cause) {
    remove();
    const full = fullDisk(cause, path, entry.bytes);
    if (full) throw new Error(`${zipPath} > ${name}: ${full.message}`, { cause });
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${zipPath} > ${name}: damaged (${message}); fetch it again.`, { cause });
  }
}

async function findEntry(zipPath: string, name: string): Promise<ZipEntry> {
  const entries = await readZipDirectory(zipPath);
  const entry = entries.find((candidate) => candidate.name === name);
  if (entry === undefined) {
    const inside = entries.map((candidate) => candidate.name).join(', ');
    throw new Error(`${zipPath}: has no "${name}"; set "entry" to one of: ${inside}.`);
  }
  if (entry.bytes === 0) throw new Error(`${zipPath} > ${name}: is empty.`);
  if (entry.encrypted || (entry.method !== STORED && entry.method !== DEFLATED)) {
    const found = entry.encrypted ? 'encrypted' : `packed by method ${entry.method}`;
    throw new Error(`${zipPath} > ${name}: is ${found}; pack it with plain zip (deflate).`);
  }
  return entry;
}

async function unpack(zipPath: string, start: number, entry: ZipEntry, path: string) {
  const checked = (parts: AsyncIterable<Uint8Array>) => checkedParts(parts, entry);
  const target = createWriteStream(path);
  const packed = createReadStream(zipPath, { start, end: start + entry.packedBytes - 1 });
  if (entry.method === STORED) return pipeline(packed, checked, target);
  return pipeline(packed, inflatedParts, checked, target);
}

async function* inflatedParts(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const inflate = new Inflate((part) => ready.push(part));
  for await (const part of packed) {
    inflate.push(part);
    yield* ready.splice(0);
  }
  inflate.push(new Uint8Array(0), true);
  yield* ready.splice(0);
}

async function* checkedParts(parts: AsyncIterable<Uint8Array>, entry: ZipEntry) {
  let bytes = 0;
  let checksum = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > entry.bytes) throw new Error(`longer than the ${entry.bytes} bytes announced`);
    checksum = crc32(part, checksum);
    yield part;
  }
  if (bytes < entry.bytes) throw new Error(`ends at byte ${bytes} of ${entry.bytes}`);
  if (checksum !== entry.crc32) throw new Error('its checksum differs');
}
