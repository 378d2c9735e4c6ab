/**
 * A process to be killed: stores things for other systems, prints each when it is on disk, and pushes
 * them at the same time. With WRITES=0 it ends when no task is left within a day.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { handlersOf } from '../jobs/start-tasks.ts';
import { startWorker } from '../jobs/worker.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { putOffer } from '../store/offers.ts';
import { putProspect } from '../store/prospects.ts';
import type { TaskKind } from '../store/queues.ts';
import { openStore } from '../store/sqlite.ts';
import type { Change } from '../store/store.ts';
import { enqueueTask } from '../store/tasks.ts';
import { ENCRYPTION, ORG, organisationOf } from './organisation.ts';
import { keepInvoiced, keepOrdered, OFFER_BODY } from './stored-offers.ts';
import { testSync } from './sync.ts';

const { STORE_FILE = '', ACCOUNTS = '', RUN = '', WRITES = '0' } = process.env;
/** Time between runs: long enough for retries. All runs end before the two days after which a task is given up. */
const RUN_MS = 20 * 60_000;
const DAY_MS = 86_400_000;

async function run(): Promise<void> {
  const store = await openStore(STORE_FILE, ENCRYPTION);
  let skippedMs = Number(RUN) * RUN_MS;
  const clock = {
    now: () => Date.now() + skippedMs,
    sleep: async (ms: number) => {
      await sleep(5);
      skippedMs += ms;
    },
  };
  const accounts: Partial<Organisation> = JSON.parse(ACCOUNTS);
  const organisation = organisationOf(accounts);
  const handlers = handlersOf(testSync(store, clock, accounts));
  startWorker({
    store,
    handlers,
    mayRun: () => true,
    clock,
    random: Math.random,
    log: pino({ level: 'silent' }),
  });
  process.stdout.write('started\n');
  for (let i = 0; i < Number(WRITES); i++) {
    const id = `k-${RUN}-${i}`;
    await store.change(ORG, (change) => storeNext(change, organisation, id, i));
    process.stdout.write(`${id}\n`);
    await retryFailed();
  }
  while (WRITES === '0' && (await isOpen())) await sleep(20);
  if (WRITES === '0') process.exit(0);

  /** Tries again what was refused for good, as a person does who has mended it. */
  async function retryFailed(): Promise<void> {
    const failed = await store
      .of(ORG)
      .query<{ kind: TaskKind; subject: string }>(
        "select kind, subject from task where org = $1 and state = 'failed'",
      );
    for (const { kind, subject } of failed) {
      await store.change(ORG, (change) => enqueueTask(change, kind, subject, at(0)));
    }
  }

  async function isOpen(): Promise<boolean> {
    await retryFailed();
    const sql = `select subject from task where org = $1 and state = 'open' and requested > completed
      and run_at < $2 limit 1`;
    return (await store.of(ORG).query(sql, at(DAY_MS))).length > 0;
  }

  function at(inMs: number): string {
    return new Date(clock.now() + inMs).toISOString();
  }

  /** Stores a prospect, an offer to be invoiced or one to be signed, as the organisation has accounts. */
  async function storeNext(
    change: Change,
    { crm, accounting, signature }: Organisation,
    id: string,
    i: number,
  ): Promise<void> {
    if (signature) {
      await keepOrdered(change, id, at(0));
      return enqueueTask(change, 'sign.send', id, at(0));
    }
    // Two prospects have the same e-mail now and then.
    const email = `${RUN}-${i % 4}@example.com`;
    // Some have only a phone number.
    const person = crm && i % 3 === 0 ? { email: null, phone: `070 ${id}` } : { email };
    const request = { ...person, system: { panel_count: i } };
    await putProspect(change, { id, request, source: 'api', hasCrm: crm !== null });
    if (crm) {
      const body = { ...OFFER_BODY, prospect_id: id };
      await putOffer(change, { id, slug: `slug-${id}`, body, personalNumbers: [], version: 1 });
    }
    if (accounting) await keepInvoiced(change, id, { ...OFFER_BODY, prospect_id: id });
  }
}

run();
