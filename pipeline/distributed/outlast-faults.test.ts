/** Faults of a real store, a real port and a real file; the waits between are skipped. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, mock, test } from 'node:test';
import type { setTimeout as wait } from 'node:timers/promises';
import { fetchObject, objectStore } from '#common/object-store.ts';
import { freePort } from '../../service/test/free-port.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { isFaultOfIo, outlastFaults } from './outlast-faults.ts';

const folder = testFolder();
afterEach(() => mock.reset());

/** An object store that answers as it is told. */
async function storeThat(answers: RequestListener) {
  const server = createServer(answers).listen(0, '127.0.0.1');
  server.unref();
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  return objectStore(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sun`, {});
}

async function errorOf(work: () => unknown): Promise<Error> {
  try {
    await work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('it did not fail');
}

test('a store that is away, busy, cut off or of another time, and a disk that fails, are faults of I/O', async () => {
  const away = objectStore(`http://127.0.0.1:${await freePort()}/sun`, {});
  const busy = await storeThat((_request, response) => response.writeHead(503).end());
  const many = await storeThat((_request, response) => response.writeHead(429).end());
  const cut = await storeThat((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('begun');
    setTimeout(() => response.destroy(), 20);
  });
  const date = new Date(Date.now() - 86_400_000).toUTCString();
  const later = await storeThat((_request, response) => response.writeHead(403, { date }).end());
  const file = join(folder, 'object');
  for (const work of [
    () => away.has('part'),
    () => later.has('part'),
    () => busy.has('part'),
    () => many.get('part'),
    () => fetchObject(cut, 'part', file),
    // Reading a process's memory at 0, where nothing is, is EIO.
    () => readFileSync('/proc/self/mem'),
  ]) {
    const error = await errorOf(work);
    assert.ok(isFaultOfIo(error), `${error.message}`);
  }
});

test('what another try does not mend is no fault of I/O', async () => {
  const forbids = await storeThat((_request, response) => response.writeHead(403).end());
  const other = await storeThat((_request, response) => response.end('other'));
  const expected = { path: 'part', bytes: 5, sha256: '0'.repeat(64) };
  writeFileSync(join(folder, 'file'), '');
  for (const work of [
    () => forbids.has('part'),
    () => fetchObject(other, 'part', join(folder, 'object'), expected),
    () => readFileSync(join(folder, 'none')),
    () => readFileSync(join(folder, 'file', 'below')),
    () => objectStore('no address', {}).has('part'),
    () => JSON.parse('{'),
  ]) {
    const error = await errorOf(work);
    assert.ok(!isFaultOfIo(error), `${error.message}`);
  }
});

test('work is done again after growing pauses, for ten minutes and no longer', async () => {
  let nowMs = 0;
  mock.method(performance, 'now', () => nowMs);
  const triedS: number[] = [];
  const told: string[] = [];
  const fault = Object.assign(new Error('the disk is gone.'), { code: 'EIO' });
  const fail = async () => {
    triedS.push(nowMs / 1000);
    throw fault;
  };
  const pause = async (ms = 0) => {
    nowMs += ms;
  };
  const work = outlastFaults(fail, (text) => told.push(text), undefined, pause as typeof wait);
  await assert.rejects(work, fault);
  assert.deepEqual(triedS.slice(0, 7), [0, 1, 3, 7, 15, 31, 61]);
  assert.equal(triedS.at(-1), 600);
  assert.equal(told[0], 'the disk is gone. Tried again in 1 s, for ten minutes in all.');
  assert.equal(told.length, triedS.length - 1);
});

test('work that succeeds after a pause is done; another error, or a stop in a pause, ends it', async () => {
  let tries = 0;
  const flaky = async () => {
    if (++tries < 2) throw Object.assign(new Error('gone.'), { code: 'ECONNRESET' });
    return 'done';
  };
  const began = performance.now();
  assert.equal(await outlastFaults(flaky, () => {}), 'done');
  assert.ok(performance.now() - began >= 990);
  const wrong = async () => JSON.parse('{');
  await assert.rejects(
    outlastFaults(wrong, () => {}),
    SyntaxError,
  );
  const stop = new AbortController();
  tries = 0;
  const stopped = outlastFaults(flaky, () => setTimeout(() => stop.abort(), 10), stop.signal);
  await assert.rejects(stopped, /^Error: gone\.$/);
  assert.equal(tries, 1);
});
