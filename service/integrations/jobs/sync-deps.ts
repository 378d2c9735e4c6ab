import type { Organisation } from '../organisations/organisations.ts';
import { type Providers, providersOf } from '../providers/ports-of.ts';
import { type Clock, callWindow, type Turn } from '../providers/rate-limit.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';

/**
 * Creates the providers of each organisation once: an adapter holds its token. An organisation that was read again gets
 * new ones, with the rate limits of the old ones.
 */
export function providersSource(
  clock: Clock,
  fetch = globalThis.fetch,
): (organisation: Organisation) => Providers {
  const made = new WeakMap<Organisation, Providers>();
  const windows = new Map<string, Turn>();

  function clockOf(org: string, port: keyof Providers): Clock {
    const window = (calls: number, windowMs: number) => {
      const name = [org, port, calls, windowMs].join(' ');
      const own = { now: clock.now, sleep: clock.sleep };
      const turn = windows.get(name) ?? callWindow(calls, windowMs, own);
      windows.set(name, turn);
      return turn;
    };
    return { now: clock.now, sleep: clock.sleep, window };
  }

  return (organisation) => {
    const providers =
      made.get(organisation) ??
      providersOf(organisation, (port) => clockOf(organisation.id, port), fetch);
    made.set(organisation, providers);
    return providers;
  };
}

/** What the handlers of tasks depend on. */
export interface SyncDeps {
  store: Store;
  encryption: Encryption;
  clock: Clock;
  /** The organisation as the file has it now. Undefined if it was removed. */
  organisation(id: string): Organisation | undefined;
  providers(organisation: Organisation): Providers;
  /** Public scheme and host of this process. */
  baseUrl: string;
}

/** Now, ISO UTC. */
export function nowOf({ clock }: Pick<SyncDeps, 'clock'>): string {
  return new Date(clock.now()).toISOString();
}
