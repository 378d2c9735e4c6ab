/**
 * Queues: the tasks of an organisation and kind. Those of one account wait together while it is at fault. Times are ISO UTC.
 */
import type { PausedQueue } from '../../../schemas/types.ts';
import type { Statements } from './store.ts';

/** The account that tasks of each kind write to or read. */
const ACCOUNTS = {
  'crm.sync': 'crm',
  'deal.progress': 'crm',
  'invoice.create': 'accounting',
  'invoice.watch': 'accounting',
  'sign.send': 'signature',
  'sign.revoke': 'signature',
  'sign.refresh': 'signature',
  'sign.document': 'signature',
} as const;

export type TaskKind = keyof typeof ACCOUNTS;
export const TASK_KINDS = Object.keys(ACCOUNTS) as TaskKind[];

export interface Queue {
  org: string;
  kind: TaskKind;
}

/** The account of a queue's tasks. */
export function accountOf({ org, kind }: Queue): string {
  return `${org} ${ACCOUNTS[kind]}`;
}

export async function createQueue(change: Statements, kind: TaskKind): Promise<void> {
  await change.query(
    `insert into queue (org, kind, account, paused_until, served_at) values ($1, $2, $3, '', '')
     on conflict (org, kind) do nothing`,
    kind,
    ACCOUNTS[kind],
  );
}

/** The queues of an organisation, $1, and account, $2. */
const OF_ACCOUNT = 'org = $1 and account = $2';

/** Begins no task of the queue until then. */
export async function pauseQueue(
  all: Statements,
  { org, kind }: Queue,
  until: string,
): Promise<void> {
  await all.query(
    'update queue set paused_until = $3 where org = $1 and kind = $2 and paused_until < $3',
    org,
    kind,
    until,
  );
}

/** Begins no task of the account until then. */
export async function pauseAccount(
  all: Statements,
  { org, kind }: Queue,
  until: string,
): Promise<void> {
  await all.query(
    `update queue set paused_until = $3 where ${OF_ACCOUNT} and paused_until < $3`,
    org,
    ACCOUNTS[kind],
    until,
  );
}

export interface AccountFault {
  /** The error message, without personal data. */
  why: string;
  now: string;
  /** When it is tried again. */
  until: string;
}

/** Pauses the account for a fault, until a task succeeds or a person asks for a retry. */
export async function faultAccount(
  all: Statements,
  { org, kind }: Queue,
  { why, now, until }: AccountFault,
): Promise<void> {
  await all.query(
    `update queue set paused_until = $5, fault = $3, fault_since = coalesce(fault_since, $4)
     where ${OF_ACCOUNT}`,
    org,
    ACCOUNTS[kind],
    why,
    now,
    until,
  );
}

/** Ends the fault of an account: its tasks are due. */
export async function resumeAccount(all: Statements, { org, kind }: Queue): Promise<void> {
  await all.query(
    `update queue set paused_until = '', fault = null, fault_since = null
     where ${OF_ACCOUNT} and fault is not null`,
    org,
    ACCOUNTS[kind],
  );
}

/** Retries an account at fault now, at a person's request. */
export async function retryAccount(change: Statements, kind: TaskKind): Promise<void> {
  await change.query(
    `update queue set paused_until = '' where ${OF_ACCOUNT} and fault is not null`,
    ACCOUNTS[kind],
  );
}

/** Retries all accounts at fault now: the organisations were read again. */
export async function retryFaults(all: Statements): Promise<void> {
  await all.query(`update queue set paused_until = '' where fault is not null`);
}

/** The organisation's queues that are paused for a fault of an account. */
export function faultsOf(db: Statements): Promise<PausedQueue[]> {
  return db.query<PausedQueue>(
    `select kind, fault_since as since, nullif(paused_until, '') as until, fault as why from queue
     where org = $1 and fault is not null order by kind`,
  );
}
