/** The process as `make integrations` starts it: configuration, signals, what is on disk. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { INTEGRATIONS, startProgram, untilLogged } from '../../test/start-program.ts';
import { newKey } from '../organisations/organisations.ts';
import { PROSPECT } from './bodies.ts';
import { rawCall } from './integrations.ts';
import { recordOf, writeOrganisations } from './organisation.ts';

const folder = testFolder();

const ENV = {
  BASE_URL: 'https://sun.example',
  DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
  ORGANISATIONS_FILE: join(folder, 'organisations.json'),
  STORE_FILE: join(folder, 'store.db'),
};

const [first, second] = [newKey(), newKey()];

/** Lets the key open the one organisation of the file. */
const admit = ({ sha256 }: { sha256: string }, more: object = {}) =>
  writeOrganisations(folder, recordOf(sha256, more));

/** Starts the process, which is refused. @returns its error */
function refusedStart(env: Record<string, string>): string {
  const { status, stderr } = spawnSync(process.execPath, [INTEGRATIONS], {
    env: { ...process.env, INTEGRATIONS_PORT: '0', ...ENV, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 1, `${Object.keys(env)}: ${stderr}`);
  return stderr;
}

async function start(env: Record<string, string> = {}) {
  const program = await startProgram([INTEGRATIONS], { env: { ...ENV, ...env } });
  after(() => program.stop());
  const call = ({ key }: { key: string }, method: string, path: string, body?: unknown) =>
    rawCall(`${program.base}/integrations/v1${path}`, key, method, body);
  const statuses = () =>
    Promise.all([first, second].map(async (key) => (await call(key, 'GET', '/status')).status));
  return { ...program, call, statuses };
}

test('every invalid variable stops the start with an error that names it and shows no secret', () => {
  admit(first);
  const cases: Record<string, [value: string, output: RegExp]> = {
    ORGANISATIONS_FILE: [join(folder, 'none.json'), /none\.json/],
    DATA_KEY: ['verysecret', /^error: DATA_KEY: key 1 is not 32 bytes/],
    STORE_FILE: [folder, /cannot be read and written \(EISDIR\): set STORE_FILE/],
    ERASURES_FILE: [folder, /cannot be read and written \(EISDIR\): set ERASURES_FILE/],
    RETENTION_DAYS: ['never', /^error: RETENTION_DAYS is "never"/],
  };
  for (const [name, [value, expected]] of Object.entries(cases)) {
    const output = refusedStart({ [name]: value });
    assert.match(output, expected);
    assert.doesNotMatch(output, /verysecret|\n\s+at /);
  }
});

test('SIGHUP reads the organisations again, and a broken file leaves the old in place', async () => {
  admit(first);
  const program = await start();
  assert.deepEqual(await program.statuses(), [200, 401]);
  admit(second);
  program.child.kill('SIGHUP');
  await untilLogged(program, /Read 1 organisations/);
  assert.deepEqual(await program.statuses(), [401, 200]);
  admit(first, { colour: 'red' });
  program.child.kill('SIGHUP');
  await untilLogged(program, /stay as they were.*organisations\[0\]\.colour/);
  assert.deepEqual(await program.statuses(), [401, 200]);
});

test('a store that was emptied is no new store: the start says what to do, and a backup is taken', async () => {
  admit(first);
  const STORE_FILE = join(folder, 'emptied.db');
  const before = await start({ STORE_FILE });
  await before.call(first, 'PUT', '/prospects/p1', PROSPECT);
  await before.stop('SIGTERM');
  copyFileSync(STORE_FILE, `${STORE_FILE}.backup`);
  truncateSync(STORE_FILE);
  assert.match(
    refusedStart({ STORE_FILE }),
    /^error: .*emptied\.db has 0 bytes, but .*emptied\.db\.erasures .* Put a backup/,
  );
  assert.equal(statSync(STORE_FILE).size, 0);
  copyFileSync(`${STORE_FILE}.backup`, STORE_FILE);
  const { call } = await start({ STORE_FILE });
  assert.equal((await call(first, 'GET', '/prospects/p1')).status, 200);
});

test('what was answered with 2xx is there after kill -9, in a file that only its owner may read', async () => {
  admit(first);
  const before = await start();
  const put = await before.call(first, 'PUT', '/prospects/p1', PROSPECT);
  assert.equal(put.status, 201);
  await before.stop('SIGKILL');
  assert.equal(statSync(ENV.STORE_FILE).mode & 0o777, 0o600);
  const program = await start();
  assert.equal((await program.call(first, 'GET', '/prospects/p1')).text, put.text);
  program.child.kill('SIGTERM');
  await untilLogged(program, /stopped/);
});
