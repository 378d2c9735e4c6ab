/** Where the bytes of a dataset come from: memory, a file, or a web server. */
import { memoizeAsync } from '../../../../schemas/memoize-async.ts';
import type { DatasetSource } from './lookup-contract.ts';
import { type Ask, type Part, webOf } from './web-ranges.ts';

/** A file that is read by ranges. */
export interface ByteSource {
  name: string;
  /** Whether a second read may give other bytes: caches lie between, and the file may be replaced. */
  isRemote: boolean;
  /** Reads a range, or less where the file ends before. @throws SunError */
  read(from: number, length: number, how?: Ask): Promise<Part>;
}

/** A file that is read whole has at most so many bytes. The default dataset has 17 MB. */
const MOST_WHOLE_BYTES = 20 * 2 ** 20;

/**
 * The source of a dataset.
 * @param whole whether a file on a server is read in one piece
 */
export function byteSource(
  source: DatasetSource,
  whole: boolean,
  given: typeof fetch | undefined,
): ByteSource {
  if (source instanceof Blob) return blobSource(source);
  const url = isAddress(source) ? addressOf(source) : null;
  if (url && !whole) {
    const { range } = webOf(given);
    return { name: url.href, isRemote: true, read: (...part) => range(url, ...part) };
  }
  const file = memoizeAsync(() => wholeOf(source, given));
  const read = async (from: number, length: number) => {
    return { bytes: (await file()).slice(from, from + length), tag: null };
  };
  return { name: url?.href ?? 'pv-yield.bin', isRemote: false, read };
}

/** All bytes of a source of at most 20 MB. @throws SunError when they cannot be had */
export async function wholeOf(
  source: DatasetSource,
  given: typeof fetch | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  if (isAddress(source)) return webOf(given).whole(addressOf(source), MOST_WHOLE_BYTES);
  return new Uint8Array(source instanceof Blob ? await source.arrayBuffer() : source);
}

function isAddress(source: DatasetSource): source is string | URL {
  return ![Blob, Uint8Array, ArrayBuffer].some((bytes) => source instanceof bytes);
}

/** An address, in a page or worker relative to it. @throws TypeError when it is none */
function addressOf(source: string | URL): URL {
  const { location } = globalThis as { location?: { href: string } };
  return new URL(source, location?.href);
}

function blobSource(blob: Blob): ByteSource {
  const name = 'name' in blob ? String(blob.name) : 'pv-yield.bin';
  const read = async (from: number, length: number) => {
    const bytes = new Uint8Array(await blob.slice(from, from + length).arrayBuffer());
    return { bytes, tag: null };
  };
  return { name, isRemote: false, read };
}
