/** What holds for every request: bodies, methods, paths, headers, ids, the log. */

import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { validator } from '../../schemas/validate.ts';
import { refusal } from '../test/contract.ts';
import { BATCH, ITEM, LOOKUP, rawCall, startTestService, until } from '../test/service.ts';
import { MODEL_VERSION } from './etag.ts';

const checkError = validator('api/error.schema.json');
const ITEMS = JSON.stringify({ items: [ITEM] });
const MAX = 2_097_152;

const service = await startTestService();

const raw = (path: string, options = {}) => rawCall(service.base, path, options);
const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  service.call(BATCH, { method: 'POST', body, headers });

/** Bytes as they are on the wire, and the answer's. */
async function wire(request: string): Promise<string> {
  const { port } = new URL(service.base);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(request);
  let answer = '';
  try {
    for await (const piece of socket) answer += piece;
  } catch (error) {
    // what is refused unread ends with a reset, which may be seen before the end
    assert.equal((error as NodeJS.ErrnoException).code, 'ECONNRESET');
  }
  return answer;
}

test('a body of any content type is read as JSON', async () => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', '']) {
    assert.equal((await post(ITEMS, type ? { 'content-type': type } : {})).status, 200, type);
  }
});

test('a body may come compressed', async () => {
  const gzip = await post(gzipSync(ITEMS), { 'content-encoding': 'gzip' });
  assert.equal(gzip.status, 200);
  const brotli = await post(brotliCompressSync(ITEMS), { 'content-encoding': 'br' });
  assert.equal(brotli.text, gzip.text);
});

test('an empty body, broken JSON, broken UTF-8 and unknown or broken encodings are 400 invalid_json', async () => {
  refusal(await post(''), 400, 'invalid_json');
  refusal(await service.call(BATCH, { method: 'POST' }), 400, 'invalid_json');
  for (const body of ['{', '{"items":[1,]}', 'NaN', "{'items':[]}", ITEMS + ITEMS]) {
    assert.match(refusal(await post(body), 400, 'invalid_json').message, /not valid JSON/);
  }
  refusal(await post(Buffer.from([0x22, 0xff, 0x22])), 400, 'invalid_json');
  refusal(await post(ITEMS, { 'content-encoding': 'zstd-but-not-really' }), 400, 'invalid_json');
  refusal(await post(ITEMS, { 'content-encoding': 'gzip' }), 400, 'invalid_json');
});

test('a body that only costs time is refused before it is decoded and parsed, others go on', async () => {
  const names = Array.from({ length: 170_000 }, (_, i) => `"k${i}":0`).join(',');
  // Neither is JSON in UTF-8, which nothing has found out.
  const costly = [
    Buffer.from(`{${names}\xff}`, 'latin1'),
    Buffer.from(`${'['.repeat(1_000_000)}]`),
  ];
  for (const body of costly) {
    const zipped = { 'content-encoding': 'gzip' };
    const three = [post(body), post(gzipSync(body), zipped), post(gzipSync(body), zipped)];
    assert.equal((await raw('/livez')).status, 200);
    for (const answer of await Promise.all(three)) {
      const { message, field } = refusal(answer, 422, 'invalid_parameter');
      assert.match(message, /^The body has more than \d+ (names and texts|objects and arrays); /);
      assert.equal(field, undefined);
    }
  }
});

test('what is no JSON at all is 400 however many brackets it has', async () => {
  for (const body of ['['.repeat(1_000_000), 'a{b:c}'.repeat(10_000), '{"a":['.repeat(10_000)]) {
    const { message } = refusal(await post(body), 400, 'invalid_json');
    assert.match(message, /does not begin and end as an object or an array/);
  }
});

test('a batch whose every item has many fields too many fails item by item', async () => {
  const extra = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`k${i}`, [i]]));
  const items = Array.from({ length: 8 }, () => ({ lat: 59.13, lng: 15.29, ...extra }));
  const answer = await post(JSON.stringify({ items }));
  assert.equal(answer.status, 200);
  assert.deepEqual(
    JSON.parse(answer.text).results.map(({ ok }: { ok: boolean }) => ok),
    Array(8).fill(false),
  );
});

test('a body of 2 097 152 bytes is read, one more is 413, counted after inflation', async () => {
  const padded = (bytes: number) => ITEMS + ' '.repeat(bytes - ITEMS.length);
  assert.equal((await post(padded(MAX))).status, 200);
  refusal(await post(padded(MAX + 1)), 413, 'body_too_large');
  const small = gzipSync(padded(MAX + 1));
  assert.ok(small.length < 10_000);
  refusal(await post(small, { 'content-encoding': 'gzip' }), 413, 'body_too_large');
  assert.equal((await post(gzipSync(padded(MAX)), { 'content-encoding': 'gzip' })).status, 200);
});

test('methods that a path has not are 405 with Allow', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'SEARCH']) {
    const answer = await service.call('/api/v1/pv-yield', { method });
    assert.equal(answer.headers.allow, 'GET, HEAD');
    refusal(answer, 405, 'method_not_allowed');
  }
  for (const path of ['/api/v1/pv-yield/matrix', '/api/v1/pv-yield/meta', '/livez', '/docs/api']) {
    const answer = await raw(path, { method: 'POST' });
    assert.equal(answer.headers.allow, 'GET, HEAD', path);
    refusal(answer, 405, 'method_not_allowed');
  }
  const get = await service.call(BATCH);
  assert.equal(get.headers.allow, 'POST');
  refusal(get, 405, 'method_not_allowed');
});

test('HEAD is GET without the body wherever GET is', async () => {
  const paths = [
    LOOKUP,
    '/api/v1/pv-yield/matrix?lat=59.13&lng=15.29',
    '/api/v1/pv-yield/meta',
    '/api/v1/pv-yield/openapi.json',
    '/api/v1/simulation/openapi.json',
    '/livez',
    '/docs/api',
  ];
  for (const path of paths) {
    const get = await raw(path);
    const head = await raw(path, { method: 'HEAD' });
    assert.equal(head.status, get.status, path);
    assert.equal(head.text, '');
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      assert.equal(head.headers[name], get.headers[name], `${path} ${name}`);
    }
  }
});

test('other paths are 404, malformed percent-encoding too', async () => {
  for (const path of [
    '/api/v2/pv-yield',
    '/api/v1/pv-yields',
    '/%zz',
    '/api/v1/pv-yield/%E0%A4%A',
    '/..%2f..%2fetc/passwd',
    '//evil.example/x',
  ]) {
    refusal(await raw(path), 404, 'not_found');
  }
  refusal(await service.call('/api/v1/pv-yield?lat=%zz'), 422, 'invalid_parameter');
});

test('a query of 10 kB is read, headers of 20 kB are refused as JSON', async () => {
  assert.equal((await service.call(`${LOOKUP}&x=${'y'.repeat(10_000)}`)).status, 200);
  const answer = await raw(`${LOOKUP}&x=${'y'.repeat(20_000)}`);
  assert.equal(answer.status, 431);
  assert.equal(checkError(JSON.parse(answer.text)).error.code, 'bad_request');
});

test('an absolute-form target is its path', async () => {
  const answer = await wire(
    `GET http://other.example${LOOKUP} HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n`,
  );
  assert.match(answer, /^HTTP\/1\.1 200 OK/);
  assert.match(answer, /"annual_kwh_kwp":/);
});

test('OPTIONS * is answered, what is no HTTP is a JSON error, never a stack', async () => {
  const asterisk = await wire('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  assert.match(asterisk, /^HTTP\/1\.1 204/);
  const cases: [string, number][] = [
    ['BREW / HTTP/1.1', 400],
    ['GET / HTTP/9.9', 400],
    ['nonsense', 400],
    ['GET /\x00 HTTP/1.1', 400],
    ['GET http:// HTTP/1.1', 400],
    ['GET http://[ HTTP/1.1', 400],
    ['CONNECT example.org:443 HTTP/1.1', 405],
    ['GET /livez HTTP/1.1\r\nExpect: tea', 417],
  ];
  for (const [line, status] of cases) {
    const answer = await wire(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), line);
    const { error } = checkError(JSON.parse(answer.split('\r\n\r\n')[1]));
    assert.equal(error.code, 'bad_request');
  }
});

test('a missing or double Host is 400; HTTP/1.0 knows none', async () => {
  const cases: [string, number][] = [
    ['GET /livez HTTP/1.1\r\n', 400],
    ['GET /livez HTTP/1.1\r\nHost: x\r\nhost: y\r\n', 400],
    ['GET /livez HTTP/1.0\r\nHost: x\r\nHost: x\r\n', 400],
    ['GET /livez HTTP/1.0\r\n', 200],
  ];
  for (const [head, status] of cases) {
    const answer = await wire(`${head}Connection: close\r\n\r\n`);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), head);
    const body = JSON.parse(answer.split('\r\n\r\n')[1]);
    if (status === 400) assert.equal(checkError(body).error.code, 'bad_request');
  }
});

test('a body announced or grown too large is refused at once, and nothing more of it is read', async () => {
  const head = `POST ${BATCH} HTTP/1.1\r\nHost: x\r\n`;
  const announced = await wire(`${head}Content-Length: 99999999\r\n\r\n{`);
  assert.match(announced, /^HTTP\/1\.1 413 /);
  assert.match(announced, /Connection: close/);
  const invited = await wire(`${head}Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n`);
  assert.match(invited, /^HTTP\/1\.1 413 /);
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const endless = await wire(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(40)}`);
  assert.match(endless, /^HTTP\/1\.1 413 /);
});

test('Expect: 100-continue invites a body that is not too large', async () => {
  const head = `POST ${BATCH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue`;
  const answer = await wire(`${head}\r\nContent-Length: ${ITEMS.length}\r\n\r\n${ITEMS}`);
  assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
});

test('a connection that was refused is closed even when the other side keeps its half open', async () => {
  const socket = connect({ port: Number(new URL(service.base).port), allowHalfOpen: true });
  socket.write('nonsense\r\n\r\n');
  await text(socket);
  const connections = () =>
    new Promise<number>((resolve) => service.server.getConnections((_, count) => resolve(count)));
  await until(async () => (await connections()) === 0, 'no connection is open');
  socket.destroy();
});

test('a caller that hangs up is one line with status 499 or not begun, and no fault of ours', async () => {
  const { port } = new URL(service.base);
  const sockets = new Map<string, Socket>();
  const hangUp = ({ headers }: IncomingMessage) => {
    const i = Number(/^cut-(\d+)$/.exec(String(headers['x-request-id']))?.[1]);
    // at once, or some moments into the answer
    if (i >= 0) setTimeout(() => sockets.get(`cut-${i}`)?.resetAndDestroy(), i % 7);
  };
  let notBegun = 0;
  const count = ({ headers }: IncomingMessage) => {
    if (sockets.has(String(headers['x-request-id']))) notBegun++;
  };
  service.server.on('request', hangUp).on('abandoned', count);
  for (let i = 0; i < 20; i++) {
    const reader = connect(Number(port), '127.0.0.1');
    reader.write(`GET ${LOOKUP} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(5));
    setTimeout(() => reader.resetAndDestroy(), i);
    const sender = connect(Number(port), '127.0.0.1');
    sockets.set(`cut-${i}`, sender);
    sender.write(
      `POST ${BATCH} HTTP/1.1\r\nHost: x\r\nX-Request-Id: cut-${i}\r\nContent-Length: 99\r\n\r\n{`,
    );
  }
  const lines = () => service.log.filter(({ id }) => sockets.has(String(id)));
  await until(() => lines().length + notBegun === 20, 'all twenty are logged or not begun');
  service.server.off('request', hangUp).off('abandoned', count);
  for (const { status } of lines()) assert.equal(status, 499);
  assert.deepEqual(
    service.log.filter(({ msg }) => msg === 'unforeseen error'),
    [],
  );
});

test('more than a thousand parameters are all read', async () => {
  const many = 'x&'.repeat(1500);
  assert.equal((await service.call(LOOKUP.replace('?', `?${many}`))).status, 200);
  const twice = await service.call(`${LOOKUP}&${many}lat=59.2`);
  assert.equal(refusal(twice, 422, 'invalid_parameter').field, 'lat');
});

test('CORS is open, and pages may read the headers that matter', async () => {
  const answer = await service.call(LOOKUP, { headers: { origin: 'https://shop.example' } });
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  const exposed = answer.headers['access-control-expose-headers'].split(',');
  for (const name of ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'X-Request-Id']) {
    assert.ok(exposed.includes(name), name);
  }
  const error = await raw('/nothing', { headers: { origin: 'https://shop.example' } });
  assert.equal(error.headers['access-control-allow-origin'], '*');
});

test('a preflight is answered with the methods and the headers asked for', async () => {
  const answer = await raw(BATCH, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-api-key',
    },
  });
  assert.equal(answer.status, 204);
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  assert.match(answer.headers['access-control-allow-methods'], /POST/);
  assert.equal(answer.headers['access-control-allow-headers'], 'content-type,x-api-key');
  assert.equal(answer.headers['access-control-max-age'], '86400');
});

test('security headers are on every answer, and nothing tells the framework', async () => {
  for (const path of [LOOKUP, '/nothing', '/livez']) {
    const { headers } = await raw(path);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(headers['content-security-policy'], /default-src 'none'/);
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(headers['strict-transport-security'], /max-age=\d{8}/);
    assert.equal(headers['x-powered-by'], undefined);
  }
});

test('X-Request-Id is taken over when it is a plain word, else made', async () => {
  const withId = (id: string) => service.call(LOOKUP, { headers: { 'x-request-id': id } });
  assert.equal((await withId('a.b-c_1:2')).headers['x-request-id'], 'a.b-c_1:2');
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  for (const id of ['', 'two words', 'x'.repeat(200), '<script>']) {
    assert.match((await withId(id)).headers['x-request-id'], uuid);
  }
  const error = await raw('/nothing', { headers: { 'x-request-id': 'kept' } });
  assert.equal(error.headers['x-request-id'], 'kept');
});

test('without a plain X-Request-Id the trace-id of a well-formed traceparent is the id', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const idOf = async (traceparent: string, headers = {}) =>
    (await raw('/livez', { headers: { traceparent, ...headers } })).headers['x-request-id'];
  assert.equal(await idOf(`00-${trace}-00f067aa0ba902b7-01`), trace);
  assert.equal(await idOf(`cc-${trace}-00f067aa0ba902b7-01-later`), trace);
  assert.equal(await idOf(`00-${trace}-00f067aa0ba902b7-01`, { 'x-request-id': 'mine' }), 'mine');
  for (const malformed of [
    trace,
    `00-${trace}-00f067aa0ba902b7-01-more`,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
  ]) {
    assert.match((await idOf(malformed)) ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-/, malformed);
  }
});

test('coordinates in a mistaken path reach the log without their decimals', async () => {
  for (const path of ['/59.3326/18.0649', '/at/59,3326', '/59%2E3326;18%2c0649']) {
    await raw(path, { headers: { 'x-request-id': 'place' } });
  }
  const ours = () => service.log.filter(({ id }) => id === 'place');
  await until(() => ours().length === 3, 'the requests are logged');
  assert.equal(ours()[0].path, '/59.…/18.…');
  assert.doesNotMatch(JSON.stringify(ours()), /3326|0649/);
});

test('each request is one line of the log, without its query', async () => {
  await service.call(LOOKUP, { headers: { 'x-request-id': 'logged' } });
  const ours = () => service.log.filter(({ id }) => id === 'logged');
  await until(() => ours().length > 0, 'the request is logged');
  await service.call(LOOKUP);
  const lines = ours();
  assert.equal(lines.length, 1);
  const [{ method, path, status, ms }] = lines;
  assert.deepEqual([method, path, status], ['GET', '/api/v1/pv-yield', 200]);
  assert.ok(Number(ms) >= 0);
  assert.ok(!JSON.stringify(lines).includes('59.13'));
});

test('a long path is cut in the log', async () => {
  await raw(`/${'n'.repeat(5000)}`, { headers: { 'x-request-id': 'long' } });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { path } = service.log.find(({ id }) => id === 'long') ?? {};
  assert.equal(path, `/${'n'.repeat(199)}…`);
});

test('the log has shortened addresses unless whole ones are asked for', async () => {
  const loggedAddress = async (fullAddresses: boolean, address: string) => {
    const on = await startTestService({ trustProxy: 1, fullAddresses });
    await rawCall(on.base, '/livez', { headers: { 'x-forwarded-for': address } });
    await on.close();
    return on.log[0].ip;
  };
  assert.equal(await loggedAddress(false, '203.0.113.77'), '203.0.113.0/24');
  assert.equal(await loggedAddress(false, '2001:db8:12:34::5'), '2001:db8:12::/48');
  assert.equal(await loggedAddress(true, '203.0.113.77'), '203.0.113.77');
  assert.equal(await loggedAddress(true, '2001:db8:12:34::5'), '2001:db8:12:34::5');
});

test('a forwarded header where no proxy is trusted is told once', async () => {
  const told = async (trustProxy: number) => {
    const on = await startTestService({ trustProxy });
    for (const name of ['x-forwarded-for', 'x-forwarded-for', 'forwarded']) {
      await rawCall(on.base, '/livez', { headers: { [name]: '203.0.113.77' } });
    }
    await on.close();
    return on.log.filter(({ msg }) => /TRUST_PROXY is 0/.test(String(msg))).length;
  };
  assert.equal(await told(0), 1);
  assert.equal(await told(1), 0);
});

test('a fault of ours is 500 without its text, logged with it', async () => {
  const { pvYield } = service.loaded;
  Object.defineProperty(service.loaded, 'pvYield', {
    configurable: true,
    get: () => {
      throw new Error('secret inner text');
    },
  });
  try {
    const answer = await service.call(LOOKUP);
    refusal(answer, 500, 'internal_error');
    assert.ok(!answer.text.includes('secret'));
    assert.ok(JSON.stringify(service.log).includes('secret inner text'));
  } finally {
    Object.defineProperty(service.loaded, 'pvYield', { writable: true, value: pvYield });
  }
});

test('/livez answers always, /readyz says what is loaded', async () => {
  assert.deepEqual(JSON.parse((await raw('/livez')).text), { status: 'ok' });
  const ready = await raw('/readyz');
  assert.equal(ready.status, 503);
  assert.deepEqual(JSON.parse(ready.text), {
    status: 'incomplete',
    pv_yield: true,
    prices: false,
    simulator: false,
    versions: { pv_yield: '9.8.7', prices: null, model: MODEL_VERSION },
    one_build: null,
  });
  service.loaded.warning = 'Yield and prices are of different builds.';
  const warned = await raw('/readyz');
  service.loaded.warning = null;
  assert.equal(warned.status, ready.status);
  assert.match(JSON.parse(warned.text).warning, /different builds/);
});
