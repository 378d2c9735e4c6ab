/**
 * The search for dear calls: processor time and memory of every kind of call as a ratio to a plain lookup, each on
 * a connection of its own. What is refused may cost three refused lookups and what it costs a bare server to read and
 * parse its body.
 */
import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { group, max, mean } from 'd3-array';
import { seededRandom } from '#common/seeded-random.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { processorMs, residentMb } from '../../test/process-figures.ts';
import { LOOKUP } from '../../test/service.ts';
import { INTEGRATIONS, type Program } from '../../test/start-program.ts';
import {
  type Callers,
  type Cell,
  cellsOf,
  documentedRoutes,
  OUTCOMES,
  type Outcome,
  type Route,
} from './cost-cells.ts';
import { forkFile, startTarget } from './target.ts';

const FEW_CALLS = 3;
const MANY_CALLS = 25;
/** How often a cell that seems too dear is measured again: another process on the machine is not its fault. */
const ROUNDS = 4;
const SEARCH_LIMIT_S = 120;
/** Organisations of the integrations, whose keys are good for 600 calls a minute each. */
const ORGANISATIONS = 100;
const KB_A_MB = 1024;

/** The cost of a call, and how the last one was answered. */
interface Cost {
  ms: number;
  kilobytes: number;
  status: string;
}

interface Result extends Cost {
  cell: Cell;
  /** The dearest that it may be, ms; none for what is accepted. */
  mostMs: number;
}

/** A process that calls are measured in. */
type Measured = Pick<Program, 'pid' | 'host' | 'port'>;

/** A bare server that takes bodies apart, inflates and parses them (cost-parser.ts), in a process of its own. */
async function startParser(): Promise<Measured & { child: ChildProcess }> {
  const child = forkFile('cost-parser.ts');
  const [port] = await once(child, 'message');
  return { child, pid: child.pid ?? 0, host: '127.0.0.1', port };
}

/** A plain lookup and one that its limit refuses: what others are measured by. */
interface Units {
  plain: Cost;
  refused: Cost;
}

/**
 * Makes every kind of call to both processes; prints a table.
 * @returns a line of figures
 * @throws Error when a refusal is dearer than it may be, or the search takes too long
 */
export async function searchCosts(): Promise<string> {
  const beganMs = performance.now();
  const { units, results: ofService } = await searchService();
  const results = [...ofService, ...(await searchIntegrations(units))];
  const seconds = (performance.now() - beganMs) / 1000;
  const tooDear = results.filter(({ ms, mostMs }) => ms > mostMs);
  const line = `${results.length} kinds of call in ${seconds.toFixed(0)} s (bound ${SEARCH_LIMIT_S}), ${tooDear.length} refusals dearer than they may be`;
  if (tooDear.length === 0 && seconds < SEARCH_LIMIT_S) return line;
  const worst = tooDear.slice(0, 60).map(({ cell, ms, mostMs, status }) => {
    return `\n        ${cell.route.path}, ${cell.outcome}, ${cell.name}: ${status}, ${ms.toFixed(2)} ms (bound ${mostMs.toFixed(2)})`;
  });
  throw new Error(`${line}:${worst.join('')}`);
}

async function searchService(): Promise<{ units: Units; results: Result[] }> {
  const target = await startTarget({
    env: {
      TRUST_PROXY: '1',
      EMBEDS_FILE: 'fixtures/embeds.json',
      LINK_SECRETS: `a:${randomBytes(32).toString('base64')}`,
    },
  });
  const known = callerOf('10');
  const counted = { known, spent: 'X-Forwarded-For: 192.0.2.1\r\n' };
  const keyed: Callers = { ...counted, stranger: 'X-API-Key: nobody\r\n' };
  const open: Callers = { known };
  const api = documentedRoutes(new URL('../../../schemas/openapi.json', import.meta.url), (path) =>
    path.endsWith('/openapi.json') ? open : keyed,
  );
  const paths = ['/', '/docs', '/docs/api', '/docs/sdk', '/data', '/sdk/v1.js', '/assets/x.js'];
  const embedded = ['/embedded/demo', '/embedded/demo/theme.css', '/embedded/demo/token'];
  const pages = [...paths, ...embedded, '/embedded/x', '/livez', '/readyz', '/nothing'];
  const leads = { method: 'POST', path: '/embedded/demo/leads', body: '{"token":""}' };
  const routes: Route[] = [
    ...api,
    { method: 'POST', path: '/api/v1/simulation?hourly', body: noisyYear(), callers: keyed },
    { method: 'GET', path: '/i/x', callers: counted },
    { ...leads, callers: open },
    ...pages.map((path) => ({ method: 'GET', path, callers: open })),
  ];
  try {
    const units = await unitsOf(target, counted);
    return { units, results: await search(target, routes, units) };
  } finally {
    await target.stop();
  }
}

/** A simulation of hours that are all noise, answered hour by hour. */
function noisyYear(): string {
  const random = seededRandom(1);
  const noise = (most: number) =>
    Array.from({ length: HOURS }, () => Number((most * random()).toFixed(3)));
  const sek = { import_sek_per_kwh: noise(2), export_sek_per_kwh: noise(1) };
  return JSON.stringify({
    consumption: { hourly_kwh: noise(5) },
    pv: { hourly_kwh: noise(5) },
    battery: { capacity_kwh: 1000, power_kw: 20, strategy: 'combined' },
    prices: { resolution: 'hourly', peak_charge_sek_per_kw_month: 60, ...sek },
    detail: 'hourly',
  });
}

async function searchIntegrations(units: Units): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'costs-'));
  const keys = Array.from({ length: ORGANISATIONS }, () => randomBytes(24).toString('hex'));
  const file = join(folder, 'organisations.json');
  writeFileSync(file, organisationsFile(keys));
  const env = {
    TRUST_PROXY: '1',
    ORGANISATIONS_FILE: file,
    BASE_URL: 'http://127.0.0.1',
    DATA_KEY: randomBytes(32).toString('base64'),
    STORE_FILE: join(folder, 'store.db'),
  };
  const target = await startTarget({ env }, INTEGRATIONS);
  const address = callerOf('11');
  const [spentKey, ...others] = keys;
  let next = 0;
  const keyed: Callers = {
    known: () => `Authorization: Bearer ${others[next++ % others.length]}\r\n`,
    spent: `Authorization: Bearer ${spentKey}\r\n`,
    stranger: 'Authorization: Bearer nobody\r\n',
  };
  const open: Callers = { known: address };
  const hook = { method: 'POST', body: '{"data":{}}', callers: open };
  const document = new URL('../../../schemas/integrations/openapi.json', import.meta.url);
  const pages = ['/i/abcdefghijklm', '/integrations/openapi.json', '/livez', '/readyz', '/nothing'];
  try {
    const routes = [
      ...documentedRoutes(document, () => keyed),
      { ...hook, path: '/integrations/hooks/scrive/org-1/x.y' },
      { ...hook, path: '/integrations/hooks/standard/org-1' },
      { ...hook, path: '/integrations/hooks/leads/org-1' },
      ...pages.map((path) => ({ method: 'GET', path, callers: open })),
    ];
    return await search(target, routes, units);
  } finally {
    await target.stop();
    rmSync(folder, { recursive: true });
  }
}

function organisationsFile(keys: readonly string[]): string {
  const organisations = keys.map((key, i) => ({
    id: `org-${i}`,
    name: `org-${i}`,
    subscription: 'active',
    api_keys_sha256: [createHash('sha256').update(key).digest('hex')],
  }));
  return JSON.stringify({ organisations });
}

/** Ever new addresses below a first number, as a proxy would pass them on. */
function callerOf(net: string): () => string {
  let next = 0;
  return () => {
    const i = next++;
    return `X-Forwarded-For: ${net}.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}\r\n`;
  };
}

/** The units, of a process that has answered so many before that its code is compiled. */
async function unitsOf(target: Program, { known, spent = '' }: Callers): Promise<Units> {
  const callers = { known };
  const route = { method: 'GET', path: LOOKUP, callers };
  const cell = (outcome: Outcome, headers: () => string): Cell => {
    const bytes = () =>
      Buffer.from(`GET ${LOOKUP} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers()}\r\n`);
    return { route, outcome, name: '', body: '', bytes };
  };
  const plain = cell('accepted', known);
  const refused = cell('limited', () => spent);
  for (const warmUp of [plain, refused]) await measure(target, warmUp, 20 * MANY_CALLS);
  return {
    plain: await measure(target, plain, 8 * MANY_CALLS),
    refused: await measure(target, refused, 8 * MANY_CALLS),
  };
}

/** The cost of each cell of the routes, and a table of it. */
async function search(target: Program, routes: readonly Route[], units: Units): Promise<Result[]> {
  const cells = cellsOf(routes);
  const parser = await startParser();
  await warmUpParser(parser, cells);
  const results: Result[] = [];
  for (const cell of cells) {
    let mostMs = cell.outcome === 'accepted' ? Number.POSITIVE_INFINITY : 3 * units.refused.ms;
    let cost = await measure(target, cell, FEW_CALLS);
    if (cell.body && cost.ms > mostMs)
      mostMs += (await measure(parser, { ...cell, outcome: 'accepted' }, FEW_CALLS)).ms;
    for (let round = 0; cost.ms > mostMs && round < ROUNDS; round++) {
      const again = await measure(target, cell, MANY_CALLS);
      if (again.ms < cost.ms) cost = again;
    }
    results.push({ ...cost, cell, mostMs });
  }
  parser.child.kill('SIGKILL');
  printTable(results, units);
  return results;
}

/** Sends the bodies of one route to the parser in every way, so that its code is compiled before it is measured. */
async function warmUpParser(parser: Measured, cells: readonly Cell[]): Promise<void> {
  const parsed = cells.filter(({ outcome }) => outcome === 'refused after');
  for (const cell of parsed.filter(({ route }) => route === parsed[0].route)) {
    await measure(parser, cell, MANY_CALLS);
  }
}

/** Makes a call again and again; what one of them cost. */
async function measure(target: Measured, cell: Cell, calls: number): Promise<Cost> {
  const { pid } = target;
  if (cell.outcome === 'limited') await spend(target, cell);
  // From here on the kernel records the peak of the resident set from zero.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const restMb = residentMb(pid);
  const beforeMs = processorMs(pid);
  let status = '';
  for (let i = 0; i < calls; i++) status = (await exchange(target, cell.bytes())).slice(9, 12);
  const ms = (processorMs(pid) - beforeMs) / calls;
  const peakMb = residentMb(pid, 'VmHWM');
  return { ms, kilobytes: (Math.max(0, peakMb - restMb) * KB_A_MB) / calls, status };
}

/** Uses up the caller's calls of this minute. */
async function spend(target: Measured, { bytes, route, name }: Cell): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if (/^HTTP\/1\.1 429 /.test(await exchange(target, bytes()))) return;
  }
  throw new Error(
    `The limit of a counted route was not reached by 1000 calls: ${route.path}, ${name}.`,
  );
}

/** The answer to a call, as far as it came. */
function exchange({ host, port }: Measured, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(port, host);
    const finish = () => {
      socket.destroy();
      resolve(said);
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      said += text;
    });
    socket.on('end', finish).on('error', finish);
    socket.write(bytes);
  });
}

/** A line a route: of each outcome the dearest call's processor time and the mean memory, in plain lookups. */
function printTable(results: readonly Result[], { plain, refused }: Units): void {
  const unit = `${plain.ms.toFixed(2)} ms, ${plain.kilobytes.toFixed(0)} kB; a refused one ${(refused.ms / plain.ms).toFixed(2)} of it`;
  console.log(`\nIn plain lookups (${unit}): the dearest call's processor time / memory`);
  console.log(`${'route'.padEnd(52)}${OUTCOMES.map((outcome) => outcome.padStart(18)).join('')}`);
  for (const [route, ofRoute] of group(results, ({ cell }) => cell.route)) {
    const columns = OUTCOMES.map((outcome) => {
      const costs = ofRoute.filter(({ cell }) => cell.outcome === outcome);
      if (costs.length === 0) return '-'.padStart(18);
      const ms = max(costs, (cost) => cost.ms) ?? 0;
      const memory = (mean(costs, (cost) => cost.kilobytes) ?? 0) / Math.max(1, plain.kilobytes);
      return `${(ms / plain.ms).toFixed(2)} / ${memory.toFixed(1)}`.padStart(18);
    });
    console.log(`${`${route.method} ${route.path}`.slice(0, 51).padEnd(52)}${columns.join('')}`);
  }
}
