import assert from 'node:assert/strict';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'libsql';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { PROSPECT } from '../test/bodies.ts';
import { ENCRYPTION, ORG } from '../test/organisation.ts';
import { keepInvoiced, keepOrdered, OFFER_BODY } from '../test/stored-offers.ts';
import { newStoreFile, openEmpty } from '../test/stores.ts';
import { eraseProspect, erasuresOf, ROWS_OF_PROSPECT, readTombstones } from './erase.ts';
import { putLink } from './links.ts';
import { putProspect } from './prospects.ts';
import { openStore } from './sqlite.ts';
import { type Store, StoreUnavailable } from './store.ts';
import { enqueueTask } from './tasks.ts';

const LOG = { warn: assert.fail, error: assert.fail };

/** Kinds of link, those of an offer last. */
const LINKS = [
  ...(['contact', 'customer', 'deal', 'last_written', 'offer_url', 'sync_error'] as const),
  ...(['invoice', 'lookups_left'] as const),
];

const put = (store: Store, ...ids: string[]) =>
  store.change(ORG, async (change) => {
    for (const id of ids) {
      await putProspect(change, { id, request: PROSPECT, source: 'api', hasCrm: true });
    }
  });

const idsIn = async (path: string) => (await readTombstones(path)).map(({ id }) => id);

const erase = (store: Store, id: string) =>
  store.change(ORG, (change) => eraseProspect(change, id));

test('a tombstone that could not be written is written by the next erasure, or start', async () => {
  const store = await openEmpty();
  const path = join(testFolder(), 'erasures');
  await put(store, 'a', 'b', 'c');
  const errors: unknown[] = [];
  const error = (line: unknown) => void errors.push(line);
  const erasures = erasuresOf(store, path, { ...LOG, error });
  mkdirSync(path);
  await erase(store, 'a');
  await assert.rejects(erasures.settle(), StoreUnavailable);
  assert.match(JSON.stringify(errors), /erasures cannot be .*EISDIR/);
  await assert.rejects(erasures.eraseAgain(), /erasures cannot be .* set ERASURES_FILE/);
  rmdirSync(path);
  await erasures.settle();
  assert.deepEqual(await idsIn(path), ['a']);
  // The process ends between the commit and the file.
  await erase(store, 'b');
  await erasuresOf(store, path, LOG).settle();
  assert.deepEqual(await idsIn(path), ['a', 'b']);
  rmSync(path);
  await erasuresOf(store, path, LOG).settle();
  assert.equal((await readTombstones(path)).length, 2, 'a file that was lost is written again');
});

test('all rows of a person go, and none of another whose offer has the person’s id', async () => {
  const store = await openEmpty();
  const body = (prospect_id: string) => ({ ...OFFER_BODY, prospect_id });
  await put(store, 'x', 'y');
  await store.change(ORG, async (change) => {
    // The offer y is x's, the offer x is y's.
    await keepInvoiced(change, 'y', body('x'));
    await keepInvoiced(change, 'x', body('y'));
    for (const id of ['x', 'y']) {
      for (const link of LINKS) {
        await putLink(change, link, id, 'system', `${link} of ${id}`);
      }
    }
    await keepOrdered(change, 'a-1', '2026-11-21');
    await enqueueTask(change, 'sign.send', 'a-1');
  });
  await erase(store, 'x');
  const db = store.of(ORG);
  const left = async (table: string) =>
    (
      await db.query<{ kind: string; subject: string }>(
        `select kind, subject from ${table} where org = $1 order by kind`,
      )
    ).map(({ kind, subject }) => `${kind} ${subject}`);
  const kept = LINKS.map((link, i) => `${link} ${i < 6 ? 'y' : 'x'}`);
  assert.deepEqual(await left('link'), kept.sort());
  assert.deepEqual(await left('task'), [
    'crm.sync y',
    'deal.progress y',
    'invoice.create x',
    'sign.send a-1',
  ]);
  await erase(store, 'y');
  await erase(store, 'p1');
  for (const table of Object.keys(ROWS_OF_PROSPECT)) {
    assert.deepEqual(await db.query(`select * from ${table} where org = $1`), [], table);
  }
});

test('each table is erased with its prospect or has nobody’s data', async () => {
  const store = await openEmpty();
  const rows = await store.changeAll((all) =>
    all.query<{ name: string }>(`select name from sqlite_master where type = 'table'`),
  );
  const others = ['erasure', 'hook_seen', 'meta', 'organisation', 'queue'];
  const known = [...Object.keys(ROWS_OF_PROSPECT), ...others].sort();
  assert.deepEqual(rows.map(({ name }) => name).sort(), known);
});

test('the file of tombstones is its owner’s, says nothing of anybody, and outlives a cut-off line', async () => {
  const store = await openEmpty();
  const path = join(testFolder(), 'erasures');
  const erasures = erasuresOf(store, path, LOG);
  await put(store, 'a', 'b', 'c');
  const eraseAndSettle = async (id: string) => {
    await erase(store, id);
    await erasures.settle();
  };
  await Promise.all(['a', 'b'].map(eraseAndSettle));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.doesNotMatch(readFileSync(path, 'utf8'), /Anna|Ek|example|Storgatan/);
  appendFileSync(path, '{"org":"solfirman","id":"abc');
  await eraseAndSettle('c');
  assert.deepEqual(await idsIn(path), ['a', 'b', 'c']);
});

const filesOf = (file: string) => ['', '-wal'].map((end) => `${file}${end}`);

test('a row that was erased just before a kill is removed at the next start', async () => {
  const [place, killed] = [newStoreFile(), newStoreFile()];
  const store = await openStore(place, ENCRYPTION);
  await put(store, 'a');
  const [{ body }] = await store
    .of(ORG)
    .query<{ body: string }>('select body from prospect where org = $1');
  await erase(store, 'a');
  for (const [i, file] of filesOf(place).entries()) copyFileSync(file, filesOf(killed)[i]);
  await store.close();
  const has = () => filesOf(killed).some((file) => readFileSync(file).includes(body));
  assert.ok(has());
  const again = await openStore(killed, ENCRYPTION);
  assert.ok(!has());
  await again.close();
});

test('rows leave the file of SQLite although somebody reads it, once that has ended', async () => {
  const place = newStoreFile();
  const store = await openStore(place, ENCRYPTION);
  await put(store, 'a');
  const reader = new Database(place);
  reader.exec('begin');
  const [{ body }] = reader.prepare('select body from prospect').all() as { body: string }[];
  const warnings: unknown[] = [];
  const path = join(testFolder(), 'erasures');
  const warn = (line: unknown) => void warnings.push(line);
  const erasures = erasuresOf(store, path, { ...LOG, warn });
  await erase(store, 'a');
  await erasures.settle();
  assert.equal(warnings.length, 1, 'it is logged');
  assert.equal((await readTombstones(path)).length, 1);
  reader.exec('commit');
  reader.close();
  await erasures.settle();
  await store.close();
  for (const file of filesOf(place)) assert.ok(!readFileSync(file).includes(body), file);
});
