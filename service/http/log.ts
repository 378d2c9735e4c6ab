import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pino, { type Logger } from 'pino';

/** How far standard output's reader may be behind, bytes. Further lines are dropped and counted. */
const MAX_BEHIND_BYTES = 1_048_576;
const STDOUT = 1;
/** How long the last lines may take, ms. */
const LAST_LINES_MS = 2000;

/** The log on standard output, one JSON line an event. */
export interface Log {
  log: Logger;
  /** Waits a moment for what is not written yet. */
  flush(): Promise<void>;
}

/** The log of a process, which knows how many of its lines nobody has read in time so far. */
export interface OwnLog extends Log {
  droppedLines(): number;
}

/** Opens the log. A reader who stalls holds up neither the service nor its exit. */
export function openLog(): OwnLog {
  let dropped = 0;
  let droppedBefore = 0;
  const output = pino.destination({
    dest: nonBlockingStdout(),
    sync: false,
    minLength: 4096,
    periodicFlush: 500,
    maxLength: MAX_BEHIND_BYTES,
  });
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  output.on('drop', () => dropped++);
  output.on('drain', () => {
    const lines = dropped - droppedBefore;
    if (lines === 0) return;
    droppedBefore = dropped;
    log.warn({ dropped: lines }, 'Lines of the log were dropped: nobody read standard output.');
  });
  const flush = async () => {
    const flushed = new Promise<void>((resolve) => output.flush(() => resolve()));
    await Promise.race([flushed, wait(LAST_LINES_MS)]);
  };
  process.on('uncaughtException', async (error) => {
    log.fatal(error);
    await flush();
    process.exit(1);
  });
  // Before the library's own, whose last writes never end when the reader no longer exists (EPIPE). An exit flushes before.
  process.prependListener('exit', () => output.destroy());
  return { log, flush, droppedLines: () => dropped };
}

/**
 * Standard output, which reports when it is full: a write that waits would hold one of Node's few threads
 * for files, and the exit. Opened again, so that it stays as it is for others who write to it.
 */
function nonBlockingStdout(): number {
  const { O_WRONLY, O_APPEND, O_NONBLOCK } = constants;
  try {
    return openSync('/dev/stdout', O_WRONLY | O_APPEND | O_NONBLOCK);
  } catch {
    // A socket, as systemd's journal gives it, cannot be opened again. Node makes one non-blocking that
    // it takes over.
    if (fstatSync(STDOUT).isSocket()) new Socket({ fd: STDOUT, readable: false, writable: true });
    return STDOUT;
  }
}
