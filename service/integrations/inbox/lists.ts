/** Lists of the repair inbox, a page at a time: a page begins behind the last row of the one before. */
import type { AuditEntry, Prospect, TaskState } from '../../../schemas/types.ts';
import { heldLeadsAfter } from '../store/held-leads.ts';
import type { OwnStatements, Statements } from '../store/store.ts';
import type { TaskKind } from '../store/task.ts';
import { SHOWN_STATE } from '../store/task-list.ts';

/** Rows of a page. */
export const ROWS = 25;

/** Lists of tasks: left to a person; due, or failed and tried again by itself; done. */
export type TaskListName = 'stuck' | 'waiting' | 'done';

/** A page of a list. */
export interface PageOf<Row> {
  rows: Row[];
  /** Where the next page begins; null if this is the last. */
  next: string | null;
}

export interface InboxTask {
  kind: TaskKind;
  subject: string;
  state: TaskState;
  attempts: number;
  /** ISO UTC. */
  run_at: string;
  /** ISO UTC; null if it has not failed. */
  failing_since: string | null;
  last_error: string | null;
  /** Why its account is paused; null if it is not. */
  paused: string | null;
}

const STATES: Record<TaskListName, string> = {
  stuck: `'attention', 'failed'`,
  waiting: `'open'`,
  done: `'done'`,
};

/**
 * Tasks of a list: the oldest first, of what is done the newest. Open ones that are to look again later are no work.
 * @param after where the page begins; empty: at the first row
 */
export async function tasksOf(
  db: Statements,
  list: TaskListName,
  after: string,
  now: string,
): Promise<PageOf<InboxTask>> {
  const [above, order] = list === 'done' ? ['<', 'desc'] : ['>', 'asc'];
  const [at = '', kind = '', subject = ''] = placeOf(after);
  const rows = await db.query<InboxTask>(
    `select task.kind as kind, subject, ${SHOWN_STATE} as state, attempts, run_at, failing_since,
       coalesce(last_error, notice) as last_error, lane.fault as paused
     from task left join lane on lane.org = task.org and lane.kind = task.kind
     where task.org = $1 and ${SHOWN_STATE} in (${STATES[list]})
       and (${SHOWN_STATE} <> 'open' or run_at <= $2 or failing_since is not null)
       and ($3 = '' or (run_at, task.kind, subject) ${above} ($3, $4, $5))
     order by run_at ${order}, task.kind ${order}, subject ${order} limit ${ROWS + 1}`,
    now,
    at,
    kind,
    subject,
  );
  return pageOf(rows, (row) => [row.run_at, row.kind, row.subject]);
}

/** Entries of the audit log, the newest first. */
export async function auditOf(db: Statements, after: string): Promise<PageOf<AuditEntry>> {
  const [seq = String(Number.MAX_SAFE_INTEGER), id = ''] = placeOf(after);
  const rows = await db.query<AuditEntry & { seq: number; id: string }>(
    `select seq, id, key_label as key, action, subject, calls, first_at, at from audit
     where org = $1 and (seq, id) < ($2, $3) order by seq desc, id desc limit ${ROWS + 1}`,
    Number(seq) || 0,
    id,
  );
  return pageOf(rows, (row) => [String(row.seq), row.id]);
}

/** Held leads, in the order in which they came. */
export async function heldOf(db: OwnStatements, after: string): Promise<PageOf<Prospect>> {
  const [seq = '0'] = placeOf(after);
  const { leads, next } = await heldLeadsAfter(db, Number(seq) || 0, ROWS);
  return { rows: leads, next: leads.length < ROWS ? null : writePlace([String(next)]) };
}

/** A page of rows of which there is one more than a page has, if there is another page. */
function pageOf<Row>(rows: Row[], place: (row: Row) => string[]): PageOf<Row> {
  const shown = rows.slice(0, ROWS);
  const last = shown.at(-1);
  return { rows: shown, next: last && rows.length > ROWS ? writePlace(place(last)) : null };
}

function writePlace(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts of a place; none where the text is no place, which is the first page. */
function placeOf(text: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts.map(String) : [];
  } catch {
    return [];
  }
}
