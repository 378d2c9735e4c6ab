/** Tasks: changes to push to another system, or to read from it. */
import type { Statements } from './store.ts';

/** `sign.refresh` and `sign.document` only read: they go on while a subscription is suspended. */
export const TASK_KINDS = [
  'crm.sync',
  'crm.follow',
  'invoice.create',
  'invoice.watch',
  'sign.send',
  'sign.revoke',
  'sign.refresh',
  'sign.document',
] as const;

export type TaskKind = (typeof TASK_KINDS)[number];

/** A running task: the handler makes the provider equal to the store. */
export interface TaskRun {
  org: string;
  kind: TaskKind;
  /** Id of the prospect, offer or agreement that the kind is about. */
  subject: string;
  /** Counts from 1 since it last went well. */
  attempts: number;
}

/** The end of a handler: nothing is left to do, or the task is due again. */
export type Outcome =
  | undefined
  | {
      againInMs: number;
      /** Words for a person meanwhile, without anybody's data: the task is shown as one that needs attention. */
      notice?: string | undefined;
    };

/** The code of a task. It throws ProviderError; the worker tries passing failures again, and gives up others. */
export type Handler = (run: TaskRun) => Promise<Outcome>;

/** A failure that needs a person; trying again would not help. Its message has nobody's data. */
export class NeedsAttention extends Error {}

/** Enqueues that the deal of an offer's prospect follows, where a CRM is told of that prospect. */
export async function enqueueFollow(change: Statements, offerId: string): Promise<void> {
  const rows = await change.query<{ subject: string }>(
    `select subject from offer join task
       on task.org = offer.org and task.kind = 'crm.sync' and task.subject = offer.prospect_id
     where offer.org = $1 and offer.id = $2`,
    offerId,
  );
  for (const { subject } of rows) await enqueueTask(change, 'crm.follow', subject);
}

/**
 * Enqueues a task within the change that makes it needed. Enqueued again before it has run, it runs
 * once; enqueued while it runs, once more. A task that was given up is tried again.
 * @param runAt ISO UTC
 */
export async function enqueueTask(
  change: Statements,
  kind: TaskKind,
  subject: string,
  runAt = new Date().toISOString(),
): Promise<void> {
  await change.query(
    `insert into task (org, kind, subject, wanted, done, attempts, run_at, state)
     values ($1, $2, $3, 1, 0, 0, $4, 'open')
     on conflict (org, kind, subject) do update set wanted = task.wanted + 1, state = 'open',
       attempts = case when task.state = 'open' then task.attempts else 0 end,
       failing_since = case when task.state = 'open' then task.failing_since end,
       run_at = case when task.state = 'open' and task.wanted > task.done
                  and (task.attempts > 0 or task.run_at < excluded.run_at)
                then task.run_at else excluded.run_at end`,
    kind,
    subject,
    runAt,
  );
  await change.query(
    `insert into lane (org, kind, paused_until, served_at) values ($1, $2, '', '')
     on conflict (org, kind) do nothing`,
    kind,
  );
}
