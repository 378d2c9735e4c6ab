import { useEffect, useState } from 'preact/hooks';
import { type NoAnswer, retry } from './retry.ts';

interface KeyedAnswer<Key, Body> {
  key: Key;
  body: Body;
}

/** Answers and failure of a question so far. */
interface AnswerState<Key, Body> {
  /** The answer to this very question. */
  answer: Body | null;
  /** The last answer that came, to this question or an earlier one. */
  last: KeyedAnswer<Key, Body> | null;
  /** Why there is none to this one. */
  problem: NoAnswer | null;
}

/**
 * Asks once the key has stopped changing, and keeps the last answer meanwhile. It waits out a full minute,
 * missing prices and a lost network.
 * @param key the question, compared by identity. Null asks nothing
 * @param ask answers null where a later question has taken this one's turn
 * @param first the answer to the first question, where it is known
 */
export function useAnswer<Key, Body>(
  key: Key | null,
  restMs: number,
  ask: (key: Key, signal: AbortSignal) => Promise<Body | null>,
  first?: Body,
): AnswerState<Key, Body> {
  const [last, setLast] = useState<KeyedAnswer<Key, Body> | null>(
    key !== null && first !== undefined ? { key, body: first } : null,
  );
  const [failed, setFailed] = useState<KeyedAnswer<Key, NoAnswer> | null>(null);
  useEffect(() => {
    if (key === null || last?.key === key) return;
    return retry(
      last ? restMs : 0,
      (signal) => ask(key, signal),
      (answer) => {
        if (!('body' in answer)) return setFailed({ key, body: answer });
        if (answer.body === null) return;
        setLast({ key, body: answer.body });
        setFailed(null);
      },
      window,
    );
  }, [key]);
  const answer = last && last.key === key ? last.body : null;
  return { answer, last, problem: failed?.key === key ? failed.body : null };
}
