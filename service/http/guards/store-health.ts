/** How long no write has been counted in time when a store is lost. */
const LOST_AFTER_MS = 1_000;
/** How long a lost store has not been lost again when it is back. */
const BACK_AFTER_MS = 3_000;

/**
 * Verdict on a store by its writes alone: one that answers PING may refuse them. A first failure ends the trust
 * and tells nobody; the next write in time restores it, unless the store was lost meanwhile.
 */
export interface StoreHealth {
  /** Whether an answer is worth waiting for. */
  isTrusted(): boolean;
  isLost(): boolean;
  /** A write was counted in time. */
  succeed(nowMs: number): void;
  /** A write was refused, or is late. */
  fail(nowMs: number): void;
}

/**
 * The health of a store that has not been written to yet.
 * @param turns are told once each
 */
export function storeHealth(startMs: number, turns: { lost(): void; back(): void }): StoreHealth {
  let isLost = false;
  let failingSinceMs: number | null = startMs;
  let soundSinceMs: number | null = null;
  return {
    isTrusted: () => failingSinceMs === null && !isLost,
    isLost: () => isLost,
    succeed(nowMs) {
      failingSinceMs = null;
      soundSinceMs ??= nowMs;
      if (!isLost || nowMs - soundSinceMs < BACK_AFTER_MS) return;
      isLost = false;
      turns.back();
    },
    fail(nowMs) {
      failingSinceMs ??= nowMs;
      if (nowMs - failingSinceMs < LOST_AFTER_MS) return;
      soundSinceMs = null;
      if (isLost) return;
      isLost = true;
      turns.lost();
    },
  };
}
