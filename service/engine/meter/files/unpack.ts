/** Files in zips and gzips. They are inflated piece by piece, since a zip of 10 MB may have 10 GB. */
import { Gunzip, Inflate } from 'fflate';
import { joinBytes } from '../../../../schemas/codec/section.ts';
import { MeterProblem } from './problem.ts';
import { type ZipEntry, zipEntries } from './zip-entries.ts';

/** A file as it was chosen. */
export interface MeterFile {
  name: string;
  bytes: Uint8Array;
}

/** A workbook's files by their paths in it. */
export type Parts = Record<string, Uint8Array>;

/** A file that is no archive. */
export interface Unpacked extends MeterFile {
  /** Null for one that is no workbook. */
  parts: Parts | null;
}

/** All files together, and all that they inflate to. A year of minutes has 20 MB. */
export const MOST_BYTES = 60_000_000;
/** A year of minutes has 525 600 lines. */
export const MOST_LINES = 600_000;
/** Packed bytes that are inflated at a time, to at most 1032 times as many. */
const PIECE_BYTES = 16_384;

/** Counts bytes. @throws MeterProblem tooLarge with the name of the file that has those too many */
type Spend = (bytes: number, name: string) => void;

const startsWith = (bytes: Uint8Array, ...first: number[]) =>
  first.every((byte, i) => bytes[i] === byte);

/**
 * Unpacks zips and gzips, also those in others.
 * @throws MeterProblem tooLarge, badWorkbook, oldWorkbook
 */
export function unpack(files: readonly MeterFile[]): Unpacked[] {
  const spend = byteCounter();
  for (const { name, bytes } of files) spend(bytes.length, name);
  const unpacked: Unpacked[] = [];
  const waiting = [...files].reverse();
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    const { name, bytes } = file;
    if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new MeterProblem('oldWorkbook', { name });
    if (startsWith(bytes, 0x1f, 0x8b)) {
      const content = open(name, () => inflate(new Gunzip(), file, spend));
      waiting.push({ name: name.replace(/\.gz$/i, ''), bytes: content });
    } else if (startsWith(bytes, 0x50, 0x4b, 3, 4)) {
      const entries = open(name, () => zipEntries(bytes).filter(isFile));
      const contents = entries.map((entry) => open(name, () => contentOf(name, entry, spend)));
      const isWorkbook = entries.some(({ path }) => path === 'xl/workbook.xml');
      if (isWorkbook) {
        const parts = Object.fromEntries(entries.map(({ path }, i) => [path, contents[i]]));
        unpacked.push({ name, bytes, parts });
      } else {
        for (let i = entries.length - 1; i >= 0; i--)
          waiting.push({ name: entries[i].path, bytes: contents[i] });
      }
    } else unpacked.push({ name, bytes, parts: null });
  }
  return unpacked;
}

function byteCounter(): Spend {
  let left = MOST_BYTES;
  return (bytes, name) => {
    left -= bytes;
    if (left < 0) throw tooLarge(name);
  };
}

/** The error about a file that has more than can be read. */
export function tooLarge(name: string, rows = MOST_LINES): MeterProblem {
  return new MeterProblem('tooLarge', { name, mb: MOST_BYTES / 1e6, rows });
}

function isFile({ path }: ZipEntry): boolean {
  return !path.endsWith('/') && !/(^|\/)(__MACOSX|\.)/.test(path);
}

function contentOf(name: string, { packed, isDeflated }: ZipEntry, spend: Spend): Uint8Array {
  if (isDeflated) return inflate(new Inflate(), { name, bytes: packed }, spend);
  spend(packed.length, name);
  return packed;
}

function inflate(stream: Inflate | Gunzip, { name, bytes }: MeterFile, spend: Spend): Uint8Array {
  const pieces: Uint8Array[] = [];
  stream.ondata = (piece) => {
    spend(piece.length, name);
    pieces.push(piece);
  };
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    stream.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
  return joinBytes(pieces);
}

/** Opens an archive, and names the file where it is damaged. */
function open<Content>(name: string, read: () => Content): Content {
  try {
    return read();
  } catch (error) {
    if (error instanceof MeterProblem) throw error;
    throw new MeterProblem('badWorkbook', { name });
  }
}
