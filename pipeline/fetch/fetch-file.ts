import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { DownloadFile, FileRecord } from '../../schemas/types.ts';
import { fileRecord } from '../files/file-record.ts';
import type { Output, Progress } from '../files/progress.ts';
import { pathInside } from './load-downloads.ts';
import { discardPart, partPath, publishPart } from './part-file.ts';
import { withRetries } from './retries.ts';
import { type OnBytes, transfer } from './transfer.ts';
import type { Web } from './web.ts';

/** Throws when a file has no hash to check it by, unless new ones are accepted. */
export function checkPinned(files: readonly DownloadFile[], acceptNew: boolean): void {
  const unpinned = files.filter((file) => file.sha256 === undefined).map((file) => file.path);
  if (acceptNew || unpinned.length === 0) return;
  throw new Error(
    `downloads.json: no "sha256" for ${unpinned.join(', ')}. Run once with ACCEPT_NEW=1, look at what came, and pin the hashes it prints.`,
  );
}

/**
 * Brings a file into a recipe's folder. One that is there is kept if it has the pinned hash.
 * @throws Error when it cannot be had, or what is there is something else
 */
export async function fetchFile(
  file: DownloadFile,
  folder: string,
  web: Web,
  { log, progress }: Output,
): Promise<void> {
  const target = pathInside(folder, file.path);
  if (existsSync(target)) {
    const record = await fileRecord(target);
    checkPresent(file, record);
    log(`${file.path}: kept, ${record.bytes} bytes${newPin(file, record)}`);
    return;
  }
  const record = await downloadFile(file, target, web, byteProgress(file, progress));
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
  return file.sha256 === undefined ? `; pin it: "sha256": "${sha256}", "bytes": ${bytes}` : '';
}

/** Share of what was missing when the transfer began, so that the time left is right. */
function byteProgress(file: DownloadFile, progress: Progress): OnBytes {
  return (began, bytes, total) => {
    if (total === null || total === began) return;
    const rest = began > 0 ? `the last ${megabytes(total - began)} of ` : '';
    progress(
      `${basename(file.path)} (${rest}${megabytes(total)} MB)`,
      Math.min(1, (bytes - began) / (total - began)),
    );
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
}

/**
 * Downloads a file to `target`, which appears when it is whole and has the pinned hash and size. An
 * interrupted download leaves `target.part`, which the next one continues.
 * @throws Error when the server refuses, or sends other content than the pinned
 */
export async function downloadFile(
  file: DownloadFile,
  target: string,
  web: Web,
  onBytes: OnBytes,
): Promise<FileRecord> {
  await mkdir(dirname(target), { recursive: true });
  const complete = () => transfer(file, target, web, onBytes);
  const kept = await withRetries(complete, web.sleep);
  let record = await fileRecord(partPath(target));
  if (!isExpected(file, record) && kept > 0) {
    // the part may have been of other content: once more from the first byte
    await discardPart(target);
    await withRetries(complete, web.sleep);
    record = await fileRecord(partPath(target));
  }
  if (!isExpected(file, record)) {
    await discardPart(target);
    throw new Error(
      `${file.url}: sent ${record.bytes} bytes with sha256 ${record.sha256}, expected ${pinOf(file)} for ${file.path}. The file at the source changed or was damaged on the way: look at it, then correct the pin or the url.`,
    );
  }
  await publishPart(target);
  return { ...record, path: file.path };
}

/** Whether a file has the pinned hash and size, as far as they are. */
function isExpected(file: DownloadFile, { bytes, sha256 }: FileRecord): boolean {
  return (file.bytes ?? bytes) === bytes && (file.sha256 ?? sha256) === sha256;
}

/** The pin in words. */
function pinOf({ bytes, sha256 }: DownloadFile): string {
  const size = bytes === undefined ? [] : [`${bytes} bytes`];
  return [...size, ...(sha256 === undefined ? [] : [`sha256 ${sha256}`])].join(' with ');
}
