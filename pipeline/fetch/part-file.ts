import { readFileSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { publishFile } from '#common/publish.ts';
import { writeFileWhole } from '../files/write-whole.ts';

/** Origin of a part; decides whether the rest may be asked for. */
export interface Origin {
  url: string;
  /** Value for If-Range: a strong entity tag or a date of change. Null if there was neither. */
  validator: string | null;
}

/** Name of a download that is under way. */
export function partPath(target: string): string {
  return `${target}.part`;
}

/** Bytes of a file; 0 when there is none. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

/** The origin noted next to a part. Null if there is none to rely on. */
export function readOrigin(target: string): Origin | null {
  try {
    const { url, validator } = JSON.parse(readFileSync(originPath(target), 'utf8'));
    return { url: String(url), validator: validator === null ? null : String(validator) };
  } catch {
    return null;
  }
}

/** Notes where the part comes from, before its first byte. */
export function writeOrigin(target: string, origin: Origin): void {
  writeFileWhole(originPath(target), `${JSON.stringify(origin)}\n`);
}

/** Removes the part and its note. */
export async function discardPart(target: string): Promise<void> {
  await rm(partPath(target), { force: true });
  await rm(originPath(target), { force: true });
}

/** Gives the whole part its final name, both on disk before this returns. */
export async function publishPart(target: string): Promise<void> {
  publishFile(partPath(target), target);
  await rm(originPath(target), { force: true });
}

/** The ending `.part` keeps the note out of the repository, as the part. */
function originPath(target: string): string {
  return `${target}.origin.part`;
}
