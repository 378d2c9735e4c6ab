/** Erased is erased: the files of the process are searched, while it runs and after it has ended. */
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Database from 'libsql';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { INTEGRATIONS, type Program, startProgram } from '../../test/start-program.ts';
import { newKey } from '../organisations/organisations.ts';
import { OFFER, PROSPECT } from './bodies.ts';
import { rawCall } from './integrations.ts';
import { recordOf, writeOrganisations } from './organisation.ts';

const folder = testFolder();
const STORE = join(folder, 'store.db');
const BACKUP = join(folder, 'backup.db');

const { key, sha256 } = newKey();
const ENV = {
  BASE_URL: 'https://sun.example',
  DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
  ORGANISATIONS_FILE: writeOrganisations(folder, recordOf(sha256)),
  STORE_FILE: STORE,
};

/** Texts of an erased person that are searched for. The letters beyond ASCII look different in each encoding. */
const GONE = {
  surname: 'Grönfinksdotter',
  street: 'Gråsparvsgränd',
  email: 'gronfink@example.se',
  phone: '070-174 06 99',
  'personal number': '19121212-1212',
  'its digits': '191212121212',
};
const PERSONS = 12;
const ENCODINGS = ['utf8', 'latin1', 'utf16le'] as const;

/** A PDF with a surname and a personal number in it, as an agreement has. */
const pdf = (surname: string) =>
  Buffer.from(
    `%PDF-1.4\n${`Avtal med ${surname}, ${GONE['personal number']}, ${GONE.street}\n`.repeat(200)}`,
    'latin1',
  );

let program: Program;
async function start(): Promise<void> {
  program = await startProgram([INTEGRATIONS], { env: { ...ENV } });
}
after(() => program.stop());

async function call(method: string, path: string, body?: unknown): Promise<number> {
  const answer = await rawCall(`${program.base}/integrations/v1${path}`, key, method, body);
  return answer.status;
}

/** Puts a prospect with an offer, and the offer's document in two versions. */
async function put(id: string, surname: string): Promise<void> {
  const { email, phone, street } = GONE;
  const address = { ...PROSPECT.address, street: `${street} ${id}` };
  const prospect = { ...PROSPECT, email, phone, last_name: surname, address };
  assert.equal(await call('PUT', `/prospects/${id}`, prospect), 201);
  const applicants = [{ name: `A ${surname}`, personal_number: GONE['personal number'] }];
  const offer = { ...OFFER, prospect_id: id, title: `Solceller, ${street}`, applicants };
  assert.equal(await call('PUT', `/offers/o-${id}`, offer), 201);
  for (const more of ['', '\n%']) {
    const document = Buffer.concat([pdf(surname), Buffer.from(more)]);
    assert.equal(await call('PUT', `/offers/o-${id}/agreement/document`, document), 200);
  }
}

const ids = Array.from({ length: PERSONS }, (_, i) => `p${i}`);

/** Where the values are: in the files and in the log, in any encoding. */
function found(values: Record<string, string>): string[] {
  const places: string[] = [];
  const files = readdirSync(folder).filter((name) => join(folder, name) !== BACKUP);
  for (const file of [...files, 'log']) {
    const bytes =
      file === 'log' ? Buffer.from(program.log.join()) : readFileSync(join(folder, file));
    for (const [name, value] of Object.entries(values)) {
      const encodings = ENCODINGS.filter((one) => bytes.includes(Buffer.from(value, one)));
      places.push(...encodings.map((encoding) => `${name} in ${file}, ${encoding}`));
    }
  }
  return places;
}

/** The encrypted bodies of prospects as the file has them, by prospect. */
function encryptedBodies(): Record<string, string> {
  const db = new Database(STORE);
  const rows = db.prepare('select id, body from prospect').all() as { id: string; body: string }[];
  db.close();
  return Object.fromEntries(rows.map(({ id, body }) => [id, body]));
}

test('after DELETE no file has anything of the erased nor their encrypted rows, while it runs and after a clean stop', async () => {
  await start();
  for (const id of [...ids, 'stays']) await put(id, GONE.surname);
  const { stays, ...gone } = encryptedBodies();
  assert.equal(Object.keys(gone).length, PERSONS);
  for (const body of Object.values(gone)) assert.notDeepEqual(found({ body }), []);
  for (const id of ids) assert.equal(await call('DELETE', `/prospects/${id}`), 204);
  assert.deepEqual(found({ ...GONE, ...gone }), []);
  assert.deepEqual(found({ pdf: '%PDF-' }), [], 'those who stay are encrypted, too');
  await program.stop('SIGTERM');
  assert.deepEqual(found({ ...GONE, ...gone }), []);
  assert.notDeepEqual(found({ stays }), []);
});

test('who was erased stays erased when an older backup is put back; who came again stays', async () => {
  await start();
  for (const id of ids) await put(id, GONE.surname);
  const before = encryptedBodies();
  const backup = new Database(STORE);
  backup.exec(`vacuum into '${BACKUP}'`);
  backup.close();
  for (const id of ids) assert.equal(await call('DELETE', `/prospects/${id}`), 204);
  await put('p0', 'Nyman');
  await program.stop('SIGTERM');
  const { p0 } = encryptedBodies();
  await start();
  assert.equal(await call('GET', '/prospects/p0'), 200, 'a new person under an old id');
  await program.stop('SIGTERM');

  for (const end of ['-wal', '-shm']) rmSync(`${STORE}${end}`, { force: true });
  copyFileSync(BACKUP, STORE);
  for (const body of Object.values(before)) assert.notDeepEqual(found({ body }), []);
  await start();
  assert.ok(program.log.some((line) => /12 erased persons were in a restored backup/.test(line)));
  for (const id of ids) assert.equal(await call('GET', `/prospects/${id}`), 404);
  assert.equal(await call('GET', '/prospects/stays'), 200);
  const { stays, ...gone } = before;
  assert.deepEqual(found({ ...gone, p0 }), []);
  await program.stop('SIGTERM');
  assert.deepEqual(found(gone), []);
  assert.notDeepEqual(found({ stays }), []);
});
