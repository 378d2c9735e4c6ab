import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import type { DownloadFile, FileRecord } from '../../schemas/types.ts';
import { durableRename } from '../files/durable-rename.ts';
import { fileRecord } from '../files/file-record.ts';
import type { Output, Progress } from '../files/progress.ts';
import { failure, get } from './client.ts';
import { pathInside } from './load-downloads.ts';

const WHOLE = 200;
const PARTIAL = 206;
const UNSATISFIABLE = 416;

/** Throws when a file has no hash to check it by, unless new ones are accepted. */
export function checkPinned(files: readonly DownloadFile[], acceptNew: boolean): void {
  const unpinned = files.filter((file) => file.sha256 === undefined).map((file) => file.path);
  if (acceptNew || unpinned.length === 0) return;
  throw new Error(
    `downloads.json: no "sha256" for ${unpinned.join(', ')}. Run once with ACCEPT_NEW=1, look at what came, and pin the hashes it prints.`,
  );
}

/**
 * Brings a file into a recipe's folder, where it appears when it is whole and has the pinned hash and
 * size. One that is there stays if it has them. An interrupted download leaves `path.part`, which the
 * next one continues if the hash is pinned.
 * @throws Error when the server refuses or sends other content, or what is there is something else
 */
export async function fetchFile(
  file: DownloadFile,
  folder: string,
  client: Dispatcher,
  { log, progress }: Output,
): Promise<void> {
  const target = pathInside(folder, file.path);
  if (existsSync(target)) {
    const record = await fileRecord(target);
    checkPresent(file, record);
    log(`${file.path}: up to date, ${record.bytes} bytes${newPin(file, record)}`);
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  const part = `${target}.part`;
  const record = await downloadPart(file, part, client, progress);
  durableRename(part, target);
  log(`${file.path}: downloaded, ${record.bytes} bytes${newPin(file, record)}`);
}

function checkPresent(file: DownloadFile, record: FileRecord): void {
  if (isExpected(file, record)) return;
  throw new Error(
    `${file.path}: is there with ${record.bytes} bytes and sha256 ${record.sha256}, expected ${pinOf(file)}. Remove it to download it again, or correct downloads.json.`,
  );
}

/** The fields to pin, as they are written in downloads.json. */
function newPin(file: DownloadFile, { bytes, sha256 }: FileRecord): string {
  return file.sha256 === undefined ? `. Pin it: "sha256": "${sha256}", "bytes": ${bytes}` : '';
}

/** Downloads to `part`. Once more from the first byte when it went on from bytes of other content. */
async function downloadPart(
  file: DownloadFile,
  part: string,
  client: Dispatcher,
  progress: Progress,
): Promise<FileRecord> {
  if (file.sha256 === undefined) await rm(part, { force: true });
  const began = await complete(file, part, client, progress);
  const record = await fileRecord(part);
  if (isExpected(file, record)) return record;
  await rm(part);
  if (began > 0) return downloadPart(file, part, client, progress);
  throw new Error(
    `${file.url}: sent ${record.bytes} bytes with sha256 ${record.sha256}, expected ${pinOf(file)} for ${file.path}. The file at the source changed or was damaged on the way: look at it, then correct the pin or the url.`,
  );
}

/** Asks for the bytes that a part lacks, or for all. @returns bytes of the part that stayed */
async function complete(
  file: DownloadFile,
  part: string,
  client: Dispatcher,
  progress: Progress,
): Promise<number> {
  const had = existsSync(part) ? (await stat(part)).size : 0;
  if (had > 0 && had === file.bytes) return had;
  const range = had > 0 ? { range: `bytes=${had}-` } : {};
  const answer = await get(client, file.url, { 'accept-encoding': 'identity', ...range });
  if (had > 0 && !continues(answer, had)) {
    await answer.body.dump();
    await rm(part);
    return complete(file, part, client, progress);
  }
  const total = announcedBytes(answer);
  const problem = unusable(file, answer, total);
  if (problem) {
    await answer.body.dump();
    throw new Error(`${file.url}: ${problem}`);
  }
  const shown = counted(file, answer.body, had, (bytes) => {
    if (total) progress(`${basename(file.path)} (${megabytes(total)} MB)`, bytes / total);
  });
  await pipeline(shown, createWriteStream(part, { flags: had > 0 ? 'a' : 'w' })).catch((cause) => {
    throw 'code' in cause ? failure(file.url, cause) : cause;
  });
  return had;
}

/** Whether an answer brings the bytes behind those that are there. */
function continues({ statusCode, headers }: Dispatcher.ResponseData, had: number): boolean {
  if (statusCode === PARTIAL) return `${headers['content-range']}`.startsWith(`bytes ${had}-`);
  return statusCode !== WHOLE && statusCode !== UNSATISFIABLE;
}

/** Bytes of the whole file. Undefined if the server does not say. */
function announcedBytes({ statusCode, headers }: Dispatcher.ResponseData): number | undefined {
  const isPart = statusCode === PARTIAL;
  const total = isPart ? `${headers['content-range']}`.split('/')[1] : headers['content-length'];
  return /^\d+$/.test(`${total}`) ? Number(total) : undefined;
}

/** Why an answer cannot become the file. Null when it may. */
function unusable(
  file: DownloadFile,
  { statusCode, headers }: Dispatcher.ResponseData,
  total: number | undefined,
): string | null {
  if (statusCode !== WHOLE && statusCode !== PARTIAL) {
    return `answers ${statusCode}. Correct the url of ${file.path}.`;
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    return `comes with the content encoding ${encoding}, expected the plain file. Take another address.`;
  }
  if (total === undefined || file.bytes === undefined || total === file.bytes) return null;
  return `has ${total} bytes, expected ${file.bytes} for ${file.path}. ${CHANGED}`;
}

const CHANGED = 'The file at the source changed: look at it, then correct "bytes" and "sha256".';

/** Passes a body on and counts it: a file without announced length could be longer than the disk holds. */
async function* counted(
  file: DownloadFile,
  body: AsyncIterable<Uint8Array>,
  had: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = had;
  for await (const piece of body) {
    bytes += piece.length;
    if (file.bytes !== undefined && bytes > file.bytes) {
      throw new Error(
        `${file.url}: is longer than the ${file.bytes} bytes expected for ${file.path}. ${CHANGED}`,
      );
    }
    onBytes(bytes);
    yield piece;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
}

/** Whether a file has the pinned hash and size, as far as they are. */
function isExpected(file: DownloadFile, { bytes, sha256 }: FileRecord): boolean {
  return (file.bytes ?? bytes) === bytes && (file.sha256 ?? sha256) === sha256;
}

function pinOf({ bytes, sha256 }: DownloadFile): string {
  const size = bytes === undefined ? [] : [`${bytes} bytes`];
  return [...size, ...(sha256 === undefined ? [] : [`sha256 ${sha256}`])].join(' with ');
}
