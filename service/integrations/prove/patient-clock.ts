import { CallsUsedUp, type Clock, callWindow, type Turn } from '../providers/call-window.ts';

/** A clock whose windows wait for their next call, however long that takes: a command has nothing else to do. */
export function patientClock({ now, sleep }: Clock): Clock {
  const windows = new Map<string, Turn>();
  return {
    now,
    sleep,
    window(calls, windowMs) {
      const name = `${calls} ${windowMs}`;
      const turn = windows.get(name) ?? waiting(callWindow(calls, windowMs, { now, sleep }), sleep);
      windows.set(name, turn);
      return turn;
    },
  };
}

function waiting(turn: Turn, sleep: Clock['sleep']): Turn {
  return async function wait(): Promise<void> {
    try {
      await turn();
    } catch (error) {
      if (!(error instanceof CallsUsedUp)) throw error;
      await sleep(error.waitMs);
      await wait();
    }
  };
}
