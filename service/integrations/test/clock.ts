import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../providers/call-window.ts';

/** The process's own time. */
export const CLOCK: Clock = { now: Date.now, sleep };

/** A time that passes by sleeping alone. */
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
