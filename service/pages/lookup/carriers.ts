/** Where a dataset's head and blocks come from: memory, a file, or a web server in one of two ways. */
import {
  type BlockEntry,
  CELLS_PREAMBLE,
  cellsHeadLength,
} from '../../../schemas/codec/cells/cells-head.ts';
import { blockDigest, hexOf, isSame } from '../../../schemas/codec/digest.ts';
import { SunError } from '../sdk/client.ts';
import { firstOf } from './first-of.ts';
import type { CellsSource } from './lookup-contract.ts';
import { type Ask, type Web, webOf } from './web-file.ts';

/** A source of one dataset. */
export interface Carrier {
  name: string;
  /** Ways to the head, the cheapest first. @param signal ends their reads */
  heads(signal: AbortSignal | undefined): (() => Promise<Uint8Array>)[];
  /** A block's bytes, by their digest. @param fileLength of the whole */
  block(entry: BlockEntry, fileLength: number): Promise<Uint8Array>;
}

/** A file of up to so many bytes is read whole when nothing else works. */
const MOST_WHOLE_BYTES = 16 * 2 ** 20;

/** The carrier of a source. @param headBytes bytes of the first read */
export function carrierOf(
  source: CellsSource,
  headBytes: number,
  given: typeof fetch | undefined,
): Carrier {
  if (source instanceof Blob) return blobCarrier(source);
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) {
    return blobCarrier(new Blob([new Uint8Array(source)]));
  }
  return webCarrier(addressOf(source), headBytes, webOf(given));
}

/** All bytes of a source. @throws SunError when they cannot be had */
export async function wholeOf(
  source: CellsSource,
  given: typeof fetch | undefined,
): Promise<Uint8Array> {
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return new Uint8Array(source);
  return webOf(given).whole(addressOf(source));
}

/** An address, in a page or worker relative to it. @throws TypeError when it is none */
export function addressOf(source: string | URL): URL {
  const { location } = globalThis as { location?: { href: string } };
  return new URL(source, location?.href);
}

function blobCarrier(blob: Blob): Carrier {
  const name = 'name' in blob ? String(blob.name) : 'cells.bin';
  const read = async (from: number, length: number) =>
    new Uint8Array(await blob.slice(from, from + length).arrayBuffer());
  return {
    name,
    heads: () => [async () => read(0, headLength(await read(0, CELLS_PREAMBLE), name))],
    async block(entry) {
      const bytes = await read(entry.offset, entry.length);
      if (isBlock(bytes, entry)) return bytes;
      throw damaged(name);
    },
  };
}

/**
 * Of a server with ranges the one file is read; where they fail, or what came is not what the digest says, the files
 * that are named by their digests, and at last the one file whole.
 */
function webCarrier(url: URL, headBytes: number, web: Web): Carrier {
  const name = url.href;
  const isHeadFile = url.pathname.endsWith('/head.bin');
  const folder = isHeadFile ? new URL('.', url) : new URL(url.pathname.replace(/\.bin$/, '/'), url);
  let hasRanges = !isHeadFile;
  let tag: string | null = null;
  let whole: Promise<Uint8Array> | null = null;

  async function headByRange(how: Ask): Promise<Uint8Array> {
    const first = await web.range(url, 0, Math.max(headBytes, CELLS_PREAMBLE), how);
    const length = headLength(first.bytes, name);
    const isWhole = first.bytes.length >= length;
    const { bytes } = isWhole ? first : await web.range(url, 0, length, how);
    ({ isRange: hasRanges, tag } = first);
    return bytes.subarray(0, length);
  }

  async function headByName(how: Ask): Promise<Uint8Array> {
    hasRanges = false;
    return web.whole(new URL('head.bin', folder), how);
  }

  async function byRange(entry: BlockEntry): Promise<Uint8Array> {
    for (const cache of [undefined, 'reload'] as const) {
      const part = await web.range(url, entry.offset, entry.length, { cache });
      hasRanges = part.isRange;
      if (!hasRanges) throw withoutRanges(name, folder.href);
      if (isBlock(part.bytes, entry)) return part.bytes;
      if (part.tag !== tag) throw changed(name);
    }
    throw tag === null ? changedOrDamaged(name) : damaged(name);
  }

  async function byName(entry: BlockEntry): Promise<Uint8Array> {
    const file = new URL(`${hexOf(entry.digest)}.bin`, folder);
    for (const cache of [undefined, 'reload'] as const) {
      const bytes = await web.whole(file, { cache });
      if (isBlock(bytes, entry)) return bytes;
    }
    throw damaged(file.href);
  }

  async function fromWhole(entry: BlockEntry): Promise<Uint8Array> {
    whole ??= web.whole(url);
    const bytes = (await whole).subarray(entry.offset, entry.offset + entry.length);
    if (isBlock(bytes, entry)) return bytes;
    whole = null;
    throw changedOrDamaged(name);
  }

  return {
    name,
    heads(signal) {
      const range = (how: Ask) => () => headByRange({ ...how, signal });
      const file = (how: Ask) => () => headByName({ ...how, signal });
      const [first, again] = [{}, { cache: 'reload' } as const];
      return isHeadFile ? [file(first), file(again)] : [range(first), range(again), file(first)];
    },
    async block(entry, fileLength) {
      const isWhole = !isHeadFile && fileLength <= MOST_WHOLE_BYTES;
      const ways = [...(hasRanges ? [byRange] : []), byName, ...(isWhole ? [fromWhole] : [])];
      if (whole) ways.reverse();
      return firstOf(ways.map((way) => () => way(entry))).catch((error) => {
        if (!hasRanges && error.status === 404) throw withoutRanges(name, folder.href);
        throw error;
      });
    },
  };
}

function isBlock(bytes: Uint8Array, { length, digest }: BlockEntry): boolean {
  return bytes.length === length && isSame(blockDigest(bytes), digest);
}

function headLength(start: Uint8Array, name: string): number {
  try {
    return cellsHeadLength(start, name);
  } catch (error) {
    throw new SunError((error as Error).message, { code: 'damaged', status: 0 }, { cause: error });
  }
}

function changed(name: string): SunError {
  const message = `${name} was changed while it was read. Open it again.`;
  return new SunError(message, { code: 'changed', status: 0 });
}

function changedOrDamaged(name: string): SunError {
  const message = `${name} was changed while it was read, or is damaged: a block does not match its SHA-256. Open it again.`;
  return new SunError(message, { code: 'changed', status: 0 });
}

function withoutRanges(name: string, folder: string): SunError {
  const message = `${name}: its server gives no ranges, and there are no files named by digest below ${folder}.`;
  return new SunError(message, { code: 'unexpected_answer', status: 200 });
}

function damaged(name: string): SunError {
  const message = `${name} is damaged: a block does not match its SHA-256.`;
  return new SunError(message, { code: 'damaged', status: 0 });
}
