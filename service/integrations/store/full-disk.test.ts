/** The store on a disk that is full, and on one that gets space again. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PROSPECT } from '../test/bodies.ts';
import { refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';
import { ENCRYPTION } from '../test/organisation.ts';
import { openStore } from './sqlite.ts';

const DISK_KB = 2_048;
const disk = smallDisk(DISK_KB);
const skip = disk === null && 'no disk of its own may be mounted here: run it as root';

test('a full disk is 503 with Retry-After, loses nothing, and ends when there is space', {
  skip,
}, async (t) => {
  const place = disk ?? assert.fail();
  const mine = testOrganisation('solfirman');
  const store = await openStore(join(place, 'store.db'), ENCRYPTION);
  t.after(() => store.close());
  const { base, call, log } = await startIntegrations([mine], { store });
  const put = (id: string, more: object = {}) =>
    call(mine.key, 'PUT', `/prospects/${id}`, { ...PROSPECT, ...more });
  assert.equal((await put('first')).status, 201);

  const filler = join(place, 'filler');
  fill(filler);
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

  rmSync(filler);
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

/** Writes until the disk is full, and leaves a little. */
function fill(path: string): void {
  const written = [];
  try {
    for (;;) {
      written.push(Buffer.alloc(16_384));
      writeFileSync(path, Buffer.concat(written));
    }
  } catch {
    writeFileSync(path, Buffer.alloc(Math.max(0, (written.length - 4) * 16_384)));
  }
}

/** Mounts an empty disk, which is unmounted after the tests of the file. Null if this user may not mount. */
function smallDisk(kilobytes: number): string | null {
  const disk = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const mount = ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk];
  const isMounted = spawnSync('mount', mount).status === 0;
  after(() => {
    if (isMounted) spawnSync('umount', ['-l', disk]);
    rmdirSync(disk);
  });
  return isMounted ? disk : null;
}
