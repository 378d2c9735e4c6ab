import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { faultOf } from '../fault.ts';
import { ProviderError, type ProviderErrorKind } from '../ports.ts';
import { CallsUsedUp, type Clock } from '../providers/call-window.ts';
import { faultPort, mendPort, pauseLane, pausePort } from '../store/lanes.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import {
  type Handler,
  LeaseLost,
  NeedsAttention,
  type TaskKind,
  type TaskRun,
} from '../store/task.ts';
import {
  type ClaimedTask,
  claimTasks,
  completeTask,
  extendLease,
  giveUpTask,
  postponeTask,
  putTaskBack,
  rescheduleTask,
} from './claim.ts';
import { portsAtWork } from './ports-at-work.ts';
import { verdictOn } from './retry.ts';

const WORKERS = 16;
/** The most that one account may have of them. */
const MOST_OF_PORT = WORKERS / 2;
const POLL_MS = 500;
const LEASE_MS = 60_000;
/** A lease with less left than this is renewed; a call takes at most 10 s. */
const RENEW_MS = 40_000;
const SUSPENDED_MS = 60_000;

/** Failures that may mean that nobody is there. */
const SILENT: readonly ProviderErrorKind[] = ['unavailable', 'unclear', 'closed'];

/** The parts that the worker is made of. */
export interface WorkerParts {
  store: Store;
  handlers: Record<TaskKind, Handler>;
  /** Whether a kind of task of an organisation may be carried out now. */
  mayRun(org: string, kind: TaskKind): boolean;
  clock: Clock;
  /** From 0 to 1. */
  random(): number;
  log: Logger;
}

/** Carries out due tasks, sixteen at a time. */
export interface Worker {
  /** Claims no more tasks, and returns when the running ones have ended. */
  stop(): Promise<void>;
}

export function startWorker(parts: WorkerParts): Worker {
  const { store, clock, log } = parts;
  const running = new Set<Promise<void>>();
  const ports = portsAtWork(MOST_OF_PORT);
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');

  async function runLoop(): Promise<void> {
    const giveWay = createYielder();
    while (!stopping.signal.aborted) {
      if (running.size === WORKERS) await Promise.race(running);
      await giveWay();
      const tasks = (await claimNext().catch((error) => logStoreFailure(log, error))) ?? [];
      for (const task of tasks) startTask(task);
      if (tasks.length === 0) await Promise.race([clock.sleep(POLL_MS), stopped]);
    }
    await Promise.all(running);
  }

  function claimNext(): Promise<ClaimedTask[]> {
    const nowMs = clock.now();
    const free = WORKERS - running.size;
    return claimTasks(store, {
      now: iso(nowMs),
      leaseUntil: iso(nowMs + LEASE_MS),
      full: ports.fullLanes(free),
      mostOf: (lane) => ports.roomFor(lane, free),
    });
  }

  function startTask(task: ClaimedTask): void {
    const run: Promise<void> = carryOutTask(parts, task)
      // Its lease ends, and the task is claimed again.
      .catch((error) => {
        logStoreFailure(log, error);
        return undefined;
      })
      .then((answered) => {
        running.delete(run);
        ports.end(task, answered);
      });
    running.add(run);
    ports.begin(task);
  }

  const ended = runLoop();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Waits until the process was idle for as long as it was busy since the last wait: calls come first. */
function createYielder(): () => Promise<void> {
  let since = performance.eventLoopUtilization();
  return async () => {
    const { active, idle } = performance.eventLoopUtilization(since);
    if (active > idle) await sleep(Math.min(active - idle, POLL_MS));
    since = performance.eventLoopUtilization();
  };
}

/** @returns whether the account answered; undefined where that is not known */
async function carryOutTask(parts: WorkerParts, task: ClaimedTask): Promise<boolean | undefined> {
  const { store, handlers, mayRun, clock } = parts;
  const { org, kind, subject, attempts } = task;
  if (!mayRun(org, kind)) {
    await store.changeAll((all) => pauseLane(all, task, iso(clock.now() + SUSPENDED_MS)));
    await putTaskBack(store, task);
    return undefined;
  }
  const run: TaskRun = { org, kind, subject, attempts, step: () => holdLease(parts, task) };
  try {
    const outcome = await handlers[kind](run);
    if (task.isProbe) await store.changeAll((all) => mendPort(all, task));
    if (outcome === undefined) await completeTask(store, task);
    else {
      const runAt = iso(clock.now() + outcome.againInMs);
      await rescheduleTask(store, task, { runAt, notice: outcome.notice });
    }
    return true;
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof StoreUnavailable) throw error;
    // Nothing failed, and those of other organisations are carried out meanwhile.
    if (error instanceof CallsUsedUp) {
      await store.changeAll((all) => pausePort(all, task, iso(clock.now() + error.waitMs)));
      await putTaskBack(store, task);
      return undefined;
    }
    await handleFailure(parts, task, error);
    return !(error instanceof ProviderError && SILENT.includes(error.kind));
  }
}

async function holdLease({ store, clock }: WorkerParts, task: ClaimedTask): Promise<void> {
  const nowMs = clock.now();
  if (Date.parse(task.leaseUntil) - nowMs > RENEW_MS) return;
  const leaseUntil = iso(nowMs + LEASE_MS);
  if (!(await extendLease(store, task, leaseUntil)))
    throw new LeaseLost(`${task.kind} ${task.subject}`);
  task.leaseUntil = leaseUntil;
}

async function handleFailure(
  { store, clock, random, log }: WorkerParts,
  task: ClaimedTask,
  error: unknown,
): Promise<void> {
  const nowMs = clock.now();
  const failingSince = task.failingSince ?? iso(nowMs);
  const verdict = verdictOn(error, task.attempts, nowMs - Date.parse(failingSince), random());
  const { org, kind, subject, attempts } = task;
  const why = whyOf(error);
  log.warn({ org, kind, subject, attempts, why, ...verdict }, 'A task failed.');
  if (verdict.state === 'account') {
    const fault = { why, now: iso(nowMs), until: iso(nowMs + verdict.inMs) };
    // Paused first: it would be claimed again in between.
    await store.changeAll((all) => faultPort(all, task, fault));
    return putTaskBack(store, task);
  }
  if (verdict.state !== 'open') {
    // The account answers, whatever is wrong with the task.
    if (task.isProbe) await store.changeAll((all) => mendPort(all, task));
    return giveUpTask(store, task, verdict.state, why);
  }
  const runAt = iso(nowMs + verdict.inMs);
  await postponeTask(store, task, { runAt, failingSince, error: why });
  if (verdict.pausesPort) await store.changeAll((all) => pausePort(all, task, runAt));
}

/** The message if it is written to be shown, else the place where the error was thrown. */
function whyOf(error: unknown): string {
  if (error instanceof ProviderError || error instanceof NeedsAttention) return error.message;
  const { type, stack } = faultOf(error as Error);
  const place = /\(?([^/\s(]+:\d+):\d+\)?$/m.exec(stack)?.[1] ?? 'an unknown place';
  return `A fault of this program (${type} at ${place}); it is tried again.`;
}

function logStoreFailure(log: Logger, error: unknown): void {
  const { name, message, code } = error as Error & { code?: string };
  log.error({ name, code, why: error instanceof LeaseLost ? message : name }, 'Not carried out.');
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
