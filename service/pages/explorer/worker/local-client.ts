import type { DataUrls } from '../../ui/script-data.ts';
import { askWorker } from '../../ui/worker-calls.ts';
import type { LocalCalls, LocalQuestion } from './local-calls.ts';
import { newestFirst } from './newest-first.ts';

/** Answers of the worker by name. Null if a newer call of that name came before this one's turn. */
export type Local = {
  [Name in keyof LocalCalls]: (
    ...args: Parameters<LocalCalls[Name]>
  ) => Promise<Awaited<ReturnType<LocalCalls[Name]>> | null>;
};

/** The calls, and of which only the newest counts: what computes for long is not done for a state that has passed. */
const DROP_STALE: Record<keyof LocalCalls, boolean> = {
  matrix: false,
  spot: false,
  market: false,
  chance: false,
  hours: false,
  money: true,
  elsewhere: true,
  compare: false,
  days: true,
  months: true,
  range: true,
  calls: false,
  snippets: false,
  tariffs: false,
};

/** The calls to the worker, which the first of them starts. They throw CallRefused. */
export function startLocal(url: string, data: DataUrls): Local {
  let started: ReturnType<typeof startWorker> | null = null;
  const ask = (question: LocalQuestion) => {
    started ??= startWorker(url, data);
    return started(question);
  };
  const calls = Object.entries(DROP_STALE).map(([key, dropsStale]) => {
    const name = key as keyof LocalCalls;
    const call = (args: unknown[]) => ask({ name, args });
    const requested = dropsStale ? newestFirst(call) : call;
    return [name, (...args: unknown[]) => requested(args)];
  });
  return Object.fromEntries(calls) as Local;
}

function startWorker(url: string, data: DataUrls) {
  const ask = askWorker<LocalQuestion, unknown>(new Worker(url, { type: 'module' }));
  // A worker that cannot start refuses each call, too.
  ask({ data: resolveUrls(data) }).catch(() => {});
  return ask;
}

/** Addresses are the page's: the worker's own are relative to its script. */
function resolveUrls({ yields, prices }: DataUrls): DataUrls {
  const resolve = (url: string) => new URL(url, location.href).href;
  const zones = Object.entries(prices?.zones ?? {}).map(([zone, url]) => [zone, resolve(url)]);
  return {
    yields: yields && { ...yields, url: resolve(yields.url) },
    prices: prices && {
      ...prices,
      zones: Object.fromEntries(zones),
      tariffs: resolve(prices.tariffs),
    },
  };
}
