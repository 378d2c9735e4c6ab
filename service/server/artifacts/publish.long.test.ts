/** Publishing to stores that keep conditions of a put, and to one that ignores them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeCells } from '../../../pipeline/dataset/cells/write-cells.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { open } from '../../pages/lookup/lookup.ts';
import { testArtifact } from '../../test/artifact.ts';
import { writeBuild, writePricesOf } from '../../test/build-folder.ts';
import { cacheTagIn } from './cache-tag.ts';
import { pointerOf, publish, startStore } from './s3-store.test-kit.ts';

const root = testFolder();
const folder = (name: string) => join(root, name);
const [A, B, C] = [folder('a'), folder('b'), folder('c')];
await writeBuild(A, '1.0.0');
await writeBuild(B, '1.1.0');
await writeBuild(C, '1.2.0');

const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const sha256 = (path: string) => sha256Of(readFileSync(path));
const objectOf = (folder: string, name: string) =>
  `builds/${sha256(join(folder, 'manifest.json'))}/${name}`;

/** A copy of a build with one byte of its prices turned. */
function flipped(from: string, name: string): string {
  cpSync(from, folder(name), { recursive: true });
  const path = join(folder(name), 'prices.bin');
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] ^= 1;
  writeFileSync(path, bytes);
  return folder(name);
}

test('a wrong key or a build that does not belong together publishes nothing', async () => {
  const s3 = await startStore('kept');
  const refused = await publish(s3, A, { AWS_ACCESS_KEY_ID: 'UNKNOWN' });
  assert.match(
    refused.said,
    /error: nothing new was published: http.* answers 403 to HEAD, expected 200/,
  );
  await writeBuild(folder('mixed'), '0.9.0');
  writePricesOf(folder('mixed'), '0.8.0');
  const mixed = await publish(s3, folder('mixed'));
  assert.match(mixed.said, /error: nothing new was published: .*may be of different builds/);
  assert.deepEqual(s3.written, []);
});

test('cells.bin goes with its own build, and is left out aloud with another', async () => {
  const [own, other] = [folder('cells'), folder('cells-of-another')];
  for (const build of [own, other]) cpSync(A, build, { recursive: true });
  await writeCells(join(own, 'pv-yield.bin'), join(own, 'cells.bin'));
  await writeCells(join(B, 'pv-yield.bin'), join(other, 'cells.bin'));
  const s3 = await startStore('kept');
  const left = await publish(s3, other);
  assert.equal(left.status, 0, left.said);
  assert.match(left.said, /cells\.bin is of 1\.1\.0, \S+, not of 1\.0\.0, \S+, and is left out/);
  assert.equal((await pointerOf(s3)).digests['cells.bin'], undefined);
  const again = await startStore('kept');
  assert.equal((await publish(again, own)).status, 0);
  const { digests, digest } = await pointerOf(again);
  assert.equal(digests['cells.bin'], sha256(join(own, 'cells.bin')));
  assert.equal((await open(readFileSync(join(own, 'cells.bin')))).digest, digest);
});

test('a version that was published with other yields is refused: caches would go on with the old ones', async () => {
  const s3 = await startStore('kept');
  await publish(s3, A);
  await publish(s3, B);
  const dataset = testArtifact();
  dataset.yield[0]++;
  await writeBuild(folder('same-version'), '1.0.0', dataset);
  const { status, said } = await publish(s3, folder('same-version'));
  assert.equal(status, 1);
  assert.match(said, /dataset 1\.0\.0 was published \S+ by \S+, with another pv-yield\.bin\./);
  assert.equal((await pointerOf(s3)).dataset, '1.1.0');
});

test('current.json says which dataset, its digests, when and by whom, and comes behind what it names', async () => {
  const s3 = await startStore('kept');
  const began = Date.now();
  const { status, said } = await publish(s3, A);
  assert.equal(status, 0, said);
  const current = await pointerOf(s3);
  const names = ['manifest.json', 'prices.bin', 'pv-yield.bin'];
  assert.deepEqual(
    Object.entries(current.digests).sort(),
    names.map((name) => [name, sha256(join(A, name))]),
  );
  assert.equal(current.dataset, '1.0.0');
  const when = Date.parse(current.published_at ?? '');
  assert.ok(began <= when && when <= Date.now(), current.published_at);
  assert.match(current.published_by ?? '', /^\S+@\S+$/);
  const build = `builds/${sha256(join(A, 'manifest.json'))}`;
  const entry = sha256Of(await (await s3.store.get('current.json')).text());
  assert.deepEqual(s3.written, [
    `${build}/pv-yield.bin`,
    `${build}/prices.bin`,
    `${build}/manifest.json`,
    ...s3.written.slice(3, -2),
    `ledger/${entry}.json`,
    'current.json',
  ]);
  assert.match(said, /Dataset 1\.0\.0 is current now, entry 1 of the ledger, published .* by \S+@/);

  const again = await publish(s3, A);
  assert.match(again.said, /Dataset 1\.0\.0 is current already, published .* by \S+@/);
  assert.equal(again.status, 0);
  assert.equal(s3.written.filter((name) => name === 'current.json').length, 1);
});

test('a byte flipped on the disk is found before anything is put', async () => {
  const s3 = await startStore('kept');
  const damaged = flipped(A, 'flipped');
  const { status, said } = await publish(s3, damaged);
  assert.equal(status, 1);
  assert.ok(
    said.includes(
      `${join(damaged, 'prices.bin')} has sha256 ${sha256(join(damaged, 'prices.bin'))}`,
    ),
    said,
  );
  assert.ok(said.includes(`manifest.json records ${sha256(join(A, 'prices.bin'))}`), said);
  assert.deepEqual(s3.written, []);
});

for (const conditions of ['kept', 'ignored'] as const) {
  test(`an object that is there is not put again: conditions ${conditions}`, async () => {
    const s3 = await startStore(conditions);
    await publish(s3, A);
    await publish(s3, B);
    const { status, said } = await publish(s3, A);
    assert.equal(status, 0, said);
    for (const from of [A, B])
      for (const name of ['pv-yield.bin', 'prices.bin']) {
        const object = objectOf(from, name);
        assert.equal(s3.written.filter((written) => written === object).length, 1, name);
      }
    assert.match(said, /prices\.bin: \d+ bytes are there already as builds\/\w{64}\/prices\.bin/);
  });
}

test('a damaged object that is there already is not pointed at, and named', async () => {
  const s3 = await startStore('kept');
  await publish(s3, A);
  const object = objectOf(B, 'prices.bin');
  await s3.store.put(object, join(flipped(B, 'flipped-b'), 'prices.bin'));
  const { status, said } = await publish(s3, B);
  assert.equal(status, 1);
  assert.ok(
    said.includes(`error: nothing new was published: ${object} of the store has bytes of sha256`),
    said,
  );
  assert.equal((await pointerOf(s3)).dataset, '1.0.0');
});

const TOLD =
  /error: nothing new was published: meanwhile dataset 1\.[12]\.0 was, published .* by \S+@.*\. If yours shall take its place, run "make publish" again/;

for (const conditions of ['kept', 'bare tags'] as const) {
  test(`of two who publish at once one wins and the other is told: conditions ${conditions}`, async () => {
    const s3 = await startStore(conditions);
    assert.equal((await publish(s3, A)).status, 0);
    // Both have seen that nobody was faster before either's pointer is looked at.
    const waiting: (() => void)[] = [];
    s3.beforePut = (name) => {
      if (name !== 'current.json' || waiting.length === 2) return;
      return new Promise((resolve) => {
        if (waiting.push(resolve) === 2) for (const go of waiting) go();
      });
    };
    const both = await Promise.all([publish(s3, B), publish(s3, C)]);
    const [winner, loser] = both[0].status === 0 ? both : both.toReversed();
    assert.deepEqual([winner.status, loser.status], [0, 1], JSON.stringify(both));
    assert.ok(winner.said.includes(`Dataset ${(await pointerOf(s3)).dataset} is current now`));
    assert.match(loser.said, TOLD);
  });
}

for (const conditions of ['kept', 'bare tags', 'ignored'] as const) {
  test(`whoever is overtaken while objects are put is told: conditions ${conditions}`, async () => {
    const s3 = await startStore(conditions);
    assert.equal((await publish(s3, A)).status, 0);
    let isFirst = true;
    s3.beforePut = async () => {
      if (!isFirst) return;
      isFirst = false;
      assert.equal((await publish(s3, C)).status, 0);
    };
    const { status, said } = await publish(s3, B);
    assert.equal(status, 1, said);
    assert.match(said, TOLD);
    assert.equal((await pointerOf(s3)).dataset, '1.2.0');
    assert.equal((await publish(s3, B)).status, 0, 'asked again it is');
  });
}

test('a store that ignores conditions is told of, one that keeps them is not', async () => {
  for (const [conditions, isTold] of [
    ['kept', false],
    ['bare tags', false],
    ['ignored', true],
  ] as const) {
    const s3 = await startStore(conditions);
    for (const build of [A, B]) {
      const { status, said } = await publish(s3, build);
      assert.equal(status, 0, said);
      assert.equal(/ignores the conditions of a put/.test(said), isTold, `${conditions}: ${said}`);
    }
  }
});

test('going back to an older build is said', async () => {
  const s3 = await startStore('kept');
  await publish(s3, B);
  const { said } = await publish(s3, A);
  assert.match(said, /withdraws the newer 1\.1\.0, published .* by \S+@/);
});

test('the first build purges nothing, the second the first, and is current though no cache could be told', async () => {
  const s3 = await startStore('kept');
  const told = join(root, 'told');
  const PURGE = `echo "$FORMER_TAG" >> ${told}; exit 3`;
  assert.equal((await publish(s3, A, { PURGE })).status, 0);
  assert.ok(!existsSync(told));
  const { status, said } = await publish(s3, B, { PURGE });
  assert.equal(status, 1);
  assert.match(said, /PURGE ended with 3: caches may give answers/);
  assert.equal(readFileSync(told, 'utf8'), `${cacheTagIn(A)}\n`.repeat(3));
  assert.equal((await pointerOf(s3)).dataset, '1.1.0');
});
