/** New artifacts by way of a real server that speaks S3. It knows keys, but checks no signature of version 4. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import S3rver from 's3rver';
import { objectStore } from '#common/object-store.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild, writePricesOf } from '../../test/build-folder.ts';
import { startProcess } from '../../test/process.ts';
import { LOOKUP, rawCall, until } from '../../test/service.ts';
import { fetchBuild, findNewestFetched } from './fetch-build.ts';
import { followStore } from './follow-store.ts';

const root = testFolder();
const folder = (name: string) => join(root, name);

const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder('s3'),
  configureBuckets: [{ name: 'sun', configs: [] }],
});
const { port } = await server.run();
after(() => server.close());
const URL_OF_STORE = `http://127.0.0.1:${port}/sun/data`;
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const store = objectStore(URL_OF_STORE, KEYS);

/** Publishes as `make publish` does; what it printed and its exit code. */
async function publish(artifacts: string, env: Record<string, string> = {}) {
  const script = fileURLToPath(new URL('publish.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...KEYS, ARTIFACTS: artifacts, ARTIFACTS_URL: URL_OF_STORE, ...env },
  });
  const [[status], ...said] = await Promise.all([
    once(child, 'exit'),
    read(child.stdout),
    read(child.stderr),
  ]);
  return { status, said: said.join('') };
}

test('a wrong key or a build that does not belong together publishes nothing', async () => {
  const artifacts = folder('mixed');
  await writeBuild(artifacts, '0.9.0');
  const refused = await publish(artifacts, { AWS_ACCESS_KEY_ID: 'UNKNOWN' });
  assert.match(refused.said, /Nothing new was published: http.* answers 403 to PUT, expected 200/);
  writePricesOf(artifacts, '0.8.0');
  assert.match(
    (await publish(artifacts)).said,
    /Nothing new was published: .*may be of different builds/,
  );
  await assert.rejects(store.get('manifest.json'), /manifest\.json answers 404 to GET/);
});

test('a published build is fetched by hash, once, and what is not what its hash says is refused', async () => {
  const [artifacts, here] = [folder('published'), folder('here')];
  await writeBuild(artifacts, '1.0.0');
  const { status, said } = await publish(artifacts);
  assert.equal(status, 0, said);
  const build = await fetchBuild(store, here, undefined);
  assert.ok(build);
  for (const name of ['pv-yield.bin', 'prices.bin', 'manifest.json']) {
    assert.deepEqual(readFileSync(join(build.folder, name)), readFileSync(join(artifacts, name)));
  }
  assert.equal(findNewestFetched(here), build.folder);
  assert.equal(await fetchBuild(store, here, build.tag), null);

  await writeBuild(artifacts, '1.1.0');
  assert.equal((await publish(artifacts)).status, 0);
  const bytes = readFileSync(join(artifacts, 'prices.bin'));
  bytes[bytes.length - 1] ^= 1;
  writeFileSync(folder('flipped'), bytes);
  const hash = createHash('sha256')
    .update(readFileSync(join(artifacts, 'prices.bin')))
    .digest('hex');
  await store.put(`${hash}.bin`, folder('flipped'));
  await assert.rejects(
    fetchBuild(store, here, build.tag),
    /has bytes of sha256 \w+, expected prices\.bin/,
  );
  assert.deepEqual(readdirSync(join(here, 'fetched')), [build.folder.split('/').at(-1)]);
  await store.put(`${hash}.bin`, join(artifacts, 'prices.bin'));
});

test('a store that is lost is told once, and its return', async () => {
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line).msg) });
  const gone = objectStore('http://127.0.0.1:2/sun', {});
  let current = gone;
  const switched = {
    get: (...given: Parameters<typeof gone.get>) => current.get(...given),
    has: gone.has,
    put: gone.put,
  };
  const taken: string[] = [];
  const follower = followStore(switched, folder('lost'), log, (build) => taken.push(build));
  after(() => follower.stop());
  await follower.ask();
  await follower.ask();
  assert.equal(said.length, 1);
  assert.match(
    said[0],
    /No new artifacts; the old ones stay\. .* cannot be reached: .*ECONNREFUSED/,
  );
  current = store;
  await follower.ask();
  assert.match(said[1], /answers again/);
  assert.equal(taken.length, 1);
  await follower.ask();
  assert.equal(taken.length, 1);
});

test('a service without artifacts takes them from its store, then newer ones, without a failed lookup', async () => {
  const [artifacts, own] = [folder('newer'), folder('own')];
  await writeBuild(artifacts, '2.0.0');
  assert.equal((await publish(artifacts)).status, 0);
  const env = { ...KEYS, ARTIFACTS: own, ARTIFACTS_URL: URL_OF_STORE };
  const { base, child } = await startProcess(env);
  // Lookups are counted, this is not.
  const version = async () => JSON.parse((await rawCall(base, '/readyz')).text).versions.pv_yield;
  await until(async () => (await version()) === '2.0.0', 'the first build is served');
  await writeBuild(artifacts, '2.1.0');
  assert.equal((await publish(artifacts)).status, 0);
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
  assert.ok(existsSync(join(own, 'fetched')));
});
