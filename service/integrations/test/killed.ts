/**
 * A process to be killed: keeps prospects, says of each when it is on disk, and tells the CRM of them at
 * the same time. With WRITES=0 it ends when nothing is left to tell.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { CrmAccount } from '../organisations.ts';
import { providersSource } from '../providers-of.ts';
import { openStore } from '../store/open-store.ts';
import { putProspect } from '../store/prospects.ts';
import { sealerOf } from '../store/seal.ts';
import { handlersOf } from '../sync/start-tasks.ts';
import { startWorker } from '../sync/worker.ts';
import { ORG, organisationOf } from './organisation.ts';

const { STORE_FILE = '', DATABASE_URL, CRM = '', RUN = '', WRITES = '0' } = process.env;
/** Later than all leases and waits of the runs before. */
const RUN_MS = 2 * 3_600_000;

async function run(): Promise<void> {
  const store = await openStore({ file: STORE_FILE, databaseUrl: DATABASE_URL });
  let skippedMs = Number(RUN) * RUN_MS;
  const clock = {
    now: () => Date.now() + skippedMs,
    sleep: async (ms: number) => {
      await sleep(5);
      skippedMs += ms;
    },
  };
  const crm: CrmAccount = JSON.parse(CRM);
  const organisation = organisationOf({ crm });
  const handlers = handlersOf({
    store,
    sealer: sealerOf([Buffer.alloc(32)]),
    clock,
    organisation: () => organisation,
    providers: providersSource(clock),
    baseUrl: '',
  });
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
    const id = `p-${RUN}-${i}`;
    // Two prospects have the same e-mail now and then.
    const request = { email: `${RUN}-${i % 4}@example.com`, system: { panel_count: i } };
    await store.change(ORG, (change) =>
      putProspect(change, { id, request, source: 'api', hasCrm: true }),
    );
    process.stdout.write(`${id}\n`);
  }
  while (WRITES === '0' && (await isOpen())) await sleep(20);
  if (WRITES === '0') process.exit(0);

  async function isOpen(): Promise<boolean> {
    const sql = `select subject from task where org = $1 and state = 'open' limit 1`;
    return (await store.of(ORG).query(sql)).length > 0;
  }
}

run();
