import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import {
  checkDigest,
  checkVersion,
  type DecodedArtifact,
  type DecodedHead,
  decodeHead,
  type FormatVersion,
  headLength,
  PREAMBLE,
  PRICES_FORMAT,
  PV_YIELD_FORMAT,
} from './artifact.ts';
import { decodePrices } from './decode-prices.ts';
import { decodePvYield } from './decode-pv-yield.ts';
import type { PricesArtifact } from './prices-artifact.ts';
import type { PvYieldArtifact } from './pv-yield-artifact.ts';
import { pieces, type SectionData, sectionView } from './section.ts';

/**
 * Reads a pv-yield.bin into memory and verifies its head, its sections and every value.
 * @throws Error naming the file and what is wrong with it
 */
export async function readPvYield(path: string): Promise<PvYieldArtifact> {
  return decodePvYield(await readArtifact(path, PV_YIELD_FORMAT), path, unpack);
}

/**
 * Reads a prices.bin into memory and verifies its head, its sections and every value.
 * @throws Error naming the file and what is wrong with it
 */
export async function readPrices(path: string): Promise<PricesArtifact> {
  return decodePrices(await readArtifact(path, PRICES_FORMAT), path);
}

/**
 * Reads an artifact of any size into one block of memory that mirrors the file. Head and lengths are
 * checked before the rest is read. The rest comes in pieces, and the event loop turns between them.
 * @throws Error naming the file and what is wrong with it
 */
export async function readArtifact(
  path: string,
  expected: FormatVersion,
): Promise<DecodedArtifact> {
  const { file, size } = await openArtifact(path);
  try {
    const { header, entries, version } = await readHead(file, size, path);
    if (version !== expected && (header as { kind?: unknown }).kind === 'prices')
      throw new Error(`${path}: holds prices, expected yields (pv-yield.bin).`);
    checkVersion(version, expected, path);
    const memory = memoryFor(size, path);
    const sections = new Map<string, SectionData>();
    for (const entry of entries) {
      const section = sectionView(memory, entry);
      checkDigest(entry, await fill(file, section, path), path);
      sections.set(entry.name, section);
    }
    return { header, sections };
  } finally {
    await file.close();
  }
}

/**
 * Reads only an artifact's head: its header JSON, not yet validated, and its section table.
 * @throws Error naming the file and what is wrong with it
 */
export async function readArtifactHead(path: string): Promise<DecodedHead> {
  const { file, size } = await openArtifact(path);
  try {
    return await readHead(file, size, path);
  } finally {
    await file.close();
  }
}

/** Header fields that name a dataset, and the section that repeats others' digests: they say nothing of the content. */
const NOT_CONTENT = ['dataset_version', 'generated_at', 'record_digests'];

/**
 * Content of an artifact, part by part: SHA-256 of each header field (but for the version and date of
 * the dataset) and of each section. Only the head is read: its section table has the sections' hashes.
 * @throws Error naming the file and what is wrong with its head
 */
export async function artifactContents(path: string): Promise<Record<string, string>> {
  const { header, entries } = await readArtifactHead(path);
  const parts = [
    ...Object.entries(header as object).map(([name, value]) => [
      name,
      sha256(JSON.stringify(value)),
    ]),
    ...entries.map((entry) => [entry.name, Buffer.from(entry.sha256).toString('hex')]),
  ];
  return Object.fromEntries(parts.filter(([name]) => !NOT_CONTENT.includes(name)));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A pipe is not even opened: that would wait for its writer, and the process could not end meanwhile. */
async function openArtifact(path: string): Promise<{ file: FileHandle; size: number }> {
  const stats = await stat(path);
  if (!stats.isFile())
    throw new Error(`${path}: is no file, expected an artifact. Run "make artifacts".`);
  return { file: await open(path), size: stats.size };
}

async function readHead(file: FileHandle, size: number, path: string): Promise<DecodedHead> {
  const start = new Uint8Array(Math.min(size, PREAMBLE));
  await readAt(file, start, 0, path);
  const head = new Uint8Array(Math.min(size, headLength(start, path)));
  await readAt(file, head, 0, path);
  return decodeHead(head, size, path, unpack);
}

/** The `inflate` of fflate, by zlib. */
function unpack(bytes: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(inflateRawSync(bytes, { maxOutputLength: mostBytes }));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ERR_BUFFER_TOO_LARGE') throw cause;
    throw new Error(`inflates to more than ${mostBytes} bytes`, { cause });
  }
}

function memoryFor(bytes: number, path: string): ArrayBuffer {
  try {
    return new ArrayBuffer(bytes);
  } catch (cause) {
    throw new Error(`${path}: its ${bytes} bytes do not fit in this machine's memory.`, { cause });
  }
}

/** Fills a section from its place in the file, which is its place in memory. Returns its SHA-256. */
async function fill(file: FileHandle, section: SectionData, path: string): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (const piece of pieces(section)) {
    await readAt(file, piece, piece.byteOffset, path);
    hash.update(piece);
  }
  return hash.digest();
}

async function readAt(
  file: FileHandle,
  bytes: Uint8Array,
  position: number,
  path: string,
): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0) throw new Error(`${path}: ended while it was read.`);
    done += bytesRead;
  }
}
