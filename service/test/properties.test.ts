/** Arbitrary requests: never a 5xx, never a hang, never HTML, and nothing is kept in memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { type CallOptions, rawCall, startTestService } from './service.ts';

const RUNS = 400;
const NAMES = [
  ...['lat', 'lng', 'tilt', 'azimuth', 'kwp', 'system_loss', 'shading', 'items', 'id'],
  ...['faces', 'form', 'inverter_kw'],
];

const service = await startTestService();

/** Values near what the service expects, and far from it. */
const anything = fc.oneof(
  fc.double(),
  fc.double({ min: 59, max: 59.5, noNaN: true }),
  fc.integer(),
  fc.constantFrom('', '59.2', '1e1', 'NaN', '0x10', '1,5', '-0', '1e400', null, true),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string());
const query = fc
  .array(fc.tuple(name, anything), { maxLength: 9 })
  .map((pairs) =>
    pairs.map(([key, value]) => `${escapeText(key)}=${escapeText(String(value))}`).join('&'),
  );
const item = fc.dictionary(name, anything, { maxKeys: 8 });
const goodItem = fc.record({
  id: fc.oneof(fc.string(), fc.integer()),
  lat: fc.double({ min: 58, max: 60, noNaN: true }),
  lng: fc.double({ min: 14, max: 16, noNaN: true }),
  tilt: fc.double({ min: -1, max: 91, noNaN: true }),
  azimuth: fc.double({ min: -1, max: 361, noNaN: true }),
});
const goodFace = fc.record({
  tilt: fc.double({ min: 0, max: 90, noNaN: true }),
  azimuth: fc.double({ min: 0, max: 360, noNaN: true }),
  kwp: fc.double({ min: 0, max: 1e4, noNaN: true }),
});
const body = fc.oneof(
  fc
    .record({ items: fc.array(fc.oneof(goodItem, item, anything), { maxLength: 60 }) })
    .map(writeJson),
  item.map(writeJson),
  fc.string(),
);
const roof = fc.record({
  lat: fc.oneof(fc.double({ min: 59, max: 59.5, noNaN: true }), anything),
  lng: fc.oneof(fc.double({ min: 15, max: 15.7, noNaN: true }), anything),
  faces: fc.array(fc.oneof(goodFace, item, anything), { maxLength: 12 }),
  inverter_kw: fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), anything),
});

/** Percent-encodes what may not stand in a target, half of a surrogate pair too. */
function escapeText(text: string): string {
  return encodeURIComponent(text.replace(/[\uD800-\uDFFF]/g, '?'));
}

/** JSON text in which the numbers that JSON has not become null. */
function writeJson(value: unknown): string {
  return JSON.stringify(value);
}

async function assertSane(path: string, options: CallOptions = {}): Promise<void> {
  const answer = await rawCall(service.base, path, options);
  assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
  if (answer.text === '') return;
  assert.match(answer.headers['content-type'], /^application\/json/);
  const parsed = JSON.parse(answer.text);
  assert.equal(answer.status >= 400, 'error' in parsed);
}

const within = { numRuns: RUNS, seed: 5 };

test('arbitrary queries of lookup, matrix and meta', async () => {
  const path = fc.constantFrom('', '/matrix', '/meta');
  await fc.assert(
    fc.asyncProperty(path, query, (end, text) => assertSane(`/api/v1/pv-yield${end}?${text}`)),
    within,
  );
});

test('arbitrary query strings that nobody encoded', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'lat=&%+[]1.e-;?/\\"\'<>{}|^`~') });
  await fc.assert(
    fc.asyncProperty(text, (raw) => assertSane(`/api/v1/pv-yield?${raw}`)),
    within,
  );
});

test('arbitrary bodies of a batch', async () => {
  await fc.assert(
    fc.asyncProperty(body, (text) =>
      assertSane('/api/v1/pv-yield/batch', { method: 'POST', body: text }),
    ),
    within,
  );
});

test('arbitrary bodies of a series', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(roof.map(writeJson), body), (text) =>
      assertSane('/api/v1/pv-yield/series', { method: 'POST', body: text }),
    ),
    within,
  );
});

test('arbitrary paths and methods', async () => {
  const path = fc.array(
    fc.constantFrom('api', 'v1', 'pv-yield', 'batch', '..', '%2e', '%', '', 'docs'),
  );
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'TRACE', 'PATCH', 'LOCK');
  await fc.assert(
    fc.asyncProperty(path, method, async (parts, verb) => {
      const answer = await rawCall(service.base, `/${parts.join('/')}`, { method: verb });
      assert.ok(answer.status < 500);
      // The page and the way to it are no JSON; everything else is.
      if (answer.status < 400 || answer.text === '') return;
      assert.ok('error' in JSON.parse(answer.text));
    }),
    within,
  );
});

test('memory is flat over thousands of different requests', async () => {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  const heapAfter = async (requests: number) => {
    for (let i = 0; i < requests; i++) {
      await assertSane(`/api/v1/pv-yield?lat=59.1&lng=15.3&tilt=${i % 91}&azimuth=3&n=${i}`);
      service.log.length = 0;
    }
    gc();
    return process.memoryUsage().heapUsed;
  };
  // Memory that other threads and sockets hold for a moment is not lost; what is lost shows every time.
  const grown: number[] = [];
  let before = await heapAfter(2000);
  while (grown.length < 4 && !grown.some((bytes) => bytes < 300_000)) {
    const after = await heapAfter(2000);
    grown.push(after - before);
    before = after;
  }
  assert.ok(Math.min(...grown) < 300_000, `in 2000 requests each the heap grew by ${grown} bytes`);
});
