import type { Logger } from 'pino';
import { heard } from '../../http/signals.mjs';
import { watchFolder } from '../artifacts/watch-folder.ts';
import type { Config } from '../config.ts';

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
 */
export async function giveOrders(
  config: Config,
  log: Logger,
  give: (order: Order) => void,
): Promise<void> {
  const { artifacts, artifactsUrl, watchArtifacts } = config;
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
  const follower = followStore(store, artifacts, log, takeFrom);
  process.on('SIGHUP', () => void follower.ask());
  await follower.ask();
}

/** Folder of the artifacts at the start: the newest build that came from the store, or the folder itself. */
export async function artifactsFolder({ artifacts, artifactsUrl }: Config): Promise<string> {
  if (artifactsUrl === undefined) return artifacts;
  const { findNewestFetched } = await import('../artifacts/fetch-build.ts');
  return findNewestFetched(artifacts) ?? artifacts;
}
