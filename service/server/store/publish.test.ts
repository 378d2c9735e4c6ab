/** Publishing and rolling back, in each kind of store. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { objectStore } from '../../../pipeline/files/object-store.ts';
import type { ObjectStore } from '../../../pipeline/files/store.ts';
import { testArtifact } from '../../test/artifact.ts';
import { writeBuild, writePricesOf } from '../../test/build-folder.ts';
import { cacheTagIn, digestOf } from './pointer.ts';
import { rollBack } from './rollback.ts';
import { pointerOf, publishTo, startStore, type TestStore } from './s3-store.test-kit.ts';

const root = testFolder();
const folder = (name: string) => join(root, name);
const [A, B, C] = [folder('a'), folder('b'), folder('c')];
await writeBuild(A, '1.0.0');
await writeBuild(B, '1.1.0');
await writeBuild(C, '1.2.0');

const sha256 = (path: string) => digestOf(readFileSync(path));
const objectOf = (build: string, name: string) =>
  `builds/${sha256(join(build, 'manifest.json'))}/${name}`;

/** A copy of a build with one byte of its prices flipped. */
function flipped(from: string, name: string): string {
  cpSync(from, folder(name), { recursive: true });
  const path = join(folder(name), 'prices.bin');
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] ^= 1;
  writeFileSync(path, bytes);
  return folder(name);
}

/** A store of a test. Something can be done right before an object is put. */
type Store = Pick<TestStore, 'store' | 'beforePut'>;

function startFolder(): Store {
  const store = objectStore(pathToFileURL(testFolder()).href, {});
  const put: ObjectStore['put'] = async (name, ...rest) => {
    await own.beforePut(name);
    return store.put(name, ...rest);
  };
  const own: Store = { store: { ...store, put }, beforePut: () => {} };
  return own;
}

const STORES: [name: string, start: () => Store | Promise<Store>][] = [
  ['S3', startStore],
  ['a folder', startFolder],
];

const MEANWHILE =
  /^Error: (meanwhile dataset 1\.[12]\.0 was, published .* by \S+@.*\. To put yours in its place run the command again\.|.*current\.json\.next exists: another publisher is replacing)/;

for (const [kind, start] of STORES) {
  test(`A, B and A again: the sequence rises, objects are put once, each step is said; ${kind}`, async () => {
    const own = await start();
    const { store } = own;
    const put: string[] = [];
    own.beforePut = (name) => void put.push(name);
    const began = Date.now();
    await publishTo(store, A);
    const first = await pointerOf(store);
    const names = ['manifest.json', 'prices.bin', 'pv-yield.bin'];
    assert.deepEqual(
      Object.entries(first.digests).sort(),
      names.map((name) => [name, sha256(join(A, name))]),
    );
    assert.equal(first.dataset, '1.0.0');
    const when = Date.parse(first.published_at ?? '');
    assert.ok(began <= when && when <= Date.now(), first.published_at);
    assert.match(first.published_by ?? '', /^\S+@\S+$/);
    assert.deepEqual(put, [
      'versions/1.0.0.json',
      ...['pv-yield.bin', 'prices.bin', 'manifest.json'].map((name) => objectOf(A, name)),
      'current.json',
    ]);
    assert.match(await publishTo(store, A), /Dataset 1\.0\.0 is current already, published /);
    await publishTo(store, B);
    const second = await pointerOf(store);
    const output = await publishTo(store, A);
    assert.match(output, /prices\.bin: \d+ bytes are there already as builds\/\w{64}\/prices\.bin/);
    assert.match(output, /Dataset 1\.0\.0 is current now, published .* by \S+@/);
    assert.match(output, /It withdraws the newer 1\.1\.0, published .* by \S+@/);
    assert.ok(output.includes(`purge them by the tag ${cacheTagIn(B)}.`), output);
    const third = await pointerOf(store);
    assert.deepEqual(third.digests, first.digests);
    const sequences = [first, second, third].map(({ sequence = 0 }) => sequence);
    assert.ok(sequences[0] < sequences[1] && sequences[1] < sequences[2], `${sequences}`);
    const others = put.filter((name) => name !== 'current.json');
    assert.equal(new Set(others).size, others.length, 'nothing but the pointer is put again');
  });

  test(`a byte flipped on the disk is found before anything is put; ${kind}`, async () => {
    const { store } = await start();
    const damaged = flipped(A, `flipped-${kind}`);
    const path = join(damaged, 'prices.bin');
    await assert.rejects(publishTo(store, damaged), ({ message }: Error) => {
      assert.ok(message.startsWith(`${path} has sha256 ${sha256(path)}`), message);
      return message.includes(`manifest.json records ${sha256(join(A, 'prices.bin'))}`);
    });
    for (const name of ['current.json', 'versions/1.0.0.json', objectOf(A, 'pv-yield.bin')])
      assert.equal(await store.find(name), null, name);
  });

  test(`a damaged object that is there already is not pointed at; ${kind}`, async () => {
    const { store } = await start();
    await publishTo(store, A);
    const object = objectOf(B, 'prices.bin');
    await store.put(object, join(flipped(B, `flipped-b-${kind}`), 'prices.bin'));
    await assert.rejects(
      publishTo(store, B),
      new RegExp(`^Error: ${object} of the store has bytes of sha256`),
    );
    assert.equal((await pointerOf(store)).dataset, '1.0.0');
  });

  test(`of two who publish at once one wins and the other gets an error; ${kind}`, async () => {
    const own = await start();
    const { store } = own;
    await publishTo(store, A);
    // Both have seen that nobody was faster before either puts its pointer.
    const waiting: (() => void)[] = [];
    own.beforePut = (name) => {
      if (name !== 'current.json' || waiting.length === 2) return;
      return new Promise((resolve) => {
        if (waiting.push(resolve) === 2) for (const go of waiting) go();
      });
    };
    const both = await Promise.allSettled([publishTo(store, B), publishTo(store, C)]);
    const won = both.filter(({ status }) => status === 'fulfilled');
    const lost = both.filter((one) => one.status === 'rejected');
    assert.deepEqual([won.length, lost.length], [1, 1]);
    assert.match(String(lost[0].reason), MEANWHILE);
    const { dataset } = await pointerOf(store);
    assert.equal(dataset, both[0].status === 'fulfilled' ? '1.1.0' : '1.2.0');
  });

  test(`whoever is overtaken while objects are put gets an error; ${kind}`, async () => {
    const own = await start();
    const { store } = own;
    await publishTo(store, A);
    own.beforePut = async () => {
      own.beforePut = () => {};
      await publishTo(store, C);
    };
    await assert.rejects(publishTo(store, B), MEANWHILE);
    assert.equal((await pointerOf(store)).dataset, '1.2.0');
    await publishTo(store, B);
    assert.equal((await pointerOf(store)).dataset, '1.1.0');
  });

  test(`a rollback takes a version that was published, with whole objects; ${kind}`, async () => {
    const { store } = await start();
    const back = async (to: string) => {
      const output: string[] = [];
      await rollBack(store, to, (line) => output.push(line));
      return output.join('\n');
    };
    await assert.rejects(back('1.0.0'), /no current\.json: nothing was published/);
    await publishTo(store, A);
    await publishTo(store, B);
    assert.match(await back('1.0.0'), /It withdraws the newer 1\.1\.0/);
    assert.deepEqual((await pointerOf(store)).digests['prices.bin'], sha256(join(A, 'prices.bin')));
    assert.match(await back('1.0.0'), /^Nothing to do\. Now 1\.0\.0 is current, published /);
    assert.match(await back('1.1.0'), /It takes the place of 1\.0\.0/);
    await assert.rejects(back(''), /^Error: TO is "", expected a dataset version .* Now 1\.1\.0/);
    await assert.rejects(back('7.0.0'), /^Error: TO is "7\.0\.0", expected a dataset version/);
    await store.put(
      objectOf(A, 'prices.bin'),
      join(flipped(A, `flipped-to-${kind}`), 'prices.bin'),
    );
    await assert.rejects(back('1.0.0'), /prices\.bin of the store has bytes of sha256/);
    assert.equal((await pointerOf(store)).dataset, '1.1.0');
  });

  test(`a version that was published with other yields is refused; ${kind}`, async () => {
    const { store } = await start();
    await publishTo(store, A);
    await publishTo(store, B);
    const dataset = testArtifact();
    dataset.yield.values[0]++;
    await writeBuild(folder(`same-version-${kind}`), '1.0.0', dataset);
    await assert.rejects(
      publishTo(store, folder(`same-version-${kind}`)),
      /^Error: dataset 1\.0\.0 was published with another pv-yield\.bin \(versions\/1\.0\.0\.json/,
    );
    assert.equal((await pointerOf(store)).dataset, '1.1.0');
  });
}

test('wrong keys, or a build that does not belong together, publish nothing', async () => {
  const { url, written } = await startStore();
  const stranger = objectStore(url, { AWS_ACCESS_KEY_ID: 'X', AWS_SECRET_ACCESS_KEY: 'X' });
  await assert.rejects(publishTo(stranger, A), /answers 403 to PUT, expected 200/);
  await writeBuild(folder('mixed'), '0.9.0');
  writePricesOf(folder('mixed'), '0.8.0');
  await assert.rejects(publishTo(stranger, folder('mixed')), /may be of different builds/);
  assert.deepEqual(written, []);
});
