import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { lockNote, takeLock } from './file-lock.ts';
import { PROJECT } from './file-record.ts';
import { publishFile } from './write-whole.ts';

/**
 * Works on `target` of a folder alone, in a folder of its own inside it (same disk, so that renaming
 * is moving). What a killed run left there is removed first; this run's is removed at the end.
 * @param target what is being made: only one process at a time may make it
 * @param about what the work is, for the one that comes second
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
