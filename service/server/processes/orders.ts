import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { heard } from '../../http/signals.mjs';
import type { StoreStanding } from '../artifacts/follow-store.ts';
import type { Config } from '../config.ts';

/** Files of a build's folder that are looked at. */
const FILES = ['manifest.json', 'pv-yield.bin', 'prices.bin'];
const LOOK_EVERY_MS = 2_000;

/** In the environment of a process that its primary starts: the folder that the others serve, whatever the disk names by then. */
export const HANDED_FOLDER = 'HANDED_FOLDER';

/** An order to a serving process: from itself, or from the primary of several. */
export type Order =
  /** Read keys, configurators and artifacts again. */
  | { order: 'reload' }
  /** Take in the artifacts of a folder. */
  | { order: 'take'; folder: string };

/** Whether a message between processes is an order. */
export function isOrder(message: unknown): message is Order {
  return typeof message === 'object' && message !== null && 'order' in message;
}

/**
 * Gives orders when there is something new: on SIGHUP, when the watched folder has changed, when the
 * store has another build.
 * @param standing of the store, kept up to date for those who measure
 */
export async function giveOrders(
  config: Config,
  log: Logger,
  give: (order: Order) => void,
  standing?: StoreStanding,
): Promise<void> {
  const { artifacts, artifactsUrl, watchArtifacts, ledgerPublicKeys } = config;
  const takeFrom = (folder: string) => give({ order: 'take', folder });
  process.on('SIGHUP', () => give({ order: 'reload' }));
  // Keys and configurators may have been read before it came.
  if (heard.hangUp) give({ order: 'reload' });
  if (watchArtifacts) watchFolder(artifacts, () => takeFrom(artifacts));
  if (artifactsUrl === undefined) return;
  // Loaded only for those who have a store.
  const [{ objectStore }, { followStore }] = await Promise.all([
    import('#common/object-store.ts'),
    import('../artifacts/follow-store.ts'),
  ]);
  const store = objectStore(artifactsUrl, process.env);
  const keys = ledgerPublicKeys;
  const follower = followStore(store, artifacts, log, takeFrom, undefined, standing, keys);
  process.on('SIGHUP', () => void follower.ask());
  await follower.ask();
}

/**
 * Folder of the artifacts at the start: the one that the primary hands to this process, else that of the build
 * which was taken from the store last, else ARTIFACTS itself.
 */
export async function artifactsFolder(
  { artifacts, artifactsUrl }: Config,
  log: Logger,
): Promise<string> {
  const handed = process.env[HANDED_FOLDER];
  if (handed && existsSync(handed)) return handed;
  if (artifactsUrl === undefined) return artifacts;
  const { folderAtStart } = await import('../artifacts/current-build.ts');
  return folderAtStart(artifacts, log);
}

/**
 * Calls `changed` when the artifacts of a folder have changed and then stood still for a look: whoever
 * copies files is not read half-way. By looking, not by events, which network disks and mounted volumes
 * do not send.
 * @returns the function that ends it
 */
export function watchFolder(
  folder: string,
  changed: () => void,
  everyMs = LOOK_EVERY_MS,
): () => void {
  let known = stateOf(folder);
  let before = known;
  const timer = setInterval(() => {
    const now = stateOf(folder);
    if (now === before && now !== known) {
      known = now;
      changed();
    }
    before = now;
  }, everyMs).unref();
  return () => clearInterval(timer);
}

/** Text that names the files there are, by what changes with their content. */
function stateOf(folder: string): string {
  return FILES.map((name) => {
    const file = statSync(join(folder, name), { throwIfNoEntry: false });
    return file ? `${file.ino} ${file.size} ${file.mtimeMs}` : '';
  }).join('\n');
}
