import type { Server } from 'node:http';
import type { Log } from './log.ts';

/** Graceful shutdown of a process. */
export interface Leaving {
  /** Whether it is on its way out. */
  draining(): boolean;
  /**
   * From now on SIGTERM and SIGINT drain the server, end the rest and then the process. A second
   * signal changes nothing: supervisors and make send more than one.
   */
  onSignals(server: Server, delayMs: number, endRest: () => Promise<unknown>): void;
}

/** Ends a process whose start has failed, with a sentence. */
export function giveUp({ message }: Error): never {
  console.error(`error: ${message}`);
  process.exit(1);
}

export function leaving({ log, flush }: Log): Leaving {
  let draining = false;
  return {
    draining: () => draining,
    onSignals(server, delayMs, endRest) {
      async function leave(signal: string): Promise<void> {
        if (draining) return;
        draining = true;
        log.info(`shutting down after ${signal}`);
        await drain(server, delayMs);
        await endRest();
        log.info('stopped');
        await flush();
        process.exit(0);
      }
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, leave);
    },
  };
}

const LOOK_EVERY_MS = 50;
/** Seven seconds, counted in looks: while the process gets no time to run, no caller can end his request. */
const MAX_LOOKS = 7_000 / LOOK_EVERY_MS;

/**
 * Lets a server finish: for `delayMs` it goes on answering, with `Connection: close`, while callers and
 * load balancers learn that it leaves. Then it takes no new connection, waits for the requests it has
 * accepted, and after seven more seconds hangs up.
 */
export async function drain(server: Server, delayMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  let looks = 0;
  const looking = setInterval(() => {
    if (++looks < MAX_LOOKS) server.closeIdleConnections();
    else server.closeAllConnections();
  }, LOOK_EVERY_MS);
  await closed;
  clearInterval(looking);
}
