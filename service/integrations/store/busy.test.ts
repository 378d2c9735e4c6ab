/** The store's file while another program writes to it, as an operator with a shell may. */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { after, test } from 'node:test';
import { ENCRYPTION } from '../test/organisation.ts';
import { newStoreFile } from '../test/stores.ts';
import { openStore } from './sqlite.ts';
import { type Store, StoreUnavailable } from './store.ts';

const INSERT = 'insert into hook_seen (org, id, at) values ($1, $2, $3)';
const HOLDER = `const Database = require('libsql');
const db = new Database(process.argv[1]);
db.exec('begin immediate');
console.log('held');
process.stdin.resume().once('end', () => { db.exec('rollback'); db.close(); });`;

/** Another program that holds the file's lock until it is ended, or its input is. */
async function hold(file: string): Promise<ChildProcessByStdio<Writable, Readable, null>> {
  const child = spawn(process.execPath, ['-e', HOLDER, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

async function openFile(): Promise<{ store: Store; file: string }> {
  const file = newStoreFile();
  const store = await openStore(file, ENCRYPTION);
  after(() => store.close());
  await store.change('a', (change) => change.query(INSERT, 'before', ''));
  return { store, file };
}

test('a change waits for another program that writes; reads and all else go on meanwhile', async () => {
  const { store, file } = await openFile();
  const holder = await hold(file);
  const changes = ['x', 'y'].map((id) =>
    store.change('a', (change) => change.query(INSERT, id, '')),
  );
  const done = Promise.all(changes);
  const read = () => store.of('a').query('select id from hook_seen where org = $1');
  // A change that blocked the event loop would be refused, after five seconds, before the first of these is answered.
  for (let reads = 0; reads < 3; reads++) assert.equal((await read()).length, 1);
  holder.stdin.end();
  await done;
  assert.equal((await read()).length, 3);
});

test('after five seconds a change is refused as one that may be tried again, and then it is possible', async () => {
  const { store, file } = await openFile();
  const holder = await hold(file);
  const began = performance.now();
  await assert.rejects(
    store.change('a', (change) => change.query(INSERT, 'x', '')),
    StoreUnavailable,
  );
  const tookMs = performance.now() - began;
  assert.ok(tookMs >= 4_900, `${tookMs} ms`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await store.change('a', (change) => change.query(INSERT, 'x', ''));
  const rows = await store.of('a').query('select id from hook_seen where org = $1 order by id');
  assert.deepEqual(rows, [{ id: 'before' }, { id: 'x' }]);
});
