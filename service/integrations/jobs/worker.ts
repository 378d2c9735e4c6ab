import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { faultOf } from '../errors.ts';
import { ProviderError } from '../ports.ts';
import { CallsUsedUp, type Clock } from '../providers/rate-limit.ts';
import {
  accountOf,
  faultAccount,
  pauseAccount,
  pauseQueue,
  resumeAccount,
  type TaskKind,
} from '../store/queues.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { type Handler, NeedsAttention } from '../store/tasks.ts';
import {
  completeTask,
  type DueTask,
  giveUpTask,
  moveTimesBack,
  nextTask,
  postponeTask,
  rescheduleTask,
} from './queue.ts';
import { retryDecision } from './retry.ts';

/** Accounts that are worked on at a time. */
const WORKERS = 16;
const POLL_MS = 500;
const SUSPENDED_MS = 60_000;
/** A clock that is set back by less only delays tasks by as much. */
const SET_BACK_MS = 60_000;

export interface WorkerDeps {
  store: Store;
  handlers: Record<TaskKind, Handler>;
  /** Whether a kind of task of an organisation may be carried out now. */
  mayRun(org: string, kind: TaskKind): boolean;
  clock: Clock;
  /** A random number from 0 to 1. */
  random(): number;
  log: Logger;
}

/** Runs due tasks: of sixteen accounts at a time, one task of each account. */
export interface Worker {
  /** Begins no more tasks, and returns when the running ones have ended. */
  stop(): Promise<void>;
}

export function startWorker(deps: WorkerDeps): Worker {
  const { store, clock, log } = deps;
  /** The running task of each account. */
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');

  async function runLoop(): Promise<void> {
    const waitForIdle = backpressure();
    let lastMs = clock.now();
    while (!stopping.signal.aborted) {
      if (running.size === WORKERS) await Promise.race(running.values());
      await waitForIdle();
      const nowMs = clock.now();
      const task = await next(nowMs, lastMs - nowMs).catch((error) => {
        logStoreFailure(log, error);
        return null;
      });
      lastMs = nowMs;
      if (task !== null) startTask(task);
      else await Promise.race([clock.sleep(POLL_MS), stopped]);
    }
    await Promise.all(running.values());
  }

  async function next(nowMs: number, setBackMs: number): Promise<DueTask | null> {
    if (setBackMs > SET_BACK_MS) {
      log.warn({ setBackMs }, 'The clock was set back. Waiting tasks are moved with it.');
      await moveTimesBack(store, iso(nowMs), setBackMs);
    }
    return nextTask(store, iso(nowMs), [...running.keys()]);
  }

  function startTask(task: DueTask): void {
    const account = accountOf(task);
    const run = carryOutTask(deps, task)
      // Its result is not stored. It runs again.
      .catch((error) => logStoreFailure(log, error))
      .then(() => void running.delete(account));
    running.set(account, run);
  }

  const ended = runLoop();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Waits until the process was idle as long as it was busy since the last wait: requests come first. */
function backpressure(): () => Promise<void> {
  let since = performance.eventLoopUtilization();
  return async () => {
    const { active, idle } = performance.eventLoopUtilization(since);
    if (active > idle) await sleep(Math.min(active - idle, POLL_MS));
    since = performance.eventLoopUtilization();
  };
}

async function carryOutTask(deps: WorkerDeps, task: DueTask): Promise<void> {
  const { store, handlers, mayRun, clock } = deps;
  const { org, kind, subject, attempts } = task;
  if (!mayRun(org, kind)) {
    return store.changeAll((all) => pauseQueue(all, task, iso(clock.now() + SUSPENDED_MS)));
  }
  try {
    const outcome = await handlers[kind]({ org, kind, subject, attempts });
    if (task.isProbe) await store.changeAll((all) => resumeAccount(all, task));
    if (outcome === undefined) return completeTask(store, task);
    const runAt = iso(clock.now() + outcome.againInMs);
    return rescheduleTask(store, task, { runAt, notice: outcome.notice });
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    // Nothing failed. Other accounts go on meanwhile.
    if (error instanceof CallsUsedUp) {
      const until = iso(clock.now() + error.waitMs);
      return store.changeAll((all) => pauseAccount(all, task, until));
    }
    return handleFailure(deps, task, error);
  }
}

async function handleFailure(
  { store, clock, random, log }: WorkerDeps,
  task: DueTask,
  error: unknown,
): Promise<void> {
  const nowMs = clock.now();
  const failingSince = task.failingSince ?? iso(nowMs);
  const decision = retryDecision(error, task.attempts, nowMs - Date.parse(failingSince), random());
  const { org, kind, subject, attempts } = task;
  const why = whyOf(error);
  log.warn({ org, kind, subject, attempts, why, ...decision }, 'A task failed.');
  if (decision.state === 'account') {
    const fault = { why, now: iso(nowMs), until: iso(nowMs + decision.inMs) };
    return store.changeAll((all) => faultAccount(all, task, fault));
  }
  if (decision.state !== 'open') {
    // The account answered, so the fault is the task's.
    if (task.isProbe) await store.changeAll((all) => resumeAccount(all, task));
    return giveUpTask(store, task, decision.state, why);
  }
  const runAt = iso(nowMs + decision.inMs);
  await postponeTask(store, task, { runAt, failingSince, error: why });
}

/** The message if it can be shown, else where the error was thrown. */
function whyOf(error: unknown): string {
  if (error instanceof ProviderError || error instanceof NeedsAttention) return error.message;
  const { type, stack } = faultOf(error as Error);
  const place = /\(?([^/\s(]+:\d+):\d+\)?$/m.exec(stack)?.[1] ?? 'an unknown place';
  return `A fault of this program (${type} at ${place}); it is retried.`;
}

function logStoreFailure(log: Logger, error: unknown): void {
  const { name, code } = error as Error & { code?: string };
  log.error({ name, code }, 'A task could not be run.');
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
