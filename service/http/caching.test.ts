/** ETag, 304 and Cache-Control, rule by rule. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { testPricesWithHours } from '../api/simulation/test/prices.ts';
import { testArtifact } from '../test/artifact.ts';
import {
  BATCH,
  type CallOptions,
  ITEM,
  LOOKUP,
  PLACE,
  startTestService,
  testLoaded,
} from '../test/service.ts';

const ROOF = { lat: 59.13, lng: 15.29, faces: [{ tilt: 40, azimuth: 180, kwp: 5 }] };
const post = (items: unknown[]): CallOptions => ({
  method: 'POST',
  body: JSON.stringify({ items }),
});
const ENDPOINTS: [string, CallOptions][] = [
  [LOOKUP, {}],
  [`/api/v1/pv-yield/matrix?${PLACE}`, {}],
  ['/api/v1/pv-yield/meta', {}],
  [BATCH, post([ITEM, { id: 1 }])],
  ['/api/v1/pv-yield/series', { method: 'POST', body: JSON.stringify(ROOF) }],
  ['/api/v1/simulation/market?zone=SE3', {}],
  ['/api/v1/simulation/market?zone=SE3&resolution=hourly', {}],
  ['/api/v1/simulation/tariffs', {}],
];

const CACHE_TAG = 'sun-0123456789abcdef';

/** Both datasets, of that version. */
function loadedAs(version: string) {
  const artifact = testArtifact();
  const prices = testPricesWithHours();
  artifact.header.dataset_version = version;
  prices.header.dataset_version = version;
  return { ...testLoaded(), pvYield: yieldDataset(artifact), prices, cacheTag: CACHE_TAG };
}

/** Headers by which caches keep an answer, and drop it with its build. */
const OF_CACHES = {
  'cache-control': 'public, max-age=86400',
  'cdn-cache-control': 'public, max-age=86400, stale-while-revalidate=600',
  'surrogate-key': CACHE_TAG,
  'cache-tag': CACHE_TAG,
};

const service = await startTestService({ loaded: loadedAs('9.8.7') });

const tagOf = async (path: string, options: CallOptions = {}) =>
  (await service.call(path, options)).headers.etag;

function addTag(options: CallOptions, tag: string): CallOptions {
  return { ...options, headers: { ...options.headers, 'if-none-match': tag } };
}

test('each cacheable call: 200 with a weak tag, then 304 without a body, then 200 again for another tag', async () => {
  for (const [path, options] of ENDPOINTS) {
    const first = await service.call(path, options);
    assert.equal(first.status, 200);
    assert.match(first.headers.etag, /^W\/"[^"]+"$/);
    const second = await service.call(path, addTag(options, first.headers.etag));
    assert.equal(second.status, 304, path);
    assert.equal(second.text, '');
    assert.equal(second.headers.etag, first.headers.etag);
    assert.equal(second.headers.vary, first.headers.vary, path);
    for (const { headers } of [first, second])
      for (const [name, value] of Object.entries(OF_CACHES))
        assert.equal(headers[name], value, path);
    const third = await service.call(path, addTag(options, 'W/"stale"'));
    assert.equal(third.status, 200);
    assert.equal(third.text, first.text);
  }
});

test('a list of tags, a strong form, * and Cache-Control: no-cache are understood', async () => {
  const tag = await tagOf(LOOKUP);
  for (const value of [`"a", ${tag}, "b"`, tag.slice(2), '*', ` ${tag} `]) {
    const headers = { 'if-none-match': value, 'cache-control': 'no-cache' };
    assert.equal((await service.call(LOOKUP, { headers })).status, 304, value);
  }
  for (const value of ['', '"', tag.slice(0, -2), `x${tag.slice(3, -1)}x`]) {
    assert.equal((await service.call(LOOKUP, addTag({}, value))).status, 200, value);
  }
});

test('parameters that are normalised to the same have the same tag, unknown ones do not enter it', async () => {
  const tag = await tagOf(LOOKUP);
  const same = [
    `${LOOKUP}&system_loss=0.14&shading=1`,
    `${LOOKUP}&colour=red`,
    `/api/v1/pv-yield?azimuth=1.8e2&tilt=40.001&lng=15.29&lat=59.130001`,
  ];
  for (const path of same) assert.equal(await tagOf(path), tag, path);
  const market = await tagOf(`/api/v1/simulation/market?${PLACE}`);
  const rounded = '/api/v1/simulation/market?lng=15.29&lat=59.130001&colour=red';
  assert.equal(await tagOf(rounded), market);
});

// Each parameter of a lookup is in lookup-api.test.ts.
test('every parameter enters the tag, and so does the endpoint', async () => {
  const paths = [
    LOOKUP,
    `${LOOKUP}&kwp=0`,
    `/api/v1/pv-yield/matrix?${PLACE}`,
    `/api/v1/pv-yield/matrix?${PLACE}&shading=0.9`,
    '/api/v1/pv-yield/meta',
    ...['zone=SE3', 'zone=SE4', PLACE, `${PLACE}&zone=SE3`, 'zone=SE3&resolution=hourly'].map(
      (query) => `/api/v1/simulation/market?${query}`,
    ),
    ...['', '&fuse_a=16'].map(
      (fuse) => `/api/v1/simulation/market?zone=SE3&grid_tariff=nacka-2025${fuse}`,
    ),
    ...['', '?all=1', '?company=ellevio', '?valid_on=2026-06-01'].map(
      (query) => `/api/v1/simulation/tariffs${query}`,
    ),
  ];
  const tags = await Promise.all(paths.map((path) => tagOf(path)));
  assert.equal(new Set(tags).size, paths.length);
});

test('the tag of a batch has its normalised items, their ids and their order', async () => {
  const other = { ...ITEM, tilt: 30 };
  const tag = await tagOf(BATCH, post([ITEM, other]));
  assert.equal(await tagOf(BATCH, post([{ ...ITEM, shading: 1, lat: 59.130001 }, other])), tag);
  for (const items of [[other, ITEM], [{ ...ITEM, id: 1 }, other], [ITEM, 5], [ITEM]]) {
    assert.notEqual(await tagOf(BATCH, post(items)), tag);
  }
});

test('the tag changes with the dataset version', async () => {
  const tags = await Promise.all(ENDPOINTS.map(([path, options]) => tagOf(path, options)));
  const newer = await startTestService({ loaded: loadedAs('9.8.8') });
  for (const [i, [path, options]] of ENDPOINTS.entries()) {
    const answer = await newer.call(path, addTag(options, tags[i]));
    assert.equal(answer.status, 200, path);
    assert.notEqual(answer.headers.etag, tags[i]);
  }
});

test('an error has no tag and may not be cached, whatever the caller has', async () => {
  const tag = await tagOf(LOOKUP);
  for (const path of [`${LOOKUP}&shading=2`, LOOKUP.replace('59.13', '50')]) {
    const answer = await service.call(path, addTag({}, `*, ${tag}`));
    assert.equal(answer.status, 422);
    assert.equal(answer.headers['cache-control'], 'no-store');
    for (const name of ['etag', 'cdn-cache-control', 'surrogate-key', 'cache-tag'])
      assert.equal(answer.headers[name], undefined, name);
  }
});

test('a 304 gives its call back, a 200 does not', async () => {
  const three = { withoutKey: 3, withKey: 3 };
  const limits = { lookups: three, matrix: three, meta: three };
  const counted = await startTestService({ loaded: loadedAs('9.8.7'), limits, trustProxy: 1 });
  const remaining = (header: string) => Number(/r=(\d+)/.exec(header)?.[1]);
  for (const [i, [path, options]] of ENDPOINTS.entries()) {
    const mine = { ...options, headers: { 'x-forwarded-for': `203.0.113.${i}` } };
    const first = await counted.call(path, mine);
    assert.equal(remaining(first.headers.ratelimit), 2, path);
    for (let times = 0; times < 4; times++) {
      const again = await counted.call(path, addTag(mine, first.headers.etag));
      assert.equal(again.status, 304);
      assert.equal(remaining(again.headers.ratelimit), 2, path);
    }
    assert.equal(remaining((await counted.call(path, mine)).headers.ratelimit), 1, path);
  }
});

test('long answers are compressed when the client asks, and are the same then', async () => {
  for (const [path, options] of ENDPOINTS) {
    const plain = await service.call(path, options);
    const varies = /Accept-Encoding/i.test(plain.headers.vary ?? '');
    assert.equal(varies, /matrix|batch|market|tariffs/.test(path), path);
    const headers = { 'accept-encoding': 'gzip' };
    const response = await fetch(service.base + path, { ...options, headers });
    assert.equal(response.headers.get('content-encoding'), varies ? 'gzip' : null, path);
    assert.equal(await response.text(), plain.text);
  }
});
