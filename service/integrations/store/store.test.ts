import assert from 'node:assert/strict';
import { existsSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { ENCRYPTION } from '../test/organisation.ts';
import { newStoreFile, openEmpty } from '../test/stores.ts';
import { openStore } from './sqlite.ts';
import { type Statements, type Store, StoreUnavailable } from './store.ts';

const INSERT =
  'insert into hook_seen (org, id, at) values ($1, $2, $3) on conflict (org, id) do nothing';
const IDS = 'select id from hook_seen where org = $1 order by id';

async function idsOf(statements: Statements): Promise<string[]> {
  return (await statements.query<{ id: string }>(IDS)).map(({ id }) => id);
}

test('a change is there when it returns, in another reader too, and after opening again', async () => {
  const place = newStoreFile();
  const store = await openStore(place, ENCRYPTION);
  await store.change('a', (change) => change.query(INSERT, 'é "1"', '2026-01-01'));
  assert.deepEqual(await idsOf(store.of('a')), ['é "1"']);
  await store.close();
  const again = await openStore(place, ENCRYPTION);
  assert.deepEqual(await idsOf(again.of('a')), ['é "1"']);
  await again.close();
});

test('a change that fails leaves nothing, and the changes next to it stay', async () => {
  const store = await openEmpty();
  const ends = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      store.change('a', async (change) => {
        await change.query(INSERT, String(i).padStart(2, '0'), '');
        if (i % 3 === 0) throw new Error('no');
        if (i % 3 === 1) await change.query('select nonsense from task where org = $1');
      }),
    ),
  );
  assert.deepEqual(
    ends.map(({ status }) => status === 'fulfilled'),
    Array.from({ length: 20 }, (_, i) => i % 3 === 2),
  );
  assert.deepEqual(await idsOf(store.of('a')), ['02', '05', '08', '11', '14', '17']);
});

test('nobody reads what is not committed', async () => {
  const store = await openEmpty();
  await store.change('a', async (change) => {
    await change.query(INSERT, 'x', '');
    assert.deepEqual(await idsOf(change), ['x']);
    assert.deepEqual(await idsOf(store.of('a')), []);
  });
});

test('an organisation sees only its own rows, and a statement without it is refused', async () => {
  const store = await openEmpty();
  await store.change('a', (change) => change.query(INSERT, 'x', ''));
  assert.deepEqual(await idsOf(store.of('b')), []);
  for (const sql of [
    'select id from hook_seen',
    'select id from hook_seen where id = $1',
    'delete from hook_seen where org = $12',
    'insert into hook_seen (id, org, at) values ($2, $1, $3)',
  ]) {
    assert.throws(() => store.of('a').query(sql, 'x'), /without the organisation/);
  }
});

test('a place without a value is refused, and a value without a place', async () => {
  const store = await openEmpty();
  await assert.rejects(store.of('a').query('select id from task where org = $1 and id = $2'));
  await assert.rejects(store.of('a').query('select kind from task where org = $1', 'x'));
});

test('changes of one organisation follow each other: each reads what the last wrote', async () => {
  const store = await openEmpty();
  await Promise.all(Array.from({ length: 30 }, () => addOne(store, 'a')));
  const [{ body, seq }] = await store
    .of('a')
    .query<{ body: string; seq: number }>('select body, seq from prospect where org = $1');
  assert.equal(body, '30');
  assert.equal(seq, 30, 'the order of changes has no gap');
});

test('bytes and great numbers come back as they went', async () => {
  const store = await openEmpty();
  const content = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));
  await store.change('a', (change) =>
    change.query(
      `insert into document (org, offer_id, id, kind, version, sha256, bytes, created_at, content)
         values ($1, 'o', 'd', 'signed', 1, '', $2, '', $3)`,
      9e15,
      content,
    ),
  );
  const rows = await store
    .of('a')
    .query('select bytes, content, agreement_id from document where org = $1');
  assert.deepEqual(rows, [{ bytes: 9e15, content, agreement_id: null }]);
});

test('once it is closed it refuses, and nothing worse', async () => {
  const store = await openStore(newStoreFile(), ENCRYPTION);
  await store.close();
  await assert.rejects(idsOf(store.of('a')), StoreUnavailable);
  await assert.rejects(
    store.change('a', (change) => change.query(INSERT, 'x', '')),
    StoreUnavailable,
  );
});

test('a store of an older or a newer program is refused by its schema', async () => {
  for (const [schema, whose] of [
    ['102', 'an older'],
    ['999', 'a newer'],
  ]) {
    const place = newStoreFile();
    const store = await openStore(place, ENCRYPTION);
    await store.changeAll((all) =>
      all.query(`update meta set value = $1 where name = 'tables'`, schema),
    );
    await store.close();
    const message = new RegExp(`${place} is the store of ${whose} version .*schema ${schema}`);
    await assert.rejects(openStore(place, ENCRYPTION), message);
  }
});

/** Reads, waits for a turn, writes: two at a time would lose one. */
function addOne(store: Store, org: string): Promise<unknown> {
  return store.change(org, async (change) => {
    const [row] = await change.query<{ body: string }>('select body from prospect where org = $1');
    await change.query(
      `insert into prospect (org, id, body, source, version, seq, crm_state, created_at, changed_at)
       values ($1, 'p', $2, 'api', 1, $3, 'none', '', '')
       on conflict (org, id) do update set body = excluded.body, seq = excluded.seq`,
      String(Number(row?.body ?? 0) + 1),
      change.seq,
    );
  });
}

test('only its owner may read the file, and only one process has it', async () => {
  const place = newStoreFile();
  const store = await openStore(place, ENCRYPTION);
  for (const name of ['', '-wal', '.lock']) {
    assert.equal(statSync(`${place}${name}`).mode & 0o777, 0o600, name);
  }
  await assert.rejects(openStore(place, ENCRYPTION), /held by another process/);
  await store.close();
  await (await openStore(place, ENCRYPTION)).close();
});

test('a file that is a symbolic link is one store with its target, whose log and lock are next to that', async () => {
  const file = newStoreFile();
  const link = join(testFolder(), 'link.db');
  symlinkSync(file, link);
  const store = await openStore(link, ENCRYPTION);
  await assert.rejects(openStore(file, ENCRYPTION), /held by another process/);
  assert.ok(existsSync(`${file}-wal`) && existsSync(`${file}.lock`));
  assert.ok(!existsSync(`${link}.lock`));
  await store.close();
});

test('a file that is removed or replaced under the process takes no change and is not ready', async () => {
  const file = newStoreFile();
  const store = await openStore(file, ENCRYPTION);
  const put = () => store.change('a', (change) => change.query(INSERT, 'x', ''));
  await put();
  await store.check();
  renameSync(file, `${file}.away`);
  await assert.rejects(put(), /removed or replaced/);
  await assert.rejects(store.check(), StoreUnavailable);
  writeFileSync(file, '');
  await assert.rejects(put(), StoreUnavailable);
  renameSync(`${file}.away`, file);
  await put();
  await store.close();
});
