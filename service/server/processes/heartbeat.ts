import type { Worker } from 'node:cluster';

const EVERY_MS = 1_000;
/** Seconds of silence after which a process hangs. */
export const HUNG_AFTER_S = 30;
/** A process that starts on a busy machine has this much longer until its first beat. */
const START_S = 60;

const BEAT = { beat: true };

/** A serving process' side: tells its primary every second that its event loop turns. */
export function beat(): void {
  setInterval(() => process.send?.(BEAT), EVERY_MS).unref();
}

/**
 * The primary's side: calls `hung` once when a process has been silent for so long.
 * @param startS how much longer it may take until its first beat
 * @returns the function that tells for how many seconds it has been
 */
export function watchHeartbeat(
  worker: Worker,
  hung: () => void,
  hungAfterS = HUNG_AFTER_S,
  startS = START_S,
): () => number {
  // Counted in looks: while the primary itself gets no time to run, nobody is late.
  let silentS = -startS;
  worker.on('message', (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'beat' in message) silentS = 0;
  });
  const timer = setInterval(() => {
    silentS++;
    if (silentS === hungAfterS) hung();
  }, EVERY_MS).unref();
  worker.once('exit', () => clearInterval(timer));
  return () => Math.max(0, silentS);
}
