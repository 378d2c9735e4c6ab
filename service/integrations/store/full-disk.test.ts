/** The store on a disk that is full, and on one that gets space again. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { skipWithoutDisk as skip, smallDisk } from '../../test/small-disk.ts';
import { PROSPECT } from '../test/bodies.ts';
import { refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';
import { ENCRYPTION } from '../test/organisation.ts';
import { openStore } from './sqlite.ts';

const DISK_KB = 2_048;

test('a full disk is 503 with Retry-After, loses nothing, and ends when there is space', {
  skip,
}, async (t) => {
  const disk = smallDisk(DISK_KB);
  const mine = testOrganisation('solfirman');
  const store = await openStore(join(disk.folder, 'store.db'), ENCRYPTION);
  t.after(() => store.close());
  const { base, call, log } = await startIntegrations([mine], { store });
  const put = (id: string, more: object = {}) =>
    call(mine.key, 'PUT', `/prospects/${id}`, { ...PROSPECT, ...more });
  assert.equal((await put('first')).status, 201);

  disk.fill(64);
  const stored = ['first'];
  let refused = 0;
  for (let i = 0; refused < 20; i++) {
    assert.ok(i < 2_000, 'it never fills');
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => put(`${name}${i}`)));
    for (const [j, answer] of answers.entries()) {
      if (answer.status === 201) stored.push(`${'abc'[j]}${i}`);
      else {
        refusal(answer, 503, 'store_unavailable');
        assert.equal(answer.headers.get('retry-after'), '5');
        refused++;
      }
    }
  }
  const readyz = () => fetch(`${base}/readyz`);
  const full = await readyz();
  assert.equal(full.status, 503);
  assert.match((await full.json()).error.message, /its disk is full \(/);
  // Reads go on, and the log names the cause, once.
  for (const id of stored)
    assert.equal((await call(mine.key, 'GET', `/prospects/${id}`)).status, 200);
  assert.equal(log.filter((line) => /its disk is full/.test(line)).length, 1);

  disk.empty();
  assert.equal((await readyz()).status, 200);
  assert.equal((await put('after')).status, 201);
  const rows = await store
    .of('solfirman')
    .query<{ id: string }>('select id from prospect where org = $1');
  assert.deepEqual(
    rows.map(({ id }) => id).sort(),
    [...stored, 'after'].sort(),
    'what was answered is there, and nothing else',
  );
  const [{ integrity_check }] = await store.changeAll((all) =>
    all.query<{ integrity_check: string }>('pragma integrity_check'),
  );
  assert.equal(integrity_check, 'ok');
  t.diagnostic(`${stored.length} prospects kept, ${refused} refused on a disk of ${DISK_KB} kB`);
});
