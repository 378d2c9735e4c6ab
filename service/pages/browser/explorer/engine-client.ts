import { useState } from 'preact/hooks';
import type { TypicalDays } from './engine.ts';
import type { EngineAnswer, EngineQuestion } from './engine-worker.ts';
import type { MoneyAnswer } from './money-answer.ts';
import { newestFirst } from './newest-first.ts';

/** What is asked of the engine, but for the number of the question. */
type Asked = Omit<EngineQuestion, 'id'>;

/** The engine in its worker. Of questions that come faster than answers only the newest is asked. */
export interface EngineClient {
  /** Null: a newer question came before this one's turn. */
  compare(asked: Asked): Promise<MoneyAnswer | null>;
  days(asked: Asked): Promise<TypicalDays | null>;
}

/** Starts the worker. @param failed called when it cannot be loaded or run */
export function startEngine(url: string, failed: () => void): EngineClient {
  const worker = new Worker(url, { type: 'module' });
  const open = new Map<number, (answer: EngineAnswer) => void>();
  let lastId = 0;
  worker.addEventListener('error', failed);
  worker.addEventListener('message', ({ data }: MessageEvent<EngineAnswer>) => {
    open.get(data.id)?.(data);
    open.delete(data.id);
  });
  const ask = (asked: Asked) =>
    new Promise<EngineAnswer>((resolve) => {
      const id = ++lastId;
      open.set(id, resolve);
      worker.postMessage({ id, ...asked } satisfies EngineQuestion);
    });
  const comparisons = newestFirst(ask);
  const days = newestFirst(ask);
  return {
    compare: async (asked) => {
      const answer = await comparisons(asked);
      return answer && 'money' in answer ? answer.money : null;
    },
    days: async (asked) => {
      const answer = await days(asked);
      return answer && 'days' in answer ? answer.days : null;
    },
  };
}

/** The engine in a worker of its own; null when the browser cannot run it, and the API alone answers. */
export function useEngine(url: string): EngineClient | null {
  const [engine, setEngine] = useState<EngineClient | null>(() =>
    startEngine(url, () => setEngine(null)),
  );
  return engine;
}
