/** Bodies in flight are held to a budget, of an address and of the node. */

import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, mock, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { refusal } from '../../test/contract.ts';
import type { Answer } from '../../test/documented.ts';
import { holdBody } from '../../test/hold-body.ts';
import { BATCH, ITEM, startTestService, type TestService } from '../../test/service.ts';
import { until } from '../../test/until.ts';
import type { BodyLimits } from './body-budget.ts';
import { type CallLimits, DEFAULT_BODY_LIMITS, MAX_BODY_BYTES } from './limits.ts';

// On a busy machine bodies take longer than those 5 s: only a test's own beats close them.
before(() => mock.timers.enable({ apis: ['setInterval'] }));
after(() => mock.timers.reset());

const ITEMS = JSON.stringify({ items: [ITEM] });
const padded = (bytes: number) => ITEMS + ' '.repeat(bytes - ITEMS.length);

const start = (bodies: BodyLimits, limits: Partial<CallLimits> = {}) =>
  startTestService({ bodies, limits, trustProxy: 1 });

const hold = ({ base }: TestService, body: Buffer, from: string, encoding = 'identity') =>
  holdBody(base, BATCH, body, from, { encoding });

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

/**
 * Holds bodies until there is no space for another of 100 kB. Large ones that arrive at a time may be refused together,
 * which leaves space: these are small enough to take it.
 */
async function fill(service: TestService): Promise<void> {
  const body = Buffer.alloc(90_000, ' ');
  let bodies = 0;
  await untilStatus(503, () => {
    hold(service, body, `192.0.2.${bodies++ % 256}`);
    return post(service, padded(100_000), '203.0.113.1');
  });
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

test('a compressed body counts by the bytes that have come, and once it is whole by those it inflates to', async () => {
  const service = await start({ nodeBytes: 1e9, addressBytes: 100_000 });
  const zipped = (bytes: number) => gzipSync(padded(bytes));
  for (let i = 0; i < 30; i++) hold(service, zipped(90_000).subarray(0, 12), '203.0.113.1', 'gzip');
  assert.equal((await post(service, zipped(90_000), '203.0.113.1', 'gzip')).status, 200);
  const large = await post(service, zipped(110_000), '203.0.113.1', 'gzip');
  assert.match(refusal(large, 503, 'busy').message, /Bodies from your address fill the 100000/);
});

test('a quarter of the budget is for bodies up to 64 kB, four of an address', async () => {
  const service = await start({ nodeBytes: 2_000_000, addressBytes: 2_000_000 });
  const small = Buffer.alloc(65_536, ' ');
  await fill(service);
  assert.equal((await post(service, padded(small.length), '203.0.113.2')).status, 200);
  for (let i = 0; i < 4; i++) hold(service, small, '203.0.113.2');
  await untilStatus(503, () => post(service, padded(small.length), '203.0.113.2'));
  assert.equal((await post(service, padded(small.length), '203.0.113.3')).status, 200);
});

test('while more than half of the budget is held, bodies that stall for 5 s are closed', async () => {
  const service = await start({ nodeBytes: 100_000, addressBytes: 45_000 });
  const beats = (count: number) => {
    for (let i = 0; i < count; i++) mock.timers.tick(5000);
  };
  const isHeld = (from: string, bytes: number) =>
    untilStatus(503, () => post(service, padded(45_001 - bytes), from));
  const slow = holdBody(service.base, BATCH, Buffer.alloc(30_000, ' '), '203.0.113.1', {
    missing: 20_000,
  });
  await isHeld('203.0.113.1', 30_000);
  beats(3);
  const stalled = hold(service, Buffer.alloc(30_000, ' '), '203.0.113.2');
  await isHeld('203.0.113.2', 30_000);
  const answered = text(stalled);
  for (const bytes of [35_000, 40_000]) {
    slow.write(Buffer.alloc(5000, ' '));
    await isHeld('203.0.113.1', bytes);
    beats(1);
  }
  assert.match(await answered, /^HTTP\/1\.1 503 .*The body came at less than 1 kB\/s/s);
  await untilStatus(200, () => post(service, padded(40_000), '203.0.113.2'));
  await isHeld('203.0.113.1', 40_000);
});

test('12 addresses that hold four bodies of 2 MB each leave bodies up to 64 kB of others alone', async () => {
  const service = await start(DEFAULT_BODY_LIMITS);
  const body = Buffer.alloc(MAX_BODY_BYTES - 1, ' ');
  for (let i = 0; i < 48; i++) hold(service, body, `198.51.100.${i >> 2}`);
  await fill(service);
  for (let i = 0; i < 60; i++)
    assert.equal((await post(service, padded(65_536), `203.0.113.${i}`)).status, 200);
});

test('a call beyond the budget is not counted', async () => {
  const lookups = { withoutKey: 50, withKey: 50 };
  const service = await start({ nodeBytes: 1e9, addressBytes: 1000 }, { lookups });
  const remaining = ({ headers }: Answer) => Number(/r=(\d+)/.exec(headers.ratelimit)?.[1]);
  assert.equal(remaining(await post(service, ITEMS, '203.0.113.1')), 49);
  for (let i = 0; i < 60; i++) {
    const busy = await post(service, padded(2000), '203.0.113.1');
    refusal(busy, 503, 'busy');
    assert.equal(remaining(busy), 49);
  }
  assert.equal(remaining(await post(service, ITEMS, '203.0.113.1')), 48);
});

test('a body that was refused holds nothing, nor one that was answered', async () => {
  const service = await start({ nodeBytes: 125_000, addressBytes: 125_000 });
  for (let i = 0; i < 10; i++) {
    const unknown = await post(service, padded(90_000), '203.0.113.1', 'none');
    assert.match(refusal(unknown, 400, 'invalid_json').message, /content encoding is not known/);
    assert.equal((await post(service, padded(90_000), '203.0.113.1')).status, 200);
  }
});
