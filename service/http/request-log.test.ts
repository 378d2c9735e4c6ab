/** The id of a request, and its one line of the log. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readEmbeds } from '../pages/server/embeds.ts';
import { BATCH, LOOKUP, rawCall, startTestService, testLoaded } from '../test/service.ts';
import { until } from '../test/until.ts';

const service = await startTestService();

const raw = (path: string, options = {}) => rawCall(service.base, path, options);

test('a caller that hangs up is one line with status 499, and no fault of ours', async () => {
  const { port } = new URL(service.base);
  const sockets = new Map<string, Socket>();
  const hangUp = async ({ headers }: IncomingMessage) => {
    const i = Number(/^cut-(\d+)$/.exec(String(headers['x-request-id']))?.[1]);
    // At once, or some turns of the event loop into the answer.
    for (let turn = 0; turn < i % 7; turn++) await nextTurn();
    sockets.get(`cut-${i}`)?.resetAndDestroy();
  };
  service.server.on('request', hangUp);
  for (let i = 0; i < 20; i++) {
    const reader = connect(Number(port), '127.0.0.1');
    reader.write(`GET ${LOOKUP} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(5));
    reader.once('data', () => reader.resetAndDestroy());
    const sender = connect(Number(port), '127.0.0.1');
    sockets.set(`cut-${i}`, sender);
    sender.write(
      `POST ${BATCH} HTTP/1.1\r\nHost: x\r\nX-Request-Id: cut-${i}\r\nContent-Length: 99\r\n\r\n{`,
    );
  }
  const lines = () => service.log.filter(({ id }) => sockets.has(String(id)));
  await until(() => lines().length === 20, 'all twenty are logged');
  service.server.off('request', hangUp);
  for (const { status } of lines()) assert.equal(status, 499);
  assert.deepEqual(
    service.log.filter(({ msg }) => msg === 'unforeseen error'),
    [],
  );
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a request names itself, and the id that it gets. Undefined for one that is made. */
const IDS: [given: Record<string, string>, id?: string][] = [
  [{ 'x-request-id': 'a.b-c_1:2' }, 'a.b-c_1:2'],
  ...['', 'two words', 'x'.repeat(200), '<script>'].map((id): [Record<string, string>] => [
    { 'x-request-id': id },
  ]),
  [{ traceparent: `00-${TRACE}-${PARENT}-01` }, TRACE],
  [{ traceparent: `cc-${TRACE}-${PARENT}-01-later` }, TRACE],
  [{ traceparent: `00-${TRACE}-${PARENT}-01`, 'x-request-id': 'mine' }, 'mine'],
  [{ traceparent: TRACE }],
  [{ traceparent: `00-${TRACE}-${PARENT}-01-more` }],
  [{ traceparent: `ff-${TRACE}-${PARENT}-01` }],
  [{ traceparent: `00-${TRACE.toUpperCase()}-${PARENT}-01` }],
  [{ traceparent: `00-${'0'.repeat(32)}-${PARENT}-01` }],
  [{ traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` }],
];

test('the id is a plain X-Request-Id, else the trace-id of a well-formed traceparent, else made', async () => {
  for (const path of ['/livez', '/nothing'])
    for (const [headers, expected] of IDS) {
      const id = (await raw(path, { headers })).headers['x-request-id'];
      if (expected === undefined) assert.match(id, UUID, JSON.stringify(headers));
      else assert.equal(id, expected);
    }
});

/** Paths that hold what a caller wrote, and what the log has of each. */
const WRITTEN: [path: string, logged: string][] = [
  [LOOKUP, '/api/v1/pv-yield'],
  ['/59.3326/18.0649', '/…'],
  ['/kanarina@example.se', '/…'],
  ['/Kanarina%20Ekmansdotter/Kanariegatan%209', '/…'],
  ['/%e0%a4/Kanarina', '/…'],
  ['/api/v1/pv-yield/Kanarina', '/api/v1/pv-yield/…'],
  ['/api/v1/pv-yieldKanarina', '/api/…'],
  ['/API/v1/simulation/Kanarina/', '/api/v1/simulation/…'],
  ['/api/v1//Kanarina', '/api/…'],
  ['/api/Kanarina/pv-yield', '/api/…'],
  ['/assets/Kanarina.js', '/assets/…'],
  ['/assets/%e0%a4Kanarina', '/assets/…'],
  ['/docs/Kanarina', '/docs/…'],
  ['/sdk/Kanarina', '/sdk/…'],
  ['/embedded/Kanarina/leads', '/embedded/…'],
  ['/embedded/%e0%a4Kanarina/leads', '/embedded/…'],
  ['/i/Kanarina', '/i/…'],
  ['/i/%e0%a4Kanarina', '/i/…'],
  ['/livez/Kanarina', '/…'],
  [`/${'Kanarina'.repeat(1000)}`, '/…'],
];

test('each request is one line of the log, which has nothing that a caller wrote into path and query', async () => {
  const embeds = readEmbeds('fixtures/embeds.json', {});
  const linkSecrets = [{ kid: 'a', key: Buffer.alloc(32) }];
  const on = await startTestService({ loaded: { ...testLoaded(), embeds }, linkSecrets });
  const expected = WRITTEN.map(([path, logged]) => ['GET', logged, path === LOOKUP ? 200 : 404]);
  for (const [i, [path]] of WRITTEN.entries()) {
    const { status } = await rawCall(on.base, path, { headers: { 'x-request-id': 'written' } });
    assert.equal(status, expected[i][2], path);
  }
  const ours = () => on.log.filter(({ id }) => id === 'written');
  await until(() => ours().length === WRITTEN.length, 'the requests are logged');
  assert.deepEqual(
    ours().map(({ method, path, status }) => [method, path, status]),
    expected,
  );
  assert.ok(ours().every(({ ms }) => Number(ms) >= 0));
  // Digits of the clock may be any.
  const lines = on.log.map((line) => ({ ...line, time: undefined, ms: undefined }));
  assert.doesNotMatch(JSON.stringify(lines), /kanari|3326|0649|59\.13/i);
});

test('the log has shortened addresses unless it is set to whole ones', async () => {
  const loggedAddress = async (fullAddresses: boolean, address: string) => {
    const on = await startTestService({ trustProxy: 1, fullAddresses });
    await rawCall(on.base, '/livez', { headers: { 'x-forwarded-for': address } });
    await on.close();
    return on.log[0].ip;
  };
  for (const address of ['203.0.113.77', '::ffff:203.0.113.77', '::FFFF:cb00:714d'])
    assert.equal(await loggedAddress(false, address), '203.0.113.0/24');
  assert.equal(await loggedAddress(false, '2001:db8:12:34::5'), '2001:db8:12::/48');
  assert.equal(await loggedAddress(true, '203.0.113.77'), '203.0.113.77');
  assert.equal(await loggedAddress(true, '2001:db8:12:34::5'), '2001:db8:12:34::5');
});

test('a forwarded header where no proxy is trusted is logged once', async () => {
  const warnings = async (trustProxy: number) => {
    const on = await startTestService({ trustProxy });
    for (const name of ['x-forwarded-for', 'x-forwarded-for', 'forwarded']) {
      await rawCall(on.base, '/livez', { headers: { [name]: '203.0.113.77' } });
    }
    await on.close();
    return on.log.filter(({ msg }) => /TRUST_PROXY is 0/.test(String(msg))).length;
  };
  assert.equal(await warnings(0), 1);
  assert.equal(await warnings(1), 0);
});
