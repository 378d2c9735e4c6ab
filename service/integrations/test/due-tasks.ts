import type { Store } from '../store/store.ts';
import type { Handler, TaskKind } from '../store/task.ts';

interface Due {
  kind: TaskKind;
  subject: string;
  wanted: number;
}

/**
 * Carries out what is due of an organisation until nothing is, subjects beside each other; without
 * leases and retries, so that what a handler throws reaches the test.
 */
export async function runDue(
  store: Store,
  org: string,
  handlers: Partial<Record<TaskKind, Handler>>,
  now: () => number,
): Promise<void> {
  for (;;) {
    const due = await store.of(org).query<Due>(
      `select kind, subject, wanted from task where org = $1 and state = 'open' and wanted > done
       and run_at <= $2 order by run_at limit 20`,
      new Date(now()).toISOString(),
    );
    if (due.length === 0) return;
    const firsts = due.filter(
      ({ subject }, i) => due.findIndex((one) => one.subject === subject) === i,
    );
    const run = (task: Due) => carryOut(store, org, handlers[task.kind], task, now);
    await Promise.all(firsts.map(run));
  }
}

async function carryOut(
  store: Store,
  org: string,
  handler: Handler | undefined,
  { kind, subject, wanted }: Due,
  now: () => number,
): Promise<void> {
  if (!handler) throw new Error(`There is no handler of ${kind}.`);
  const outcome = await handler({ org, kind, subject, attempts: 1, step: async () => {} });
  const againAt = outcome && new Date(now() + outcome.againInMs).toISOString();
  await store.change(org, (change) =>
    change.query(
      `update task set done = $4, run_at = case when wanted = $5 then $6 else run_at end
       where org = $1 and kind = $2 and subject = $3`,
      kind,
      subject,
      againAt ? wanted - 1 : wanted,
      wanted,
      againAt ?? '',
    ),
  );
}
