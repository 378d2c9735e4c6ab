/** The organisation's tasks as it sees them. */
import type { IntegrationsStatus, Task, TaskState } from '../../../schemas/types.ts';
import type { Statements } from './store.ts';

interface TaskRow {
  kind: string;
  subject: string;
  state: TaskState;
  attempts: number;
  run_at: string;
  last_error: string | null;
}

const MOST_AT_A_TIME = 100;
/** A task that is open and has nothing left to do is done. */
const SHOWN_STATE = `case when state = 'open' and wanted <= done then 'done' else state end`;
const COLUMNS = `kind, subject, ${SHOWN_STATE} as state, attempts, run_at, last_error`;

/** The tasks of a state, or all, the earliest due first. */
export function listTasks(db: Statements, state: TaskState | null): Promise<Task[]> {
  const ordered = `order by run_at, kind, subject limit ${MOST_AT_A_TIME}`;
  if (state === null) {
    return db.query<TaskRow>(`select ${COLUMNS} from task where org = $1 ${ordered}`);
  }
  return db.query<TaskRow>(
    `select ${COLUMNS} from task where org = $1 and ${SHOWN_STATE} = $2 ${ordered}`,
    state,
  );
}

/** The task; null when there is none. */
export async function readTask(
  db: Statements,
  kind: string,
  subject: string,
): Promise<Task | null> {
  const rows = await db.query<TaskRow>(
    `select ${COLUMNS} from task where org = $1 and kind = $2 and subject = $3`,
    kind,
    subject,
  );
  return rows.at(0) ?? null;
}

/** Makes an open task due now, however long it would have waited. */
export async function hasten(
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

/** How many tasks there are by state, and since when the oldest is due. */
export async function taskStanding(
  db: Statements,
): Promise<Pick<IntegrationsStatus, 'tasks' | 'oldest_due_at'>> {
  const rows = await db.query<{ state: TaskState; tasks: number; oldest: string }>(
    `select state, count(*) as tasks, min(run_at) as oldest from task
     where org = $1 and (state <> 'open' or wanted > done) group by state`,
  );
  const of = (state: TaskState) => rows.find((row) => row.state === state);
  const tasks = {
    open: of('open')?.tasks ?? 0,
    attention: of('attention')?.tasks ?? 0,
    failed: of('failed')?.tasks ?? 0,
  };
  return { tasks, oldest_due_at: of('open')?.oldest ?? null };
}
