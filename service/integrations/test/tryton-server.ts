/** A Tryton server of Debian's packages, with a database of its own and a company. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../test/free-port.ts';

const DATABASE = 'sun';
const USER = 'admin';
const PASSWORD = 'only-for-this-test-Pw1';
const START_TRIES = 600;

export interface TrytonServer {
  account: { baseUrl: string; database: string; user: string; password: string };
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  stop(): void;
}

export async function startTryton(): Promise<TrytonServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tryton-'));
  const port = await freePort();
  const config = join(folder, 'trytond.conf');
  const passlib = join(folder, 'passlib.conf');
  writeFileSync(
    config,
    `[database]\nuri = sqlite://\npath = ${folder}\n[web]\nlisten = 127.0.0.1:${port}\nroot = ${folder}\n[password]\npasslib = ${passlib}\n`,
  );
  // Every call brings the password: with bcrypt ten of them take longer than all the rest.
  writeFileSync(passlib, '[passlib]\nschemes = pbkdf2_sha512\npbkdf2_sha512__rounds = 1\n');
  writeFileSync(join(folder, 'password'), PASSWORD);
  writeFileSync(join(folder, `${DATABASE}.sqlite`), '');
  const env = { ...process.env, TRYTONPASSFILE: join(folder, 'password') };
  const wanted = ['-u', 'sale_opportunity', '--activate-dependencies', '--email', 'a@example.com'];
  execFileSync('trytond-admin', ['-c', config, '-d', DATABASE, ...wanted], { env, stdio: 'pipe' });
  const server = spawn('trytond', ['-c', config, '-d', DATABASE], { stdio: 'ignore' });
  const account = {
    baseUrl: `http://127.0.0.1:${port}`,
    database: DATABASE,
    user: USER,
    password: PASSWORD,
  };
  const rpc = rpcOf(account);
  await untilUp(rpc);
  await makeCompany(rpc);
  return {
    account,
    rpc,
    stop() {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function rpcOf({ baseUrl, database, user, password }: TrytonServer['account']) {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return async (method: string, ...params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ id: 1, method, params });
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}/${database}/`, { method: 'POST', headers, body });
    const { result, error }: { result?: unknown; error?: unknown } = JSON.parse(
      await response.text(),
    );
    if (error) throw new Error(JSON.stringify(error));
    return result;
  };
}

async function untilUp(rpc: TrytonServer['rpc']): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await rpc('model.res.user.get_preferences', true, {});
      return;
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await wait(100);
    }
  }
}

async function makeCompany(rpc: TrytonServer['rpc']): Promise<void> {
  const kronor = { name: 'Krona', symbol: 'kr', code: 'SEK', digits: 2 };
  const [currency] = ids(await rpc('model.currency.currency.create', [kronor], {}));
  const [party] = ids(await rpc('model.party.party.create', [{ name: 'Solfirman AB' }], {}));
  const [company] = ids(await rpc('model.company.company.create', [{ party, currency }], {}));
  const [user] = ids(await rpc('model.res.user.search', [['login', '=', USER]], 0, 1, null, {}));
  await rpc('model.res.user.write', [user], { companies: [['add', [company]]], company }, {});
}

function ids(result: unknown): number[] {
  return Array.isArray(result) ? result.map(Number) : [];
}
