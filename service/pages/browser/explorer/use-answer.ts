import { useEffect, useState } from 'preact/hooks';
import { keepAsking, type NoAnswer } from '../keep-asking.ts';

/** An answer and the key of its question. */
interface KeyedAnswer<Key, Body> {
  key: Key;
  body: Body;
}

/** The last answer there was, and why there is none to the last question. */
export interface AnswerState<Key, Body> {
  last: KeyedAnswer<Key, Body> | null;
  problem: NoAnswer | null;
}

/**
 * Asks once the key has stopped changing, and keeps the last answer meanwhile. It waits out a full minute,
 * missing prices and a lost network.
 * @param key the question, compared by identity; null asks nothing
 */
export function useAnswer<Key, Body>(
  key: Key | null,
  restMs: number,
  ask: (key: Key, signal: AbortSignal) => Promise<Body>,
): AnswerState<Key, Body> {
  const [state, setState] = useState<AnswerState<Key, Body>>({ last: null, problem: null });
  useEffect(() => {
    if (key === null) return;
    return keepAsking(
      state.last ? restMs : 0,
      (signal) => ask(key, signal),
      (answer) => {
        if ('body' in answer) setState({ last: { key, body: answer.body }, problem: null });
        else setState(({ last }) => ({ last, problem: answer }));
      },
      window,
    );
  }, [key]);
  return state;
}
