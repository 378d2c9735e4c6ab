/** Requests with changed bytes at the port: each gets an answer of HTTP that is no fault of ours, or the connection ends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text as read } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { CASES, mutatedBytes } from '../../schemas/test/mutated-bytes.ts';
import { testPrices } from '../api/simulation/test/prices.ts';
import { BATCH, ITEM, LOOKUP, PLACE, rawCall, startTestService, testLoaded } from './service.ts';

const service = await startTestService({ loaded: { ...testLoaded(), prices: testPrices() } });
const { port } = new URL(service.base);

const ITEMS = JSON.stringify({ items: [{ id: 7, ...ITEM, kwp: 5 }] });
const PV = { monthly_profile: Array(12).fill(Array(24).fill(0.3)) };

function request(line: string, headers: string[] = [], body: string | Buffer = ''): Buffer {
  const head = [`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  );
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

function post(path: string, body: string | Buffer, headers: string[] = []): Buffer {
  const own = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return request(`POST ${path}`, [...own, ...headers], body);
}

const REQUESTS = [
  request(`GET ${LOOKUP}&kwp=10&shading=0.9`, ['If-None-Match: W/"x"', 'Accept-Encoding: br']),
  request(`GET /api/v1/pv-yield/matrix?${PLACE}&months=1`, ['X-Forwarded-For: 1.2.3.4']),
  request('HEAD /api/v1/pv-yield/meta', ['X-Api-Key: x', 'Traceparent: 00-0-0-01']),
  request('OPTIONS /api/v1/simulation', [
    'Origin: https://x.example',
    'Access-Control-Request-Method: POST',
  ]),
  post(BATCH, ITEMS),
  post(BATCH, gzipSync(ITEMS), ['Content-Encoding: gzip']),
  request(
    `POST ${BATCH}`,
    ['Transfer-Encoding: chunked'],
    `${ITEMS.length.toString(16)}\r\n${ITEMS}\r\n0\r\n\r\n`,
  ),
  post('/api/v1/pv-yield/series', JSON.stringify({ ...ITEM, faces: [{ ...ITEM, kwp: 5 }] })),
  post('/api/v1/simulation', JSON.stringify({ pv: PV })),
];

test('requests with changed bytes never make the service fail', async () => {
  const right = await rawCall(service.base, LOOKUP);
  const changed = fc.oneof(
    ...REQUESTS.map(mutatedBytes),
    fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  );
  const check = async (bytes: Buffer) => {
    const answer = await answerTo(bytes);
    if (answer !== '') assert.match(answer, /^HTTP\/1\.1 [1-4]\d\d /);
  };
  await fc.assert(fc.asyncProperty(changed, check), { numRuns: 5 * CASES });
  assert.deepEqual((await rawCall(service.base, LOOKUP)).text, right.text);
});

/** All that comes back on a connection. Nothing when it only ends. */
async function answerTo(bytes: Buffer): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.end(bytes);
  try {
    return await read(socket);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ECONNRESET');
    return '';
  }
}
