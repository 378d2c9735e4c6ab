/** A client opens the pointer to the current build, and answers from whatever that names later. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeDataset } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { writeCells } from '../../../pipeline/dataset/cells/write-cells.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { testArtifact } from '../../test/artifact.ts';
import { open, SunError } from './lookup.ts';

const SITE = 'https://data.example/sun/';
const POINTER = `${SITE}current.json`;
const ROOF = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };
const MINUTE_MS = 60_000;
const NAMES = { A: 'a'.repeat(64), B: 'b'.repeat(64) };

const folder = testFolder();
const BYTES = { A: await cellsWith(0), B: await cellsWith(7) };
const ANSWERS = { A: await answerOf(BYTES.A), B: await answerOf(BYTES.B) };

/** The test dataset with so much more yield, as a cells.bin. */
async function cellsWith(more: number): Promise<Buffer> {
  const dataset = testArtifact();
  for (let i = 0; i < dataset.yield.length; i++) dataset.yield[i] += more;
  writeDataset(join(folder, 'pv-yield.bin'), dataset);
  await writeCells(join(folder, 'pv-yield.bin'), join(folder, 'cells.bin'));
  return readFileSync(join(folder, 'cells.bin'));
}

async function answerOf(bytes: Uint8Array): Promise<number> {
  return (await (await open(bytes)).lookup(ROOF)).annual_kwh_kwp;
}

/** A store with both builds, and a pointer to one. */
function startStore() {
  const files = new Map<string, Buffer>();
  const publish = (name: 'A' | 'B', also: object = {}) => {
    files.set(`${SITE}builds/${NAMES[name]}/cells.bin`, BYTES[name]);
    const digests = { 'manifest.json': NAMES[name], 'cells.bin': 'c'.repeat(64) };
    files.set(POINTER, Buffer.from(JSON.stringify({ dataset: '1.0.0', digests, ...also })));
  };
  const asked: string[] = [];
  const answer: typeof fetch = async (address) => {
    asked.push(String(address));
    const body = files.get(String(address));
    return new Response(body && new Uint8Array(body), { status: body ? 200 : 404 });
  };
  return { files, publish, asked, fetch: answer };
}

test('publishing and going back are followed within a minute, and the pointer is not asked more often', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const store = startStore();
  const annual = async () => (await sun.lookup(ROOF)).annual_kwh_kwp;
  store.publish('A');
  const sun = await open(POINTER, { fetch: store.fetch });
  const first = sun.digest;
  assert.notEqual(ANSWERS.A, ANSWERS.B);
  assert.equal(await annual(), ANSWERS.A);
  store.publish('B');
  t.mock.timers.tick(MINUTE_MS - 1);
  assert.equal(await annual(), ANSWERS.A);
  assert.equal(store.asked.filter((address) => address === POINTER).length, 1);
  t.mock.timers.tick(1);
  assert.deepEqual(await Promise.all([annual(), annual()]), [ANSWERS.B, ANSWERS.B]);
  assert.equal(store.asked.filter((address) => address === POINTER).length, 2);
  assert.notEqual(sun.digest, first);
  store.publish('A');
  t.mock.timers.tick(MINUTE_MS);
  assert.equal(await annual(), ANSWERS.A);
  assert.equal(sun.digest, first);
});

test('a pointer that is away or damaged later ends nothing; files that are gone have it asked at once', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const store = startStore();
  store.publish('A');
  const sun = await open(POINTER, { fetch: store.fetch });
  for (const text of [null, '{"dataset":']) {
    if (text) store.files.set(POINTER, Buffer.from(text));
    else store.files.delete(POINTER);
    t.mock.timers.tick(MINUTE_MS);
    assert.equal((await sun.lookup(ROOF)).annual_kwh_kwp, ANSWERS.A);
  }
  store.publish('A');
  const late = await open(POINTER, { fetch: store.fetch });
  store.publish('B');
  store.files.delete(`${SITE}builds/${NAMES.A}/cells.bin`);
  assert.equal((await late.lookup(ROOF)).annual_kwh_kwp, ANSWERS.B);
});

test('files that are named in the pointer are read there', async () => {
  const store = startStore();
  store.publish('A', { cells: 'other.bin' });
  store.files.set(`${SITE}other.bin`, BYTES.B);
  const sun = await open(POINTER, { fetch: store.fetch });
  assert.equal((await sun.lookup(ROOF)).annual_kwh_kwp, ANSWERS.B);
});

test('a pointer that is none is refused by its field', async () => {
  const store = startStore();
  const refused = async (content: object, message: RegExp) => {
    store.files.set(POINTER, Buffer.from(JSON.stringify(content)));
    await assert.rejects(open(POINTER, { fetch: store.fetch }), (error) => {
      assert.ok(error instanceof SunError);
      assert.match(error.message, message);
      return true;
    });
  };
  await refused({ dataset: '1.0.0' }, /current\.json names no build: .*digests/);
  await refused({ dataset: '1.0.0', digests: { 'manifest.json': 'x' } }, /manifest\.json/);
  await refused(
    { dataset: '1.0.0', digests: { 'manifest.json': NAMES.A } },
    /dataset 1\.0\.0, which was published without its cells\.bin/,
  );
});

test('builds of one dataset are kept as one, of which the last former stays', async (t) => {
  const stores = new Map<string, Map<string, Response>>();
  const caches = {
    async open(name: string) {
      const kept = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, kept);
      return {
        match: async (url: string) => kept.get(url)?.clone(),
        put: async (url: string, response: Response) => void kept.set(url, response),
        keys: async () => Array.from(kept.keys(), (url) => ({ url })),
        delete: async (url: string) => kept.delete(url),
      };
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
  Object.assign(globalThis, { caches });
  t.after(() => Reflect.deleteProperty(globalThis, 'caches'));
  await caches.open('somebody else’s');
  const store = startStore();
  for (const name of ['A', 'B', 'A', 'B'] as const) {
    store.publish(name);
    await (await open(POINTER, { fetch: store.fetch })).lookup(ROOF);
  }
  const [other, ...own] = stores.keys();
  assert.equal(other, 'somebody else’s');
  assert.equal(own.length, 2);
  const places = own.map((name) => name.replace(/ [0-9a-f]{16}$/, ''));
  assert.deepEqual([...new Set(places)].length, 1, `${places}`);
});
