/** The ways of real file servers: nginx, which is skipped where it is not installed, and one of Node's. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { writeDataset } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { writeCellFiles } from '../../../pipeline/dataset/cells/cell-files.ts';
import { writeCells } from '../../../pipeline/dataset/cells/write-cells.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { testArtifact } from '../../test/artifact.ts';
import {
  type FileServer,
  type ServerWays,
  serveFolder,
  withoutNginx,
} from '../../test/file-server.ts';
import { open, SunError } from './lookup.ts';

const folder = testFolder();
const path = join(folder, 'cells.bin');
const files = join(folder, 'cells');
const ROOF = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };
const FAR = { ...ROOF, lat: 59.45, lng: 15.7 };

let bytes: Uint8Array;
let expected: string;

before(async () => {
  await writeAnew(0);
  bytes = new Uint8Array(readFileSync(path));
  expected = JSON.stringify(await (await open(bytes)).lookup(ROOF));
});

/** Writes the dataset with another yield, in both ways. */
async function writeAnew(more: number): Promise<void> {
  const dataset = testArtifact();
  for (let i = 0; i < dataset.yield.length; i++) dataset.yield[i] += more;
  dataset.optimum_yield.fill(900);
  const { interannual } = dataset.header;
  if (interannual)
    interannual.plane_factors = interannual.plane_factors.map((list) => list.fill(1));
  writeDataset(join(folder, 'pv-yield.bin'), dataset);
  await writeCells(join(folder, 'pv-yield.bin'), path);
  rmSync(files, { recursive: true, force: true });
  await writeCellFiles(path, files);
}

async function serverWith(ways: ServerWays) {
  const server = await serveFolder(folder, ways);
  after(() => server.stop());
  return server;
}

/** Holds the answers that the server gave against those expected. */
async function assertAnswers(server: FileServer, expected: number[]): Promise<void> {
  const answers = await server.answers();
  assert.deepEqual(
    answers.map(({ status }) => status),
    expected,
  );
}

async function errorOf(answer: Promise<unknown>): Promise<SunError> {
  const error = await answer.then(
    (value) => assert.fail(`answered: ${JSON.stringify(value).slice(0, 80)}`),
    (error: unknown) => error,
  );
  assert.ok(error instanceof SunError, String(error));
  return error;
}

const nginx = { skip: withoutNginx };

test(
  'of a server with ranges the head and one block are read, and the block’s next answers from memory',
  nginx,
  async () => {
    const server = await serverWith({});
    const sun = await open(`${server.base}/cells.bin`);
    assert.equal(JSON.stringify(await sun.lookup(ROOF)), expected);
    await sun.lookup({ ...ROOF, tilt: 10 });
    await sun.matrix({ lat: ROOF.lat, lng: ROOF.lng });
    await assertAnswers(server, [206, 206]);
    const both = await Promise.all([sun.lookup(FAR), sun.lookup(FAR)]);
    assert.deepEqual(both[0], both[1]);
    await assertAnswers(server, [206, 206, 206]);
  },
);

test('a head that is longer than the first read costs one read more', nginx, async () => {
  const server = await serverWith({});
  const sun = await open(`${server.base}/cells.bin`, { headBytes: 100 });
  assert.equal(JSON.stringify(await sun.lookup(ROOF)), expected);
  await assertAnswers(server, [206, 206, 206]);
});

test(
  'without ranges, and where files are compressed on their way, those named by digest are read',
  nginx,
  async () => {
    for (const ways of [{ ranges: false }, { gzip: true }]) {
      const server = await serverWith(ways);
      for (const file of ['cells.bin', 'cells/head.bin']) {
        const sun = await open(`${server.base}/${file}`);
        assert.equal(JSON.stringify(await sun.lookup(ROOF)), expected, file);
      }
    }
  },
);

test('without ranges and files by digest the one file is read whole, once', nginx, async () => {
  const server = await serverWith({ ranges: false });
  const sun = await open(`${server.base}/cells.bin`);
  const kept = join(folder, 'kept');
  mkdirSync(kept);
  for (const name of readdirSync(files)) copyFileSync(join(files, name), join(kept, name));
  rmSync(files, { recursive: true });
  assert.equal(JSON.stringify(await sun.lookup(ROOF)), expected);
  await sun.lookup(FAR);
  await assertAnswers(server, [200, 404, 200]);
  mkdirSync(files);
  for (const name of readdirSync(kept)) copyFileSync(join(kept, name), join(files, name));
});

test(
  'a block that is damaged on the server is found, and its file by digest taken',
  nginx,
  async () => {
    const server = await serverWith({});
    const sun = await open(`${server.base}/cells.bin`);
    const changed = bytes.slice();
    for (let at = changed.length - 1; at > changed.length - 200; at--) changed[at] ^= 1;
    writeFileSync(path, changed);
    const places = [ROOF, FAR, { ...ROOF, lat: 59.02, lng: 15.02 }];
    const answers = await Promise.all(places.map((place) => sun.lookup(place)));
    const right = await open(bytes);
    assert.deepEqual(answers, await Promise.all(places.map((place) => right.lookup(place))));
    writeFileSync(path, bytes);
  },
);

test(
  'a file that is changed or cut while it is read is told, and answered from what still is as it was',
  nginx,
  async () => {
    const server = await serverWith({});
    const sun = await open(`${server.base}/cells.bin`);
    await writeAnew(10);
    const error = await errorOf(sun.lookup(ROOF));
    assert.deepEqual([error.code, error.status], ['changed', 0]);
    assert.match(error.message, /cells\.bin was changed while it was read\. Open it again\.$/);
    const again = await open(`${server.base}/cells.bin`);
    assert.notEqual(again.digest, sun.digest);
    assert.notEqual(JSON.stringify(await again.lookup(ROOF)), expected);
    writeFileSync(path, readFileSync(path).subarray(0, 400));
    rmSync(files, { recursive: true });
    assert.match((await errorOf(again.lookup(FAR))).message, /changed while it was read|not there/);
    assert.equal((await errorOf(open(`${server.base}/cells.bin`))).code, 'damaged');
    await writeAnew(0);
  },
);

test('what is not there, no dataset, or another than was asked for is told', nginx, async () => {
  const server = await serverWith({});
  const missing = await errorOf(open(`${server.base}/other.bin`));
  assert.deepEqual([missing.code, missing.status], ['unexpected_answer', 404]);
  assert.match(missing.message, /other\.bin is not there \(status 404\)/);
  const other = await errorOf(open(`${server.base}/pv-yield.bin`));
  assert.match(other.message, /has format version 1, expected format version 2/);
  const { digest } = await open(bytes);
  assert.equal((await open(`${server.base}/cells.bin`, { digest })).digest, digest);
  const wanted = await errorOf(
    open(`${server.base}/cells.bin`, { digest: digest.replace(/^../, 'zz') }),
  );
  assert.equal(wanted.code, 'another_dataset');
  for (const status of [429, 500, 503]) {
    const busy = await serverOf((_request, response) => response.writeHead(status).end());
    const refused = await errorOf(open(`${busy}/cells.bin`));
    assert.deepEqual([refused.code, refused.status], ['unreachable', status]);
    assert.match(refused.message, /cells\.bin was not given \(status \d+\)/);
  }
  const nobody = await errorOf(open('http://127.0.0.1:1/cells.bin'));
  assert.deepEqual([nobody.code, nobody.status], ['unreachable', 0]);
});

/** A server of Node's that answers as no file server should. */
async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a server that mixes up ranges is found out, and one that gives up midway told', async () => {
  let isWrong = false;
  const base = await serverOf(({ url = '', headers }, response) => {
    if (!url.endsWith('cells.bin')) return response.writeHead(404).end();
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
    const part = bytes.subarray(Number(from) + (isWrong ? 1 : 0), Number(to) + 1);
    return response.writeHead(206, { ETag: '"1"' }).end(part);
  });
  const sun = await open(`${base}/cells.bin`);
  assert.equal(JSON.stringify(await sun.lookup(ROOF)), expected);
  isWrong = true;
  const fresh = await open(bytes);
  assert.equal(fresh.digest, sun.digest);
  assert.equal((await errorOf(open(`${base}/cells.bin`))).code, 'damaged');
  const gone = await serverOf((_request, response) => {
    response.writeHead(206, { 'Content-Length': '5000' }).write('x');
    setTimeout(() => response.destroy(), 50);
  });
  assert.equal((await errorOf(open(`${gone}/cells.bin`))).code, 'unreachable');
});

test('a head that no range gives is read by its name', async () => {
  const bad: [string, (part: Uint8Array, response: ServerResponse) => void][] = [
    ['empty', (_part, response) => response.writeHead(206).end()],
    ['shifted', (part, response) => response.writeHead(206).end(part.subarray(1))],
    [
      'no gzip though it says so',
      (part, response) => response.writeHead(206, { 'Content-Encoding': 'gzip' }).end(part),
    ],
  ];
  for (const [what, answer] of bad) {
    const base = await serverOf(({ url = '', headers }, response) => {
      if (!url.endsWith('/cells.bin')) return response.end(readFileSync(join(folder, url)));
      const [, from = '0', to = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
      return answer(bytes.subarray(Number(from), Number(to) + 1), response);
    });
    const sun = await open(`${base}/cells.bin`);
    assert.equal(JSON.stringify(await sun.lookup(ROOF)), expected, what);
  }
});

test('a block that does not match is told to be changed or damaged where no ETag tells which', async () => {
  let isWrong = false;
  const base = await serverOf(({ url = '', headers }, response) => {
    if (!url.endsWith('/cells.bin')) return response.writeHead(404).end();
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
    const part = bytes.slice(Number(from), Number(to) + 1);
    if (isWrong) part[9] ^= 1;
    return response.writeHead(headers.range ? 206 : 200).end(part);
  });
  const sun = await open(`${base}/cells.bin`);
  isWrong = true;
  const error = await errorOf(sun.lookup(ROOF));
  assert.equal(error.code, 'changed');
  assert.match(error.message, /changed while it was read, or is damaged: .*Open it again\.$/);
});

test('a signal ends an opening and a lookup with its reason, and no other call', async () => {
  let isSilent = false;
  const base = await serverOf(({ headers }, response) => {
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
    const give = () =>
      response.writeHead(206, { ETag: '"1"' }).end(bytes.subarray(Number(from), Number(to) + 1));
    if (!isSilent) give();
    else setTimeout(give, 300);
  });
  const url = `${base}/cells.bin`;
  const reason = new Error('enough');
  const ended = (signal: AbortSignal) => ({ signal });
  const sun = await open(url, ended(new AbortController().signal));
  isSilent = true;
  const ending = new AbortController();
  const other = sun.lookup(ROOF);
  const asked = [open(url, ended(ending.signal)), sun.lookup(ROOF, ended(ending.signal))];
  setTimeout(() => ending.abort(reason), 20);
  for (const one of asked) await assert.rejects(one, (error) => error === reason);
  assert.equal(JSON.stringify(await other), expected);
  await assert.rejects(open(url, ended(AbortSignal.abort(reason))), (error) => error === reason);
});

test('a head is asked for by 96 bytes at least, and its digest may be in capitals', async () => {
  const ranges: string[] = [];
  const base = await serverOf(({ headers }, response) => {
    ranges.push(headers.range ?? '');
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
    response.writeHead(206).end(bytes.subarray(Number(from), Number(to) + 1));
  });
  const { digest } = await open(bytes);
  const url = `${base}/cells.bin`;
  for (const headBytes of [0, 10]) {
    const sun = await open(url, { headBytes, digest: digest.toUpperCase() });
    assert.equal(sun.digest, digest);
  }
  assert.deepEqual([ranges[0], ranges[2], ranges.length], ['bytes=0-95', 'bytes=0-95', 4]);
});
