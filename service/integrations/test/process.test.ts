/** The process as `make integrations` starts it: configuration, signals, what is on disk. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { INTEGRATIONS } from '../../test/start-program.ts';
import { newKey } from '../organisations/organisations.ts';
import { PROSPECT } from './bodies.ts';
import { rawCall } from './integrations.ts';
import { recordOf, writeOrganisations } from './organisation.ts';

const folder = testFolder();

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const ENV = {
  INTEGRATIONS_PORT: '0',
  HOST: '127.0.0.1',
  BASE_URL: 'https://sun.example',
  DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
  ORGANISATIONS_FILE: join(folder, 'organisations.json'),
  STORE_FILE: join(folder, 'store.db'),
};

const [first, second] = [newKey(), newKey()];

/** Lets the key open the one organisation of the file. */
const admit = ({ sha256 }: { sha256: string }, more: object = {}) =>
  writeOrganisations(folder, recordOf(sha256, more));

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [INTEGRATIONS], {
    env: { ...process.env, ...ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function start(env: Record<string, string> = {}) {
  const child = run(env);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const logged = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      assert.ok(!done, `the log ended before ${pattern}`);
      if (pattern.test(value)) return value;
    }
  };
  const line = await logged(/listening at/);
  const base = `http://127.0.0.1:${/localhost:(\d+)/.exec(line)?.[1]}`;
  const status = async ({ key }: { key: string }) =>
    (await rawCall(`${base}/integrations/v1/status`, key, 'GET')).status;
  return { child, base, logged, status };
}

test('every invalid variable stops the start with an error that names it and shows no secret', async () => {
  admit(first);
  const cases: Record<string, [value: string, output: RegExp]> = {
    ORGANISATIONS_FILE: [join(folder, 'none.json'), /none\.json/],
    DATA_KEY: ['verysecret', /^error: DATA_KEY: key 1 is not 32 bytes/],
    STORE_FILE: [folder, /cannot be read and written \(EISDIR\): set STORE_FILE/],
    ERASURES_FILE: [folder, /cannot be read and written \(EISDIR\): set ERASURES_FILE/],
    RETENTION_DAYS: ['never', /^error: RETENTION_DAYS is "never"/],
  };
  for (const [name, [value, expected]] of Object.entries(cases)) {
    const child = run({ [name]: value });
    // It has started, against what is expected.
    child.stdout.once('data', () => child.kill('SIGKILL'));
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 1, name);
    assert.match(output, expected);
    assert.doesNotMatch(output, /verysecret|\n\s+at /);
  }
});

test('SIGHUP reads the organisations again, and a broken file leaves the old in place', async () => {
  admit(first);
  const { child, logged, status } = await start();
  assert.deepEqual([await status(first), await status(second)], [200, 401]);
  admit(second);
  child.kill('SIGHUP');
  await logged(/Read 1 organisations/);
  assert.deepEqual([await status(first), await status(second)], [401, 200]);
  admit(first, { colour: 'red' });
  child.kill('SIGHUP');
  await logged(/stay as they were.*organisations\[0\]\.colour/);
  assert.deepEqual([await status(first), await status(second)], [401, 200]);
});

test('a store that was emptied is no new store: the start says what to do, and a backup is taken', async () => {
  admit(first);
  const STORE_FILE = join(folder, 'emptied.db');
  const before = await start({ STORE_FILE });
  const path = '/integrations/v1/prospects/p1';
  await rawCall(`${before.base}${path}`, first.key, 'PUT', PROSPECT);
  before.child.kill('SIGTERM');
  await once(before.child, 'exit');
  copyFileSync(STORE_FILE, `${STORE_FILE}.backup`);
  truncateSync(STORE_FILE);
  const refused = run({ STORE_FILE });
  const [output, [code]] = await Promise.all([text(refused.stderr), once(refused, 'exit')]);
  assert.equal(code, 1);
  assert.match(
    output,
    /^error: .*emptied\.db has 0 bytes, but .*emptied\.db\.erasures .* Put a backup/,
  );
  assert.equal(statSync(STORE_FILE).size, 0);
  copyFileSync(`${STORE_FILE}.backup`, STORE_FILE);
  const { base } = await start({ STORE_FILE });
  assert.equal((await rawCall(`${base}${path}`, first.key, 'GET')).status, 200);
});

test('what was answered with 2xx is there after kill -9, in a file that only its owner may read', async () => {
  admit(first);
  const before = await start();
  const put = await rawCall(
    `${before.base}/integrations/v1/prospects/p1`,
    first.key,
    'PUT',
    PROSPECT,
  );
  assert.equal(put.status, 201);
  before.child.kill('SIGKILL');
  await once(before.child, 'exit');
  assert.equal(statSync(ENV.STORE_FILE).mode & 0o777, 0o600);
  const { base, child, logged } = await start();
  const got = await rawCall(`${base}/integrations/v1/prospects/p1`, first.key, 'GET');
  assert.equal(got.text, put.text);
  child.kill('SIGTERM');
  await logged(/stopped/);
});
