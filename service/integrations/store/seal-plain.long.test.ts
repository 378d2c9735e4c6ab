import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { ORG, SEALER } from '../test/organisation.ts';
import { documentOf, PLAIN, writeDocument, writePlain } from '../test/plain-store.ts';
import { STORES } from '../test/stores.ts';
import { agreementOf, readDocument } from './agreements.ts';
import { erasePerson } from './erase.ts';
import { erasuresOf } from './erasures.ts';
import { readCustomer } from './links.ts';
import { readOffer } from './offers.ts';
import { openStore, type StorePlace } from './open-store.ts';
import { findProspects, readCrm, readProspect } from './prospects.ts';
import { sealerOf } from './seal.ts';
import type { Store } from './store.ts';

/** More than a transaction takes, of prospects and of documents. */
const IDS = Array.from({ length: 70 }, (_, i) => `p${i}`);
/** A text that an older program has deleted. */
const DELETED = 'Svarthättadotter';
const NUMBERS = ['191212121212', '198507099805'];

async function makePlain(place: StorePlace, ids = IDS): Promise<void> {
  const store = await openStore(place, SEALER);
  await writePlain(store, SEALER, ORG, ids);
  await writePlain(store, SEALER, 'other', ['p1']);
  await store.changeAll((all) => writeDocument(all, ORG, 'o-of-nobody'));
  await store.close();
  if (place.databaseUrl === undefined) writeAndDelete(place.file);
}

/** Deletes rows as an older program did: their text stays in the file. */
function writeAndDelete(file: string): void {
  const db = new Database(file);
  db.exec(`insert into hook_seen (org, id, at) values ('gone', '${DELETED.repeat(200)}', '')`);
  db.pragma('wal_checkpoint(truncate)');
  db.exec(`delete from hook_seen where org = 'gone'`);
  db.pragma('wal_checkpoint(truncate)');
  db.close();
  assert.ok(readFileSync(file).includes(DELETED));
}

/** Everything of each person reads as it was written, and is found. */
async function assertWhole(store: Store, org: string, ids: readonly string[]): Promise<void> {
  const db = store.of(org);
  for (const id of ids) {
    const prospect = await readProspect(db, id);
    assert.deepEqual(
      [prospect?.email, prospect?.last_name, prospect?.version, prospect?.created_at],
      [`${id}@example.se`, PLAIN, 2, null],
    );
    assert.equal(prospect?.lead?.reference, `R${id}`);
    assert.equal((await readCrm(db, id))?.hash, `hash of ${id}`);
    const offer = await readOffer(db, `o-${id}`);
    assert.equal(offer?.body.title, `Solceller, ${PLAIN}`);
    assert.deepEqual(offer?.openNumbers(), NUMBERS);
    const agreement = await agreementOf(db, `o-${id}`);
    assert.equal(agreement?.agreement.signees[0].name, PLAIN);
    assert.deepEqual(agreement?.openNumbers(), [NUMBERS[0]]);
    assert.deepEqual(await readDocument(db, `o-${id}`, 'signed_1'), documentOf(`o-${id}`));
    assert.equal(await readCustomer(db, id, 'fortnox'), `${PLAIN} ${NUMBERS[0]}`);
    const found = await findProspects(db, { email: `${id}@example.se`, reference: `R${id}` }, 0, 9);
    assert.deepEqual(
      found.map((one) => one.prospect.id),
      [id],
    );
  }
}

function assertNothingPlain({ file }: StorePlace): void {
  for (const path of ['', '-wal', '-shm'].map((end) => `${file}${end}`).filter(existsSync)) {
    for (const text of [PLAIN, DELETED, NUMBERS[0]]) {
      assert.ok(!readFileSync(path).includes(text), `${text} in ${path}`);
    }
  }
}

for (const kind of STORES) {
  describe(`what an older program wrote, in ${kind.name}`, { skip: kind.skip }, () => {
    test('it is all encrypted when the store is open, and reads as before; nothing plain is left', async () => {
      const place = await kind.place();
      await makePlain(place);
      const said: string[] = [];
      const store = await openStore(place, SEALER, (line) => void said.push(line));
      assert.equal(said.length, 1);
      assert.match(said[0], /71 prospects and 71 documents/);
      await assertWhole(store, ORG, IDS);
      await assertWhole(store, 'other', ['p1']);
      for (const table of ['prospect', 'offer', 'agreement', 'document', 'link', 'person']) {
        const rows = await store
          .of(ORG)
          .query<Record<string, unknown>>(`select * from ${table} where org = $1`);
        assert.equal(rows.length, IDS.length, `${table}, and what was nobody's is gone`);
        const values = rows.flatMap((row) => Object.values(row)).map(String);
        assert.ok(
          !values.some((value) => value.includes(PLAIN) || value.includes(NUMBERS[0])),
          table,
        );
        if (table === 'prospect')
          assert.ok(rows.every(({ changed_at }) => Date.parse(String(changed_at)) > 0));
      }
      if (place.databaseUrl === undefined) assertNothingPlain(place);
      await store.close();
      const again = await openStore(place, SEALER, () => assert.fail('it is done once'));
      await again.close();
    });

    test('who was erased after it is erased when a backup of before it is put back', async () => {
      const place = await kind.place();
      await makePlain(place, ['p1', 'p2']);
      const store = await openStore(place, SEALER);
      const path = `${(await STORES[0].place()).file}.erasures`;
      const erasures = erasuresOf(store, path, { warn: assert.fail, error: assert.fail });
      await erasures.settle(await store.change(ORG, (change) => erasePerson(change, 'p1')));
      for (const table of [
        'prospect',
        'offer',
        'agreement',
        'document',
        'link',
        'person',
        'erasure',
      ]) {
        await store.changeAll((all) => all.query(`delete from ${table}`));
      }
      await writePlain(store, SEALER, ORG, ['p1', 'p2']);
      await store.close();
      const back = await openStore(place, SEALER);
      assert.equal(
        await erasuresOf(back, path, { warn: assert.fail, error: assert.fail }).reconcile(),
        1,
      );
      assert.equal(await readProspect(back.of(ORG), 'p1'), null);
      await assertWhole(back, ORG, ['p2']);
      await back.close();
    });

    test('personal numbers whose key is lost stay as they are; all else is encrypted', async () => {
      const place = await kind.place();
      const store = await openStore(place, SEALER);
      await writePlain(store, sealerOf([Buffer.alloc(32, 9)]), ORG, ['p1']);
      await store.close();
      const open = await openStore(place, SEALER);
      const offer = await readOffer(open.of(ORG), 'o-p1');
      assert.equal(offer?.body.title, `Solceller, ${PLAIN}`);
      assert.throws(() => offer?.openNumbers());
      await open.close();
    });
  });
}

const OPENS = fileURLToPath(new URL('../test/opens-store.ts', import.meta.url));

/** Opens the store in a process that is killed after a while. @returns whether it had ended by then */
async function openAndKill(file: string, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', 'tsx', OPENS, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  const [code] = await ended;
  clearTimeout(timer);
  return code === 0;
}

/** How many prospects are encrypted; nobody has the file open. */
function sealedIn(file: string): number {
  const db = new Database(file);
  const [{ count }] = db.prepare('select count(*) as count from person').all() as {
    count: number;
  }[];
  db.close();
  return count;
}

test('a process that is killed while it encrypts goes on where it was, as often as it takes', async (t) => {
  const [sqlite] = STORES;
  const place = await sqlite.place();
  const ids = Array.from({ length: 1_500 }, (_, i) => `p${i}`);
  await makePlain(place, ids);
  const sealed: number[] = [];
  while (!(await openAndKill(place.file, 100 * (sealed.length + 1)))) {
    sealed.push(sealedIn(place.file));
  }
  t.diagnostic(`killed with ${sealed} of ${ids.length + 1} encrypted`);
  assert.ok(sealed.some((count) => count > 0 && count <= ids.length));
  const store = await openStore(place, SEALER);
  await assertWhole(
    store,
    ORG,
    ids.filter((_, i) => i % 50 === 0),
  );
  await store.close();
  assertNothingPlain(place);
});
