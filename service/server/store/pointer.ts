/** `current.json`: names the build to serve, in a store and, as a node remembers it, on the node's disk. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Logger } from 'pino';
import { durableRename } from '../../../pipeline/files/durable-rename.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { CurrentBuild, FileRecord } from '../../../schemas/types.ts';

export const CURRENT = 'current.json';

/** Folder in the artifacts' folder: builds that came from a store, each in a folder of its own, and the pointer. */
const FETCHED = 'fetched';
/** A build's folder is named by the digest of its manifest. */
const BUILD = /^[0-9a-f]{64}$/;
/** Digits of a digest in a tag. */
const TAG_DIGITS = 16;

const checkCurrent = validator('data/current-build.schema.json');

/** A build that came from a store. */
export interface RememberedBuild {
  current: CurrentBuild;
  folder: string;
}

/** SHA-256 of bytes, hexadecimal. */
export function digestOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @throws Error with what is wrong */
export function parsePointer(text: string): CurrentBuild {
  try {
    return checkCurrent(JSON.parse(text));
  } catch (error) {
    throw new Error(`${CURRENT}: ${(error as Error).message}`);
  }
}

/** Name of the object that has a file of a build. Builds are never changed, but their reports may be written again. */
export function objectName(
  { digests }: Pick<CurrentBuild, 'digests'>,
  { path, sha256 }: Pick<FileRecord, 'path' | 'sha256'>,
): string {
  const name = extname(path) === '.html' ? `${sha256}.html` : basename(path);
  return `builds/${digests['manifest.json']}/${name}`;
}

/** When and by whom a build was made current, as far as that is known. */
export function describePublication({ published_at, published_by }: CurrentBuild): string {
  return published_at ? `published ${published_at} by ${published_by}` : 'published some time ago';
}

/** Whether a build is of an older dataset than another. */
export function isOlder(build: CurrentBuild, than: CurrentBuild): boolean {
  return build.dataset.localeCompare(than.dataset, 'en', { numeric: true }) < 0;
}

/** The tag by which shared caches purge all answers from a build. @param digest SHA-256 of the build's manifest */
export function cacheTagOf(digest: string): string {
  return `sun-${digest.slice(0, TAG_DIGITS)}`;
}

/** The tag of the build in a folder. Null where no manifest that can be read names it. */
export function cacheTagIn(folder: string): string | null {
  try {
    return cacheTagOf(digestOf(readFileSync(join(folder, 'manifest.json'))));
  } catch {
    return null;
  }
}

/** Folder that has the builds from a store. */
export function fetchedFolder(artifacts: string): string {
  return join(artifacts, FETCHED);
}

/** Folder of a build from a store, whether it is there or not. */
export function folderOf(artifacts: string, { digests }: CurrentBuild): string {
  return join(fetchedFolder(artifacts), digests['manifest.json']);
}

/** The newest pointer that a node has had. Null when there is none, or it is damaged. */
export function rememberedPointer(artifacts: string): CurrentBuild | null {
  try {
    return parsePointer(readFileSync(join(fetchedFolder(artifacts), CURRENT), 'utf8'));
  } catch {
    return null;
  }
}

/** The build that the remembered pointer names. Null when it is not there. */
export function rememberedBuild(artifacts: string): RememberedBuild | null {
  const current = rememberedPointer(artifacts);
  const folder = current && folderOf(artifacts, current);
  return folder && existsSync(folder) ? { current, folder } : null;
}

/**
 * Whether a pointer is older than another: it was put back, or comes from a cache. Each publication and each rollback
 * raises the sequence, so that it orders pointers whatever the versions of their datasets.
 */
export function isSuperseded({ sequence }: CurrentBuild, by: CurrentBuild | null): boolean {
  return (sequence ?? 0) < (by?.sequence ?? 0);
}

/**
 * Remembers on the disk, whole or not at all, that a build is the one to serve. Where another node of the same folder has
 * had a newer pointer, that one stays.
 * @param staging folder on that disk for what is not finished
 */
export function remember(artifacts: string, current: CurrentBuild, staging: string): void {
  if (isSuperseded(current, rememberedPointer(artifacts))) return;
  const now = new Date();
  utimesSync(folderOf(artifacts, current), now, now);
  const temporary = join(staging, CURRENT);
  writeFileSync(temporary, `${JSON.stringify(current, null, 2)}\n`);
  durableRename(temporary, join(fetchedFolder(artifacts), CURRENT));
}

/** Folder that a node which follows a store serves until the store answers. */
export function folderAtStart(artifacts: string, log: Logger): string {
  const remembered = rememberedBuild(artifacts);
  if (remembered) return remembered.folder;
  const path = join(fetchedFolder(artifacts), CURRENT);
  if (existsSync(path))
    log.error(
      `${path} is damaged, or the build that it names is gone. The other builds there may have been withdrawn: until the store answers, ${artifacts} itself is served.`,
    );
  return artifacts;
}

/** Folders of the builds that came from a store, the last one used first. */
export function fetchedBuilds(artifacts: string): string[] {
  const parent = fetchedFolder(artifacts);
  if (!existsSync(parent)) return [];
  const usedAt = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(parent)
    .filter((name) => BUILD.test(name))
    .map((name) => join(parent, name))
    .sort((a, b) => usedAt(b) - usedAt(a));
}
