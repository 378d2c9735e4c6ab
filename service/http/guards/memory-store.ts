import { type Client, MemoryStore, type Store } from 'express-rate-limit';

/** Usage of a window by a caller. */
export interface WindowUsage {
  totalHits: number;
  /** End of the window. */
  resetTime: Date;
}

/** A store of express-rate-limit that also counts several points at once, as cells cost. */
export interface PointStore extends Store {
  /**
   * Uses points, or gives them back where they are negative. A window begins with the first use.
   * @returns what the caller has used of its window, never less than 0
   */
  add(key: string, points: number): WindowUsage | Promise<WindowUsage>;
}

/**
 * Makes the store of a limit: of this process, or one that nodes share.
 * @param windowS length of its windows
 */
export type Stores = (name: string, windowS: number) => PointStore;

/** Callers in each of the two halves of the library's store, of 350 bytes each. */
const MAX_CALLERS = 65_536;

/**
 * Stores of this process. They return numbers of the moment: the library's own are a live object, in which 61 calls of
 * one write would all see the 61st. A flood of addresses drops the oldest.
 */
export const memoryStores: Stores = (_name, windowS) => {
  const windowMs = 1000 * windowS;
  const store = new MemoryStore();
  store.windowMs = windowMs;
  let begunMs = Date.now();

  /** Drops the oldest window, which the library does by a timer. */
  function dropOldest(nowMs: number): void {
    if (store.current.size < MAX_CALLERS && nowMs - begunMs < windowMs) return;
    store.previous = store.current;
    store.current = new Map();
    begunMs = nowMs;
  }

  /** The caller's window. One that has ended begins again. */
  function clientOf(key: string, nowMs: number): Client {
    const client = store.current.get(key);
    if (client && client.resetTime.getTime() > nowMs) return client;
    dropOldest(nowMs);
    // It counts before it returns its promise.
    void store.increment(key);
    const begun = store.current.get(key);
    if (!begun) throw new Error('MemoryStore of express-rate-limit counts in another way.');
    begun.totalHits--;
    return begun;
  }

  function add(key: string, points: number): WindowUsage {
    const nowMs = Date.now();
    const client = clientOf(key, nowMs);
    client.totalHits = Math.max(0, client.totalHits + points);
    // A clock that is set back must not make a caller wait for longer than the window.
    if (client.resetTime.getTime() > nowMs + windowMs)
      client.resetTime = new Date(nowMs + windowMs);
    const { totalHits, resetTime } = client;
    return { totalHits, resetTime };
  }

  return {
    add,
    increment: (key) => add(key, 1),
    decrement: (key) => void add(key, -1),
    resetKey: (key) => store.resetKey(key),
  };
};
