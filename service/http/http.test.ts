/** Rules for every request: methods, paths, HTTP itself, headers, faults. */

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { validator } from '../../schemas/checks/validate.ts';
import { refusal } from '../test/contract.ts';
import {
  BATCH,
  exchange,
  ITEM,
  LOOKUP,
  rawCall,
  startTestService,
  testLoaded,
} from '../test/service.ts';
import { until } from '../test/until.ts';
import { MODEL_VERSION } from './etag.ts';

const checkError = validator('api/error.schema.json');
const ITEMS = JSON.stringify({ items: [ITEM] });

const service = await startTestService();

const send = (bytes: string) => exchange(service.base, bytes);
const raw = (path: string, options = {}) => rawCall(service.base, path, options);

test('methods that a path has not are 405 with Allow', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'SEARCH']) {
    const answer = await service.call('/api/v1/pv-yield', { method });
    assert.equal(answer.headers.allow, 'GET, HEAD');
    refusal(answer, 405, 'method_not_allowed');
  }
  for (const [method, path, allowed] of [
    ['POST', '/livez', 'GET, HEAD'],
    ['POST', '/docs/api', 'GET, HEAD'],
    ['GET', BATCH, 'POST'],
  ]) {
    const answer = await raw(path, { method });
    assert.equal(answer.headers.allow, allowed, path);
    refusal(answer, 405, 'method_not_allowed');
  }
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
  for (const path of ['/api/v1/pv-yield/x', '/api/v1/simulation/x', '/embedded/x']) {
    const { message } = refusal(await raw(path), 404, 'not_found');
    assert.equal(message, `Unknown path ${path}. The endpoints are listed at /docs/api.`);
  }
});

test('a query of 10 kB is read, headers of 20 kB are refused as JSON', async () => {
  assert.equal((await service.call(`${LOOKUP}&x=${'y'.repeat(10_000)}`)).status, 200);
  const answer = await raw(`${LOOKUP}&x=${'y'.repeat(20_000)}`);
  assert.equal(answer.status, 431);
  assert.equal(checkError(JSON.parse(answer.text)).error.code, 'bad_request');
});

for (const [line, answered] of [
  ['OPTIONS * HTTP/1.1\r\nHost: x', /^HTTP\/1\.1 204 /],
  ['GET /livez HTTP/1.0', /^HTTP\/1\.1 200 /],
  [`GET http://other.example${LOOKUP} HTTP/1.1\r\nHost: x`, /^HTTP\/1\.1 200 .*"annual_kwh_kwp":/s],
] as const) {
  test(`${JSON.stringify(line)} is answered`, async () => {
    assert.match(await send(`${line}\r\nConnection: close\r\n\r\n`), answered);
  });
}

for (const [head, status] of [
  ['BREW / HTTP/1.1\r\nHost: x', 400],
  ['GET / HTTP/9.9\r\nHost: x', 400],
  ['nonsense\r\nHost: x', 400],
  ['GET /\x00 HTTP/1.1\r\nHost: x', 400],
  ['GET http:// HTTP/1.1\r\nHost: x', 400],
  ['GET http://[ HTTP/1.1\r\nHost: x', 400],
  ['GET /livez HTTP/1.1', 400],
  ['GET /livez HTTP/1.1\r\nHost: x\r\nhost: y', 400],
  ['GET /livez HTTP/1.0\r\nHost: x\r\nHost: x', 400],
  ['CONNECT example.org:443 HTTP/1.1\r\nHost: x', 405],
  ['GET /livez HTTP/1.1\r\nHost: x\r\nExpect: tea', 417],
]) {
  test(`${JSON.stringify(head)} is ${status} as JSON, never a stack`, async () => {
    const answer = await send(`${head}\r\nConnection: close\r\n\r\n`);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
    assert.equal(checkError(JSON.parse(answer.split('\r\n\r\n')[1])).error.code, 'bad_request');
  });
}

test('a body announced too large is refused before it is read, and its connection ends', async () => {
  const head = `POST ${BATCH} HTTP/1.1\r\nHost: x\r\n`;
  const announced = await send(`${head}Content-Length: 99999999\r\n\r\n{`);
  assert.match(announced, /^HTTP\/1\.1 413 /);
  const invited = await send(`${head}Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n`);
  assert.match(invited, /^HTTP\/1\.1 413 /);
});

test('Expect: 100-continue invites a body that is not too large', async () => {
  const head = `POST ${BATCH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue`;
  const answer = await send(`${head}\r\nContent-Length: ${ITEMS.length}\r\n\r\n${ITEMS}`);
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

test('more than a thousand parameters are all read', async () => {
  const many = 'x&'.repeat(1500);
  assert.equal((await service.call(LOOKUP.replace('?', `?${many}`))).status, 200);
  const twice = await service.call(`${LOOKUP}&${many}lat=59.2`);
  assert.equal(refusal(twice, 422, 'invalid_parameter').field, 'lat');
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
  assert.equal(answer.headers['access-control-allow-methods'], 'GET,HEAD,POST');
  assert.equal(answer.headers['access-control-allow-headers'], 'content-type,x-api-key');
  assert.equal(answer.headers.vary, 'Access-Control-Request-Headers');
  assert.equal(answer.headers['access-control-max-age'], '86400');
});

test('every answer is open to other sites, and has the headers of security and none of the framework', async () => {
  for (const path of [LOOKUP, '/nothing', '/livez']) {
    const { headers } = await raw(path, { headers: { origin: 'https://shop.example' } });
    assert.equal(headers['access-control-allow-origin'], '*');
    const exposed = 'RateLimit,RateLimit-Policy,Retry-After,ETag,X-Request-Id';
    assert.equal(headers['access-control-expose-headers'], exposed);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(headers['content-security-policy'], /default-src 'none'/);
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(headers['strict-transport-security'], /max-age=\d{8}/);
    assert.equal(headers['x-powered-by'], undefined);
  }
});

for (const [what, part, path] of [
  ['before an answer has its tag', 'dataset', LOOKUP],
  ['while an answer is made', 'artifact', '/api/v1/pv-yield/meta'],
] as const) {
  test(`a fault of ours ${what} is 500 without its text, logged with it, and kept by no cache`, async () => {
    const loaded = { ...testLoaded(), cacheTag: 'sun-0123456789abcdef' };
    const { call, log } = await startTestService({ loaded });
    Object.defineProperty(loaded.pvYield, part, {
      get: () => {
        throw new Error('secret inner text');
      },
    });
    const answer = await call(path);
    refusal(answer, 500, 'internal_error');
    assert.ok(!answer.text.includes('secret'));
    assert.ok(JSON.stringify(log).includes('secret inner text'));
    for (const name of ['etag', 'cdn-cache-control', 'surrogate-key', 'cache-tag'])
      assert.equal(answer.headers[name], undefined, name);
  });
}

test('/livez answers always, /readyz shows what is loaded', async () => {
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
