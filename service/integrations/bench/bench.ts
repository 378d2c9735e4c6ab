/**
 * How fast prospects are taken in, alone and while 50 000 open tasks are carried out: "make
 * bench-integrations"; with "--drain" until none is left, and whether any was lost or doubled. The
 * integrations, the CRM and the callers are a process each.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import type { IntegrationsStatus, ProspectRequest } from '../../../schemas/types.ts';
import { openStore } from '../store/open-store.ts';
import { putProspect } from '../store/prospects.ts';
import { benchOrganisations } from './organisations.ts';

const REQUESTS_PER_SECOND = 200;
/** While all tasks are waited for: each makes another. */
const DRAINING_PER_SECOND = 20;
/** What is put, and how fast. */
interface Calls {
  perSecond: number;
  /** Of the nth prospect; the CRM is told of those that have one. */
  emailOf(n: number): string | null;
}

const TOLD: Calls = { perSecond: REQUESTS_PER_SECOND, emailOf: (n) => `p${n}@example.com` };
const UNTOLD: Calls = { perSecond: DRAINING_PER_SECOND, emailOf: () => null };

const CALLERS = 16;
const WARM_UP_S = 5;
const SECONDS = 20;
const LIMIT_MS = 50;
const TASKS = 50_000;
/** One task in so many needs the CRM; nothing but the store holds the others up. */
const CRM_EVERY = 10;
const AT_A_TIME = 1_000;
/** Of the kernel's figures of a process. */
const TICK_MS = 10;

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const DRAINS = process.argv.includes('--drain');
const folder = mkdtempSync(join(tmpdir(), 'integrations-bench-'));
const storeFile = join(folder, 'store.db');
const children = new Set<ChildProcess>();
let prospects = 0;

try {
  const crm = start('service/integrations/bench/fake-crm.ts', {});
  const { url, token } = JSON.parse(await line(crm, /{/));
  const { organisations, text } = benchOrganisations(url);
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
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
}

function start(script: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  return child;
}

/** The first line of its output that fits; what follows is read and dropped. */
async function line(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('It has no output.');
  const lines = createInterface(child.stdout);
  for (;;) {
    const [text] = await once(lines, 'line');
    if (pattern.test(text)) return text;
  }
}

async function withIntegrations(
  token: string,
  use: (base: string, pid: number) => Promise<void>,
): Promise<void> {
  const child = start('service/integrations/main.ts', {
    INTEGRATIONS_PORT: '0',
    HOST: '127.0.0.1',
    BASE_URL: 'http://127.0.0.1',
    DATA_KEY: randomBytes(32).toString('base64'),
    ORGANISATIONS_FILE: join(folder, 'organisations.json'),
    STORE_FILE: storeFile,
    DATABASE_URL: '',
    DRAIN_DELAY_MS: '0',
    CRM_TOKEN: token,
  });
  const [, port] = /port (\d+)/.exec(await line(child, /Listening/)) ?? [];
  await use(`http://127.0.0.1:${port}/integrations/v1`, child.pid ?? 0);
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Prospects whose CRM has to be told, as the API would have kept them. */
async function fill(orgs: readonly string[]): Promise<void> {
  const store = await openStore({ file: storeFile, databaseUrl: undefined });
  for (let from = 0; from < TASKS; from += AT_A_TIME) {
    const some = Array.from({ length: AT_A_TIME }, (_, i) => from + i);
    await Promise.all(
      some.map((n) => {
        const request = n % CRM_EVERY === 0 ? prospect(`f${n}@example.com`) : prospect(null);
        const given = { id: `f-${n}`, request, source: 'api', hasCrm: true } as const;
        // As many of each organisation need the CRM.
        const org = orgs[Math.floor(n / CRM_EVERY) % orgs.length];
        return store.change(org, (change) => putProspect(change, given));
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

/** While the tasks are carried out. */
async function measureBeside(base: string, pid: number, keys: readonly string[]): Promise<void> {
  const openBefore = await openTasks(base, keys);
  const began = performance.now();
  await measure(`beside ${openBefore} open tasks`, base, pid, keys);
  const put = REQUESTS_PER_SECOND * (WARM_UP_S + SECONDS);
  const done = openBefore + put - (await openTasks(base, keys));
  const perSecond = (1000 * done) / (performance.now() - began);
  console.log(`  tasks carried out meanwhile: ${perSecond.toFixed(0)}/s`);
}

/** Until nothing is left to do, while prospects that the CRM is not told of are put. */
async function drain(base: string, pid: number, keys: readonly string[]): Promise<void> {
  for (;;) {
    const open = await openTasks(base, keys);
    if (open === 0) return;
    await measure(`beside ${open}, ${DRAINING_PER_SECOND}/s`, base, pid, keys, UNTOLD);
  }
}

/** Holds what the store has against the CRM: as many deals as prospects with an e-mail, each once. */
async function compare(crm: ChildProcess): Promise<void> {
  crm.kill('SIGUSR2');
  const there = JSON.parse(await line(crm, /deals/));
  const store = await openStore({ file: storeFile, databaseUrl: undefined });
  const here = await store.changeAll(async (all) => {
    const [counted] = await all.query<Record<string, number>>(
      `select count(*) as prospects, count(case when body like '%@example.com%' then 1 end) as emails,
         count(case when crm_state = 'synced' then 1 end) as synced from prospect`,
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
    const status = await (await fetch(`${base}/status`, { headers })).json();
    open += (status as IntegrationsStatus).tasks.open;
  }
  return open;
}

async function measure(
  name: string,
  base: string,
  pid: number,
  keys: readonly string[],
  calls: Calls = TOLD,
): Promise<void> {
  await load(base, keys, WARM_UP_S, calls);
  const before = processorMs(pid);
  const { latency, requests } = await load(base, keys, SECONDS, calls);
  const perRequest = (processorMs(pid) - before) / requests.total;
  console.log(
    `  ${name}: p50 ${latency.p50} ms, p99 ${latency.p99} ms, ${perRequest.toFixed(2)} ms of processor time a request; load ${loadavg()[0].toFixed(1)}`,
  );
}

async function load(
  base: string,
  keys: readonly string[],
  seconds: number,
  { perSecond, emailOf }: Calls,
) {
  const result = await autocannon({
    url: base,
    connections: CALLERS,
    overallRate: perSecond,
    duration: seconds,
    requests: [
      {
        method: 'PUT',
        setupRequest: (request) => {
          const n = prospects++;
          return {
            ...request,
            path: `/integrations/v1/prospects/p-${n}`,
            headers: { authorization: `Bearer ${keys[n % keys.length]}` },
            body: JSON.stringify(prospect(emailOf(n))),
          };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} requests failed.`);
  return result;
}

/** User and system time of a process, as the Linux kernel tells it. */
function processorMs(pid: number): number {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return TICK_MS * (user + system);
}
