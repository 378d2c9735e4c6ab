import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { publishFile } from '#common/publish.ts';
import { PROJECT } from './file-record.ts';

/** Ours alone in a folder that all programs share. */
const PREFIX = 'sun-over-sweden-';

/**
 * Works on `target` of a folder alone, in a folder of its own inside it (same disk, so that renaming
 * is moving). What a killed run left there is removed first; this run's is removed at the end.
 * @param target file or folder being made: only one process at a time may make it
 * @param about description of the work, for the process that comes second
 * @throws Error naming the process that is at it already
 */
export async function inStaging<Result>(
  folder: string,
  target: string,
  about: string,
  work: (staging: string) => Promise<Result>,
): Promise<Result> {
  mkdirSync(folder, { recursive: true });
  const lockPath = join(folder, `.${target}.lock`);
  const since = new Date().toISOString();
  const lock = takeLock(
    lockPath,
    `process ${process.pid} on ${hostname()}, since ${since}: ${about}`,
  );
  if (!lock) {
    const place = relative(PROJECT, folder) || folder;
    throw new Error(
      `${place}: another ${target} is under way there (${lockNote(lockPath)}). Wait for it, stop it, or take another folder (ARTIFACTS=...).`,
    );
  }
  const staging = join(folder, `.${target}.staging`);
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging);
    return await work(staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
    lock.release();
  }
}

/** Gives every file of a staging folder its place, in the order of `first` and then the others. */
export function publish(staging: string, folder: string, first: readonly string[]): void {
  const names = readdirSync(staging);
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  for (const name of names.sort((a, b) => rank(a) - rank(b))) {
    publishFile(join(staging, name), join(folder, name));
  }
}

/** A folder for temporary files. */
interface ScratchFolder {
  path: string;
  remove(): void;
}

/**
 * Makes a folder for temporary files and removes those that killed processes left; those of living
 * ones stay, since each process holds the lock inside its own.
 */
export function scratchFolder(parent = tmpdir()): ScratchFolder {
  removeLeftovers(parent);
  const path = mkdtempSync(join(parent, PREFIX));
  const lock = takeLock(lockIn(path));
  const remove = () => {
    rmSync(path, { recursive: true, force: true });
    lock?.release();
  };
  return { path, remove };
}

function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (!name.startsWith(PREFIX) || !existsSync(lockIn(path))) continue;
    const lock = takeLock(lockIn(path));
    if (lock) rmSync(path, { recursive: true, force: true });
    lock?.release();
  }
}

function lockIn(folder: string): string {
  return join(folder, 'lock');
}

/** A lock that this process holds. */
interface FileLock {
  release(): void;
}

/**
 * Takes the lock of a file, or gives null if a living process has it. The kernel frees it when the
 * process ends, however it ends, so that a lock never outlives its holder. The file stays: removing
 * it would let two processes lock two files of one name.
 * @param note the holder's note, for `lockNote`
 * @throws Error when the file cannot be written, or its file system has no locks
 */
function takeLock(path: string, note = ''): FileLock | null {
  const file = openLocked(path, note);
  return file === null ? null : { release: () => closeSync(file) };
}

/** Note that the holder of a lock left. */
function lockNote(path: string): string {
  return readFileSync(path, 'utf8');
}

/** Whoever throws holds nothing: a full disk has room for the lock and none for the note. */
function openLocked(path: string, note: string): number | null {
  let file: number | undefined;
  try {
    file = openSync(path, 'a+');
    if (tryLock(file)) {
      ftruncateSync(file);
      writeSync(file, note);
      return file;
    }
    closeSync(file);
    return null;
  } catch (error) {
    if (file !== undefined) closeSync(file);
    throw new Error(
      `${path}: cannot be written and locked (${(error as Error).message}). Take a folder that is yours, on a disk with locks and room.`,
      { cause: error },
    );
  }
}
