/** Keeping in a stand-in of a browser's Cache Storage. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { writeDataset } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { writeCellFiles } from '../../../pipeline/dataset/cells/cell-files.ts';
import { writeCells } from '../../../pipeline/dataset/cells/write-cells.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { testArtifact } from '../../test/artifact.ts';
import { open } from './lookup.ts';

const folder = testFolder();
const ROOF = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };

/** Caches by their names, in the order in which they were made, as a browser lists them. */
const stores = new Map<string, Map<string, Uint8Array>>();
const reads: string[] = [];

const server = createServer(({ url = '' }, response) => {
  reads.push(url);
  response.end(readFileSync(join(folder, url)));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

after(() => {
  server.closeAllConnections();
  server.close();
});

/** Gives a test empty caches, which other tests of the process have not. */
function withCaches(t: TestContext): void {
  stores.clear();
  Object.assign(globalThis, { caches: standIn() });
  t.after(() => Reflect.deleteProperty(globalThis, 'caches'));
}

function standIn() {
  return {
    async open(name: string) {
      const store = stores.get(name) ?? new Map<string, Uint8Array>();
      stores.set(name, store);
      return {
        async match(url: string) {
          const body = store.get(url);
          return body && new Response(new Uint8Array(body));
        },
        async put(url: string, response: Response) {
          store.set(url, new Uint8Array(await response.arrayBuffer()));
        },
      };
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
}

/** Writes a dataset of its own yields into a folder of its own; its names are those of `make static`. */
async function build(more: number): Promise<{ digest: string; cells: string; head: string }> {
  const dataset = testArtifact();
  for (let i = 0; i < dataset.yield.length; i++) dataset.yield[i] += more;
  dataset.optimum_yield.fill(900);
  const { interannual } = dataset.header;
  if (interannual)
    interannual.plane_factors = interannual.plane_factors.map((list) => list.fill(1));
  const from = join(folder, `pv-yield-${more}.bin`);
  writeDataset(from, dataset);
  await writeCells(from, join(folder, 'cells.bin'));
  const { digest } = await open(readFileSync(join(folder, 'cells.bin')));
  const name = `cells.${digest.slice(0, 16)}`;
  mkdirSync(join(folder, 'data'), { recursive: true });
  await writeCells(from, join(folder, 'data', `${name}.bin`));
  await writeCellFiles(join(folder, 'cells.bin'), join(folder, 'data', name));
  return {
    digest,
    cells: `${base}/data/${name}.bin`,
    head: `${base}/data/${name}/head.bin`,
  };
}

/** The server's reads of a lookup with a fresh client. */
async function readsOf(url: string, digest?: string): Promise<number> {
  reads.length = 0;
  const sun = await open(url, digest ? { digest } : {});
  await sun.lookup(ROOF);
  return reads.length;
}

test('a dataset whose digest is known is read once, whichever way it comes', async (t) => {
  withCaches(t);
  const { digest, cells, head } = await build(0);
  assert.ok((await readsOf(cells)) >= 2);
  assert.equal(await readsOf(cells, digest), 0);
  assert.equal(await readsOf(head, digest), 0);
  assert.equal(await readsOf(cells), 1);
  assert.equal(stores.size, 1);
});

test('what is kept and damaged is read again', async (t) => {
  withCaches(t);
  const { digest, head } = await build(0);
  await readsOf(head);
  for (const store of stores.values()) {
    for (const body of store.values()) body[body.length - 9] ^= 1;
  }
  assert.equal(await readsOf(head, digest), 2);
  assert.equal(await readsOf(head, digest), 0);
});

test('of former datasets at a place the last one stays', async (t) => {
  withCaches(t);
  const builds = [];
  for (const more of [10, 20, 30]) builds.push(await build(more));
  for (const { head, digest } of builds) assert.equal(await readsOf(head, digest), 2);
  assert.equal(stores.size, 2);
  const [first, ...others] = builds;
  for (const { head, digest } of others) assert.equal(await readsOf(head, digest), 0);
  assert.equal(await readsOf(first.head, first.digest), 2);
});
