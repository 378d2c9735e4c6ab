/**
 * Lanes: the tasks of an organisation and kind. Those of one port, the part of a kind before its point, are pushed to
 * the same account, and wait together while that is at fault. Times are ISO UTC.
 */
import type { PausedLane } from '../../../schemas/types.ts';
import type { Statements } from './store.ts';
import type { TaskKind } from './task.ts';

/** A lane, whose tasks are claimed together. */
export interface Lane {
  org: string;
  kind: TaskKind;
}

/** The port of a kind: `sign` of `sign.refresh`. */
export function portOf(kind: string): string {
  return kind.split('.')[0];
}

/** The lanes of an organisation, $1, and port, $2 with a point behind it. */
const OF_PORT = `org = $1 and kind like $2 || '%'`;

/** Lets no task of that lane be claimed until then. */
export async function pauseLane(
  all: Statements,
  { org, kind }: Lane,
  until: string,
): Promise<void> {
  await all.query(
    'update lane set paused_until = $3 where org = $1 and kind = $2 and paused_until < $3',
    org,
    kind,
    until,
  );
}

/** Lets no task of the lane's port be claimed until then: the account has asked to wait. */
export async function pausePort(
  all: Statements,
  { org, kind }: Lane,
  until: string,
): Promise<void> {
  await all.query(
    `update lane set paused_until = $3 where ${OF_PORT} and paused_until < $3`,
    org,
    `${portOf(kind)}.`,
    until,
  );
}

/** A fault of an organisation's account, for which no task is to blame. */
export interface AccountFault {
  /** Why; nobody's data. */
  why: string;
  now: string;
  /** When it is tried again. */
  until: string;
}

/** Pauses the port for a fault, until which is over only when a task has gone well or it is asked for. */
export async function faultPort(
  all: Statements,
  { org, kind }: Lane,
  { why, now, until }: AccountFault,
): Promise<void> {
  await all.query(
    `update lane set paused_until = $5, fault = $3, fault_since = coalesce(fault_since, $4)
     where ${OF_PORT}`,
    org,
    `${portOf(kind)}.`,
    why,
    now,
    until,
  );
}

/** The account answers: what waited for it is due. */
export async function mendPort(all: Statements, { org, kind }: Lane): Promise<void> {
  await all.query(
    `update lane set paused_until = '', fault = null, fault_since = null
     where ${OF_PORT} and fault is not null`,
    org,
    `${portOf(kind)}.`,
  );
}

/** Tries an account that is at fault at once: somebody says that it is mended. */
export async function retryPort(change: Statements, kind: string): Promise<void> {
  await change.query(
    `update lane set paused_until = '' where ${OF_PORT} and fault is not null`,
    `${portOf(kind)}.`,
  );
}

/** Tries all accounts that are at fault at once: the organisations were read again. */
export async function retryFaults(all: Statements): Promise<void> {
  await all.query(`update lane set paused_until = '' where fault is not null`);
}

/** The organisation's lanes that are paused for a fault of an account. */
export function faultsOf(db: Statements): Promise<PausedLane[]> {
  return db.query<PausedLane>(
    `select kind, fault_since as since, nullif(paused_until, '') as until, fault as why from lane
     where org = $1 and fault is not null order by kind`,
  );
}
