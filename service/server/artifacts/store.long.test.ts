/** New artifacts by way of a real server that speaks S3. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import pino from 'pino';
import { type ObjectStore, objectStore } from '#common/object-store.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { startProcess } from '../../test/process.ts';
import { LOOKUP, rawCall, until } from '../../test/service.ts';
import { fetchedFolder, keptFolders, rememberedBuild } from './current-build.ts';
import { fetchBuild } from './fetch-build.ts';
import { followStore } from './follow-store.ts';
import { publish, startStore } from './s3-store.test-kit.ts';

const root = testFolder();
const folder = (name: string) => join(root, name);
const s3 = await startStore('kept');
const { store } = s3;

test('a published build is fetched by hash, once, and what is not what its hash says is refused', async () => {
  const [artifacts, here] = [folder('published'), folder('here')];
  await writeBuild(artifacts, '1.0.0');
  const { status, said } = await publish(s3, artifacts);
  assert.equal(status, 0, said);
  const build = await fetchBuild(store, here, undefined);
  assert.ok(build);
  for (const name of ['pv-yield.bin', 'prices.bin', 'manifest.json']) {
    assert.deepEqual(readFileSync(join(build.folder, name)), readFileSync(join(artifacts, name)));
  }
  assert.equal(rememberedBuild(here)?.folder, build.folder);
  assert.equal(await fetchBuild(store, here, build.tag), null);

  await writeBuild(artifacts, '1.1.0');
  assert.equal((await publish(s3, artifacts)).status, 0);
  const bytes = readFileSync(join(artifacts, 'prices.bin'));
  bytes[bytes.length - 1] ^= 1;
  writeFileSync(folder('flipped'), bytes);
  const hash = createHash('sha256')
    .update(readFileSync(join(artifacts, 'manifest.json')))
    .digest('hex');
  await store.put(`builds/${hash}/prices.bin`, folder('flipped'));
  await assert.rejects(
    fetchBuild(store, here, build.tag),
    /has bytes of sha256 \w+, expected prices\.bin/,
  );
  assert.deepEqual(keptFolders(here), [build.folder]);
  assert.equal(rememberedBuild(here)?.folder, build.folder);
  await store.put(`builds/${hash}/prices.bin`, join(artifacts, 'prices.bin'));
});

test('a store that is lost is told once, and its return', async () => {
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line).msg) });
  const gone = objectStore('http://127.0.0.1:2/sun', {});
  let current = gone;
  const switched: ObjectStore = {
    ...gone,
    get: (...given) => current.get(...given),
    find: (...given) => current.find(...given),
  };
  const taken: string[] = [];
  const standing = { awaySinceS: 0 };
  const take = (build: string) => void taken.push(build);
  const follower = followStore(switched, folder('lost'), log, take, undefined, standing);
  after(() => follower.stop());
  const beganS = Date.now() / 1000;
  await follower.ask();
  const { awaySinceS } = standing;
  assert.ok(awaySinceS >= beganS && awaySinceS <= Date.now() / 1000);
  await follower.ask();
  assert.equal(standing.awaySinceS, awaySinceS, 'since the first question in vain');
  assert.equal(said.length, 1);
  assert.match(
    said[0],
    /No new artifacts; the old ones stay\. .* cannot be reached: .*ECONNREFUSED/,
  );
  current = store;
  await follower.ask();
  assert.match(said[1], /answers again/);
  assert.equal(standing.awaySinceS, 0);
  assert.equal(taken.length, 1);
  await follower.ask();
  assert.equal(taken.length, 1);
});

test('a service without artifacts takes them from its store, then newer ones, without a failed lookup', async () => {
  const [artifacts, own] = [folder('newer'), folder('own')];
  await writeBuild(artifacts, '2.0.0');
  assert.equal((await publish(s3, artifacts)).status, 0);
  const env = { ...s3.env, ARTIFACTS: own };
  const { base, child } = await startProcess(env);
  // Lookups are counted, this is not.
  const version = async () => JSON.parse((await rawCall(base, '/readyz')).text).versions.pv_yield;
  await until(async () => (await version()) === '2.0.0', 'the first build is served');
  await writeBuild(artifacts, '2.1.0');
  assert.equal((await publish(s3, artifacts)).status, 0);
  assert.equal((await rawCall(base, LOOKUP)).status, 200);
  child.kill('SIGHUP');
  await until(async () => {
    const found = await version();
    assert.ok(found === '2.0.0' || found === '2.1.0', `${found}`);
    return found === '2.1.0';
  }, 'the new build is served');
  child.kill('SIGKILL');
  const again = await startProcess({ ...env, ARTIFACTS_URL: 'http://127.0.0.1:2/sun' });
  const { text } = await rawCall(again.base, LOOKUP);
  assert.equal(JSON.parse(text).dataset.version, '2.1.0', 'the store is down at the start');
});

test('nodes that share a folder fetch a build at the same time, and what killed ones left goes', async () => {
  const [artifacts, shared] = [folder('for-all'), folder('shared')];
  await writeBuild(artifacts, '3.0.0');
  assert.equal((await publish(s3, artifacts)).status, 0);
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
  assert.deepEqual(keptFolders(shared), [place]);
  for (const build of builds) assert.equal(build?.folder, place);
  for (const name of ['pv-yield.bin', 'prices.bin', 'manifest.json']) {
    assert.deepEqual(readFileSync(join(place, name)), readFileSync(join(artifacts, name)));
  }
  const others = readdirSync(parent).filter((name) => name !== basename(place));
  assert.deepEqual(others.sort(), ['.staging-living', 'current.json']);

  const env = { ...s3.env, ARTIFACTS: folder('shared-by-two') };
  const nodes = await Promise.all([startProcess(env), startProcess(env)]);
  for (const { base, log } of nodes) {
    const version = async () => JSON.parse((await rawCall(base, '/readyz')).text).versions.prices;
    await until(async () => (await version()) === '3.0.0', 'it is served');
    assert.deepEqual(
      log.filter((line) => line.includes('No new artifacts')),
      [],
    );
  }
});

test('the build that is served and the one before are kept, however old they are', async () => {
  const here = folder('kept');
  const taken: string[] = [];
  for (const version of ['4.0.0', '4.1.0', '4.0.0', '4.2.0']) {
    const artifacts = folder(version);
    await writeBuild(artifacts, version);
    assert.equal((await publish(s3, artifacts)).status, 0);
    taken.push((await fetchBuild(store, here, undefined))?.folder ?? '');
  }
  assert.equal(taken[0], taken[2]);
  assert.deepEqual(keptFolders(here), [taken[3], taken[0]]);
  assert.equal((await publish(s3, taken[0])).status, 0, 'such a folder can be published again');
  assert.equal((await fetchBuild(store, here, undefined))?.folder, taken[0]);
});

test('a store without a pointer is followed by its manifest.json, until it has one', async () => {
  const older = await startStore('kept');
  const here = folder('unpointed');
  const putAsBefore = async (version: string) => {
    const artifacts = folder(`before-${version}`);
    await writeBuild(artifacts, version);
    for (const name of ['pv-yield.bin', 'prices.bin']) {
      const path = join(artifacts, name);
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
      await older.store.put(`${hash}.bin`, path);
    }
    await older.store.put('manifest.json', join(artifacts, 'manifest.json'));
  };
  await putAsBefore('1.0.0');
  const first = await fetchBuild(older.store, here, undefined);
  assert.deepEqual(
    [first?.current.dataset, rememberedBuild(here)?.folder],
    ['1.0.0', first?.folder],
  );
  assert.equal(await fetchBuild(older.store, here, first?.tag), null);
  await putAsBefore('1.1.0');
  const second = await fetchBuild(older.store, here, first?.tag);
  assert.equal(second?.current.dataset, '1.1.0');

  assert.equal((await publish(older, folder('before-1.0.0'))).status, 0);
  const third = await fetchBuild(older.store, here, second?.tag);
  assert.equal(third?.folder, first?.folder);
  await putAsBefore('1.2.0');
  assert.equal(await fetchBuild(older.store, here, third?.tag), null);
});
