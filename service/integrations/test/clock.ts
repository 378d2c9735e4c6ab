import { setTimeout as sleep } from 'node:timers/promises';
import { CallsUsedUp, type Clock } from '../providers/rate-limit.ts';

/** The process's own time. */
export const CLOCK: Clock = { now: Date.now, sleep };

/** A time that passes only by sleeping. */
export function testClock(startMs = Date.UTC(2026, 10, 21)): Clock & { ms: number } {
  const clock = {
    ms: startMs,
    now: () => clock.ms,
    sleep: async (ms: number) => {
      clock.ms += ms;
    },
  };
  return clock;
}

/** Acts, and acts again when a provider may be called again. */
export async function inItsWindow<Result>(
  clock: { ms: number },
  act: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof CallsUsedUp)) throw error;
      clock.ms += error.waitMs;
    }
  }
}
