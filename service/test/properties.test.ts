/** Arbitrary requests: never a 5xx, never a hang, never HTML, and nothing is stored in memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { testPrices } from '../api/simulation/test/prices.ts';
import { arbitraryBody, spoilt } from './arbitrary.ts';
import { type CallOptions, rawCall, startTestService, testLoaded } from './service.ts';

const RUNS = 400;
const NAMES = [
  ...['lat', 'lng', 'tilt', 'azimuth', 'kwp', 'system_loss', 'shading', 'items', 'id'],
  ...['zone', 'resolution', 'grid_tariff', 'fuse_a', 'company', 'all', 'lat[]', '__proto__'],
];

const service = await startTestService({ loaded: { ...testLoaded(), prices: testPrices() } });

/** Values near what the service expects, and far from it. */
const anything = fc.oneof(
  fc.double(),
  fc.double({ min: 59, max: 59.5, noNaN: true }),
  fc.integer(),
  fc.constantFrom(
    '',
    '59.2',
    '1e1',
    'NaN',
    '0x10',
    '1,5',
    '-0',
    '1e400',
    'SE3',
    'hourly',
    null,
    true,
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string());
const query = fc
  .array(fc.tuple(name, anything), { maxLength: 9 })
  .map((pairs) =>
    pairs.map(([key, value]) => `${escapeText(key)}=${escapeText(String(value))}`).join('&'),
  );
/** Percent-encodes what may not are in a target, half of a surrogate pair too. */
function escapeText(text: string): string {
  return encodeURIComponent(text.replace(/[\uD800-\uDFFF]/g, '?'));
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

test('arbitrary queries of lookup, matrix, meta, market and tariffs', async () => {
  const calls = [
    'pv-yield',
    'pv-yield/matrix',
    'pv-yield/meta',
    'simulation/market',
    'simulation/tariffs',
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), query, (call, text) =>
      assertSane(`/api/v1/${call}?${text}`),
    ),
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

for (const path of ['/api/v1/pv-yield/batch', '/api/v1/pv-yield/series']) {
  test(`arbitrary bodies of ${path}`, async () => {
    const good = arbitraryBody(path);
    const any = fc.oneof(
      good,
      spoilt(good, anything),
      anything.map((value) => JSON.stringify(value)),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(any, (body) => assertSane(path, { method: 'POST', body })),
      within,
    );
  });
}

test('arbitrary paths and methods', async () => {
  const path = fc.array(
    fc.constantFrom('api', 'v1', 'pv-yield', 'batch', '..', '%2e', '%', '', 'docs'),
  );
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'TRACE', 'PATCH', 'LOCK');
  await fc.assert(
    fc.asyncProperty(path, method, async (parts, verb) => {
      const answer = await rawCall(service.base, `/${parts.join('/')}`, { method: verb });
      assert.ok(answer.status < 500);
      // The page and the way to it are no JSON. Everything else is.
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
  // Memory that other threads and sockets hold for a moment is not lost. What is lost shows every time.
  const grown: number[] = [];
  let before = await heapAfter(2000);
  while (grown.length < 4 && !grown.some((bytes) => bytes < 300_000)) {
    const after = await heapAfter(2000);
    grown.push(after - before);
    before = after;
  }
  assert.ok(Math.min(...grown) < 300_000, `in 2000 requests each the heap grew by ${grown} bytes`);
});
