import { setTimeout as wait } from 'node:timers/promises';
import { StoreRefusal } from '#common/object-store.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const OUTLASTED_MS = 600_000;

/** Codes of a connection that is refused, cut or silent, and of a disk, or a server of disks, that fails. */
const FAULTS = new Set(
  (
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EAI_AGAIN ' +
    'UND_ERR_SOCKET UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ERR_STREAM_PREMATURE_CLOSE ' +
    'EIO EREMOTEIO EBUSY'
  ).split(' '),
);
/** ESTALE where Node has no name for it, as on Linux. */
const STALE = 'Unknown system error -116';
/** Answers of a Redis that is there and takes no writes: full, a replica, starting, without its disk or its cluster. */
const SICK_REDIS = /^(OOM|READONLY|LOADING|MISCONF|NOREPLICAS|MASTERDOWN|CLUSTERDOWN) /;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;

/**
 * Does work again while faults of I/O stop it, after pauses that grow from 1 s to 30 s, for ten minutes.
 * @param tell is told each fault and the pause
 * @param stop ends it in a pause, with the last fault
 * @param pause waits
 * @throws Error of the work: at once when it is no fault of I/O, else the last one
 */
export async function outlastFaults<Result>(
  work: () => Promise<Result>,
  tell: (text: string) => void,
  stop?: AbortSignal,
  pause: typeof wait = wait,
): Promise<Result> {
  const endMs = performance.now() + OUTLASTED_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const leftMs = endMs - performance.now();
      if (!isFaultOfIo(error) || leftMs <= 0) throw error;
      pauseMs = Math.min(pauseMs, leftMs);
      const seconds = Math.ceil(pauseMs / 1000);
      tell(`${(error as Error).message} Tried again in ${seconds} s, for ten minutes in all.`);
      await pause(pauseMs, undefined, stop ? { signal: stop } : {}).catch(() => {
        throw error;
      });
    }
  }
}

/** Whether the same work may succeed later: the error, or one of its causes, is a fault of network, store, Redis or disk. */
export function isFaultOfIo(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isFault =
    error instanceof StoreRefusal
      ? error.isClocks || error.status === TOO_MANY_REQUESTS || error.status >= SERVER_ERRORS
      : error.name === 'TimeoutError' ||
        SICK_REDIS.test(error.message) ||
        ('code' in error && (FAULTS.has(String(error.code)) || error.code === STALE));
  return isFault || isFaultOfIo(error.cause);
}
