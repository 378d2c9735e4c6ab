import type { Logger } from 'pino';
import type { Piscina } from 'piscina';
import { ApiError, busy } from '../api-error.ts';
import { CONCURRENT_SIMULATIONS } from '../limits.ts';
import type { Question } from './worker.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** Computes simulations in worker threads, so that the event loop answers lookups meanwhile. */
export interface Simulator {
  /**
   * The answer as JSON. The question's arrays move to the worker and are empty afterwards.
   * @throws ApiError busy when every thread computes, internal_error when its thread died
   */
  answer(question: Question): Promise<string>;
  /** Starts the threads now; otherwise the first question does. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** A simulator whose threads do not run yet. A thread that dies is replaced. */
export function createSimulator(log: Logger, worker = WORKER): Simulator {
  let pool: Promise<Piscina<Question, string>> | undefined;
  let running = 0;
  const started = () => {
    pool ??= startPool(log, worker);
    return pool;
  };
  return {
    async answer(question) {
      if (running >= CONCURRENT_SIMULATIONS) throw noSlot();
      running++;
      try {
        const threads = await started();
        return await threads.run(question, { transferList: buffersOf(question) });
      } catch (error) {
        throw failed(error);
      } finally {
        running--;
      }
    },
    async warmUp() {
      await started();
    },
    async close() {
      if (pool) await (await pool).close();
    },
  };
}

/** The package is loaded here and not at the start of the process, which it would hold up. */
async function startPool(log: Logger, worker: URL): Promise<Piscina<Question, string>> {
  const { Piscina } = await import('piscina');
  const pool = new Piscina<Question, string>({
    filename: worker.href,
    minThreads: CONCURRENT_SIMULATIONS,
    maxThreads: CONCURRENT_SIMULATIONS,
    execArgv: ['--import', 'tsx'],
  });
  return pool.on('error', (error) => log.error({ err: error }, 'a worker thread died'));
}

function buffersOf({ house: { house, prices } }: Question): ArrayBuffer[] {
  const series = [house.loadKwh, house.pvKwh, prices.importSekPerKwh, prices.exportSekPerKwh];
  return [...new Set(series.map(({ buffer }) => buffer as ArrayBuffer))];
}

function noSlot(): ApiError {
  return busy(`${CONCURRENT_SIMULATIONS} simulations are being computed already.`);
}

function failed(cause: unknown): ApiError {
  const message = 'The computation broke off on our side. Try again.';
  return new ApiError('internal_error', message, undefined, undefined, { cause });
}
