import { CallRefused } from '../../ui/api.ts';
import type { DataUrls } from '../../ui/script-data.ts';
import type { LocalCalls, LocalJob, LocalResult } from './local-calls.ts';
import { newestFirst } from './newest-first.ts';
import { resolveUrls, startWorker } from './start-worker.ts';

/** Answers of the worker by name; null if a newer call of that name came before this one's turn. */
export type Local = {
  [Name in keyof LocalCalls]: (
    ...args: Parameters<LocalCalls[Name]>
  ) => Promise<Awaited<ReturnType<LocalCalls[Name]>> | null>;
};

/** The calls, and of which the newest alone counts: what computes for long is not done for a state that has passed. */
const IS_NEWEST_ALONE: Record<keyof LocalCalls, boolean> = {
  matrix: false,
  market: false,
  chance: false,
  hours: false,
  money: true,
  compare: false,
  days: true,
  range: true,
  calls: false,
  snippets: false,
  tariffs: false,
};

/** A worker that could not be loaded or run. */
const BROKEN = { code: 'unreachable', message: 'The worker did not start.', status: 0 };

/** Starts the worker, if the page's first script has not. Calls throw CallRefused. */
export function startLocal(url: string, data: DataUrls): Local {
  const page = globalThis as { localWorker?: Worker };
  const start = () => startWorker(url, { data: resolveUrls(data), search: '', ahead: [] });
  page.localWorker ??= start();
  const worker = page.localWorker;
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
  const calls = Object.entries(IS_NEWEST_ALONE).map(([key, isNewestAlone]) => {
    const name = key as keyof LocalCalls;
    const call = (args: unknown[]) => ask(name, args);
    const asked = isNewestAlone ? newestFirst(call) : call;
    return [name, (...args: unknown[]) => asked(args)];
  });
  return Object.fromEntries(calls) as Local;
}
