import { CallRefused } from '../../ui/api.ts';
import type { DataUrls } from '../../ui/script-data.ts';
import type { LocalCalls, LocalJob, LocalResult } from './local-calls.ts';
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
  market: false,
  chance: false,
  hours: false,
  money: true,
  compare: false,
  days: true,
  months: true,
  range: true,
  calls: false,
  snippets: false,
  tariffs: false,
};

/** A worker that could not be loaded or run. */
const BROKEN = { code: 'unreachable', message: 'The worker did not start.', status: 0 };

/** Starts the worker. Calls throw CallRefused. */
export function startLocal(url: string, data: DataUrls): Local {
  const worker = new Worker(url, { type: 'module' });
  worker.postMessage(resolveUrls(data));
  const open = new Map<number, (result: LocalResult) => void>();
  let lastId = 0;
  worker.addEventListener('error', () => {
    for (const [id, answer] of open) answer({ id, fault: BROKEN });
    open.clear();
  });
  worker.addEventListener('message', ({ data }: MessageEvent<LocalResult>) => {
    open.get(data.id)?.(data);
    open.delete(data.id);
  });
  const ask = async (name: keyof LocalCalls, args: unknown[]): Promise<unknown> => {
    const id = ++lastId;
    const result = await new Promise<LocalResult>((resolve) => {
      open.set(id, resolve);
      worker.postMessage({ id, name, args } satisfies LocalJob);
    });
    if ('value' in result) return result.value;
    const { status, code, message } = result.fault;
    throw new CallRefused(status, code, message, null);
  };
  const calls = Object.entries(DROP_STALE).map(([key, dropsStale]) => {
    const name = key as keyof LocalCalls;
    const call = (args: unknown[]) => ask(name, args);
    const asked = dropsStale ? newestFirst(call) : call;
    return [name, (...args: unknown[]) => asked(args)];
  });
  return Object.fromEntries(calls) as Local;
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
