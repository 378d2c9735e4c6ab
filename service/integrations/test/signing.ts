/** An organisation with an offer, a store and an e-signature service on loopback. */
import { after } from 'node:test';
import { signatureSync } from '../jobs/signature.ts';
import type { SignatureAccount } from '../providers/account.ts';
import { providersSource } from '../providers/ports-of.ts';
import { putLink } from '../store/links.ts';
import type { TaskKind } from '../store/queues.ts';
import type { Store } from '../store/store.ts';
import { enqueueTask, type Handler } from '../store/tasks.ts';
import { testClock } from './clock.ts';
import { type BridgeFake, bridgeAccount, startBridgeFake } from './fakes/bridge.ts';
import { type ScriveFake, scriveAccount, startScriveFake } from './fakes/scrive.ts';
import { startIntegrations, testOrganisation } from './integrations.ts';
import { ENCRYPTION, ORG } from './organisation.ts';
import { keepOrdered } from './stored-offers.ts';

/** The parts of a test of signing. `T` is the fake. */
export type Signing<T> = Awaited<ReturnType<typeof startWith>> & { fake: T };

export async function startScriveSigning(): Promise<Signing<ScriveFake>> {
  const clock = testClock(Date.now());
  const fake = await startScriveFake(clock.now);
  after(fake.close);
  return { ...(await startWith(clock, scriveAccount(fake))), fake };
}

export async function startBridgeSigning(): Promise<Signing<BridgeFake>> {
  const clock = testClock(Date.now());
  const fake = await startBridgeFake(clock.now);
  after(fake.close);
  return { ...(await startWith(clock, bridgeAccount(fake))), fake };
}

async function startWith(clock: ReturnType<typeof testClock>, signature: SignatureAccount) {
  const mine = testOrganisation(ORG, { crm: null, accounting: null, signature });
  const now = () => new Date(clock.now());
  const started = await startIntegrations([mine], { now, hooksAMinute: 1e9 });
  const { store, base, log } = started;
  const deps = {
    store,
    encryption: ENCRYPTION,
    clock,
    organisation: (id: string) => started.deps.organisations.current.find((one) => one.id === id),
    // Waiting for a turn takes no time of the test.
    providers: providersSource({ now: clock.now, sleep: async () => {} }),
    baseUrl: base,
  };
  const handlers = signatureSync(deps);

  return {
    ...deps,
    handlers,
    hookDeps: started.deps,
    organisation: mine.organisation,
    lines: log,
    run: () => runDueTasks(store, ORG, handlers, clock.now),
    offerState: () => offerState(store),
    /** Stores an agreement to be sent. With a ref, one that was sent. */
    async order(id: string, personalNumbers: (string | null)[] = [], ref?: string) {
      const createdAt = now().toISOString();
      await store.change(ORG, async (change) => {
        await keepOrdered(change, id, createdAt, personalNumbers);
        if (ref === undefined) await enqueueTask(change, 'sign.send', id, createdAt);
        else await putLink(change, 'agreement', id, signature.provider, ref);
      });
    },
  };
}

async function offerState(store: Store) {
  const rows = await store
    .of(ORG)
    .query<{ state: string }>('select state from offer where org = $1');
  return rows.map(({ state }) => state);
}

interface Due {
  kind: TaskKind;
  subject: string;
  requested: number;
}

/**
 * Runs an organisation's due tasks until none is left, several subjects at a time. Without retries, so that a handler's
 * errors reach the test.
 */
async function runDueTasks(
  store: Store,
  org: string,
  handlers: Partial<Record<TaskKind, Handler>>,
  now: () => number,
): Promise<void> {
  for (;;) {
    const due = await store.of(org).query<Due>(
      `select kind, subject, requested from task where org = $1 and state = 'open' and requested > completed
       and run_at <= $2 order by run_at limit 20`,
      new Date(now()).toISOString(),
    );
    if (due.length === 0) return;
    const firsts = due.filter(
      ({ subject }, i) => due.findIndex((one) => one.subject === subject) === i,
    );
    const run = (task: Due) => carryOutTask(store, org, handlers[task.kind], task, now);
    await Promise.all(firsts.map(run));
  }
}

async function carryOutTask(
  store: Store,
  org: string,
  handler: Handler | undefined,
  { kind, subject, requested }: Due,
  now: () => number,
): Promise<void> {
  if (!handler) throw new Error(`There is no handler of ${kind}.`);
  const outcome = await handler({ org, kind, subject, attempts: 1 });
  const againAt = outcome && new Date(now() + outcome.againInMs).toISOString();
  await store.change(org, (change) =>
    change.query(
      `update task set completed = $4, run_at = case when requested = $5 then $6 else run_at end
       where org = $1 and kind = $2 and subject = $3`,
      kind,
      subject,
      againAt ? requested - 1 : requested,
      requested,
      againAt ?? '',
    ),
  );
}
