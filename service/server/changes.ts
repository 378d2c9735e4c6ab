/** Triggers that make a running service load artifacts again: SIGHUP, a changed folder, another build in the store. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { objectStore } from '../../pipeline/files/object-store.ts';
import { received } from '../http/signals.mjs';
import type { Config } from './config.ts';
import { followStore, type StoreStanding } from './store/follow-store.ts';

/** Files of a build's folder that are looked at. */
const FILES = ['manifest.json', 'pv-yield.bin', 'prices.bin'];
/** Time between two looks at the folder. */
export const LOOK_EVERY_MS = 2_000;

export interface OnChange {
  /** Reads keys, configurators and artifacts again. */
  reload(): void;
  /** Loads the artifacts of a folder. */
  take(folder: string): void;
}

/**
 * Calls back on SIGHUP, with WATCH_ARTIFACTS when the folder has changed, with ARTIFACTS_URL when the store has another
 * build. Resolves when the store has been asked once.
 * @param standing of the store, updated for the metrics
 */
export async function followChanges(
  config: Config,
  log: Logger,
  { reload, take }: OnChange,
  standing: StoreStanding,
): Promise<void> {
  const { artifacts, artifactsUrl, watchArtifacts } = config;
  process.on('SIGHUP', reload);
  // Keys and configurators may have been read before it came.
  if (received.hangUp) reload();
  if (watchArtifacts) watchFolder(artifacts, () => take(artifacts));
  if (artifactsUrl === undefined) return;
  const store = objectStore(artifactsUrl, process.env);
  const follower = followStore(store, artifacts, log, take, standing);
  process.on('SIGHUP', () => void follower.ask());
  await follower.ask();
}

/**
 * Calls `changed` when the artifacts of a folder have changed and then stayed the same for one more look, so that files
 * which are being copied are not read half-way. Looks instead of waiting for events, which network disks and mounted
 * volumes do not send.
 * @returns the function that ends it
 */
export function watchFolder(folder: string, changed: () => void): () => void {
  let known = stateOf(folder);
  let before = known;
  const timer = setInterval(() => {
    const now = stateOf(folder);
    if (now === before && now !== known) {
      known = now;
      changed();
    }
    before = now;
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Text that names the files there are, by what changes with their content or permissions. Of what cannot be looked at: the error. */
function stateOf(folder: string): string {
  return FILES.map((name) => stateOfFile(join(folder, name))).join('\n');
}

function stateOfFile(path: string): string {
  try {
    const { ino, size, ctimeMs } = statSync(path);
    return `${ino} ${size} ${ctimeMs}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
