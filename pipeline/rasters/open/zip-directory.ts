import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** One file in a zip archive, from the archive's central directory. */
export interface ZipEntry {
  name: string;
  encrypted: boolean;
  /** 0 = stored, 8 = deflated. */
  method: number;
  crc32: number;
  packedBytes: number;
  bytes: number;
  /** Byte offset of the entry's local header. */
  offset: number;
}

// Record layouts: PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7 (local header), 4.3.12 (central
// directory) and 4.3.16 (end of the central directory).
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const CENTRAL = { signature: 0x02014b50, bytes: 46 };
const END = { signature: 0x06054b50, bytes: 22, longestComment: 0xffff };
const IN_ZIP64 = 0xffffffff;
/** A directory of a hundred thousand files. */
const MOST_DIRECTORY_BYTES = 1 << 24;

/** The files in an archive, folders left out. Throws when the file is no whole zip archive. */
export async function readZipDirectory(path: string): Promise<ZipEntry[]> {
  const file = await open(path);
  try {
    const directory = await directoryBytes(file, path);
    return [...entriesOf(directory, path)].filter((entry) => !entry.name.endsWith('/'));
  } finally {
    await file.close();
  }
}

/** The byte offset of an entry's packed content in the archive `file`, whose name is `path`. */
export function contentOffset({ fd }: FileHandle, path: string, entry: ZipEntry): number {
  const header = Buffer.alloc(LOCAL.bytes);
  const bytesRead = readSync(fd, header, 0, LOCAL.bytes, entry.offset);
  if (bytesRead < LOCAL.bytes || header.readUInt32LE(0) !== LOCAL.signature) throw corrupt(path);
  return entry.offset + LOCAL.bytes + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function directoryBytes(file: FileHandle, path: string): Promise<Buffer> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, END.bytes + END.longestComment));
  await file.read(tail, 0, tail.length, size - tail.length);
  const end = findEnd(tail);
  if (end === -1) throw corrupt(path);
  const length = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (offset === IN_ZIP64)
    throw new Error(`${path}: zip64 archives are not read; unpack it first.`);
  if (offset + length > size) throw corrupt(path);
  if (length > MOST_DIRECTORY_BYTES) {
    throw new Error(
      `${path}: its list of files has ${length} bytes, expected at most ${MOST_DIRECTORY_BYTES}; make an archive of the files that are needed.`,
    );
  }
  const directory = Buffer.alloc(length);
  await file.read(directory, 0, length, offset);
  return directory;
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - END.bytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END.signature) return at;
  }
  return -1;
}

function* entriesOf(directory: Buffer, path: string): Generator<ZipEntry> {
  let at = 0;
  while (at < directory.length) {
    if (at + CENTRAL.bytes > directory.length) throw corrupt(path);
    if (directory.readUInt32LE(at) !== CENTRAL.signature) throw corrupt(path);
    const nameBytes = directory.readUInt16LE(at + 28);
    yield entryAt(directory, at, nameBytes);
    const rest = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    at += CENTRAL.bytes + nameBytes + rest;
  }
}

function entryAt(directory: Buffer, at: number, nameBytes: number): ZipEntry {
  const nameStart = at + CENTRAL.bytes;
  return {
    name: directory.toString('utf8', nameStart, nameStart + nameBytes),
    encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    method: directory.readUInt16LE(at + 10),
    crc32: directory.readUInt32LE(at + 16),
    packedBytes: directory.readUInt32LE(at + 20),
    bytes: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
  };
}

function corrupt(path: string): Error {
  return new Error(`${path}: is not a whole zip archive; fetch it again.`);
}
