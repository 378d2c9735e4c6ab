import type { Organisation } from '../organisations/organisations.ts';
import { type Clock, callWindow, type Turn } from '../providers/call-window.ts';
import { type Providers, providersOf } from '../providers/ports-of.ts';

/**
 * The providers of organisations, created once each: an adapter holds its token. An organisation that was read
 * again has new ones; the calls of its accounts are counted on.
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
