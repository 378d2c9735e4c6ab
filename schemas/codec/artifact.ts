/**
 * Codec of the artifact container, as artifact-format.md describes it. The only file that knows
 * byte offsets. Section numbers below are that document's.
 */

import { damaged } from './check-artifact.ts';
import { deflate, inflate, type Unpack } from './deflated.ts';
import { hasDigest, hexOf, isSame } from './digest.ts';
import {
  bytesPerElement,
  ELEMENT_TYPES,
  type ElementType,
  type SectionData,
  type SectionPlan,
} from './section.ts';

/** Version of the form: of prices.bin 1, of pv-yield.bin 2, whose header JSON is deflated (section 4). */
export type FormatVersion = 1 | 2;
export const PRICES_FORMAT = 1;
export const PV_YIELD_FORMAT = 2;

/** Section 2: not text, and broken by any transfer that rewrites line ends. */
export const MAGIC = Uint8Array.of(0x89, 0x50, 0x56, 0x53, 0x45, 0x0d, 0x0a, 0x1a);

/** Section 2: bytes of the fixed preamble, all that `headLength` needs. */
export const PREAMBLE = 64;
const AT_VERSION = 8;
const AT_HEADER_LENGTH = 12;
const AT_SECTION_COUNT = 16;
const AT_FILE_LENGTH = 24;
const AT_HEAD_SHA256 = 32;

/** Section 3: one entry of the section table. */
const ENTRY = 88;
const NAME_BYTES = 32;
const ENTRY_TYPE = 32;
const ENTRY_OFFSET = 40;
const ENTRY_LENGTH = 48;
const ENTRY_SHA256 = 56;
const SHA256_BYTES = 32;
const ALIGNMENT = 8;

/** Section 2: a file that claims a longer head is refused before that is read. */
const MOST_HEAD_BYTES = 1 << 24;
/** Section 4: a header that inflates to more is refused. */
const MOST_HEADER_BYTES = 1 << 19;
/** Section 3: what a typed array holds in Node.js 20. Later ones hold more. */
const MOST_ELEMENTS = 2 ** 32;

/** SHA-256 of some bytes, one part after the other. */
type HashParts = (...parts: readonly Uint8Array[]) => Uint8Array;

/** A whole artifact in memory: its header JSON, not yet validated, and its arrays by section name. */
export interface DecodedArtifact {
  header: unknown;
  sections: Map<string, SectionData>;
}

/**
 * Places the sections one after another behind the head, each on a multiple of 8 bytes.
 * @returns their offsets, and the length of the whole file
 * @throws Error when a section or the head is larger than the format allows
 */
export function layOut(
  header: object,
  sections: readonly SectionPlan[],
  version: FormatVersion,
): { offsets: number[]; fileLength: number } {
  let end = align(PREAMBLE + ENTRY * sections.length + headerBytes(header, version).length);
  if (end > MOST_HEAD_BYTES) throw new Error(`The header would be too long: ${longHead(end)}.`);
  const offsets = sections.map((section) => {
    const elements = section.byteLength / bytesPerElement(section.type);
    if (elements > MOST_ELEMENTS) {
      throw new Error(
        `Section "${section.name}" would have ${tooMany(elements)}. Take a coarser step or a smaller region.`,
      );
    }
    const offset = end;
    end = align(offset + section.byteLength);
    return offset;
  });
  return { offsets, fileLength: end };
}

/**
 * The head (preamble, section table, header JSON) that goes before the sections.
 * @param digests SHA-256 of each section's bytes
 */
export function encodeHead(
  header: object,
  sections: readonly SectionPlan[],
  digests: readonly Uint8Array[],
  version: FormatVersion,
  hash: HashParts,
): Uint8Array {
  const json = headerBytes(header, version);
  const { offsets, fileLength } = layOut(header, sections, version);
  const head = new Uint8Array(align(PREAMBLE + ENTRY * sections.length + json.length));
  const view = new DataView(head.buffer);
  head.set(MAGIC);
  view.setUint32(AT_VERSION, version, true);
  view.setUint32(AT_HEADER_LENGTH, json.length, true);
  view.setUint32(AT_SECTION_COUNT, sections.length, true);
  view.setBigUint64(AT_FILE_LENGTH, BigInt(fileLength), true);
  for (let i = 0; i < sections.length; i++) {
    const at = PREAMBLE + ENTRY * i;
    head.set(new TextEncoder().encode(sections[i].name), at);
    view.setUint32(at + ENTRY_TYPE, ELEMENT_TYPES[sections[i].type].code, true);
    view.setBigUint64(at + ENTRY_OFFSET, BigInt(offsets[i]), true);
    view.setBigUint64(at + ENTRY_LENGTH, BigInt(sections[i].byteLength), true);
    head.set(digests[i], at + ENTRY_SHA256);
  }
  head.set(json, PREAMBLE + ENTRY * sections.length);
  head.set(hash(...digestedParts(head)), AT_HEAD_SHA256);
  return head;
}

/** A section as the table of a file describes it. */
export interface SectionEntry {
  name: string;
  type: ElementType;
  offset: number;
  byteLength: number;
  sha256: Uint8Array;
}

/** The head of a file: its header JSON, not yet validated, and its sections in the file's order. */
export interface DecodedHead {
  header: unknown;
  entries: SectionEntry[];
  version: FormatVersion;
  /** SHA-256 of the head, which covers those of the sections: the file's name by its content. */
  digest: Uint8Array;
}

/**
 * Length of a file's head.
 * @param start the first PREAMBLE bytes at least, or the whole of a shorter file
 * @throws Error when it is no artifact, or of another version
 */
export function headLength(start: Uint8Array, name: string): number {
  checkPreamble(start, name);
  const view = viewOf(start);
  const count = view.getUint32(AT_SECTION_COUNT, true);
  const length = align(PREAMBLE + ENTRY * count + view.getUint32(AT_HEADER_LENGTH, true));
  if (length > MOST_HEAD_BYTES) throw damaged(name, `its preamble is damaged: ${longHead(length)}`);
  return length;
}

/**
 * Where a section begins by a head whose digest is not yet known to be right. Where the file ends when it has none of
 * that name.
 * @param start the preamble and the section table at least
 * @throws Error as `headLength`, or when the table is cut
 */
export function sectionOffset(start: Uint8Array, section: string, name: string): number {
  checkPreamble(start, name);
  const count = viewOf(start).getUint32(AT_SECTION_COUNT, true);
  for (let i = 0; i < count; i++) {
    const at = PREAMBLE + ENTRY * i;
    if (start.length < at + ENTRY) throw truncated(name, 'in its head', start.length, at + ENTRY);
    const entry = readEntry(start, at, name);
    if (entry.name === section) return entry.offset;
  }
  return fileLengthOf(start);
}

/**
 * Reads a head, checks its digest (but in a page on plain http, which has no SHA-256), and that the file is long enough for its sections, one behind the other.
 * @param bytes the file, or at least its head
 * @param fileBytes length of the whole file
 * @param unpack inflates the header
 * @throws Error as `headLength`, or when the head is cut or damaged, or the file cut or too long
 */
export async function decodeHead(
  bytes: Uint8Array,
  fileBytes: number,
  name: string,
  unpack: Unpack = inflate,
): Promise<DecodedHead> {
  const length = headLength(bytes, name);
  if (bytes.length < length) throw truncated(name, 'in its head', bytes.length, length);
  const head = bytes.subarray(0, length);
  const digest = head.slice(AT_HEAD_SHA256, AT_HEAD_SHA256 + SHA256_BYTES);
  if (!(await hasDigest(digestedParts(head), digest))) {
    throw wrongDigest(name, 'head (preamble, section table or header JSON)');
  }
  const view = viewOf(head);
  const version = view.getUint32(AT_VERSION, true) as FormatVersion;
  const count = view.getUint32(AT_SECTION_COUNT, true);
  const headerAt = PREAMBLE + ENTRY * count;
  const json = head.subarray(headerAt, headerAt + view.getUint32(AT_HEADER_LENGTH, true));
  const entries = Array.from({ length: count }, (_, i) =>
    readEntry(head, PREAMBLE + ENTRY * i, name),
  );
  checkPlaces(entries, length, fileBytes, name);
  checkFileLength(fileBytes, Number(view.getBigUint64(AT_FILE_LENGTH, true)), name);
  return { header: headerJson(json, version, name, unpack), entries, version, digest };
}

export function fileLengthOf(head: Uint8Array): number {
  return Number(viewOf(head).getBigUint64(AT_FILE_LENGTH, true));
}

/** @throws Error naming the file when it is of another version of the form */
export function checkVersion(found: number, expected: FormatVersion, name: string): void {
  if (found === expected) return;
  throw new Error(
    `${name}: format version ${found}, expected ${expected}. Run "make artifacts" with this version of the code.`,
  );
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readEntry(head: Uint8Array, at: number, file: string): SectionEntry {
  const view = viewOf(head);
  const name = new TextDecoder().decode(head.subarray(at, at + NAME_BYTES)).replace(/\0+$/, '');
  return {
    name,
    type: elementType(view.getUint32(at + ENTRY_TYPE, true), file, name),
    offset: Number(view.getBigUint64(at + ENTRY_OFFSET, true)),
    byteLength: Number(view.getBigUint64(at + ENTRY_LENGTH, true)),
    sha256: head.slice(at + ENTRY_SHA256, at + ENTRY_SHA256 + SHA256_BYTES),
  };
}

function elementType(found: number, file: string, section: string): ElementType {
  const types = Object.keys(ELEMENT_TYPES) as ElementType[];
  const type = types.find((candidate) => ELEMENT_TYPES[candidate].code === found);
  if (type) return type;
  throw damaged(
    file,
    `section "${section}" has element type ${found}, expected 1 to ${types.length}`,
  );
}

/** Sections stand behind the head and behind each other, whole, aligned, each name once. */
function checkPlaces(
  entries: readonly SectionEntry[],
  headBytes: number,
  fileBytes: number,
  file: string,
): void {
  const names = new Set<string>();
  let end = headBytes;
  for (const { name, type, offset, byteLength } of entries) {
    const elements = byteLength / bytesPerElement(type);
    const section = `section "${name}"`;
    if (names.has(name)) throw damaged(file, `${section} is there twice`);
    if (offset < end || offset % ALIGNMENT !== 0) {
      throw damaged(
        file,
        `${section} is at byte ${offset}, expected a multiple of 8 from ${end} on`,
      );
    }
    end = offset + byteLength;
    if (end > fileBytes) throw truncated(file, `in ${section}`, fileBytes, end);
    if (!Number.isInteger(elements)) {
      throw damaged(file, `${section} has ${byteLength} bytes, expected whole ${type} values`);
    }
    if (elements > MOST_ELEMENTS) throw damaged(file, `${section} has ${tooMany(elements)}`);
    names.add(name);
  }
}

function headerJson(
  bytes: Uint8Array,
  version: FormatVersion,
  name: string,
  unpack: Unpack,
): unknown {
  try {
    const json = version === PRICES_FORMAT ? bytes : unpack(bytes, MOST_HEADER_BYTES);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch (cause) {
    throw damaged(name, `its header is no JSON in UTF-8 (${(cause as Error).message})`);
  }
}

/** Holds a section's digest against the table's. */
export function checkDigest(entry: SectionEntry, digest: Uint8Array, name: string): void {
  if (!isSame(digest, entry.sha256)) throw wrongDigest(name, `section "${entry.name}"`);
}

/** `checkDigest` of a section's bytes. */
export async function checkSection(
  entry: SectionEntry,
  bytes: Uint8Array,
  name: string,
): Promise<void> {
  const isIntact = await hasDigest([bytes], entry.sha256);
  if (!isIntact) throw wrongDigest(name, `section "${entry.name}"`);
}

function checkPreamble(bytes: Uint8Array, name: string): void {
  if (bytes.length < PREAMBLE) throw truncated(name, 'in its preamble', bytes.length, PREAMBLE);
  if (!isSame(bytes.subarray(0, MAGIC.length), MAGIC)) {
    const found = hexOf(bytes.subarray(0, MAGIC.length));
    const expected = hexOf(MAGIC);
    throw damaged(
      name,
      `not an artifact of this project (begins with ${found}, expected ${expected})`,
    );
  }
  const version = viewOf(bytes).getUint32(AT_VERSION, true);
  if (version !== PRICES_FORMAT) checkVersion(version, PV_YIELD_FORMAT, name);
}

function checkFileLength(found: number, expected: number, name: string): void {
  if (found < expected) throw truncated(name, 'behind its last section', found, expected);
  if (found > expected) {
    throw damaged(name, `${found} bytes, expected ${expected}: something was appended`);
  }
}

function truncated(name: string, where: string, found: number, expected: number): Error {
  return damaged(name, `truncated ${where} (${found} bytes, expected at least ${expected})`);
}

function wrongDigest(name: string, what: string): Error {
  return damaged(name, `${what} is damaged (its SHA-256 does not match)`);
}

function longHead(bytes: number): string {
  return `a head of ${bytes} bytes, expected at most ${MOST_HEAD_BYTES}`;
}

function tooMany(elements: number): string {
  return `${elements} values, expected at most ${MOST_ELEMENTS}`;
}

/** Section 2: the digest covers the head but for its own 32 bytes. */
function digestedParts(head: Uint8Array): Uint8Array[] {
  return [head.subarray(0, AT_HEAD_SHA256), head.subarray(AT_HEAD_SHA256 + SHA256_BYTES)];
}

function headerBytes(header: object, version: FormatVersion): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(header));
  if (version === PRICES_FORMAT) return json;
  if (json.length <= MOST_HEADER_BYTES) return deflate(json);
  throw new Error(
    `The header would be too long: ${json.length} bytes, expected at most ${MOST_HEADER_BYTES}.`,
  );
}

function align(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
