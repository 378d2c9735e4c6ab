/** The lease of a task, and its result. Times are ISO UTC. */

import { type NewEvent, putEvent } from '../store/events.ts';
import { type Lane, pausePort } from '../store/lanes.ts';
import type { Statements, Store } from '../store/store.ts';
import type { TaskKind } from '../store/task.ts';

type StuckState = 'attention' | 'failed';

/** A task that is this worker's until its lease ends. */
export interface ClaimedTask {
  org: string;
  kind: TaskKind;
  subject: string;
  /** The count of its enqueuings when it was claimed: later ones make it run again. */
  wanted: number;
  attempts: number;
  leaseUntil: string;
  /** Time of its first failure, ISO UTC. Null if it has not failed. */
  failingSince: string | null;
  /** Whether its account was at fault: the task shows whether it still is. */
  isProbe: boolean;
}

interface Row {
  subject: string;
  wanted: number;
  attempts: number;
  failing_since: string | null;
}

/** The organisation and kind that has waited longest, so that nobody's many tasks hold up another's few. */
const NEXT_LANE = `update lane set served_at = $1 where (org, kind) in (
    select org, kind from lane where paused_until <= $1
      and replace($2, '|' || org || ' ' || kind || '|', '') = $2 and exists (
      select 1 from task where task.org = lane.org and task.kind = lane.kind
        and state = 'open' and wanted > done and run_at <= $1 and lease_until <= $1)
    order by served_at limit 1)
  returning org, kind, fault`;

const NEXT_TASKS = `update task set lease_until = $2, attempts = attempts + 1
  where (org, kind, subject) in (
    select org, kind, subject from task where org = $3 and kind = $4
      and state = 'open' and wanted > done and run_at <= $1 and lease_until <= $1
    order by run_at limit $5)
  and lease_until <= $1 returning subject, wanted, attempts, failing_since`;

/** The tasks to claim. */
interface Claim {
  now: string;
  leaseUntil: string;
  /** Lanes of which no more may be carried out now. */
  full: readonly Lane[];
  /** How many of a lane may be, at least 1. */
  mostOf(lane: Lane): number;
}

/** Claims the next due tasks, all of one lane, if there are any; of one whose account is at fault, one alone. */
export function claimTasks(store: Store, claim: Claim): Promise<ClaimedTask[]> {
  const { now, leaseUntil, full, mostOf } = claim;
  const names = full.map(({ org, kind }) => `|${org} ${kind}|`).join('');
  return store.changeAll(async (all) => {
    const [lane] = await all.query<Lane & { fault: string | null }>(NEXT_LANE, now, names);
    if (!lane) return [];
    const { org, kind, fault } = lane;
    const isProbe = fault !== null;
    const most = isProbe ? 1 : mostOf(lane);
    const rows = await all.query<Row>(NEXT_TASKS, now, leaseUntil, org, kind, most);
    if (isProbe) await pausePort(all, lane, leaseUntil);
    return rows.map(({ subject, wanted, attempts, failing_since: failingSince }) => {
      return { org, kind, subject, wanted, attempts, leaseUntil, failingSince, isProbe };
    });
  });
}

const OWN = 'org = $1 and kind = $2 and subject = $3 and lease_until = $4';

/** @returns whether the task still is this worker's */
export async function extendLease(
  store: Store,
  task: ClaimedTask,
  leaseUntil: string,
): Promise<boolean> {
  const sql = `update task set lease_until = $5 where ${OWN} returning subject`;
  return (await updateTask(store, sql, task, leaseUntil)).length > 0;
}

/** Marks a task as done; if it was enqueued since, it runs at once. */
export async function completeTask(store: Store, task: ClaimedTask): Promise<void> {
  const sql = `update task set done = $5, state = case when wanted = $5 then 'done' else 'open' end,
    attempts = 0, failing_since = null, last_error = null, notice = null, lease_until = '' where ${OWN}`;
  await updateTask(store, sql, task, task.wanted);
}

/** Makes a task that went well due again; if it was enqueued since, at once. */
export async function rescheduleTask(
  store: Store,
  task: ClaimedTask,
  { runAt, notice = null }: { runAt: string; notice?: string | null | undefined },
): Promise<void> {
  const sql = `update task set run_at = case when wanted = $5 then $6 else run_at end, notice = $7,
    attempts = 0, failing_since = null, last_error = null, lease_until = '' where ${OWN}`;
  await updateTask(store, sql, task, task.wanted, runAt, notice);
  if (notice === null) return;
  const { org, kind, subject } = task;
  await store.change(org, (change) =>
    putEvent(change, { ...stuckEvent(kind, subject, 'attention', notice), once: notice }),
  );
}

/** Makes a task that failed due later. @param failingSince the time of its first failure */
export async function postponeTask(
  store: Store,
  task: ClaimedTask,
  { runAt, failingSince, error }: { runAt: string; failingSince: string; error: string },
): Promise<void> {
  const sql = `update task set run_at = $5, failing_since = $6, last_error = $7, lease_until = ''
    where ${OWN}`;
  await updateTask(store, sql, task, runAt, failingSince, error);
}

/** Leaves a task to a person, and tells so, unless it was enqueued since: then it is tried again. */
export async function giveUpTask(
  store: Store,
  { org, kind, subject, leaseUntil, wanted }: ClaimedTask,
  state: StuckState,
  error: string,
): Promise<void> {
  const sql = `update task set state = case when wanted = $5 then $6 else 'open' end,
    last_error = $7, notice = null, lease_until = '' where ${OWN} returning state`;
  await store.change(org, async (change) => {
    const values = [kind, subject, leaseUntil, wanted, state, error];
    const [row] = await change.query<{ state: string }>(sql, ...values);
    if (row?.state === state) await putEvent(change, stuckEvent(kind, subject, state, error));
  });
}

function stuckEvent(kind: TaskKind, subject: string, state: StuckState, error: string): NewEvent {
  const data = { kind, subject, state, error };
  return { kind: 'task.stuck', subject: `${kind}/${subject}`, data };
}

/** Undoes the claim: nothing failed that the task is to blame for. */
export async function putTaskBack(store: Store, task: ClaimedTask): Promise<void> {
  const sql = `update task set attempts = attempts - 1, lease_until = '' where ${OWN}`;
  await updateTask(store, sql, task);
}

function updateTask(
  store: Store,
  sql: string,
  { org, kind, subject, leaseUntil }: ClaimedTask,
  ...values: (string | number | null)[]
): Promise<unknown[]> {
  return store.changeAll((all: Statements) =>
    all.query(sql, org, kind, subject, leaseUntil, ...values),
  );
}
