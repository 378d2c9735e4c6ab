/** How long no write has been counted in time when a store is lost. */
const LOST_AFTER_MS = 1_000;
/** How long every write has been counted in time when a lost store is back. */
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
  let doubtedSinceMs: number | null = startMs;
  let soundSinceMs: number | null = null;
  return {
    isTrusted: () => doubtedSinceMs === null,
    isLost: () => isLost,
    succeed(nowMs) {
      soundSinceMs ??= nowMs;
      if (isLost && nowMs - soundSinceMs < BACK_AFTER_MS) return;
      doubtedSinceMs = null;
      if (isLost) turns.back();
      isLost = false;
    },
    fail(nowMs) {
      soundSinceMs = null;
      doubtedSinceMs ??= nowMs;
      if (isLost || nowMs - doubtedSinceMs < LOST_AFTER_MS) return;
      isLost = true;
      turns.lost();
    },
  };
}
