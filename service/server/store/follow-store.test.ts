/** A node that follows a store: it serves what current.json names, and remembers that without the store. */
import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { objectStore } from '../../../pipeline/files/object-store.ts';
import type { ObjectStore } from '../../../pipeline/files/store.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { loadPrices, loadYield, nothingLoaded } from '../loaded.ts';
import { fetchBuild } from './fetch-build.ts';
import { followStore } from './follow-store.ts';
import {
  CURRENT,
  digestOf,
  fetchedBuilds,
  fetchedFolder,
  folderAtStart,
  folderOf,
  rememberedBuild,
} from './pointer.ts';
import { rollBack } from './rollback.ts';
import { pointerOf, publishTo, startStore } from './s3-store.test-kit.ts';
import { swapArtifacts } from './swap.ts';

const root = testFolder();
const folder = (name: string) => join(root, name);
const { store } = await startStore();
const AWAY = objectStore('http://127.0.0.1:2/sun', {});
const [A, B] = [folder('a'), folder('b')];
await writeBuild(A, '1.0.0');
await writeBuild(B, '1.1.0');

/** A node, as a process starts one: it loads what it remembers, then polls when the test asks for it. */
async function startNode(from: ObjectStore, artifacts: string) {
  const logged: { level: number; msg: string }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const loaded = nothingLoaded();
  const start = folderAtStart(artifacts, log);
  await loadYield(loaded, start, log);
  await loadPrices(loaded, start, log);
  let taking: Promise<unknown> = Promise.resolve();
  const take = (build: string) => {
    taking = taking.then(() => swapArtifacts(loaded, build, log));
  };
  const standing = { awaySinceS: 0 };
  const follower = followStore(from, artifacts, log, take, standing);
  after(() => follower.stop());
  return {
    async poll() {
      await follower.ask();
      await taking;
    },
    version: () => loaded.pvYield?.dataset.version,
    prices: () => loaded.prices?.header.dataset_version,
    standing,
    logged,
    errors: () => logged.filter(({ level }) => level >= 40).map(({ msg }) => msg),
  };
}

/** A store of its own, in a folder. */
function newStore(): ObjectStore {
  return objectStore(pathToFileURL(testFolder()).href, {});
}

test('A, B and A again serves A, also after a restart, also without the store', async () => {
  const [own, here] = [newStore(), testFolder()];
  await publishTo(own, A);
  const node = await startNode(own, here);
  await node.poll();
  assert.equal(node.version(), '1.0.0');
  await publishTo(own, B);
  await node.poll();
  assert.equal(node.version(), '1.1.0');
  const atB = await pointerOf(own);
  await publishTo(own, A);
  await node.poll();
  assert.deepEqual([node.version(), node.prices()], ['1.0.0', '1.0.0']);
  const withdrawals = node.errors().filter((msg) => msg.includes('withdrawn'));
  assert.equal(withdrawals.length, 1);
  assert.match(
    withdrawals[0],
    /^Dataset 1\.1\.0 is withdrawn: the store has the older 1\.0\.0 as its current one, published .* by \S+\. It is taken\.$/,
  );

  // The withdrawn build is still there, and newer by the disk's clock.
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(folderOf(here, atB), later, later);
  for (const from of [own, AWAY]) {
    const again = await startNode(from, here);
    assert.deepEqual([again.version(), again.prices()], ['1.0.0', '1.0.0'], 'before it polls');
    await again.poll();
    assert.equal(again.version(), '1.0.0');
  }
});

test('a withdrawn build does not come back when somebody puts its pointer back', async () => {
  const [own, here] = [newStore(), testFolder()];
  await publishTo(own, B);
  const old = Buffer.from(await (await own.get(CURRENT)).text());
  await publishTo(own, A);
  const node = await startNode(own, here);
  await node.poll();
  await own.put(CURRENT, old);
  await node.poll();
  assert.equal(node.version(), '1.0.0');
  assert.match(
    node.errors().at(-1) ?? '',
    /current\.json of the store \(dataset 1\.1\.0, .*\) is older than the one that this node has had \(dataset 1\.0\.0, .*\)\. Run "make publish" or "make rollback"/,
  );
  const again = await startNode(own, here);
  await again.poll();
  assert.equal(again.version(), '1.0.0', 'nor with a replaced process');
  await rollBack(own, '1.0.0', () => {});
  await rollBack(own, '1.1.0', () => {});
  await again.poll();
  assert.equal(again.version(), '1.1.0', 'by its name it does');
});

test('of nodes that share a folder none takes an older pointer after another had a newer one', async () => {
  const [own, here] = [newStore(), testFolder()];
  await publishTo(own, B);
  const [one, other] = [await startNode(own, here), await startNode(own, here)];
  await one.poll();
  await publishTo(own, A);
  await other.poll();
  assert.equal(rememberedBuild(here)?.current.dataset, '1.0.0');
  await one.poll();
  assert.deepEqual([one.version(), other.version()], ['1.0.0', '1.0.0']);
});

test('a damaged pointer on the disk serves nothing that may be withdrawn, and the store mends it', async () => {
  const [own, here] = [newStore(), testFolder()];
  await publishTo(own, A);
  await (await startNode(own, here)).poll();
  const pointer = join(fetchedFolder(here), CURRENT);
  const text = readFileSync(pointer, 'utf8');
  for (const damaged of [text.slice(0, 50), text.replace('digests', 'x'), '']) {
    writeFileSync(pointer, damaged);
    const node = await startNode(AWAY, here);
    assert.match(node.errors()[0], /current\.json is damaged, or the build that it names is gone/);
    assert.equal(node.version(), undefined);
  }
  const node = await startNode(own, here);
  await node.poll();
  assert.equal(node.version(), '1.0.0');
  assert.deepEqual(JSON.parse(readFileSync(pointer, 'utf8')), await pointerOf(own));
});

test('a build that the disk has damaged is fetched again at the next start', async () => {
  const [own, here] = [newStore(), testFolder()];
  await publishTo(own, A);
  await (await startNode(own, here)).poll();
  const build = rememberedBuild(here)?.folder ?? '';
  for (const name of ['pv-yield.bin', 'prices.bin', 'manifest.json']) {
    truncateSync(join(build, name), 100);
    const node = await startNode(own, here);
    await node.poll();
    assert.deepEqual([node.version(), node.prices()], ['1.0.0', '1.0.0']);
    assert.deepEqual(readFileSync(join(build, name)), readFileSync(join(A, name)));
  }
});

test('while the store is away a node serves on; its loss is logged once and measured, and so is its return', async () => {
  const own = newStore();
  let current = own;
  await publishTo(own, A);
  const switched: ObjectStore = { ...own, get: (...given) => current.get(...given) };
  const node = await startNode(switched, testFolder());
  await node.poll();
  current = AWAY;
  const beganS = Date.now() / 1000;
  await node.poll();
  const { awaySinceS } = node.standing;
  assert.ok(awaySinceS >= beganS && awaySinceS <= Date.now() / 1000);
  await node.poll();
  assert.equal(node.standing.awaySinceS, awaySinceS, 'since the first question in vain');
  assert.deepEqual([node.version(), node.prices()], ['1.0.0', '1.0.0']);
  const losses = node.errors().filter((msg) => msg.includes('No new artifacts'));
  assert.equal(losses.length, 1);
  assert.match(losses[0], /; the old ones stay\. .* cannot be reached: .*ECONNREFUSED/);
  current = own;
  const before = node.logged.length;
  await node.poll();
  await node.poll();
  assert.equal(node.standing.awaySinceS, 0);
  const [{ msg }, ...others] = node.logged.slice(before);
  assert.match(msg, /answers again/);
  assert.deepEqual(others, [], 'the build that it has is not taken again');
});

test('a published build is fetched by hash, once, and what does not match its hash is refused', async () => {
  const [artifacts, here] = [folder('published'), folder('here')];
  await writeBuild(artifacts, '1.0.0');
  await publishTo(store, artifacts);
  const build = await fetchBuild(store, here, undefined);
  assert.ok(build);
  for (const name of ['pv-yield.bin', 'prices.bin', 'manifest.json']) {
    assert.deepEqual(readFileSync(join(build.folder, name)), readFileSync(join(artifacts, name)));
  }
  assert.equal(rememberedBuild(here)?.folder, build.folder);
  assert.equal(await fetchBuild(store, here, build.tag), null);

  await writeBuild(artifacts, '1.1.0');
  await publishTo(store, artifacts);
  const bytes = readFileSync(join(artifacts, 'prices.bin'));
  bytes[bytes.length - 1] ^= 1;
  writeFileSync(folder('flipped'), bytes);
  const hash = digestOf(readFileSync(join(artifacts, 'manifest.json')));
  await store.put(`builds/${hash}/prices.bin`, folder('flipped'));
  await assert.rejects(
    fetchBuild(store, here, build.tag),
    /has bytes of sha256 \w+, expected prices\.bin/,
  );
  assert.deepEqual(fetchedBuilds(here), [build.folder]);
  assert.equal(rememberedBuild(here)?.folder, build.folder);
  await store.put(`builds/${hash}/prices.bin`, join(artifacts, 'prices.bin'));
});

test('nodes that share a folder fetch a build at the same time, and what killed ones left goes', async () => {
  const [artifacts, shared] = [folder('for-all'), folder('shared')];
  await writeBuild(artifacts, '3.0.0');
  await publishTo(store, artifacts);
  const parent = fetchedFolder(shared);
  for (const name of ['.staging', '.staging-killed', '.staging-living']) {
    mkdirSync(join(parent, name), { recursive: true });
    writeFileSync(join(parent, name, 'prices.bin'), 'half');
    if (name === '.staging-living') continue;
    const before = new Date(Date.now() - 3_600_000);
    utimesSync(join(parent, name), before, before);
  }
  const builds = await Promise.all([1, 2, 3, 4].map(() => fetchBuild(store, shared, undefined)));
  const [{ folder: place = '' } = {}] = builds.map((build) => build ?? undefined);
  assert.deepEqual(fetchedBuilds(shared), [place]);
  for (const build of builds) assert.equal(build?.folder, place);
  for (const name of ['pv-yield.bin', 'prices.bin', 'manifest.json']) {
    assert.deepEqual(readFileSync(join(place, name)), readFileSync(join(artifacts, name)));
  }
  const others = readdirSync(parent).filter((name) => name !== basename(place));
  assert.deepEqual(others.sort(), ['.staging-living', 'current.json']);
});

test('the build that is served and the previous one stay, however old they are', async () => {
  const here = folder('kept');
  const taken: string[] = [];
  for (const version of ['4.0.0', '4.1.0', '4.0.0', '4.2.0']) {
    const artifacts = folder(version);
    await writeBuild(artifacts, version);
    await publishTo(store, artifacts);
    taken.push((await fetchBuild(store, here, undefined))?.folder ?? '');
  }
  assert.equal(taken[0], taken[2]);
  assert.deepEqual(fetchedBuilds(here), [taken[3], taken[0]]);
  await publishTo(store, taken[0]);
  assert.equal((await fetchBuild(store, here, undefined))?.folder, taken[0]);
});
