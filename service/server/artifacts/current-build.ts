/** The pointer `current.json`, which names the build that is served: in a store, and as a node remembers it on its disk. */
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
import { publishFile } from '#common/publish.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { CurrentBuild, FileRecord } from '../../../schemas/types.ts';

/** Name of the pointer. */
export const CURRENT = 'current.json';
/** The manifest under its own name: what releases up to 0.5 put in the place of the pointer. */
export const UNPOINTED = 'manifest.json';

/** Folder in the artifacts' folder: builds that came from a store, each in a folder of its own, and the pointer. */
const FETCHED = 'fetched';
/** A build's folder is named by the digest of its manifest. */
const BUILD = /^[0-9a-f]{64}$/;

const checkCurrent = validator('data/current-build.schema.json');

/** A build that came from a store. */
export interface KeptBuild {
  current: CurrentBuild;
  folder: string;
}

/** A pointer that a store has, and its tag. */
export interface StoredPointer {
  current: CurrentBuild;
  text: string;
  tag: string;
}

/** Folder that builds from a store are kept in. */
export function fetchedFolder(artifacts: string): string {
  return join(artifacts, FETCHED);
}

/** Folder of a build that is kept there, or will be. */
export function folderOf(artifacts: string, { digests }: CurrentBuild): string {
  return join(fetchedFolder(artifacts), digests['manifest.json']);
}

/**
 * Name of the object that has a file of a build: in the build's own folder, or, where a release up to 0.5 published
 * it, by the file's digest.
 */
export function objectName(
  { sequence, digests }: Pick<CurrentBuild, 'sequence' | 'digests'>,
  { path, sha256 }: Pick<FileRecord, 'path' | 'sha256'>,
): string {
  if (sequence === undefined) return `${sha256}${extname(path)}`;
  // A later release writes another report about the same build.
  const name = extname(path) === '.html' ? `${sha256}.html` : basename(path);
  return `builds/${digests['manifest.json']}/${name}`;
}

/** SHA-256 of bytes, hexadecimal. */
export function digestOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @throws Error with what is wrong */
export function parseCurrent(text: string): CurrentBuild {
  try {
    return checkCurrent(JSON.parse(text));
  } catch (error) {
    throw new Error(`${CURRENT}: ${(error as Error).message}`);
  }
}

/** Whether a build is of an older dataset than another. */
export function isOlder(build: CurrentBuild, than: CurrentBuild): boolean {
  return build.dataset.localeCompare(than.dataset, 'en', { numeric: true }) < 0;
}

/** When and by whom a build was published, as far as that is known. */
export function describePublication({ published_at, published_by }: CurrentBuild): string {
  return published_at ? `published ${published_at} by ${published_by}` : 'published some time ago';
}

/** A sentence about a build that an older one takes the place of; null where that is not older. */
export function describeWithdrawal(served: CurrentBuild, current: CurrentBuild): string | null {
  if (!isOlder(current, served)) return null;
  return `Dataset ${served.dataset} is withdrawn: the store has the older ${current.dataset} as its current one, ${describePublication(current)}. It is taken.`;
}

/**
 * Remembers on the disk, whole or not at all, that a build is the one to serve.
 * @param staging folder on that disk for what is not finished
 */
export function remember(artifacts: string, current: CurrentBuild, staging: string): void {
  const now = new Date();
  utimesSync(folderOf(artifacts, current), now, now);
  const temporary = join(staging, CURRENT);
  writeFileSync(temporary, `${JSON.stringify(current, null, 2)}\n`);
  publishFile(temporary, join(fetchedFolder(artifacts), CURRENT));
}

/** The build that is remembered; null when there is none, or it cannot be used. */
export function rememberedBuild(artifacts: string): KeptBuild | null {
  try {
    const path = join(fetchedFolder(artifacts), CURRENT);
    const current = parseCurrent(readFileSync(path, 'utf8'));
    const folder = folderOf(artifacts, current);
    return existsSync(folder) ? { current, folder } : null;
  } catch {
    return null;
  }
}

/** Folder that a node which follows a store serves until the store answers. */
export function folderAtStart(artifacts: string, log: Logger): string {
  const remembered = rememberedBuild(artifacts);
  if (remembered) return remembered.folder;
  const path = join(fetchedFolder(artifacts), CURRENT);
  // Releases up to 0.5 remembered nothing.
  if (!existsSync(path)) return keptFolders(artifacts)[0] ?? artifacts;
  log.error(
    `${path} is damaged, or the build that it names is gone. The other builds there may have been withdrawn: until the store answers, ${artifacts} itself is served.`,
  );
  return artifacts;
}

/** Folders of the builds that came from a store, that which was taken last first. */
export function keptFolders(artifacts: string): string[] {
  const parent = fetchedFolder(artifacts);
  if (!existsSync(parent)) return [];
  const takenAt = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(parent)
    .filter((name) => BUILD.test(name))
    .map((name) => join(parent, name))
    .sort((a, b) => takenAt(b) - takenAt(a));
}
