/** The next task, and the result of one. Times are ISO UTC. */

import type { Queue } from '../store/queues.ts';
import type { Store } from '../store/store.ts';
import { showOnDeal } from '../store/tasks.ts';

export interface DueTask extends Queue {
  subject: string;
  /** The requested revision when it was begun: a later one makes it run again. */
  revision: number;
  /** Counts from 1 since it last went well. */
  attempts: number;
  /** Time of its first failure, ISO UTC. Null if it has not failed. */
  failingSince: string | null;
  /** Whether its account was at fault: the task probes whether it still is. */
  isProbe: boolean;
}

interface Row {
  subject: string;
  revision: number;
  attempts: number;
  failing_since: string | null;
}

/** The queue that has waited longest, so that no organisation holds up another. */
const NEXT_QUEUE = `update queue set served_at = $1 where (org, kind) in (
    select org, kind from queue where paused_until <= $1
      and org || ' ' || account not in (select value from json_each($2))
      and exists (select 1 from task where task.org = queue.org and task.kind = queue.kind
        and state = 'open' and requested > completed and run_at <= $1)
    order by served_at limit 1)
  returning org, kind, fault`;

const NEXT_TASK = `select subject, requested as revision, attempts, failing_since from task
  where org = $1 and kind = $2 and state = 'open' and requested > completed and run_at <= $3
  order by run_at limit 1`;

/** Takes the next due task. Null if there is none. @param busy accounts with a running task */
export function nextTask(
  store: Store,
  now: string,
  busy: readonly string[],
): Promise<DueTask | null> {
  return store.changeAll(async (all) => {
    const [queue] = await all.query<Queue & { fault: string | null }>(
      NEXT_QUEUE,
      now,
      JSON.stringify(busy),
    );
    if (!queue) return null;
    const { org, kind, fault } = queue;
    const [row] = await all.query<Row>(NEXT_TASK, org, kind, now);
    const { subject, revision, attempts, failing_since: failingSince } = row;
    return {
      org,
      kind,
      subject,
      revision,
      attempts: attempts + 1,
      failingSince,
      isProbe: fault !== null,
    };
  });
}

const OWN = 'org = $1 and kind = $2 and subject = $3';

/** Marks a task as done. If it was enqueued since, it runs at once. */
export async function completeTask(store: Store, task: DueTask): Promise<void> {
  const sql = `update task set completed = $4, state = case when requested = $4 then 'done' else 'open' end,
    attempts = 0, failing_since = null, last_error = null, notice = null where ${OWN}`;
  const { org, kind, subject } = task;
  await store.change(org, async (change) => {
    await change.query(sql, kind, subject, task.revision);
    await showOnDeal(change, kind, subject, false);
  });
}

/** Makes a task that went well due again. If it was enqueued since, at once. */
export async function rescheduleTask(
  store: Store,
  task: DueTask,
  { runAt, notice = null }: { runAt: string; notice?: string | null | undefined },
): Promise<void> {
  const sql = `update task set run_at = case when requested = $4 then $5 else run_at end, notice = $6,
    attempts = 0, failing_since = null, last_error = null where ${OWN}`;
  const { org, kind, subject } = task;
  await store.change(org, async (change) => {
    await change.query(sql, kind, subject, task.revision, runAt, notice);
    await showOnDeal(change, kind, subject, notice !== null);
  });
}

/** Makes a task that failed due later. @param failingSince the time of its first failure */
export async function postponeTask(
  store: Store,
  { org, kind, subject, attempts }: DueTask,
  { runAt, failingSince, error }: { runAt: string; failingSince: string; error: string },
): Promise<void> {
  const sql = `update task set attempts = $4, run_at = $5, failing_since = $6, last_error = $7 where ${OWN}`;
  await store.changeAll((all) =>
    all.query(sql, org, kind, subject, attempts, runAt, failingSince, error),
  );
}

/** Leaves a task to a person, unless it was enqueued since: then it is retried. */
export async function giveUpTask(
  store: Store,
  { org, kind, subject, revision, attempts }: DueTask,
  state: 'attention' | 'failed',
  error: string,
): Promise<void> {
  const sql = `update task set state = case when requested = $4 then $5 else 'open' end,
    attempts = $6, last_error = $7, notice = null where ${OWN} returning state`;
  await store.change(org, async (change) => {
    const [row] = await change.query<{ state: string }>(
      sql,
      kind,
      subject,
      revision,
      state,
      attempts,
      error,
    );
    if (row?.state !== state) return;
    await showOnDeal(change, kind, subject, true);
  });
}

/** Moves all future times back, after the clock was set back. */
export async function moveTimesBack(store: Store, now: string, byMs: number): Promise<void> {
  const moved = (column: string) =>
    `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, $2 || ' seconds')`;
  await store.changeAll(async (all) => {
    for (const [table, column] of [
      ['task', 'run_at'],
      ['task', 'failing_since'],
      ['queue', 'paused_until'],
    ]) {
      const sql = `update ${table} set ${moved(column)} where ${column} > $1`;
      await all.query(sql, now, -byMs / 1000);
    }
  });
}
