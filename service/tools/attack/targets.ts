/** The service and the integrations as the search for expensive calls starts them. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heatPumpBody } from '../../api/simulation/test/requests.ts';
import { LOOKUP } from '../../test/service.ts';
import { INTEGRATIONS, type Program, SERVICE, startReady } from '../../test/start-program.ts';
import { type Callers, type Cell, documentedRoutes, type Route } from './cost-cells.ts';

/** Organisations of the integrations, whose keys are good for 600 calls a minute each. */
const ORGANISATIONS = 100;

/** A process, its routes, and a refused call that others are measured by. */
export interface Target {
  program: Program;
  routes: Route[];
  refused: Cell;
  stop(): Promise<void>;
}

/** The service with its configurators and links. */
export async function serviceTarget(): Promise<Target> {
  const program = await startReady([SERVICE], {
    env: {
      TRUST_PROXY: '1',
      EMBEDS_FILE: 'fixtures/embeds.json',
      LINK_SECRETS: `a:${randomBytes(32).toString('base64')}`,
    },
  });
  const counted = { known: callerOf('10'), spent: 'X-Forwarded-For: 192.0.2.1\r\n' };
  const keyed: Callers = { ...counted, stranger: 'X-API-Key: nobody\r\n' };
  const open: Callers = { known: counted.known };
  const api = documentedRoutes('openapi.json', (path) =>
    path.endsWith('/openapi.json') ? open : keyed,
  );
  const paths = ['/', '/docs', '/docs/api', '/docs/sdk', '/data', '/sdk/v1.js', '/assets/x.js'];
  const embedded = ['/embedded/demo', '/embedded/demo/theme.css', '/embedded/demo/token'];
  const pages = [...paths, ...embedded, '/embedded/x', '/livez', '/readyz', '/nothing'];
  const leads = { method: 'POST', path: '/embedded/demo/leads', body: '{"token":""}' };
  const hours = JSON.stringify(heatPumpBody({ detail: 'hourly' }));
  const routes: Route[] = [
    ...api,
    { method: 'POST', path: '/api/v1/simulation?hourly', body: hours, callers: keyed },
    { method: 'GET', path: '/i/x', callers: counted },
    { ...leads, callers: open },
    ...pages.map((path) => ({ method: 'GET', path, callers: open })),
  ];
  const refused = refusedCell(LOOKUP, 'X-API-Key: nobody\r\n');
  return { program, routes, refused, stop: program.stop };
}

/** The integrations with many organisations and no provider. */
export async function integrationsTarget(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'costs-'));
  const keys = Array.from({ length: ORGANISATIONS }, () => randomBytes(24).toString('hex'));
  const file = join(folder, 'organisations.json');
  const organisations = keys.map((key, i) => ({
    id: `org-${i}`,
    name: `org-${i}`,
    subscription: 'active',
    api_keys_sha256: [createHash('sha256').update(key).digest('hex')],
  }));
  writeFileSync(file, JSON.stringify({ organisations }));
  const env = {
    TRUST_PROXY: '1',
    ORGANISATIONS_FILE: file,
    BASE_URL: 'http://127.0.0.1',
    DATA_KEY: randomBytes(32).toString('base64'),
    STORE_FILE: join(folder, 'store.db'),
  };
  const program = await startReady([INTEGRATIONS], { env });
  const [spentKey, ...others] = keys;
  let next = 0;
  const stranger = 'Authorization: Bearer nobody\r\n';
  const keyed: Callers = {
    known: () => `Authorization: Bearer ${others[next++ % others.length]}\r\n`,
    spent: `Authorization: Bearer ${spentKey}\r\n`,
    stranger,
  };
  const open: Callers = { known: callerOf('11') };
  const hook = { method: 'POST', body: '{"data":{}}', callers: open };
  const pages = ['/i/abcdefghijklm', '/integrations/openapi.json', '/livez', '/readyz', '/nothing'];
  const routes = [
    ...documentedRoutes('integrations/openapi.json', () => keyed),
    { ...hook, path: '/integrations/hooks/scrive/org-1/x.y' },
    { ...hook, path: '/integrations/hooks/standard/org-1' },
    { ...hook, path: '/integrations/hooks/leads/org-1' },
    ...pages.map((path) => ({ method: 'GET', path, callers: open })),
  ];
  const stop = async () => {
    await program.stop();
    rmSync(folder, { recursive: true });
  };
  return { program, routes, refused: refusedCell('/integrations/v1/status', stranger), stop };
}

/** Ever new addresses below a first number, as a proxy would pass them on. */
function callerOf(net: string): () => string {
  let next = 0;
  return () => {
    const i = next++;
    return `X-Forwarded-For: ${net}.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}\r\n`;
  };
}

/** A call without a body of somebody whose key is not known. */
function refusedCell(path: string, stranger: string): Cell {
  const bytes = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${stranger}\r\n`,
  );
  const route = { method: 'GET', path, callers: { known: () => stranger } };
  return { route, outcome: 'refused before', name: 'GET', body: '', bytes: () => bytes };
}
