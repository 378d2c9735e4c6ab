import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { putProspect } from '../store/prospects.ts';
import { sealerOf } from '../store/seal.ts';
import { openStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
import { readTombstones } from '../store/tombstones.ts';
import { PROSPECT } from '../test/bodies.ts';
import { keepOrdered } from '../test/kept-offers.ts';
import { ORG } from '../test/organisation.ts';

const DATA_KEY = randomBytes(32);
const sealer = sealerOf([DATA_KEY]);
const place = join(testFolder(), 'store.db');
const env = {
  ...process.env,
  DATA_KEY: DATA_KEY.toString('base64'),
  STORE_FILE: place,
};

function run(org: string, confirmed: string): Promise<{ code: number; text: string }> {
  const path = fileURLToPath(new URL('erase-organisation.ts', import.meta.url));
  const args = ['--import', 'tsx', path, org, confirmed];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });
}

async function withStore<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(place, sealer);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

const countOf = (org: string) =>
  withStore(async (store) => {
    const rows = await store.of(org).query('select id from prospect where org = $1');
    return rows.length;
  });

test('an organisation is erased once it is confirmed, with its tombstones, and no other', async () => {
  await withStore(async (store) => {
    for (const org of [ORG, 'other']) {
      await store.change(org, async (change) => {
        for (const id of ['a', 'b']) {
          await putProspect(change, { id, request: PROSPECT, source: 'api', hasCrm: true });
        }
      });
    }
    await store.change(ORG, (change) => keepOrdered(change, 'ag', '2026-11-21'));
  });
  const [nobody, unsure, other] = [
    await run('nobody', 'nobody'),
    await run(ORG, ''),
    await run(ORG, 'other'),
  ];
  assert.deepEqual([nobody.code, unsure.code, other.code], [1, 1, 1]);
  assert.match(nobody.text, /has nobody of an organisation "nobody"/);
  for (const { text } of [unsure, other]) {
    assert.match(
      text,
      /3 prospects of solfirman with 1 offers, of which 1 are out.*CONFIRM=solfirman/,
    );
  }
  assert.equal(await countOf(ORG), 3);
  const { code, text } = await run(ORG, ORG);
  assert.deepEqual([code, text.split(' ').slice(0, 2)], [0, ['Erased', '3']]);
  assert.deepEqual([await countOf(ORG), await countOf('other')], [0, 2]);
  assert.equal((await readTombstones(`${place}.erasures`)).length, 3);
});

test('while the process has the file it is refused', async () => {
  await withStore(async () => {
    const { code, text } = await run('other', 'other');
    assert.equal(code, 1);
    assert.match(text, /held by another process/);
  });
});
