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
import { describe, test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { PROSPECT } from '../test/bodies.ts';
import { keepInvoiced, keepOrdered, OFFER_BODY } from '../test/kept-offers.ts';
import { ORG, SEALER } from '../test/organisation.ts';
import { newStoreFile, openEmpty } from '../test/stores.ts';
import { erasePerson } from './erase.ts';
import { erasuresOf } from './erasures.ts';
import { putLink } from './links.ts';
import { putProspect } from './prospects.ts';
import { OF_PROSPECT } from './rows-of-person.ts';
import { openStore } from './sqlite.ts';
import { type Store, StoreUnavailable } from './store.ts';
import { enqueueTask } from './task.ts';
import { readTombstones } from './tombstones.ts';

const LOG = { warn: assert.fail, error: assert.fail };

const put = (store: Store, ids: readonly string[], org = ORG) =>
  store.change(org, async (change) => {
    for (const id of ids) {
      await putProspect(change, { id, request: PROSPECT, source: 'api', hasCrm: true });
    }
  });

const erase = (store: Store, id: string, org = ORG) =>
  store.change(org, (change) => erasePerson(change, id));

const idsOf = async (store: Store, org = ORG): Promise<string[]> => {
  const sql = 'select id from prospect where org = $1 order by id';
  return (await store.of(org).query<{ id: string }>(sql)).map(({ id }) => id);
};

/** Tables with nobody's data. */
const OF_ORGANISATION = ['hook_seen', 'lane', 'organisation'];
const TABLES = new Set([...Object.keys(OF_PROSPECT), ...OF_ORGANISATION, 'person', 'erasure']);

/** Copies the store, as a backup does. @returns a function that puts the copy back */
async function backUp(store: Store): Promise<() => Promise<void>> {
  for (const table of TABLES) {
    await store.changeAll((all) =>
      all.query(`create table copy_${table} as select * from ${table}`),
    );
  }
  return () =>
    store.changeAll(async (all) => {
      for (const table of TABLES) {
        await all.query(`delete from ${table}`);
        await all.query(`insert into ${table} select * from copy_${table}`);
        await all.query(`drop table copy_${table}`);
      }
    });
}

describe(`erasures `, () => {
  test('who was erased is erased again when an older backup is put back; nobody else is', async () => {
    const store = await openEmpty();
    const path = join(testFolder(), 'erasures');
    const erasures = erasuresOf(store, path, LOG);
    await put(store, ['a', 'b', 'c', 'd']);
    await erasures.settle(await erase(store, 'a'));
    const putBack = await backUp(store);
    await erasures.settle(await erase(store, 'b'));
    await erasures.settle(await erase(store, 'c'));
    await put(store, ['c']);
    assert.equal(await erasures.reconcile(), 0, 'one who came again is not erased');
    assert.deepEqual(await idsOf(store), ['c', 'd']);
    await putBack();
    assert.deepEqual(await idsOf(store), ['b', 'c', 'd']);
    assert.equal(await erasuresOf(store, path, LOG).reconcile(), 2);
    assert.deepEqual(await idsOf(store), ['d']);
    assert.equal(await erasuresOf(store, path, LOG).reconcile(), 0);
    assert.equal((await readTombstones(path)).length, 3);
  });

  test('a tombstone that could not be written is written by the next look, after a kill too', async () => {
    const store = await openEmpty();
    const path = join(testFolder(), 'erasures');
    await put(store, ['a', 'b', 'c']);
    const errors: unknown[] = [];
    const error = (line: unknown) => void errors.push(line);
    const erasures = erasuresOf(store, path, { ...LOG, error });
    mkdirSync(path);
    await assert.rejects(erasures.settle(await erase(store, 'a')), StoreUnavailable);
    assert.deepEqual(errors, [{ path, code: 'EISDIR' }]);
    await assert.rejects(erasures.reconcile(), /erasures cannot be .* set ERASURES_FILE/);
    rmdirSync(path);
    await erasures.settle([]);
    const [a] = await readTombstones(path);
    assert.equal(a.org, ORG);
    // The process ends between the commit and the file.
    const [b] = await erase(store, 'b');
    await erasuresOf(store, path, LOG).reconcile();
    assert.deepEqual(await readTombstones(path), [a, b]);
    rmSync(path);
    await erasuresOf(store, path, LOG).reconcile();
    assert.equal((await readTombstones(path)).length, 2, 'a file that was lost is made again');
  });

  test('all rows of a person go, and none of another whose offer has the person’s id', async () => {
    const store = await openEmpty();
    const body = (prospect_id: string) => ({ ...OFFER_BODY, prospect_id });
    await put(store, ['x', 'y']);
    await store.change(ORG, async (change) => {
      // The offer y is x's, the offer x is y's.
      await keepInvoiced(change, 'y', body('x'));
      await keepInvoiced(change, 'x', body('y'));
      for (const id of ['x', 'y']) {
        for (const link of ['contact', 'invoice'] as const) {
          await putLink(change, link, id, 'system', `${link} of ${id}`);
        }
      }
      await keepOrdered(change, 'a-1', '2026-11-21');
      await enqueueTask(change, 'sign.send', 'a-1');
    });
    await erase(store, 'x');
    const db = store.of(ORG);
    const left = await db.query<{ kind: string; subject: string }>(
      'select kind, subject from link where org = $1 order by kind',
    );
    assert.deepEqual(left, [
      { kind: 'contact', subject: 'y' },
      { kind: 'invoice', subject: 'x' },
    ]);
    const tasks = await db.query('select kind, subject from task where org = $1 order by kind');
    assert.deepEqual(tasks, [
      { kind: 'crm.follow', subject: 'y' },
      { kind: 'crm.sync', subject: 'y' },
      { kind: 'invoice.create', subject: 'x' },
      { kind: 'sign.send', subject: 'a-1' },
    ]);
    await erase(store, 'y');
    await erase(store, 'p1');
    for (const table of [...Object.keys(OF_PROSPECT), 'person']) {
      assert.deepEqual(await db.query(`select * from ${table} where org = $1`), [], table);
    }
  });

  test('each table is erased with its person or has nobody’s data', async () => {
    const tables = await tablesWithOrganisation(await openEmpty());
    assert.deepEqual(tables.sort(), [...TABLES].sort());
  });
});

async function tablesWithOrganisation(store: Store): Promise<string[]> {
  const rows = await store.changeAll((all) =>
    all.query<{ name: string }>(`select name from sqlite_master where type = 'table'`),
  );
  assert.ok(rows.length > 10);
  return rows.map((row) => row.name).filter((table) => table !== 'meta');
}

test('the file of tombstones is its owner’s, tells nothing of anybody, and outlives a cut-off line', async () => {
  const store = await openEmpty();
  const path = join(testFolder(), 'erasures');
  const erasures = erasuresOf(store, path, LOG);
  await put(store, ['a', 'b', 'c']);
  await Promise.all(['a', 'b'].map(async (id) => erasures.settle(await erase(store, id))));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.doesNotMatch(readFileSync(path, 'utf8'), /Anna|Ek|example|Storgatan/);
  appendFileSync(path, '{"org":"solfirman","key":"abc');
  await erasures.settle(await erase(store, 'c'));
  assert.equal((await readTombstones(path)).length, 3);
});

test('a key that was erased just before a kill is gone once the process has started again', async () => {
  const [place, killed] = [newStoreFile(), newStoreFile()];
  const store = await openStore(place, SEALER);
  await put(store, ['a']);
  const [{ sealed }] = await store
    .of(ORG)
    .query<{ sealed: string }>('select sealed from person where org = $1');
  await erase(store, 'a');
  const filesOf = (file: string) => ['', '-wal'].map((end) => `${file}${end}`);
  for (const [i, file] of filesOf(place).entries()) copyFileSync(file, filesOf(killed)[i]);
  await store.close();
  const has = () => filesOf(killed).some((file) => readFileSync(file).includes(sealed));
  assert.ok(has());
  const again = await openStore(killed, SEALER);
  assert.ok(!has());
  await again.close();
});

test('keys leave the file of SQLite although somebody reads it, once that has ended', async () => {
  const place = newStoreFile();
  const store = await openStore(place, SEALER);
  const path = join(testFolder(), 'erasures');
  await put(store, ['a']);
  const { default: Database } = await import('libsql');
  const reader = new Database(place);
  const [{ sealed }] = reader.prepare('select sealed from person').all() as { sealed: string }[];
  reader.exec('begin');
  reader.prepare('select * from person').all();
  const warnings: unknown[] = [];
  const erasures = erasuresOf(store, path, {
    ...LOG,
    warn: (line: unknown) => void warnings.push(line),
  });
  await erasures.settle(await erase(store, 'a'));
  assert.equal(warnings.length, 1, 'it is told');
  assert.equal((await readTombstones(path)).length, 1);
  reader.exec('commit');
  reader.close();
  await erasures.settle([]);
  await store.close();
  for (const end of ['', '-wal']) {
    assert.ok(!readFileSync(`${place}${end}`).includes(sealed), `the file ${end}`);
  }
});
