/** Files in zip archives: rasters are streamed to disk, prices read into memory, both checked by length and CRC-32. */
import { createWriteStream } from 'node:fs';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { scratchFolder } from '../../files/staging.ts';
import { isMacSideFile } from '../name-pattern.ts';

export function listEntries(zipPath: string): Promise<string[]> {
  return inArchive(zipPath, async (_, entries) =>
    entries.map(({ fileName }) => fileName).filter((name) => !isMacSideFile(name)),
  );
}

/**
 * Streams one entry into a temporary file, which stays until `remove` is called.
 * @throws Error when the archive lacks the entry (listing what it has), it cannot be unpacked here, or is
 *   damaged
 */
export function extractEntry(zipPath: string, name: string) {
  return inArchive(zipPath, async (zip, entries) => {
    const entry = entries.find(({ fileName }) => fileName === name);
    if (entry === undefined) {
      const inside = entries.map(({ fileName }) => fileName).join(', ');
      throw new Error(`${zipPath}: has no "${name}". Set "entry" to one of: ${inside}.`);
    }
    const { path: folder, remove } = scratchFolder();
    const path = join(folder, `entry${extname(name)}`);
    try {
      await unpack(zipPath, zip, entry, (parts) => pipeline(parts, createWriteStream(path)));
      return { path, remove };
    } catch (error) {
      remove();
      throw error;
    }
  });
}

/** A file of an archive in memory. */
interface ZippedFile {
  name: string;
  content: Buffer;
}

/**
 * Reads the files of an archive that are wanted.
 * @returns null when they have more bytes than `mostBytes` together
 * @throws Error when an entry cannot be unpacked here, or is damaged
 */
export function readEntries(
  zipPath: string,
  isWanted: (name: string) => boolean,
  mostBytes: number,
): Promise<ZippedFile[] | null> {
  return inArchive(zipPath, async (zip, entries) => {
    const wanted = entries.filter(({ fileName }) => isWanted(fileName));
    const bytes = wanted.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (bytes > mostBytes) return null;
    const files: ZippedFile[] = [];
    for (const entry of wanted) {
      files.push({ name: entry.fileName, content: await unpack(zipPath, zip, entry, buffer) });
    }
    return files;
  });
}

async function inArchive<T>(
  zipPath: string,
  read: (zip: ZipFile, entries: Entry[]) => Promise<T>,
): Promise<T> {
  const zip = await openPromise(zipPath, { autoClose: false }).catch((cause) => {
    throw broken(zipPath, cause);
  });
  try {
    return await read(zip, await filesOf(zipPath, zip));
  } finally {
    zip.close();
  }
}

async function filesOf(zipPath: string, zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/')) entries.push(entry);
    }
    return entries;
  } catch (cause) {
    throw broken(zipPath, cause);
  }
}

/** The disk's own faults are none of the archive's. */
function broken(zipPath: string, cause: unknown): Error {
  const { message, code } = cause as NodeJS.ErrnoException;
  if (code) return new Error(message, { cause });
  return new Error(`${zipPath}: is not a whole zip archive (${message}). Fetch it again.`, {
    cause,
  });
}

async function unpack<T>(
  zipPath: string,
  zip: ZipFile,
  entry: Entry,
  use: (parts: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const label = `${zipPath} > ${entry.fileName}`;
  if (entry.uncompressedSize === 0) throw new Error(`${label}: is empty.`);
  if (!entry.canDecodeFileData()) {
    const found = entry.isEncrypted() ? 'encrypted' : `packed by method ${entry.compressionMethod}`;
    throw new Error(`${label}: is ${found}. Pack it with plain zip (deflate).`);
  }
  try {
    return await use(checkedParts(await zip.openReadStreamPromise(entry), entry));
  } catch (cause) {
    const { message, syscall } = cause as NodeJS.ErrnoException;
    const what = syscall ? message : `damaged (${message}). Fetch it again.`;
    throw new Error(`${label}: ${what}`, { cause });
  }
}

/** Checks the content. Its length is checked by yauzl. */
async function* checkedParts(parts: AsyncIterable<Uint8Array>, entry: Entry) {
  let checksum = 0;
  for await (const part of parts) {
    checksum = crc32(part, checksum);
    yield part;
  }
  if (checksum !== entry.crc32) throw new Error('its checksum differs');
}
