const LOOK_EVERY_MS = 1_000;
const SAY_EVERY_MS = 30_000;
const MINUTE_MS = 60_000;

/** Watch over the workers of a build, so that it does not wait in silence. */
export interface FleetWatch {
  /** So many workers are there. */
  report(workers: number, nowMs: number): void;
  /** Tells every 30 s that none has been there. @throws Error when that has lasted for the whole wait */
  look(nowMs: number): void;
  /** No worker is needed any more. */
  rest(): void;
}

/**
 * Begins with the first report.
 * @param lack sentence that names what is missing, without its end
 */
export function fleetWatch(
  waitMs: number,
  lack: () => string,
  tell: (text: string) => void,
): FleetWatch {
  const minutes = waitMs / MINUTE_MS;
  let seenMs: number | null = null;
  let times = 0;
  let isOver = false;
  return {
    report(workers, nowMs) {
      if (workers > 0) times = 0;
      if (workers > 0 || seenMs === null) seenMs = nowMs;
    },
    look(nowMs) {
      if (seenMs === null || isOver) return;
      const absentMs = nowMs - seenMs;
      if (absentMs >= waitMs) {
        throw new Error(
          `${lack()}, for the ${minutes} min of WAIT. The same command takes the build up again.`,
        );
      }
      if (absentMs < (times + 1) * SAY_EVERY_MS) return;
      times++;
      const seconds = Math.floor(absentMs / 1000);
      tell(`${lack()}, for ${seconds} s (given up after ${minutes} min, WAIT).`);
    },
    rest() {
      isOver = true;
    },
  };
}

/** Looks every second until it is ended; rejects when nobody has been there for the whole wait. */
export function watch(fleet: FleetWatch, ended: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setInterval(() => {
      try {
        fleet.look(performance.now());
      } catch (error) {
        reject(error);
      }
    }, LOOK_EVERY_MS);
    ended.addEventListener('abort', () => clearInterval(timer));
  });
}
