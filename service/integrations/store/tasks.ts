/** Tasks: what is to be pushed to another system, or read from it. */
import type { IntegrationsStatus, Task, TaskCounts, TaskState } from '../../../schemas/types.ts';
import { createQueue, retryAccount, TASK_KINDS, type TaskKind } from './queues.ts';
import type { Statements } from './store.ts';

/** A running task: the handler makes the provider equal to the store. */
export interface TaskRun {
  org: string;
  kind: TaskKind;
  /** Id of the prospect, offer or agreement that the kind is about. */
  subject: string;
  /** Counts from 1 since it last went well. */
  attempts: number;
}

/** The result of a handler: nothing is left to do, or the task is due again. */
export type Outcome =
  | undefined
  | {
      againInMs: number;
      /** A message for a person, without personal data: the task is shown as one that needs attention. */
      notice?: string | undefined;
    };

/** The code of a task. It throws ProviderError. The worker retries temporary failures and gives up on others. */
export type Handler = (run: TaskRun) => Promise<Outcome>;

/** A failure that needs a person: a retry would not help. Its message has no personal data. */
export class NeedsAttention extends Error {}

/** Enqueues the update of the deal of an offer's prospect, if that is in a CRM. */
export async function enqueueDealProgress(change: Statements, offerId: string): Promise<void> {
  const rows = await change.query<{ subject: string }>(
    `select subject from offer join task
       on task.org = offer.org and task.kind = 'crm.sync' and task.subject = offer.prospect_id
     where offer.org = $1 and offer.id = $2`,
    offerId,
  );
  for (const { subject } of rows) await enqueueTask(change, 'deal.progress', subject);
}

/**
 * Enqueues a task within the change that makes it necessary. Enqueued again before it has run, it runs once. Enqueued
 * while it runs, it runs once more. A task that was given up is retried.
 * @param runAt ISO UTC
 */
export async function enqueueTask(
  change: Statements,
  kind: TaskKind,
  subject: string,
  runAt = new Date().toISOString(),
): Promise<void> {
  await change.query(
    `insert into task (org, kind, subject, requested, completed, attempts, run_at, state)
     values ($1, $2, $3, 1, 0, 0, $4, 'open')
     on conflict (org, kind, subject) do update set requested = task.requested + 1, state = 'open',
       attempts = case when task.state = 'open' then task.attempts else 0 end,
       failing_since = case when task.state = 'open' then task.failing_since end,
       run_at = case when task.state = 'open' and task.requested > task.completed
                  and (task.attempts > 0 or task.run_at < excluded.run_at)
                then task.run_at else excluded.run_at end`,
    kind,
    subject,
    runAt,
  );
  await createQueue(change, kind);
}

export const TASK_STATES: readonly TaskState[] = ['open', 'done', 'attention', 'failed'];

const MOST_AT_A_TIME = 100;
/** The state that is shown: a task with a notice goes on by itself, but needs attention. */
export const SHOWN_STATE = `case when notice is null then state else 'attention' end`;
/** The tasks of an organisation, $1. */
export const SELECT_TASKS = `select task.kind, subject, ${SHOWN_STATE} as state, attempts, run_at,
    coalesce(last_error, notice) as last_error,
    case when state = 'open' then queue.fault end as paused
  from task left join queue on queue.org = task.org and queue.kind = task.kind where task.org = $1`;
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

/** Retries a task and its account now, at a person's request. */
export async function retryTask(
  change: Statements,
  kind: TaskKind,
  subject: string,
  now: string,
): Promise<void> {
  await enqueueTask(change, kind, subject);
  await retryAccount(change, kind);
  await hastenTask(change, kind, subject, now);
}

/** Retries all tasks that were left to a person. @returns their number */
export async function retryStuckTasks(change: Statements, now: string): Promise<number> {
  const tasks = await change.query<{ kind: TaskKind }>(
    `update task set requested = requested + 1, state = 'open', attempts = 0, failing_since = null, run_at = $2
     where org = $1 and ${SHOWN_STATE} in ('attention', 'failed') returning kind`,
    now,
  );
  for (const kind of new Set(tasks.map((task) => task.kind))) await retryAccount(change, kind);
  return tasks.length;
}

/** Makes an open task due now. */
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
  const [{ oldest, ...tasks }] = await db.query<TaskCounts & { oldest: string | null }>(
    `select ${STANDING} from task where org = $1`,
    now,
  );
  return { tasks, oldest_due_at: oldest };
}

/** The tasks of a kind: how many there are, since when the oldest is due, until when none is begun. */
export interface QueueStanding extends TaskCounts {
  kind: TaskKind;
  /** ISO UTC. Null if none is open. */
  oldest: string | null;
  /** ISO UTC, or empty. */
  pausedUntil: string;
}

/** The queues of the organisation, also those without a task. */
export function readQueueStandings(db: Statements, now: string): Promise<QueueStanding[]> {
  return db.query<QueueStanding>(
    `select kind, paused_until as "pausedUntil", coalesce(open, 0) as open,
       coalesce(attention, 0) as attention, coalesce(failed, 0) as failed, oldest
     from queue left join (select kind, ${STANDING} from task
       where org = $1 and state <> 'done' group by kind) as left_over using (kind)
     where org = $1 order by kind`,
    now,
  );
}

/** The prospect of a task with the subject $2, by the part of its kind before the point. */
const PROSPECT_OF: Record<string, string> = {
  crm: 'select id from prospect where org = $1 and id = $2',
  invoice: 'select prospect_id as id from offer where org = $1 and id = $2',
  sign: `select prospect_id as id from agreement join offer
    on offer.org = agreement.org and offer.id = agreement.offer_id
    where agreement.org = $1 and agreement.id = $2`,
};

/** Offers, agreements and tasks of an organisation, $1, and prospect, $2. */
export const OFFERS = 'select id from offer where org = $1 and prospect_id = $2';
export const AGREEMENTS = `select id from agreement where org = $1 and offer_id in (${OFFERS})`;
export const IS_TASK = `org = $1 and (kind in ('crm.sync', 'deal.progress') and subject = $2
    or kind in (${kindsOf('invoice')}) and subject in (${OFFERS})
    or kind in (${kindsOf('sign')}) and subject in (${AGREEMENTS}))`;

/** The kinds of task about something, quoted for a statement. */
function kindsOf(what: string): string {
  return TASK_KINDS.filter((kind) => kind.startsWith(`${what}.`))
    .map((kind) => `'${kind}'`)
    .join(', ');
}

/** The error message of the prospect's stuck task. Null if none is stuck. */
export async function stuckError(db: Statements, prospectId: string): Promise<string | null> {
  const [row] = await db.query<{ error: string }>(
    `select coalesce(last_error, notice) as error from task
     where ${IS_TASK} and kind <> 'deal.progress' and ${SHOWN_STATE} in ('attention', 'failed')
     order by run_at limit 1`,
    prospectId,
  );
  return row?.error ?? null;
}

/** Enqueues the update of the deal of a task's prospect, if its sync error changes. */
export async function showOnDeal(
  change: Statements,
  kind: TaskKind,
  subject: string,
  isStuck: boolean,
): Promise<void> {
  const sql = PROSPECT_OF[kind.split('.')[0]];
  if (sql === undefined) return;
  const [prospect] = await change.query<{ id: string }>(sql, subject);
  if (!prospect) return;
  const links = await change.query(
    'select ref from link where org = $1 and kind = $2 and subject = $3',
    isStuck ? 'deal' : 'sync_error',
    prospect.id,
  );
  if (links.length > 0) await enqueueTask(change, 'deal.progress', prospect.id);
}
