/** Requests made wrong byte by byte at the port: each gets an answer of HTTP that is no fault of ours, or its end. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { seededRandom } from '#common/seeded-random.ts';
import { call, LOOKUP, open, simulationBody } from './attack.ts';
import { mutate } from './mutate.ts';
import { startTarget, type Target } from './target.ts';

const AT_ONCE = 16;
const LOOK_EVERY = 1000;
const PATIENCE_MS = 20_000;
const MOST_RANDOM_BYTES = 500;

const request = (line: string, headers = '', body: string | Buffer = '') =>
  Buffer.concat([
    Buffer.from(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);

function post(path: string, body: string | Buffer, headers = ''): Buffer {
  return request(`POST ${path}`, `Content-Length: ${Buffer.byteLength(body)}\r\n${headers}`, body);
}

const ITEMS = '{"items":[{"id":7,"lat":59.13,"lng":15.29,"tilt":40,"azimuth":180,"kwp":5}]}';
const REQUESTS = [
  request(
    `GET ${LOOKUP}&kwp=10&loss=14&shading=0.9`,
    'If-None-Match: W/"x"\r\nAccept-Encoding: br\r\n',
  ),
  request(
    'GET /api/v1/pv-yield/matrix?lat=59.33&lng=18.07&months=1',
    'X-Forwarded-For: 1.2.3.4\r\n',
  ),
  request('HEAD /api/v1/pv-yield/meta', 'X-Api-Key: x\r\nTraceparent: 00-0-0-01\r\n'),
  request(
    'OPTIONS /api/v1/simulation',
    'Origin: https://x.example\r\nAccess-Control-Request-Method: POST\r\n',
  ),
  request('GET /?lat=59.33&lng=18.07', 'Accept-Language: sv;q=0.9, en\r\n'),
  post('/api/v1/pv-yield/batch', ITEMS),
  post('/api/v1/pv-yield/batch', gzipSync(ITEMS), 'Content-Encoding: gzip\r\n'),
  request(
    'POST /api/v1/pv-yield/batch',
    'Transfer-Encoding: chunked\r\n',
    `${ITEMS.length.toString(16)}\r\n${ITEMS}\r\n0\r\n\r\n`,
  ),
  post(
    '/api/v1/pv-yield/series',
    '{"lat":59.33,"lng":18.07,"faces":[{"tilt":30,"azimuth":170,"kwp":5}]}',
  ),
  post('/api/v1/simulation', simulationBody({ prices: { zone: 'SE3' } })),
];

/**
 * Sends so many cases and looks each thousand whether the service still answers rightly.
 * @throws Error naming the case when an answer is a fault, or the service is gone
 */
export async function fuzzPort(seed: number, cases: number): Promise<string> {
  const target = await startTarget({});
  try {
    await target.ready();
    await target.watch();
    const right = await call(target, LOOKUP);
    const random = seededRandom(seed);
    const byStatus: Record<string, number> = {};
    for (let done = 0; done < cases; done += LOOK_EVERY) {
      await sendCases(target, random, Math.min(LOOK_EVERY, cases - done), byStatus);
      const { status, text } = await call(target, LOOKUP, { localAddress: addressOf(random) });
      assert.deepEqual([status, text], [200, right.text], `a lookup after case ${done}`);
      target.log.length = 0;
    }
    const { megabytes, stallMs } = await target.seen();
    const statuses = Object.entries(byStatus).map(([status, count]) => `${count} x ${status}`);
    return `${statuses.join(', ')}; +${megabytes.toFixed(0)} MB, stall ${stallMs.toFixed(0)} ms`;
  } finally {
    await target.stop();
  }
}

async function sendCases(
  target: Target,
  random: () => number,
  cases: number,
  byStatus: Record<string, number>,
): Promise<void> {
  let left = cases;
  const sender = async () => {
    while (left-- > 0) {
      const bytes = nextCase(random);
      const status = await statusOf(target, bytes, addressOf(random));
      assert.notEqual(status, '500', `500 for ${JSON.stringify(bytes.toString('latin1'))}`);
      byStatus[status] = (byStatus[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

function nextCase(random: () => number): Buffer {
  if (random() < 0.1) {
    const bytes = Array.from(
      { length: Math.floor(MOST_RANDOM_BYTES * random()) },
      () => 256 * random(),
    );
    return Buffer.from(bytes);
  }
  return mutate(REQUESTS[Math.floor(REQUESTS.length * random())], random);
}

/** Callers of thousands of networks, below whose limits hardly any comes. */
function addressOf(random: () => number): string {
  const byte = () => 1 + Math.floor(254 * random());
  return `127.${byte()}.${byte()}.${byte()}`;
}

/** The status of the first answer; "none" when the connection ended without any. */
async function statusOf(target: Target, bytes: Buffer, localAddress: string): Promise<string> {
  const socket = open(target, localAddress);
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    if (answer.length < 100) answer += chunk;
  });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no end')));
  socket.end(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  if (answer === '') return 'none';
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  assert.ok(status, `an answer that is no HTTP: ${answer}`);
  return status;
}
