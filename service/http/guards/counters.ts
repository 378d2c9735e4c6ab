/** Standing of a caller in a window. */
export interface Standing {
  used: number;
  /** Until the window ends. */
  msLeft: number;
}

/** Counts what callers use in fixed windows: calls, or weighted cells. Answers at once where it can. */
export interface Counter {
  /** Counts so much more of a caller's. */
  add(caller: string, points: number): Standing | Promise<Standing>;
  /** Takes so much back. */
  giveBack(caller: string, points: number): Standing | Promise<Standing>;
}

/**
 * Makes the counter of that name: of this process, or one that processes or nodes share.
 * @param windowS length of its windows
 */
export type Counters = (name: string, windowS: number) => Counter;

/** Counter of this process, which answers at once. */
export interface OwnCounter extends Counter {
  add(caller: string, points: number): Standing;
  giveBack(caller: string, points: number): Standing;
  /** Takes over how a caller stands elsewhere. */
  set(caller: string, standing: Standing): void;
}

/** Use by one caller in a window that has begun. */
interface Window {
  used: number;
  endsMs: number;
}

/** Counters of this process alone. They answer at once: a promise would cost every request. */
export const ownCounters = (_name: string, windowS: number): OwnCounter => {
  const windowMs = 1000 * windowS;
  // Callers of this turn and of the one before, whose windows may still run; older ones are forgotten whole.
  let recent = new Map<string, Window>();
  let older = new Map<string, Window>();
  let turnEndsMs = 0;

  /** Also when the clock has been set back. */
  const isOver = (endsMs: number, nowMs: number) => endsMs <= nowMs || endsMs > nowMs + windowMs;

  function windowOf(caller: string, nowMs: number): Window {
    if (isOver(turnEndsMs, nowMs)) {
      older = recent;
      recent = new Map();
      turnEndsMs = nowMs + windowMs;
    }
    const begun = recent.get(caller) ?? older.get(caller);
    if (begun && !isOver(begun.endsMs, nowMs)) return begun;
    const fresh = { used: 0, endsMs: nowMs + windowMs };
    recent.set(caller, fresh);
    return fresh;
  }

  function add(caller: string, points: number): Standing {
    const nowMs = Date.now();
    const window = windowOf(caller, nowMs);
    window.used = Math.max(0, window.used + points);
    return { used: window.used, msLeft: window.endsMs - nowMs };
  }
  return {
    add,
    giveBack: (caller, points) => add(caller, -points),
    set(caller, { used, msLeft }) {
      const window = windowOf(caller, Date.now());
      window.used = used;
      window.endsMs = Date.now() + msLeft;
    },
  };
};
