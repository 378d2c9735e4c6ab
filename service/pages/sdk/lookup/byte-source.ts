/** Where the bytes of a dataset come from: memory, a file, or a web server. */
import { memoizeAsync } from '../../../../schemas/memoize-async.ts';
import type { DatasetSource } from './lookup-contract.ts';
import { type Ask, type Part, type Web, webOf } from './web-ranges.ts';

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
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) {
    return memorySource('pv-yield.bin', async () => new Uint8Array(source));
  }
  const [url, web] = [addressOf(source), webOf(given)];
  return whole ? wholeSource(url, web) : rangeSource(url, web);
}

/** All bytes of a source of at most 20 MB. @throws SunError when they cannot be had */
export async function wholeOf(
  source: DatasetSource,
  given: typeof fetch | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return new Uint8Array(source);
  return webOf(given).whole(addressOf(source), MOST_WHOLE_BYTES);
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

function memorySource(name: string, file: () => Promise<Uint8Array<ArrayBuffer>>): ByteSource {
  const read = async (from: number, length: number) => ({
    bytes: (await file()).slice(from, from + length),
    tag: null,
  });
  return { name, isRemote: false, read };
}

function wholeSource(url: URL, web: Web): ByteSource {
  const file = memoizeAsync(() => web.whole(url, MOST_WHOLE_BYTES));
  return memorySource(url.href, file);
}

function rangeSource(url: URL, web: Web): ByteSource {
  const read: ByteSource['read'] = (from, length, how) => web.range(url, from, length, how);
  return { name: url.href, isRemote: true, read };
}
