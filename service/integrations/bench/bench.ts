/**
 * Measures how fast prospects are stored, alone and while 50 000 open tasks are carried out: "make
 * bench-integrations"; with "--drain" until none is left, and whether any was lost or doubled. The
 * integrations, the CRM and the callers are a process each.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { IntegrationsStatus, ProspectRequest } from '../../../schemas/types.ts';
import { loadWithoutFault } from '../../test/load.ts';
import { processorMs } from '../../test/process-figures.ts';
import { INTEGRATIONS, type Program, startProgram } from '../../test/start-program.ts';
import { openStore } from '../store/open-store.ts';
import { putProspect } from '../store/prospects.ts';
import { sealerOf } from '../store/seal.ts';
import { benchOrganisations } from './organisations.ts';

const REQUESTS_PER_SECOND = 200;
/** The rate while all tasks are waited for: each prospect makes another. */
const DRAINING_PER_SECOND = 20;
/** The prospects that are put, and their rate. */
interface Calls {
  perSecond: number;
  /** The nth prospect's e-mail; prospects with one go to the CRM. */
  emailOf(n: number): string | null;
}

const WITH_EMAIL: Calls = { perSecond: REQUESTS_PER_SECOND, emailOf: (n) => `p${n}@example.com` };
const WITHOUT_EMAIL: Calls = { perSecond: DRAINING_PER_SECOND, emailOf: () => null };

const CALLERS = 16;
const WARM_UP_S = 5;
const SECONDS = 20;
const LIMIT_MS = 50;
const TASKS = 50_000;
/** One task in so many needs the CRM; nothing but the store holds the others up. */
const CRM_EVERY = 10;
const AT_A_TIME = 1_000;

const FAKE_CRM = fileURLToPath(new URL('./fake-crm.ts', import.meta.url));
const DRAINS = process.argv.includes('--drain');
const DATA_KEY = randomBytes(32);
const SEALER = sealerOf([DATA_KEY]);
const folder = mkdtempSync(join(tmpdir(), 'integrations-bench-'));
const storeFile = join(folder, 'store.db');
let prospects = 0;

const crm = await startProgram(['--import', 'tsx', FAKE_CRM]);

try {
  const [token] = crm.log;
  const { organisations, text } = benchOrganisations(crm.base);
  writeFileSync(join(folder, 'organisations.json'), text);
  const keys = organisations.map(({ key }) => key);
  console.log(
    `Prospects put at ${REQUESTS_PER_SECOND}/s for ${SECONDS} s, on SQLite (limit of p99 ${LIMIT_MS} ms)`,
  );
  await withIntegrations(token, (base, pid) => measure('alone', base, pid, keys));
  await fill(organisations.map(({ id }) => id));
  await withIntegrations(token, async (base, pid) => {
    await measureBeside(base, pid, keys);
    if (DRAINS) await drain(base, pid, keys);
  });
  if (DRAINS) await compare(crm);
} finally {
  await crm.stop();
  rmSync(folder, { recursive: true });
}

async function withIntegrations(
  token: string,
  use: (base: string, pid: number) => Promise<void>,
): Promise<void> {
  const env = {
    BASE_URL: 'http://127.0.0.1',
    DATA_KEY: DATA_KEY.toString('base64'),
    ORGANISATIONS_FILE: join(folder, 'organisations.json'),
    STORE_FILE: storeFile,
    DATABASE_URL: '',
    CRM_TOKEN: token,
  };
  const { base, pid, stop } = await startProgram([INTEGRATIONS], { env });
  try {
    await use(base, pid);
  } finally {
    await stop('SIGTERM');
  }
}

/** Stores prospects that have to go to the CRM, as the API would have stored them. */
async function fill(orgs: readonly string[]): Promise<void> {
  const store = await openStore({ file: storeFile, databaseUrl: undefined }, SEALER);
  for (let from = 0; from < TASKS; from += AT_A_TIME) {
    const some = Array.from({ length: AT_A_TIME }, (_, i) => from + i);
    await Promise.all(
      some.map((n) => {
        const request = n % CRM_EVERY === 0 ? prospect(`f${n}@example.com`) : prospect(null);
        const input = { id: `f-${n}`, request, source: 'api', hasCrm: true } as const;
        // Each organisation has as many that need the CRM.
        const org = orgs[Math.floor(n / CRM_EVERY) % orgs.length];
        return store.change(org, (change) => putProspect(change, input));
      }),
    );
  }
  await store.close();
}

function prospect(email: string | null): ProspectRequest {
  return {
    email,
    first_name: 'Anna',
    last_name: 'Ek',
    phone: '070-174 06 05',
    address: { street: 'Storgatan 1', postal_code: '72211', city: 'Västerås' },
    lat: 59.61,
    lng: 16.55,
    system: { panel_count: 24, panel_title: 'Panel 435 W', total_kw: 10.44, battery_kwh: 10 },
    household: { adults: 2, main_fuse_a: 20 },
  };
}

/** Measures while the tasks are carried out. */
async function measureBeside(base: string, pid: number, keys: readonly string[]): Promise<void> {
  const openBefore = await openTasks(base, keys);
  const began = performance.now();
  await measure(`beside ${openBefore} open tasks`, base, pid, keys);
  const put = REQUESTS_PER_SECOND * (WARM_UP_S + SECONDS);
  const done = openBefore + put - (await openTasks(base, keys));
  const perSecond = (1000 * done) / (performance.now() - began);
  console.log(`  tasks carried out meanwhile: ${perSecond.toFixed(0)}/s`);
}

/** Waits until nothing is left to do, while prospects that do not go to the CRM are put. */
async function drain(base: string, pid: number, keys: readonly string[]): Promise<void> {
  for (;;) {
    const open = await openTasks(base, keys);
    if (open === 0) return;
    await measure(`beside ${open}, ${DRAINING_PER_SECOND}/s`, base, pid, keys, WITHOUT_EMAIL);
  }
}

/** Compares the store with the CRM: as many deals as prospects with an e-mail, each once. */
async function compare(crm: Program): Promise<void> {
  const said = crm.log.length;
  crm.child.kill('SIGUSR2');
  while (crm.log.length === said) await wait(10);
  const there = JSON.parse(crm.log[said]);
  const store = await openStore({ file: storeFile, databaseUrl: undefined }, SEALER);
  const here = await store.changeAll(async (all) => {
    const [counted] = await all.query<Record<string, number>>(
      `select count(*) as prospects, count(email_mac) as emails,
         count(case when crm_state = 'synced' then 1 end) as synced
       from prospect join person on person.org = prospect.org and prospect_id = prospect.id`,
    );
    const tasks = await all.query<{ state: string; count: number }>(
      'select state, count(*) as count from task group by state',
    );
    return { ...counted, tasks };
  });
  await store.close();
  console.log(`  the store ${JSON.stringify(here)}, the CRM ${JSON.stringify(there)}`);
}

async function openTasks(base: string, keys: readonly string[]): Promise<number> {
  let open = 0;
  for (const key of keys) {
    const headers = { authorization: `Bearer ${key}` };
    const status = await (await fetch(`${base}/integrations/v1/status`, { headers })).json();
    open += (status as IntegrationsStatus).tasks.open;
  }
  return open;
}

async function measure(
  name: string,
  base: string,
  pid: number,
  keys: readonly string[],
  calls: Calls = WITH_EMAIL,
): Promise<void> {
  await load(base, keys, WARM_UP_S, calls);
  const beforeMs = processorMs(pid);
  const { answered, p50Ms, p99Ms } = await load(base, keys, SECONDS, calls);
  const perRequest = (processorMs(pid) - beforeMs) / answered;
  console.log(
    `  ${name}: p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${perRequest.toFixed(2)} ms of processor time a request; load ${loadavg()[0].toFixed(1)}`,
  );
}

function load(base: string, keys: readonly string[], seconds: number, calls: Calls) {
  return loadWithoutFault(base, {
    connections: CALLERS,
    seconds,
    perSecond: calls.perSecond,
    next() {
      const n = prospects++;
      return {
        method: 'PUT',
        path: `/integrations/v1/prospects/p-${n}`,
        headers: { authorization: `Bearer ${keys[n % keys.length]}` },
        body: JSON.stringify(prospect(calls.emailOf(n))),
      };
    },
  });
}
