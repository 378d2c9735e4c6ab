/** The head of cells.bin: header JSON, factors of planes, and where each block lies (cells-format.md sections 2 to 4). */

import { sha256 } from '#sha-256';
import type { PvYieldHeader } from '../../types.ts';
import { MAGIC } from '../artifact.ts';
import { BLOCK_DIGEST, hexOf, isSame } from '../digest.ts';
import { type AnswerHeader, PROVENANCE } from '../pv-yield-artifact.ts';
import type { BlockFrame } from './block-frame.ts';
import { putPlanes, takePlanes } from './byte-planes.ts';
import { inflate } from './inflate.ts';
import { packFactors, unpackFactors } from './plane-factors.ts';

export const CELLS_VERSION = 2;

const AT_VERSION = 8;
const AT_HEAD_LENGTH = 12;
const AT_JSON_LENGTH = 16;
const AT_FACTORS_LENGTH = 20;
const AT_DIRECTORY_LENGTH = 24;
const AT_BLOCKS = 28;
const AT_FIRST_ROW = 32;
const AT_FIRST_COL = 36;
const AT_ROWS = 40;
const AT_COLS = 42;
const AT_SQUARES = 44;
const AT_LEAVES = 46;
const AT_FILE_LENGTH = 48;
const AT_SHA256 = 64;

/** Bytes that `cellsHeadLength` needs. */
export const CELLS_PREAMBLE = 96;

/** A head that claims more is refused before it is read. */
const MOST_HEAD_BYTES = 1 << 24;

/** Bytes of a block's length. */
const LENGTH_BYTES = 3;

/** A block in the file. */
export interface BlockEntry {
  offset: number;
  length: number;
  digest: Uint8Array;
}

/** The head of a file, read. */
export interface CellsHead {
  /** Header of the whole dataset, as far as answers need it. */
  header: AnswerHeader;
  frame: BlockFrame;
  /** By the block's place in the frame; undefined where nothing is covered. */
  blocks: (BlockEntry | undefined)[];
  fileLength: number;
  /** SHA-256 of the head, which covers the digests of all blocks: the dataset's name. */
  digest: string;
}

/** A block to write: its length in bytes and its digest. */
export type BlockRecord = Omit<BlockEntry, 'offset'>;

/**
 * Encodes a head.
 * @param blocks by their places in the frame
 * @param deflate raw deflate
 */
export function encodeCellsHead(
  header: PvYieldHeader,
  frame: BlockFrame,
  blocks: readonly (BlockRecord | undefined)[],
  deflate: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const { json, factors } = packFactors(answerHeader(header));
  const there = blocks.filter((block) => block !== undefined);
  const parts = [
    deflate(new TextEncoder().encode(JSON.stringify(json))),
    factors ? deflate(factors) : new Uint8Array(0),
    deflate(directoryOf(blocks)),
  ];
  const [jsonBytes, factorBytes, directory] = parts;
  const partBytes = parts.reduce((sum, { length }) => sum + length, 0);
  const head = new Uint8Array(CELLS_PREAMBLE + partBytes + BLOCK_DIGEST * there.length);
  const view = new DataView(head.buffer);
  head.set(MAGIC);
  view.setUint32(AT_VERSION, CELLS_VERSION, true);
  view.setUint32(AT_HEAD_LENGTH, head.length, true);
  view.setUint32(AT_JSON_LENGTH, jsonBytes.length, true);
  view.setUint32(AT_FACTORS_LENGTH, factorBytes.length, true);
  view.setUint32(AT_DIRECTORY_LENGTH, directory.length, true);
  view.setUint32(AT_BLOCKS, there.length, true);
  view.setInt32(AT_FIRST_ROW, frame.firstRow, true);
  view.setInt32(AT_FIRST_COL, frame.firstCol, true);
  view.setUint16(AT_ROWS, frame.rows, true);
  view.setUint16(AT_COLS, frame.cols, true);
  view.setUint16(AT_SQUARES, frame.squares, true);
  const blockBytes = there.reduce((sum, { length }) => sum + length, 0);
  view.setBigUint64(AT_FILE_LENGTH, BigInt(head.length + blockBytes), true);
  let at = CELLS_PREAMBLE;
  for (const part of [...parts, ...there.map(({ digest }) => digest)]) {
    head.set(part, at);
    at += part.length;
  }
  head.set(headDigest(head), AT_SHA256);
  return head;
}

/**
 * Length of a file's head.
 * @param start the first CELLS_PREAMBLE bytes at least, or the whole of a shorter file
 * @throws Error when it is no such file, or of another version
 */
export function cellsHeadLength(start: Uint8Array, name: string): number {
  if (start.length < CELLS_PREAMBLE) throw cut(name, start.length, CELLS_PREAMBLE);
  const magic = start.subarray(0, MAGIC.length);
  if (!isSame(magic, MAGIC)) {
    throw new Error(
      `${name}: is no cells.bin (begins with ${hexOf(magic)}, expected ${hexOf(MAGIC)}).`,
    );
  }
  const view = viewOf(start);
  const version = view.getUint32(AT_VERSION, true);
  const leaves = view.getUint16(AT_LEAVES, true);
  if (version !== CELLS_VERSION || leaves !== 0) {
    const isOther = version !== CELLS_VERSION;
    const found = isOther ? `format version ${version}` : `a directory of ${leaves} leaves`;
    throw new Error(
      `${name}: has ${found}, expected format version ${CELLS_VERSION} without leaves. Use a client of the file's version.`,
    );
  }
  const length = view.getUint32(AT_HEAD_LENGTH, true);
  if (length >= CELLS_PREAMBLE && length <= MOST_HEAD_BYTES) return length;
  throw damaged(name, `its head would have ${length} bytes`);
}

/**
 * Decodes a head and checks its digest.
 * @param bytes the file, or at least its head
 * @throws Error as `cellsHeadLength`, or when the head is cut or damaged
 */
export async function decodeCellsHead(bytes: Uint8Array, name: string): Promise<CellsHead> {
  const length = cellsHeadLength(bytes, name);
  if (bytes.length < length) throw cut(name, bytes.length, length);
  const head = bytes.subarray(0, length);
  const digest = headDigest(head);
  if (!isSame(digest, head.subarray(AT_SHA256, CELLS_PREAMBLE))) {
    throw damaged(name, 'its head does not match its SHA-256');
  }
  const view = viewOf(head);
  const [json, factors, directory] = await inflateParts(head);
  const frame = frameOf(view);
  const { blocks, end } = entriesOf(head, directory, frame);
  const fileLength = Number(view.getBigUint64(AT_FILE_LENGTH, true));
  if (end !== fileLength) {
    throw damaged(name, `its blocks end at byte ${end}, expected ${fileLength}`);
  }
  // The digest says that it is the header that was written.
  const own = JSON.parse(new TextDecoder().decode(json)) as AnswerHeader;
  const header = unpackFactors(own, factors);
  return { header, frame, blocks, fileLength, digest: hexOf(digest) };
}

/** The header without what no answer needs. */
function answerHeader(header: PvYieldHeader): AnswerHeader {
  const own: Partial<PvYieldHeader> & AnswerHeader = { ...header };
  for (const name of PROVENANCE) delete own[name];
  return own;
}

function frameOf(view: DataView): BlockFrame {
  return {
    squares: view.getUint16(AT_SQUARES, true),
    firstRow: view.getInt32(AT_FIRST_ROW, true),
    firstCol: view.getInt32(AT_FIRST_COL, true),
    rows: view.getUint16(AT_ROWS, true),
    cols: view.getUint16(AT_COLS, true),
  };
}

/** JSON, factors (null without) and directory. */
async function inflateParts(
  head: Uint8Array,
): Promise<[Uint8Array, Uint8Array | null, Uint8Array]> {
  const view = viewOf(head);
  let at = CELLS_PREAMBLE;
  const next = (lengthAt: number) => {
    const start = at;
    at += view.getUint32(lengthAt, true);
    return head.subarray(start, at);
  };
  const json = next(AT_JSON_LENGTH);
  const factors = next(AT_FACTORS_LENGTH);
  const directory = next(AT_DIRECTORY_LENGTH);
  return Promise.all([
    inflate(json),
    factors.length > 0 ? inflate(factors) : null,
    inflate(directory),
  ]);
}

/** Presence bits by place, then the lengths of the blocks that are there, by the weight of their bytes. */
function directoryOf(blocks: readonly (BlockRecord | undefined)[]): Uint8Array {
  const there = blocks.filter((block) => block !== undefined);
  const presence = Math.ceil(blocks.length / 8);
  const writer = { bytes: new Uint8Array(presence + LENGTH_BYTES * there.length), at: presence };
  for (const [place, block] of blocks.entries()) {
    if (block) writer.bytes[place >> 3] |= 1 << (place & 7);
  }
  const lengths = there.flatMap(({ length }) => [
    length & 0xff,
    (length >> 8) & 0xff,
    length >> 16,
  ]);
  putPlanes(writer, Uint8Array.from(lengths), LENGTH_BYTES);
  return writer.bytes;
}

function entriesOf(head: Uint8Array, directory: Uint8Array, { rows, cols }: BlockFrame) {
  const count = viewOf(head).getUint32(AT_BLOCKS, true);
  const lengths = takePlanes(
    { bytes: directory, at: Math.ceil((rows * cols) / 8) },
    count,
    LENGTH_BYTES,
  );
  const digests = head.subarray(head.length - BLOCK_DIGEST * count);
  let end = head.length;
  let next = 0;
  const blocks = Array.from({ length: rows * cols }, (_, place): BlockEntry | undefined => {
    if (((directory[place >> 3] >> (place & 7)) & 1) === 0) return undefined;
    const [low, middle, high] = lengths.subarray(LENGTH_BYTES * next);
    const digest = digests.subarray(BLOCK_DIGEST * next, BLOCK_DIGEST * ++next);
    const offset = end;
    const length = low | (middle << 8) | (high << 16);
    end += length;
    return { offset, length, digest };
  });
  return { blocks, end };
}

/** The digest covers the head but for its own 32 bytes. */
function headDigest(head: Uint8Array): Uint8Array {
  return sha256(head.subarray(0, AT_SHA256), head.subarray(CELLS_PREAMBLE));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function cut(name: string, found: number, expected: number): Error {
  return new Error(`${name}: ends after ${found} bytes, expected at least ${expected}.`);
}

function damaged(name: string, what: string): Error {
  return new Error(`${name}: is damaged, ${what}.`);
}
