/** An organisation with an offer, a store and an e-signature service on loopback. */
import { after } from 'node:test';
import { completeTask, nextTask, rescheduleTask } from '../jobs/queue.ts';
import { handlersOf } from '../jobs/start-tasks.ts';
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
  const handlers = handlersOf(deps);

  return {
    ...deps,
    handlers,
    hookDeps: started.deps,
    organisation: mine.organisation,
    lines: log,
    run: () => runDueTasks(store, handlers, now),
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

/** Runs due tasks until none is left. Without retries, so that a handler's errors reach the test. */
async function runDueTasks(
  store: Store,
  handlers: Record<TaskKind, Handler>,
  now: () => Date,
): Promise<void> {
  for (;;) {
    const task = await nextTask(store, now().toISOString(), []);
    if (task === null) return;
    const outcome = await handlers[task.kind](task);
    if (outcome === undefined) await completeTask(store, task);
    else {
      const runAt = new Date(now().getTime() + outcome.againInMs).toISOString();
      await rescheduleTask(store, task, { runAt, notice: outcome.notice });
    }
  }
}
