import { open } from 'node:fs/promises';
import type { DownloadFile } from '../../schemas/types.ts';
import { discardPart, partPath, readOrigin, sizeOf, writeOrigin } from './part-file.ts';
import { type HttpResponse, request } from './request.ts';
import { TransientError } from './retries.ts';
import type { Web } from './web.ts';

const WHOLE = 200;
const PARTIAL = 206;
const UNSATISFIABLE = 416;

/** Bytes that a transfer began with, has and will have; `total` is null if nobody says. */
export type OnBytes = (began: number, bytes: number, total: number | null) => void;

/** The bytes that an answer brings, of how many; null where the server does not say. */
interface ByteRange {
  first: number | null;
  total: number | null;
}

/** Part that may stay; the validator names its content to the server. */
interface Kept {
  bytes: number;
  validator: string | null;
}

/** Bytes that one answer adds to the part. */
interface Incoming {
  response: HttpResponse;
  from: number;
  total: number | null;
}

/**
 * One attempt to complete the part of a file: asks for what is missing, or for all of it when the
 * part cannot be trusted or the server knows no ranges.
 * @returns the bytes that were there before and stay
 * @throws TransientError when the connection fails before the end
 */
export async function transfer(
  file: DownloadFile,
  target: string,
  web: Web,
  onBytes: OnBytes,
): Promise<number> {
  const kept = await keptPart(file, target);
  if (kept.bytes > 0 && kept.bytes === file.bytes) return kept.bytes;
  const incoming = await askForRest(file, target, kept, web);
  if (!incoming) return kept.bytes;
  await checkAnnounced(file, incoming);
  if (incoming.from === 0) {
    // first the old bytes go: killed in between, they must not pass for the new content's
    await discardPart(target);
    writeOrigin(target, { url: file.url, validator: validatorOf(incoming.response.headers) });
  }
  await append(file, target, incoming, onBytes);
  return incoming.from;
}

/**
 * The part, if the rest may be added to it: without a hash to prove it at the end, the server must
 * be able to confirm that the content is still the same. Else it is discarded.
 */
async function keptPart(file: DownloadFile, target: string): Promise<Kept> {
  const bytes = await sizeOf(partPath(target));
  const origin = readOrigin(target);
  const validator = origin?.url === file.url ? origin.validator : null;
  const fits = file.bytes === undefined || bytes <= file.bytes;
  if (fits && (file.sha256 !== undefined || validator !== null)) return { bytes, validator };
  await discardPart(target);
  return { bytes: 0, validator: null };
}

/** Asks for the bytes after the kept ones. Null if there are no more. */
async function askForRest(
  file: DownloadFile,
  target: string,
  kept: Kept,
  web: Web,
): Promise<Incoming | null> {
  const response = await request(file.url, headersFor(kept), web);
  const { status, headers } = response;
  if (status === PARTIAL) return checkedPart(response, target, kept);
  if (status === UNSATISFIABLE && kept.bytes > 0) return afterEnd(response, target, kept);
  if (status !== WHOLE) {
    await response.discard();
    throw new Error(`${file.url}: answers ${status}. Correct the url of ${file.path}.`);
  }
  const length = headers.get('content-length');
  return { response, from: 0, total: length === null ? null : Number(length) };
}

/** Ranges count bytes of the file itself, so it must not come compressed. */
function headersFor({ bytes, validator }: Kept): Record<string, string> {
  const plain = { 'accept-encoding': 'identity' };
  if (bytes === 0) return plain;
  const range = { ...plain, range: `bytes=${bytes}-` };
  return validator === null ? range : { ...range, 'if-range': validator };
}

/** 206: must go on where the part ends, in the same content. */
async function checkedPart(response: HttpResponse, target: string, kept: Kept): Promise<Incoming> {
  const field = response.headers.get('content-range');
  const range = parseContentRange(field);
  const validator = validatorOf(response.headers);
  const isOther = kept.validator !== null && validator !== null && validator !== kept.validator;
  if (range?.first === kept.bytes && !isOther) {
    return { response, from: kept.bytes, total: range.total };
  }
  await response.discard();
  await discardPart(target);
  const found = isOther ? `those of other content (${validator})` : `"${field ?? ''}"`;
  throw new TransientError(
    `${response.url}: was asked for the bytes from ${kept.bytes} on and sends ${found}; starting over.`,
  );
}

/** 416: the part is the whole file, or of another one. */
async function afterEnd(response: HttpResponse, target: string, kept: Kept): Promise<null> {
  await response.discard();
  if (parseContentRange(response.headers.get('content-range'))?.total === kept.bytes) return null;
  await discardPart(target);
  throw new TransientError(`${response.url}: has no bytes from ${kept.bytes} on; starting over.`);
}

/**
 * Reads a Content-Range field (RFC 9110, 14.4): `bytes 100-299/300` of a 206, or the total alone of
 * a 416, `bytes *\/300`. Null if it is neither, or contradicts itself.
 */
export function parseContentRange(field: string | null): ByteRange | null {
  const unsatisfied = /^bytes \*\/(\d+)$/.exec(field?.trim() ?? '');
  if (unsatisfied) return { first: null, total: Number(unsatisfied[1]) };
  const parts = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(field?.trim() ?? '');
  if (!parts) return null;
  const [first, last] = [Number(parts[1]), Number(parts[2])];
  const total = parts[3] === '*' ? null : Number(parts[3]);
  if (last < first || (total !== null && last >= total)) return null;
  return { first, total };
}

/** A strong entity tag, else the date of change: what If-Range takes (RFC 9110, 13.1.5). */
function validatorOf(headers: Headers): string | null {
  const tag = headers.get('etag');
  if (tag !== null && !tag.startsWith('W/')) return tag;
  return headers.get('last-modified');
}

/** Stops what cannot end well before it begins. */
async function checkAnnounced(file: DownloadFile, { response, total }: Incoming): Promise<void> {
  const encoding = response.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    await response.discard();
    throw new Error(
      `${file.url}: comes with the content encoding ${encoding}, expected the plain file. Take another address.`,
    );
  }
  if (file.bytes === undefined || total === null || total === file.bytes) return;
  await response.discard();
  throw new Error(
    `${file.url}: has ${total} bytes, expected ${file.bytes} for ${file.path}. The file at the source changed: look at it, then correct "bytes" and "sha256".`,
  );
}

async function append(
  file: DownloadFile,
  target: string,
  { response, from, total }: Incoming,
  onBytes: OnBytes,
): Promise<void> {
  const part = await open(partPath(target), from > 0 ? 'a' : 'w');
  let bytes = from;
  try {
    onBytes(from, bytes, total);
    for await (const chunk of response.chunks()) {
      await part.appendFile(chunk);
      bytes += chunk.length;
      onBytes(from, bytes, total);
      checkNotLonger(file, bytes);
    }
  } catch (error) {
    if (!(error instanceof TransientError)) throw error;
    throw new TransientError(error.message, { gainedBytes: bytes - from, cause: error });
  } finally {
    await part.close();
  }
  if (total !== null && bytes < total) {
    throw new TransientError(`${file.url}: ended after ${bytes} of ${total} bytes.`, {
      gainedBytes: bytes - from,
    });
  }
}

/** A file without announced length could be longer than the disk holds. */
function checkNotLonger(file: DownloadFile, bytes: number): void {
  if (file.bytes === undefined || bytes <= file.bytes) return;
  throw new Error(
    `${file.url}: is longer than the ${file.bytes} bytes expected for ${file.path}. The file at the source changed: look at it, then correct "bytes" and "sha256".`,
  );
}
