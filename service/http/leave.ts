import type { Server } from 'node:http';
import { drain } from './drain.ts';
import type { Log } from './log.ts';

/** The way out of a process. */
export interface Leaving {
  /** Whether it is on its way out. */
  draining(): boolean;
  /**
   * From now on SIGTERM and SIGINT drain the server (drain.ts), end the rest and then the process. A second
   * signal changes nothing: supervisors and make send more than one.
   */
  onSignals(server: Server, delayMs: number, endRest: () => Promise<unknown>): void;
}

export function leaving({ log, flush }: Log): Leaving {
  let draining = false;
  return {
    draining: () => draining,
    onSignals(server, delayMs, endRest) {
      async function leave(signal: string): Promise<void> {
        if (draining) return;
        draining = true;
        log.info(`${signal}: finishing what has been accepted.`);
        await drain(server, delayMs);
        await endRest();
        log.info('Done.');
        await flush();
        process.exit(0);
      }
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, leave);
    },
  };
}
