import { useEffect, useState } from 'preact/hooks';
import { CallRefused } from './api.ts';

/** An answer and what it was asked for. */
export interface Kept<Key, Body> {
  key: Key;
  body: Body;
}

/**
 * Asks once what is asked for rests, and keeps the last answer meanwhile. A full minute is waited out.
 * @param key what is asked for, compared by identity; null asks nothing
 */
export function useAnswer<Key, Body>(
  key: Key | null,
  restMs: number,
  ask: (key: Key, signal: AbortSignal) => Promise<Body>,
): Kept<Key, Body> | null {
  const [kept, setKept] = useState<Kept<Key, Body> | null>(null);
  useEffect(() => {
    if (key === null) return;
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const asking = async () => {
      try {
        const body = await ask(key, signal);
        if (!signal.aborted) setKept({ key, body });
      } catch (error) {
        const waitS = error instanceof CallRefused ? error.retryAfterS : null;
        if (waitS !== null && !signal.aborted) timer = setTimeout(asking, 1000 * waitS);
      }
    };
    let timer = setTimeout(asking, kept ? restMs : 0);
    return () => {
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [key]);
  return kept;
}
