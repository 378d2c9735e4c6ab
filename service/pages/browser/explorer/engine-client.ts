import { useState } from 'preact/hooks';
import type { HouseDays } from './engine.ts';
import type { EngineAnswer, EngineJob } from './engine-worker.ts';
import type { MoneyAnswer } from './money-answer.ts';
import { newestFirst } from './newest-first.ts';

/** A job for the engine without its number. */
type JobInput = Omit<EngineJob, 'id'>;

/** The engine in its worker. Jobs that come faster than answers give way to the newest. */
export interface EngineClient {
  /** Null if a newer job came before this one's turn, or the API alone has the prices. */
  compare(job: JobInput): Promise<MoneyAnswer | null>;
  days(job: JobInput): Promise<HouseDays | null>;
}

/** Starts the worker. @param failed is called when it cannot be loaded or run */
export function startEngine(url: string, failed: () => void): EngineClient {
  const worker = new Worker(url, { type: 'module' });
  const open = new Map<number, (answer: EngineAnswer) => void>();
  let lastId = 0;
  worker.addEventListener('error', failed);
  worker.addEventListener('message', ({ data }: MessageEvent<EngineAnswer>) => {
    open.get(data.id)?.(data);
    open.delete(data.id);
  });
  const ask = (job: JobInput) =>
    new Promise<EngineAnswer>((resolve) => {
      const id = ++lastId;
      open.set(id, resolve);
      worker.postMessage({ id, ...job } satisfies EngineJob);
    });
  const comparisons = newestFirst(ask);
  const days = newestFirst(ask);
  return {
    compare: async (job) => {
      if (isForApi(job)) return null;
      const answer = await comparisons(job);
      return answer && 'money' in answer ? answer.money : null;
    },
    days: async (job) => {
      if (isForApi(job)) return null;
      const answer = await days(job);
      return answer && 'days' in answer ? answer.days : null;
    },
  };
}

/** Whether a job is about hours of prices that the market does not list. */
function isForApi({ request: { prices }, market }: JobInput): boolean {
  return prices?.resolution === 'hourly' && !market.hours;
}

/** The engine in a worker of its own; null if the browser cannot run it, and the API alone answers. */
export function useEngine(url: string): EngineClient | null {
  const [engine, setEngine] = useState<EngineClient | null>(() =>
    startEngine(url, () => setEngine(null)),
  );
  return engine;
}
