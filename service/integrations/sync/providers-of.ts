import type { Organisation } from '../organisations/organisations.ts';
import { type Clock, callWindow, type Turn } from '../providers/call-window.ts';
import { type Providers, providersOf } from '../providers/ports-of.ts';
import type { Store } from '../store/store.ts';
import { sharedWindow } from './shared-calls.ts';

/**
 * The providers of organisations, created once each: an adapter holds its token. An organisation that was read
 * again has new ones; the calls of its accounts are counted on.
 * @param shared the store by which processes count the calls of accounts together; without it each counts its own
 */
export function providersSource(
  clock: Clock,
  fetch = globalThis.fetch,
  shared?: Store,
): (organisation: Organisation) => Providers {
  const made = new WeakMap<Organisation, Providers>();
  const windows = new Map<string, Turn>();

  function clockOf(org: string, port: keyof Providers): Clock {
    const window = (calls: number, windowMs: number) => {
      const name = [org, port, calls, windowMs].join(' ');
      const turn =
        windows.get(name) ??
        (shared?.isShared
          ? sharedWindow(shared, { org, port }, { calls, windowMs }, clock.sleep)
          : callWindow(calls, windowMs, { now: clock.now, sleep: clock.sleep }));
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
