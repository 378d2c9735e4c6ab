import { useState } from 'preact/hooks';
import type { RangeYears } from '#engine/range/range-years.ts';
import type { HouseDays } from './engine.ts';
import type { EngineAnswer, EngineJob, EngineQuestion } from './engine-worker.ts';
import type { MoneyAnswer } from './money-answer.ts';
import { newestFirst } from './newest-first.ts';

/** Picks the questions that ask for this. */
type Asking<Part> = Extract<EngineQuestion, Part>;

/**
 * The engine in its worker. Jobs that come faster than answers give way to the newest; null if a newer job came before
 * this one's turn, or the API alone has the prices.
 */
export interface EngineClient {
  compare(question: Asking<{ battery: null }>): Promise<MoneyAnswer | null>;
  days(
    question: Exclude<EngineQuestion, { battery: null } | { years: unknown }>,
  ): Promise<HouseDays | null>;
  range(question: Asking<{ years: unknown }>): Promise<RangeYears | null>;
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
  const ask = (question: EngineQuestion) =>
    new Promise<EngineAnswer>((resolve) => {
      const id = ++lastId;
      open.set(id, resolve);
      worker.postMessage({ id, ...question } satisfies EngineJob);
    });
  /** Each kind waits for its own. */
  const newest = () => {
    const askNewest = newestFirst(ask);
    return async (question: EngineQuestion) =>
      isForApi(question) ? null : await askNewest(question);
  };
  const [comparisons, days, ranges] = [newest(), newest(), newest()];
  return {
    compare: async (question) => {
      const answer = await comparisons(question);
      return answer && 'money' in answer ? answer.money : null;
    },
    days: async (question) => {
      const answer = await days(question);
      return answer && 'days' in answer ? answer.days : null;
    },
    range: async (question) => {
      const answer = await ranges(question);
      return answer && 'range' in answer ? answer.range : null;
    },
  };
}

/** Whether a question is about hours of prices that the market does not list. */
function isForApi({ request: { prices }, market }: EngineQuestion): boolean {
  return prices?.resolution === 'hourly' && !market.hours;
}

/** The engine in a worker of its own; null if the browser cannot run it, and the API alone answers. */
export function useEngine(url: string): EngineClient | null {
  const [engine, setEngine] = useState<EngineClient | null>(() =>
    startEngine(url, () => setEngine(null)),
  );
  return engine;
}
