/**
 * Entries of zip archives: rasters are streamed to disk, prices read into memory, both checked by length and CRC-32.
 * fflate would not make the reading of prices shorter: its `unzipSync` checks no CRC-32 and its filter does not show
 * one, so that the directory would still be read here; and it takes longer than Node's zlib.
 */
import { createReadStream, createWriteStream, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { scratchFolder } from '../../files/staging.ts';
import { isMacSideFile } from '../name-pattern.ts';
import { contentOffset, readZipDirectory, type ZipEntry } from './zip-directory.ts';

const STORED = 0;
const DEFLATED = 8;
const WRONG_CHECKSUM = 'its checksum differs';

/** An entry's content in a temporary file, until `remove` is called. */
export interface ExtractedEntry {
  path: string;
  remove(): void;
}

/** The names of the files in a zip archive, in the archive's order. */
export async function listEntries(zipPath: string): Promise<string[]> {
  const entries = await readZipDirectory(zipPath);
  return entries.map((entry) => entry.name).filter((name) => !isMacSideFile(name));
}

/**
 * Streams one entry into a temporary file and checks its length and CRC-32. Throws when the archive
 * lacks the entry (listing what it has), cannot be unpacked here, or is damaged.
 */
export async function extractEntry(zipPath: string, name: string): Promise<ExtractedEntry> {
  const entry = await findEntry(zipPath, name);
  const start = await inArchive(zipPath, (file) => contentOffset(file, zipPath, entry));
  const { path: folder, remove } = scratchFolder();
  const path = join(folder, `entry${extname(name)}`);
  try {
    await unpack(zipPath, start, entry, path);
    return { path, remove };
  } catch (cause) {
    remove();
    // The disk's own faults are none of the archive's.
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw damaged(zipPath, entry, cause);
  }
}

/**
 * Reads entries of an archive into memory, each checked by its length and CRC-32. None is unpacked
 * beyond the length that the archive announces for it: bound these before.
 * @throws Error when an entry cannot be unpacked here, or is damaged
 */
export async function readEntries(
  zipPath: string,
  entries: readonly ZipEntry[],
): Promise<Buffer[]> {
  for (const entry of entries) requireUnpackable(zipPath, entry);
  return inArchive(zipPath, (file) => entries.map((entry) => readEntry(file, zipPath, entry)));
}

/** At once: a year of prices has 1 460 entries of a kilobyte, and waiting for each takes longer than all else. */
function readEntry(file: FileHandle, zipPath: string, entry: ZipEntry): Buffer {
  const start = contentOffset(file, zipPath, entry);
  const packed = Buffer.alloc(entry.packedBytes);
  const bytesRead = readSync(file.fd, packed, 0, packed.length, start);
  try {
    if (bytesRead < packed.length) throw new Error('it is cut off');
    const content = entry.method === STORED ? packed : inflated(packed, entry);
    if (content.length < entry.bytes) throw shorter(content.length, entry);
    if (crc32(content) !== entry.crc32) throw new Error(WRONG_CHECKSUM);
    return content;
  } catch (cause) {
    throw damaged(zipPath, entry, cause);
  }
}

function inflated(packed: Buffer, entry: ZipEntry): Buffer {
  try {
    // Room for the announced content and a byte more, up to what zlib takes at a time by itself.
    const chunkSize = Math.min(16_384, Math.max(64, entry.bytes + 1));
    return inflateRawSync(packed, { maxOutputLength: entry.bytes, chunkSize });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw cause;
    throw longer(entry);
  }
}

async function inArchive<T>(zipPath: string, read: (file: FileHandle) => T): Promise<T> {
  const file = await open(zipPath);
  try {
    return read(file);
  } finally {
    await file.close();
  }
}

async function findEntry(zipPath: string, name: string): Promise<ZipEntry> {
  const entries = await readZipDirectory(zipPath);
  const entry = entries.find((candidate) => candidate.name === name);
  if (entry === undefined) {
    const inside = entries.map((candidate) => candidate.name).join(', ');
    throw new Error(`${zipPath}: has no "${name}"; set "entry" to one of: ${inside}.`);
  }
  requireUnpackable(zipPath, entry);
  return entry;
}

function requireUnpackable(zipPath: string, entry: ZipEntry): void {
  const { name } = entry;
  if (entry.bytes === 0) throw new Error(`${zipPath} > ${name}: is empty.`);
  if (entry.encrypted || (entry.method !== STORED && entry.method !== DEFLATED)) {
    const found = entry.encrypted ? 'encrypted' : `packed by method ${entry.method}`;
    throw new Error(`${zipPath} > ${name}: is ${found}; pack it with plain zip (deflate).`);
  }
}

async function unpack(zipPath: string, start: number, entry: ZipEntry, path: string) {
  const checked = (parts: AsyncIterable<Uint8Array>) => checkedParts(parts, entry);
  const target = createWriteStream(path);
  const packed = createReadStream(zipPath, { start, end: start + entry.packedBytes - 1 });
  if (entry.method === STORED) return pipeline(packed, checked, target);
  return pipeline(packed, createInflateRaw(), checked, target);
}

async function* checkedParts(parts: AsyncIterable<Uint8Array>, entry: ZipEntry) {
  let bytes = 0;
  let checksum = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > entry.bytes) throw longer(entry);
    checksum = crc32(part, checksum);
    yield part;
  }
  if (bytes < entry.bytes) throw shorter(bytes, entry);
  if (checksum !== entry.crc32) throw new Error(WRONG_CHECKSUM);
}

function longer({ bytes }: ZipEntry): Error {
  return new Error(`longer than the ${bytes} bytes announced`);
}

function shorter(found: number, { bytes }: ZipEntry): Error {
  return new Error(`ends at byte ${found} of ${bytes}`);
}

function damaged(zipPath: string, { name }: ZipEntry, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${zipPath} > ${name}: damaged (${message}); fetch it again.`, { cause });
}
