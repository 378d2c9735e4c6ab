import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Piscina } from 'piscina';
import { IS_BUNDLED } from '../../../schemas/project.ts';
import { CONCURRENT_SIMULATIONS } from '../../http/guards/limits.ts';
import { AbortedError, busy, HttpError } from '../../http/http-error.ts';
import { type Caller, simulationSlots } from './slots.ts';
import type { NumberedJob, SimulationJob } from './worker.ts';

const WORKER = new URL(IS_BUNDLED ? './simulation-worker.js' : './worker.ts', import.meta.url);
/** The most expensive body that is accepted takes a tenth of it in processor time: who meets it has an overloaded machine. */
const DEADLINE_MS = 15_000;
/** How long a job waits for a thread that loads. With the deadline and the wait for a slot it is below a connection's silence of 30 s. */
const LOAD_MS = 8_000;
const RETRY_MS = 5_000;
const RETRY_ABORTED_S = 1;
/** Leads that are computed or wait for it, with a page that is computed. */
const MAX_LEADS = 8;
/** How long a thread beyond those of simulations stays for the next lead. */
const IDLE_MS = 10_000;

/** Computes simulations in worker threads, so that the event loop answers lookups meanwhile. */
export interface Simulator {
  /**
   * The answer as JSON. The job's arrays move to the worker and are empty afterwards.
   * @throws HttpError busy without a slot (`Slots.run`), or when the threads are starting, internal_error when no thread started
   * @throws AbortedError busy when it took too long, internal_error when its thread died
   */
  answer(job: SimulationJob, caller: Caller): Promise<string>;
  /**
   * The answer for a lead, which takes no slot: one at a time has a separate thread, the next ones wait.
   * @throws HttpError busy when too many wait, otherwise as `answer`
   */
  answerLead(job: SimulationJob): Promise<string>;
  /**
   * The answer for a page, on the thread of the leads.
   * @throws HttpError busy when that computes, otherwise as `answer`
   */
  answerPage(job: SimulationJob): Promise<string>;
  /** Starts the threads now. Otherwise the first job does. While they cannot start it is tried again. */
  warmUp(): Promise<void>;
  /** Whether the threads run. */
  ready(): boolean;
  /** Simulations that have a slot, and those that wait for one or for a thread. */
  state(): { running: number; waiting: number };
  /** Ends the threads, whatever they compute. */
  close(): Promise<void>;
}

/** Settings that only tests change. */
interface Settings {
  worker?: URL;
  deadlineMs?: number;
  /** How long a job waits for its thread, by default as long as a deadline that is set. */
  loadMs?: number;
  retryMs?: number;
}

type Threads = Piscina<NumberedJob | null, string>;

/** A simulator whose threads do not run yet. A thread that dies or takes too long is replaced. */
export function createSimulator(log: Logger, settings: Settings = {}): Simulator {
  const { worker = WORKER, deadlineMs = DEADLINE_MS, retryMs = RETRY_MS } = settings;
  const loadMs = settings.loadMs ?? settings.deadlineMs ?? LOAD_MS;
  let pool: Threads | undefined;
  let starting: Promise<Threads> | undefined;
  let ready = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let jobs = 0;
  /** Each starts the deadline of a job, by its number. */
  const deadlines = new Map<number, () => void>();
  const slots = simulationSlots();

  /** Every thread has answered nothing. On a busy machine their code takes longer to load than any job may take. */
  const proveThreads = (threads: Threads) =>
    Promise.all(Array.from({ length: CONCURRENT_SIMULATIONS }, () => threads.run(null)));

  /** One start at a time. A failed one is not remembered. */
  function ensureStarted(): Promise<Threads> {
    starting ??= start();
    return starting;
  }

  async function start(): Promise<Threads> {
    let threads: Threads | undefined;
    try {
      threads = await startThreads(worker);
      pool = threads;
      if (closed) await threads.destroy();
      // This is a thread that dies with nothing to do. The pool gives up on those that do not load.
      threads.on('error', (error) => dropThreads(threads, error));
      threads.on('message', (begun: number) => deadlines.get(begun)?.());
      await proveThreads(threads);
      ready = true;
      return threads;
    } catch (error) {
      dropThreads(threads, error);
      throw error;
    }
  }

  function dropThreads(threads: Threads | undefined, error: unknown): void {
    if (closed || threads !== pool) return;
    log.error(
      { err: error },
      `the simulation threads do not run, and start again in ${retryMs / 1000} s: check memory and open files (ulimit -n)`,
    );
    pool = undefined;
    starting = undefined;
    ready = false;
    threads?.destroy();
    clearTimeout(retry);
    retry = globalThis.setTimeout(warmUp, retryMs).unref();
  }

  async function warmUp(): Promise<void> {
    await ensureStarted().catch(() => {});
  }

  /** Waits for the threads of a start. @throws HttpError busy when it takes longer */
  async function awaitThreads(): Promise<Threads> {
    const started = ensureStarted().catch((cause: unknown) => {
      throw new HttpError('internal_error', BROKEN, undefined, undefined, { cause });
    });
    const threads = await Promise.race([started, setTimeout(loadMs, null, { ref: false })]);
    if (threads === null) throw busy(STARTING);
    return threads;
  }

  /**
   * Computes a job on a thread that is free, until its deadline, or until somebody else ends it. The deadline begins with
   * the computation: a thread that replaces another loads its code first.
   */
  async function compute(job: SimulationJob, end = new AbortController()): Promise<string> {
    const threads = ready && pool ? pool : await awaitThreads();
    const number = jobs++;
    let deadline = globalThis.setTimeout(() => end.abort(busy(STARTING)), loadMs).unref();
    deadlines.set(number, () => {
      clearTimeout(deadline);
      deadline = globalThis.setTimeout(() => end.abort(), deadlineMs).unref();
    });
    const options = { signal: end.signal, transferList: buffersOf(job) };
    const computed = threads.run({ ...job, number }, options).catch((cause: unknown) => {
      if (end.signal.reason instanceof HttpError) throw end.signal.reason;
      const error = abortedError(cause, deadlineMs);
      if (error.code === 'busy') log.warn({ kind: job.kind }, 'a simulation met its deadline');
      throw error;
    });
    return computed.finally(() => {
      clearTimeout(deadline);
      deadlines.delete(number);
    });
  }

  const queue = queueOfOne();

  return {
    answer: (job, caller) => slots.run(caller, (end) => compute(job, end)),
    answerLead: (job) => queue(() => compute(job), MAX_LEADS),
    answerPage: (job) => queue(() => compute(job), 1),
    warmUp,
    ready: () => ready,
    state() {
      const { running, waiting } = slots.state();
      return { running, waiting: waiting + (pool?.queueSize ?? 0) };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await pool?.destroy();
    },
  };
}

/** The package is loaded here and not at the start of the process, which it would hold up. */
async function startThreads(worker: URL): Promise<Threads> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: worker.href,
    minThreads: CONCURRENT_SIMULATIONS,
    // The third starts for a lead while simulations have the others.
    maxThreads: CONCURRENT_SIMULATIONS + 1,
    idleTimeout: IDLE_MS,
  });
}

function buffersOf({ houseCase: { house, prices } }: SimulationJob): ArrayBuffer[] {
  const series = [house.loadKwh, house.pvKwh, prices.importSekPerKwh, prices.exportSekPerKwh];
  return [...new Set(series.map(({ buffer }) => buffer as ArrayBuffer))];
}

const STARTING = 'The simulation threads are starting.';
const BROKEN = 'The computation broke off on our side. Try again.';

/** Error for a job whose thread died or was ended at the deadline. */
function abortedError(cause: unknown, deadlineMs: number): AbortedError {
  if ((cause as Error).name !== 'AbortError')
    return new AbortedError('internal_error', BROKEN, undefined, undefined, { cause });
  const message = `The computation was aborted after ${deadlineMs / 1000} s, since this machine is overloaded. The request is valid, and its cells are given back. Try again in ${RETRY_ABORTED_S} s.`;
  return new AbortedError('busy', message, undefined, RETRY_ABORTED_S, { cause });
}

/** Runs tasks one at a time, in order. A task is refused as busy where `max` run and wait already. */
function queueOfOne() {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  return <T>(task: () => Promise<T>, max: number): Promise<T> => {
    if (length >= max) return Promise.reject(busy(`${length} leads are being computed already.`));
    length++;
    const done = last.then(task).finally(() => length--);
    last = done.catch(() => {});
    return done;
  };
}
