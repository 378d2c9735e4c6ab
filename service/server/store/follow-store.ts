import type { Logger } from 'pino';
import type { ObjectStore } from '../../../pipeline/files/store.ts';
import type { CurrentBuild } from '../../../schemas/types.ts';
import { fetchBuild } from './fetch-build.ts';
import { describePublication, isOlder, rememberedBuild } from './pointer.ts';

const ASK_EVERY_MS = 5_000;

export interface StoreStanding {
  /** Unix time in seconds since which it has given nothing that can be taken in. 0 while it does. */
  awaySinceS: number;
}

export interface Follower {
  /** Asks now instead of at its time. */
  ask(): Promise<void>;
  stop(): void;
}

/**
 * Asks a store for a new build every five seconds and takes it in. What is wrong with it, or with the store,
 * is logged once until it is something else.
 * @param artifacts the artifacts' folder, below which builds are stored
 * @param standing updated for the metrics
 */
export function followStore(
  store: ObjectStore,
  artifacts: string,
  log: Logger,
  take: (folder: string) => void,
  standing: StoreStanding,
): Follower {
  let served = rememberedBuild(artifacts)?.current;
  let knownTag: string | undefined;
  let lastLoggedError = '';
  let asking = Promise.resolve();

  async function askOnce(): Promise<void> {
    try {
      const build = await fetchBuild(store, artifacts, knownTag);
      if (lastLoggedError) log.info('The store of artifacts answers again.');
      lastLoggedError = '';
      standing.awaySinceS = 0;
      if (!build) return;
      if (served && isOlder(build.current, served))
        log.warn(describeWithdrawal(served, build.current));
      take(build.folder);
      served = build.current;
      knownTag = build.tag;
    } catch (error) {
      const { message } = error as Error;
      standing.awaySinceS ||= Date.now() / 1000;
      if (message !== lastLoggedError) log.error(`No new artifacts; the old ones stay. ${message}`);
      lastLoggedError = message;
    }
  }

  /** Asks once the last question is over: a store may take longer than a minute. */
  function ask(): Promise<void> {
    asking = asking.then(askOnce);
    return asking;
  }

  const timer = setInterval(ask, ASK_EVERY_MS).unref();
  return { ask, stop: () => clearInterval(timer) };
}

function describeWithdrawal(served: CurrentBuild, current: CurrentBuild): string {
  return `Dataset ${served.dataset} is withdrawn: the store has the older ${current.dataset} as its current one, ${describePublication(current)}. It is taken.`;
}
