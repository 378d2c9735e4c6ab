/**
 * Codec of the artifact container, as artifact-format.md describes it. The only file that knows
 * byte offsets; section numbers below are that document's.
 */
import { createHash } from 'node:crypto';

export const FORMAT_VERSION = 1;

/** Section 2: not text, and broken by any transfer that rewrites line ends. */
const MAGIC = Uint8Array.of(0x89, 0x50, 0x56, 0x53, 0x45, 0x0d, 0x0a, 0x1a);

/** Section 2: fixed preamble. */
const AT_VERSION = 8;
const AT_HEADER_LENGTH = 12;
const AT_SECTION_COUNT = 16;
const AT_FILE_LENGTH = 24;
const AT_HEAD_SHA256 = 32;
const PREAMBLE = 64;

/** Section 3: one entry of the section table. */
const ENTRY = 88;
const NAME_BYTES = 32;
const ENTRY_TYPE = 32;
const ENTRY_OFFSET = 40;
const ENTRY_LENGTH = 48;
const ENTRY_SHA256 = 56;
const SHA256_BYTES = 32;
const ALIGNMENT = 8;

/** Header fields that name a dataset and say nothing of its content. */
const NOT_CONTENT = ['dataset_version', 'generated_at'];

/** Section 3: element types by their code. */
const ELEMENT_TYPES = {
  uint8: { code: 1, array: Uint8Array },
  uint16: { code: 2, array: Uint16Array },
  int32: { code: 3, array: Int32Array },
  float32: { code: 4, array: Float32Array },
  float64: { code: 5, array: Float64Array },
} as const;
export type ElementType = keyof typeof ELEMENT_TYPES;
export type SectionData = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** A section to write. */
export interface SectionPlan {
  name: string;
  type: ElementType;
  byteLength: number;
}

/** Where everything goes: the sections' offsets, and the length of the whole file. */
export interface Layout {
  offsets: number[];
  fileLength: number;
}

/** Bytes of one element of a type. */
export function bytesPerElement(type: ElementType): number {
  return ELEMENT_TYPES[type].array.BYTES_PER_ELEMENT;
}

/** A section's bytes, alone in their memory, as an array of its type. */
export function sectionView(bytes: Uint8Array<ArrayBuffer>, type: ElementType): SectionData {
  const { array } = ELEMENT_TYPES[type];
  return new array(bytes.buffer, 0, bytes.byteLength / array.BYTES_PER_ELEMENT);
}

/** Whether a section's array has the given element type. */
export function hasType(data: SectionData, type: ElementType): boolean {
  return data.constructor === ELEMENT_TYPES[type].array;
}

/** Places the sections one after another behind the head, each on a multiple of 8 bytes. */
export function layOut(header: object, sections: readonly SectionPlan[]): Layout {
  let end = align(PREAMBLE + ENTRY * sections.length + headerBytes(header).length);
  const offsets = sections.map((section) => {
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
): Uint8Array {
  const json = headerBytes(header);
  const { offsets, fileLength } = layOut(header, sections);
  const head = new Uint8Array(align(PREAMBLE + ENTRY * sections.length + json.length));
  const view = new DataView(head.buffer);
  head.set(MAGIC);
  view.setUint32(AT_VERSION, FORMAT_VERSION, true);
  view.setUint32(AT_HEADER_LENGTH, json.length, true);
  view.setUint32(AT_SECTION_COUNT, sections.length, true);
  view.setBigUint64(AT_FILE_LENGTH, BigInt(fileLength), true);
  for (let i = 0; i < sections.length; i++) {
    const at = PREAMBLE + ENTRY * i;
    head.set(sectionName(sections[i].name), at);
    view.setUint32(at + ENTRY_TYPE, ELEMENT_TYPES[sections[i].type].code, true);
    view.setBigUint64(at + ENTRY_OFFSET, BigInt(offsets[i]), true);
    view.setBigUint64(at + ENTRY_LENGTH, BigInt(sections[i].byteLength), true);
    head.set(digests[i], at + ENTRY_SHA256);
  }
  head.set(json, PREAMBLE + ENTRY * sections.length);
  head.set(headDigest(head), AT_HEAD_SHA256);
  return head;
}

/**
 * SHA-256 over what a file says: its header without the version and date of the dataset, and its
 * sections. Equal for two builds that differ in these alone.
 */
export function contentDigest(
  header: object,
  sections: readonly SectionPlan[],
  digests: readonly Uint8Array[],
): string {
  const said = Object.entries(header).filter(([name]) => !NOT_CONTENT.includes(name));
  const hash = createHash('sha256').update(JSON.stringify(said));
  for (let i = 0; i < sections.length; i++) hash.update(sections[i].name).update(digests[i]);
  return hash.digest('hex');
}

/** A decoded artifact: its header JSON, not yet validated, and views on the buffer by section name. */
export interface DecodedArtifact {
  header: unknown;
  sections: Map<string, SectionData>;
}

/** A section as the table of a file tells of it. */
export interface SectionEntry {
  name: string;
  /** Element type's code. */
  code: number;
  offset: number;
  byteLength: number;
  sha256: Uint8Array;
}

/** The head of a file: its header JSON, not yet validated, its sections, and how long the file must be. */
export interface DecodedHead {
  header: unknown;
  entries: SectionEntry[];
  fileLength: number;
}

/** Bytes that `headLength` needs. */
export const PREAMBLE_BYTES = PREAMBLE;

/**
 * Length of a file's head.
 * @param start the first PREAMBLE_BYTES bytes at least, or the whole of a shorter file
 * @throws Error when it is no artifact, or of another version
 */
export function headLength(start: Uint8Array, name: string): number {
  checkPreamble(start, name);
  const view = viewOf(start);
  const count = view.getUint32(AT_SECTION_COUNT, true);
  return align(PREAMBLE + ENTRY * count + view.getUint32(AT_HEADER_LENGTH, true));
}

/**
 * Reads a head and checks its digest.
 * @param bytes the file, or at least its head
 * @throws Error as `headLength`, or when the head is cut or damaged
 */
export function decodeHead(bytes: Uint8Array, name: string): DecodedHead {
  const length = headLength(bytes, name);
  if (bytes.length < length) throw truncated(name, 'in its head', bytes.length, length);
  const head = bytes.subarray(0, length);
  if (!equal(headDigest(head), head.subarray(AT_HEAD_SHA256, AT_HEAD_SHA256 + SHA256_BYTES))) {
    throw damaged(name, 'head (preamble, section table or header JSON)');
  }
  const view = viewOf(head);
  const count = view.getUint32(AT_SECTION_COUNT, true);
  const headerAt = PREAMBLE + ENTRY * count;
  const json = head.subarray(headerAt, headerAt + view.getUint32(AT_HEADER_LENGTH, true));
  return {
    header: JSON.parse(new TextDecoder().decode(json)),
    entries: Array.from({ length: count }, (_, i) => readEntry(head, PREAMBLE + ENTRY * i)),
    fileLength: Number(view.getBigUint64(AT_FILE_LENGTH, true)),
  };
}

/**
 * Checks an artifact byte by byte and makes views on it.
 * @param file the whole file; the views share its memory
 * @param name file name for error messages
 * @throws Error saying what is wrong: not an artifact, other version, truncated, damaged head, damaged section
 */
export function decodeArtifact(file: ArrayBuffer, name: string): DecodedArtifact {
  const { header, entries, fileLength } = decodeHead(new Uint8Array(file), name);
  const sections = new Map<string, SectionData>();
  for (const entry of entries) sections.set(entry.name, readSection(file, entry, name));
  checkFileLength(file.byteLength, fileLength, name);
  return { header, sections };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readEntry(head: Uint8Array, at: number): SectionEntry {
  const view = viewOf(head);
  return {
    name: new TextDecoder().decode(head.subarray(at, at + NAME_BYTES)).replace(/\0+$/, ''),
    code: view.getUint32(at + ENTRY_TYPE, true),
    offset: Number(view.getBigUint64(at + ENTRY_OFFSET, true)),
    byteLength: Number(view.getBigUint64(at + ENTRY_LENGTH, true)),
    sha256: head.slice(at + ENTRY_SHA256, at + ENTRY_SHA256 + SHA256_BYTES),
  };
}

function readSection(file: ArrayBuffer, entry: SectionEntry, name: string): SectionData {
  const end = entry.offset + entry.byteLength;
  if (end > file.byteLength) {
    throw truncated(name, `in section "${entry.name}"`, file.byteLength, end);
  }
  const digest = createHash('sha256')
    .update(new Uint8Array(file, entry.offset, entry.byteLength))
    .digest();
  checkDigest(entry, digest, name);
  const type = Object.values(ELEMENT_TYPES).find(({ code }) => code === entry.code);
  if (!type) {
    throw new Error(
      `${name}: section "${entry.name}" has element type ${entry.code}, expected 1 to 5.`,
    );
  }
  return new type.array(file, entry.offset, entry.byteLength / type.array.BYTES_PER_ELEMENT);
}

/** Holds a section's digest against the table's. */
export function checkDigest(entry: SectionEntry, digest: Uint8Array, name: string): void {
  if (!equal(digest, entry.sha256)) throw damaged(name, `section "${entry.name}"`);
}

function checkPreamble(bytes: Uint8Array, name: string): void {
  if (bytes.length < PREAMBLE) throw truncated(name, 'in its preamble', bytes.length, PREAMBLE);
  if (!equal(bytes.subarray(0, MAGIC.length), MAGIC)) {
    const found = Buffer.from(bytes.subarray(0, MAGIC.length)).toString('hex');
    const expected = Buffer.from(MAGIC).toString('hex');
    throw new Error(
      `${name}: not an artifact of this project (begins with ${found}, expected ${expected}). Run "make artifacts".`,
    );
  }
  const version = viewOf(bytes).getUint32(AT_VERSION, true);
  if (version !== FORMAT_VERSION) {
    throw new Error(
      `${name}: format version ${version}, expected ${FORMAT_VERSION}. Run "make artifacts" with this version of the code.`,
    );
  }
}

function checkFileLength(found: number, expected: number, name: string): void {
  if (found < expected) throw truncated(name, 'behind its last section', found, expected);
  if (found > expected) {
    throw new Error(
      `${name}: ${found} bytes, expected ${expected}: something was appended. Run "make artifacts".`,
    );
  }
}

function truncated(name: string, where: string, found: number, expected: number): Error {
  return new Error(
    `${name}: truncated ${where} (${found} bytes, expected at least ${expected}). Run "make artifacts".`,
  );
}

function damaged(name: string, what: string): Error {
  return new Error(
    `${name}: ${what} is damaged (its SHA-256 does not match). Run "make artifacts".`,
  );
}

/** Section 2: the digest covers the head but for its own 32 bytes. */
function headDigest(head: Uint8Array): Uint8Array {
  return createHash('sha256')
    .update(head.subarray(0, AT_HEAD_SHA256))
    .update(head.subarray(AT_HEAD_SHA256 + SHA256_BYTES))
    .digest();
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function headerBytes(header: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(header));
}

function sectionName(name: string): Uint8Array {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length > NAME_BYTES)
    throw new Error(`Section name "${name}" is over ${NAME_BYTES} bytes.`);
  return bytes;
}

function align(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
