/** Bodies in flight are held to a budget, of an address and of the node. */

import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { refusal } from '../../test/contract.ts';
import type { Answer } from '../../test/documented.ts';
import { BATCH, ITEM, startTestService, type TestService } from '../../test/service.ts';
import { until } from '../../test/until.ts';
import type { BodyLimits } from './body-budget.ts';
import { LIFTED_LIMITS, MAX_BODY_BYTES } from './limits.ts';

const ITEMS = JSON.stringify({ items: [ITEM] });
const padded = (bytes: number) => ITEMS + ' '.repeat(bytes - ITEMS.length);

function start(bodies: BodyLimits) {
  const lookups = { withoutKey: 50, withKey: 50 };
  return startTestService({ bodies, limits: { ...LIFTED_LIMITS, lookups }, trustProxy: 1 });
}

/** Sends a body whose end never comes. */
function hold({ base }: TestService, body: Buffer, from: string, encoding = 'identity'): Socket {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST ${BATCH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length + 1}\r\n\r\n`,
  );
  socket.write(body);
  return socket;
}

const post = (
  { call }: TestService,
  body: string | Buffer<ArrayBuffer>,
  from: string,
  encoding = 'identity',
) =>
  call(BATCH, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': from, 'content-encoding': encoding },
  });

/** Retries until the answer has that status. What is in flight arrives when it arrives. */
function untilStatus(status: number, ask: () => Promise<Answer>): Promise<Answer> {
  const look = async () => {
    const answer = await ask();
    return answer.status === status && answer;
  };
  return until(look, `the answer is ${status}`);
}

test('held bodies use up the budget of their address, and hanging up frees it', async () => {
  const service = await start({ nodeBytes: 1e9, addressBytes: 100_000 });
  const socket = hold(service, Buffer.alloc(60_000, ' '), '203.0.113.1');
  const busy = await untilStatus(503, () => post(service, padded(50_000), '203.0.113.1'));
  assert.match(
    refusal(busy, 503, 'busy').message,
    /Bodies from your address fill the 100000 bytes/,
  );
  assert.equal(busy.headers['retry-after'], '1');
  assert.equal((await post(service, padded(30_000), '203.0.113.1')).status, 200);
  assert.equal((await post(service, padded(90_000), '203.0.113.2')).status, 200);
  socket.destroy();
  await untilStatus(200, () => post(service, padded(50_000), '203.0.113.1'));
});

test('addresses together are held to the budget of the node', async () => {
  const service = await start({ nodeBytes: 100_000, addressBytes: 60_000 });
  hold(service, Buffer.alloc(40_000, ' '), '203.0.113.1');
  hold(service, Buffer.alloc(40_000, ' '), '203.0.113.2');
  const busy = await untilStatus(503, () => post(service, padded(30_000), '203.0.113.3'));
  assert.match(refusal(busy, 503, 'busy').message, /^Bodies fill the 100000 bytes/);
  assert.equal((await post(service, ITEMS, '203.0.113.3')).status, 200);
});

test('a compressed body counts as the largest while it is read and answered', async () => {
  const service = await start({ nodeBytes: 1e9, addressBytes: 2 * MAX_BODY_BYTES });
  const zipped = gzipSync(ITEMS);
  assert.equal((await post(service, zipped, '203.0.113.1', 'gzip')).status, 200);
  for (let i = 0; i < 2; i++) hold(service, zipped.subarray(0, 12), '203.0.113.2', 'gzip');
  await untilStatus(503, () => post(service, zipped, '203.0.113.2', 'gzip'));
  refusal(await post(service, ITEMS, '203.0.113.2'), 503, 'busy');
  assert.equal((await post(service, zipped, '203.0.113.3', 'gzip')).status, 200);
});

test('a call beyond the budget is not counted', async () => {
  const service = await start({ nodeBytes: 1e9, addressBytes: 1000 });
  const remaining = ({ headers }: Answer) => Number(/r=(\d+)/.exec(headers.ratelimit)?.[1]);
  assert.equal(remaining(await post(service, ITEMS, '203.0.113.1')), 49);
  for (let i = 0; i < 60; i++) {
    const busy = await post(service, padded(2000), '203.0.113.1');
    refusal(busy, 503, 'busy');
    assert.equal(remaining(busy), 49);
  }
  assert.equal(remaining(await post(service, ITEMS, '203.0.113.1')), 48);
});

test('a body that was refused holds nothing', async () => {
  const service = await start({ nodeBytes: 1e9, addressBytes: 200_000 });
  for (let i = 0; i < 10; i++) {
    const unknown = await post(service, padded(150_000), '203.0.113.1', 'none');
    assert.match(refusal(unknown, 400, 'invalid_json').message, /content encoding is not known/);
  }
  assert.equal((await post(service, padded(150_000), '203.0.113.1')).status, 200);
});

test('a body that was answered holds nothing', async () => {
  const service = await start({ nodeBytes: 100_000, addressBytes: 100_000 });
  for (let i = 0; i < 20; i++) {
    assert.equal((await post(service, padded(90_000), '203.0.113.1')).status, 200);
  }
});
