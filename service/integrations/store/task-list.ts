/** The organisation's tasks as its API shows them. */
import type { IntegrationsStatus, Task, TaskState } from '../../../schemas/types.ts';
import { retryPort } from './lanes.ts';
import type { Statements } from './store.ts';
import { enqueueTask, type TaskKind } from './task.ts';

export const TASK_STATES: readonly TaskState[] = ['open', 'done', 'attention', 'failed'];

const MOST_AT_A_TIME = 100;
/** The state that is shown: a task with a notice goes on by itself, and needs a person's attention. */
export const SHOWN_STATE = `case when notice is null then state else 'attention' end`;
/** The tasks of an organisation, $1. */
export const SELECT_TASKS = `select task.kind, subject, ${SHOWN_STATE} as state, attempts, run_at,
    coalesce(last_error, notice) as last_error,
    case when state = 'open' then lane.fault end as paused
  from task left join lane on lane.org = task.org and lane.kind = task.kind where task.org = $1`;
const ORDERED = `order by run_at, task.kind, subject limit ${MOST_AT_A_TIME}`;

/** The tasks of a state, or all, the earliest due first. */
export function listTasks(db: Statements, state: TaskState | null): Promise<Task[]> {
  if (state === null) {
    return db.query<Task>(`${SELECT_TASKS} ${ORDERED}`);
  }
  return db.query<Task>(`${SELECT_TASKS} and ${SHOWN_STATE} = $2 ${ORDERED}`, state);
}

/** The task. Null if there is none. */
export async function readTask(
  db: Statements,
  kind: string,
  subject: string,
): Promise<Task | null> {
  const rows = await db.query<Task>(
    `${SELECT_TASKS} and task.kind = $2 and subject = $3`,
    kind,
    subject,
  );
  return rows.at(0) ?? null;
}

/** Tries a task again at once, and its account with it: a person asks for it. */
export async function retryTask(
  change: Statements,
  kind: TaskKind,
  subject: string,
  now: string,
): Promise<void> {
  await enqueueTask(change, kind, subject);
  await retryPort(change, kind);
  await hastenTask(change, kind, subject, now);
}

/** Tries everything again that was left to a person. @returns the number of tasks */
export async function retryStuckTasks(change: Statements, now: string): Promise<number> {
  const tasks = await change.query<{ kind: TaskKind }>(
    `update task set wanted = wanted + 1, state = 'open', attempts = 0, failing_since = null, run_at = $2
     where org = $1 and ${SHOWN_STATE} in ('attention', 'failed') returning kind`,
    now,
  );
  for (const kind of new Set(tasks.map((task) => task.kind))) await retryPort(change, kind);
  return tasks.length;
}

/** Makes an open task due now, however long it would have waited. */
export async function hastenTask(
  db: Statements,
  kind: string,
  subject: string,
  now: string,
): Promise<void> {
  await db.query(
    `update task set run_at = $4 where org = $1 and kind = $2 and subject = $3 and run_at > $4`,
    kind,
    subject,
    now,
  );
}

/**
 * Numbers of tasks by state, and since when the oldest is due, at the time `$2`. Open tasks count when they are
 * due or have failed: a task that runs again in a day or a month is no work that is left.
 */
const IS_OPEN = `state = 'open' and (run_at <= $2 or failing_since is not null)`;
const STANDING = `count(case when ${IS_OPEN} then 1 end) as open,
  count(case when ${SHOWN_STATE} = 'attention' then 1 end) as attention,
  count(case when state = 'failed' then 1 end) as failed,
  min(case when ${IS_OPEN} then coalesce(failing_since, run_at) end) as oldest`;

/** Counts the tasks, and reads since when the oldest is due. */
export async function readTaskStanding(
  db: Statements,
  now: string,
): Promise<Pick<IntegrationsStatus, 'tasks' | 'oldest_due_at'>> {
  const [{ oldest, ...tasks }] = await db.query<
    IntegrationsStatus['tasks'] & { oldest: string | null }
  >(`select ${STANDING} from task where org = $1`, now);
  return { tasks, oldest_due_at: oldest };
}

/** The tasks of a kind: how many there are, since when the oldest is due, until when none is begun. */
export interface LaneStanding {
  kind: TaskKind;
  open: number;
  attention: number;
  failed: number;
  /** ISO UTC; null if none is open. */
  oldest: string | null;
  /** ISO UTC, or empty. */
  pausedUntil: string;
}

/** The lanes of the organisation, those without a task, too. */
export function readLaneStandings(db: Statements, now: string): Promise<LaneStanding[]> {
  return db.query<LaneStanding>(
    `select kind, paused_until as "pausedUntil", coalesce(open, 0) as open,
       coalesce(attention, 0) as attention, coalesce(failed, 0) as failed, oldest
     from lane left join (select kind, ${STANDING} from task
       where org = $1 and state <> 'done' group by kind) as left_over using (kind)
     where org = $1 order by kind`,
    now,
  );
}
