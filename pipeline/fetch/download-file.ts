import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DownloadFile, FileRecord } from '../../schemas/types.ts';
import { fileRecord } from '../files/file-record.ts';
import { discardPart, partPath, publishPart } from './part-file.ts';
import { withRetries } from './retries.ts';
import { type OnBytes, transfer } from './transfer.ts';
import type { Web } from './web.ts';

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
export function isExpected(file: DownloadFile, { bytes, sha256 }: FileRecord): boolean {
  return (file.bytes ?? bytes) === bytes && (file.sha256 ?? sha256) === sha256;
}

/** The pin in words. */
export function pinOf({ bytes, sha256 }: DownloadFile): string {
  const size = bytes === undefined ? [] : [`${bytes} bytes`];
  return [...size, ...(sha256 === undefined ? [] : [`sha256 ${sha256}`])].join(' with ');
}
