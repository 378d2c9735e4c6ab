/** Something that another system has to be told, or asked. */
import type { Statements } from './store.ts';

/** `sign.refresh` and `sign.document` only read: they go on while a subscription is suspended. */
export const TASK_KINDS = [
  'crm.sync',
  'invoice.create',
  'sign.send',
  'sign.revoke',
  'sign.refresh',
  'sign.document',
] as const;

export type TaskKind = (typeof TASK_KINDS)[number];

/** A task under way: the handler makes the provider equal to what the store has now. */
export interface TaskRun {
  org: string;
  kind: TaskKind;
  /** Id of the prospect, offer or agreement. */
  subject: string;
  /** Counts from 1 since it last went well. */
  attempts: number;
  /** Before each call of a provider: holds the lease. @throws LeaseLost */
  step(): Promise<void>;
}

/** What a handler ends with: nothing is left to do, or it is due again. */
export type Outcome = undefined | { againInMs: number };

/** Throws ProviderError; the worker tries again what passes, and gives up what does not. */
export type Handler = (run: TaskRun) => Promise<Outcome>;

/** A person has to look; trying again would not help. Its message has nobody's data. */
export class NeedsAttention extends Error {}

/** Another worker has the task: this one's lease ended. */
export class LeaseLost extends Error {}

/**
 * Asks for a task within the change that makes it needed. Asked for again before it has run, it runs
 * once; asked for while it runs, once more. What was given up is tried again.
 * @param runAt ISO UTC
 */
export async function enqueueTask(
  change: Statements,
  kind: TaskKind,
  subject: string,
  runAt = new Date().toISOString(),
): Promise<void> {
  await change.query(
    `insert into task (org, kind, subject, wanted, done, attempts, run_at, lease_until, state)
     values ($1, $2, $3, 1, 0, 0, $4, '', 'open')
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
  // Only looked for where it is there: PostgreSQL would wait for whoever claims from it, who may wait for us.
  await change.query(
    `insert into lane (org, kind, paused_until, served_at) select $1, $2, '', ''
     where not exists (select 1 from lane where org = $1 and kind = $2)
     on conflict (org, kind) do nothing`,
    kind,
  );
}
