/** Rate limits, rule by rule. */

import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { refusal } from '../../test/contract.ts';
import {
  BATCH,
  ITEM,
  LOOKUP,
  PLACE,
  pipeline,
  startTestService,
  testLoaded,
} from '../../test/service.ts';
import { newApiKey } from './api-keys.ts';
import { type CallLimits, DEFAULT_RATE_LIMITS } from './limits.ts';

const MATRIX = `/api/v1/pv-yield/matrix?${PLACE}`;
const META = '/api/v1/pv-yield/meta';
const SERIES = '/api/v1/pv-yield/series';
const ROOF = { tilt: 27, azimuth: 100, kwp: 5 };
const ITEMS = JSON.stringify({ items: [ITEM] });

// No window may end by itself in the middle of a test, however slow the machine is.
mock.timers.enable({ apis: ['Date'], now: Date.now() });
after(() => mock.timers.reset());

const start = (limits: Partial<CallLimits>, trustProxy: number | string[] = 0) =>
  startTestService({ limits, trustProxy });

const two = { withoutKey: 2, withKey: 4 };

test('61 lookups in one write: each has its own remaining count, and the last is 429 with Retry-After and advice', async () => {
  const { base, call } = await start(DEFAULT_RATE_LIMITS);
  const answers = await pipeline(base, `GET ${LOOKUP} HTTP/1.1\r\nHost: x\r\n\r\n`, 61);
  const statuses = answers.map((answer) => answer.slice(9, 12));
  assert.deepEqual(statuses, [...Array(60).fill('200'), '429']);
  const remaining = answers.map((answer) => Number(/"lookups";r=(\d+);t=\d+\r/.exec(answer)?.[1]));
  assert.deepEqual(remaining, [...Array.from({ length: 60 }, (_, i) => 59 - i), 0]);
  const answer = await call(LOOKUP);
  const { message } = refusal(answer, 429, 'rate_limited');
  const retryAfter = Number(answer.headers['retry-after']);
  assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60);
  assert.equal(answer.headers['ratelimit-policy'], '"lookups";q=60;w=60');
  assert.match(
    message,
    new RegExp(
      `More than 60 lookups a minute.* Try again in ${retryAfter} s.* one batch call.* With an x-api-key the limit is 600`,
    ),
  );
});

/** Each counted call with the name of its counter. Simulations have a test file of their own. */
const COUNTED: [path: string, counter: string, body?: string][] = [
  [LOOKUP, 'lookups'],
  [BATCH, 'lookups', ITEMS],
  [SERIES, 'lookups', JSON.stringify({ lat: 59.13, lng: 15.29, faces: [ROOF, ROOF] })],
  [MATRIX, 'matrix-calls'],
  [META, 'meta-calls'],
  ['/api/v1/simulation/market?zone=SE3', 'meta-calls'],
  ['/api/v1/simulation/tariffs', 'meta-calls'],
];

test('each call costs one of its counter, which others do not touch', async () => {
  const loaded = { ...testLoaded(), prices: testPrices() };
  const { call } = await startTestService({ loaded, limits: DEFAULT_RATE_LIMITS });
  const left: Record<string, number> = { lookups: 60, 'matrix-calls': 10, 'meta-calls': 60 };
  for (const [path, counter, body] of [...COUNTED, ...COUNTED]) {
    const answer = await call(path, body ? { method: 'POST', body } : {});
    assert.equal(answer.status, 200, path);
    const expected = new RegExp(`^"${counter}";r=${--left[counter]};`);
    assert.match(answer.headers.ratelimit, expected, path);
  }
});

test('a refused parameter is counted, HEAD too', async () => {
  const { call } = await start({ lookups: two });
  assert.equal((await call('/api/v1/pv-yield')).status, 422);
  assert.equal((await call(LOOKUP, { method: 'HEAD' })).status, 200);
  assert.equal((await call('/api/v1/pv-yield')).status, 429);
});

test('a known key selects the higher tier with a counter of its own; two keys from one address share it', async () => {
  const { call, loaded } = await start({ lookups: two });
  const keys = ['a', 'b'].map((label) => newApiKey(label));
  loaded.keys = keys.map(({ line }, i) => ({
    sha256: Buffer.from(line.slice(0, 64), 'hex'),
    label: 'ab'[i],
  }));
  const withKey = (i: number) => call(LOOKUP, { headers: { 'x-api-key': keys[i].key } });
  for (const status of [200, 200, 429]) assert.equal((await call(LOOKUP)).status, status);
  for (const i of [0, 1, 0, 1]) assert.equal((await withKey(i)).status, 200);
  const answer = await withKey(0);
  const { message } = refusal(answer, 429, 'rate_limited');
  assert.match(message, /More than 4 lookups/);
  assert.doesNotMatch(message, /With an x-api-key/);
});

test('the window is fixed and lasts a minute', async () => {
  const { call } = await start({ lookups: two });
  const statusAfter = async (ms: number) => {
    mock.timers.setTime(Date.now() + ms);
    return (await call(LOOKUP)).status;
  };
  assert.equal(await statusAfter(0), 200);
  assert.equal(await statusAfter(30_000), 200);
  assert.equal(await statusAfter(29_000), 429);
  assert.equal(await statusAfter(1_000), 200);
});

const NAMED = ['127.0.0.1', '10.0.0.0/8'];

/** X-Forwarded-For of three calls that count as one caller's. */
const ONE_CALLER: [what: string, trustProxy: number | string[], forwarded: string[]][] = [
  ['forged without a proxy', 0, ['203.0.113.1', '203.0.113.2', '203.0.113.3']],
  ['not from a named proxy', ['10.0.0.0/8'], ['203.0.113.1', '203.0.113.2', '203.0.113.3']],
  ['forged before a proxy', 1, ['198.51.100.1, 203.0.113.7', '::2, 203.0.113.7', '203.0.113.7']],
  ['no address', 1, ['garbage', '1.2.3.4:x', '_hidden']],
  ['with a port', 1, ['203.0.113.5:1111', '203.0.113.5:2222', '203.0.113.5']],
  ['with a port, IPv6', 1, ['[2001:db8::1]:443', '[2001:db8::1]', '2001:db8::1']],
  ['before a named proxy', NAMED, [':1', ':2', ''].map((port) => `203.0.113.5${port}, 10.0.0.7:3`)],
  ['of one /56', 1, ['2001:db8:0:1::1', '2001:db8:0:ff::2', '2001:db8:0:aa:1:2:3:4']],
  ['IPv4 in IPv6 form', 1, ['203.0.113.5', '::ffff:203.0.113.5', '::ffff:203.0.113.5']],
];

for (const [what, trustProxy, forwarded] of ONE_CALLER) {
  test(`X-Forwarded-For ${what}: the calls count as one caller's`, async () => {
    const { call, log } = await start({ lookups: two }, trustProxy);
    for (const [i, address] of forwarded.entries()) {
      const { status } = await call(LOOKUP, { headers: { 'x-forwarded-for': address } });
      assert.equal(status, i < 2 ? 200 : 429, address);
    }
    assert.equal(log.filter(({ msg }) => msg === 'unforeseen error').length, 0);
  });
}

test('other addresses behind a proxy, and each /56 of IPv6, count by themselves', async () => {
  const { call } = await start({ lookups: { withoutKey: 1, withKey: 1 } }, 1);
  for (const address of ['203.0.113.1', '::ffff:203.0.113.2', '2001:db8::1', '2001:db8:0:100::1'])
    assert.equal((await call(LOOKUP, { headers: { 'x-forwarded-for': address } })).status, 200);
});

test('all networks of an IPv6 /48 have ten times the limit of one, by tier; refused calls use none of it', async () => {
  const { call, loaded } = await start({ lookups: two }, 1);
  const { key, line } = newApiKey('site');
  loaded.keys = [{ sha256: Buffer.from(line.slice(0, 64), 'hex'), label: 'site' }];
  const from = (net: number, more: Record<string, string> = {}) =>
    call(LOOKUP, { headers: { 'x-forwarded-for': `2001:db8:7:${net}00::1`, ...more } });
  for (let i = 0; i < 30; i++) assert.equal((await from(1)).status, i < 2 ? 200 : 429);
  for (let net = 2; net <= 10; net++) {
    const known = await from(net);
    const again = await from(net, { 'if-none-match': known.headers.etag });
    assert.deepEqual([known.status, again.status], [200, 304]);
    assert.equal((await from(net)).status, 200);
  }
  const answer = await from(11);
  const { message } = refusal(answer, 429, 'rate_limited');
  assert.match(message, /^More than 20 lookups a minute from your network\..* the limit is 40\.$/);
  assert.match(answer.headers.ratelimit, /^"lookups";r=0;t=\d+$/);
  assert.equal(answer.headers['ratelimit-policy'], '"lookups";q=20;w=60');
  assert.equal((await from(11, { 'x-api-key': key })).status, 200);
  const other = { headers: { 'x-forwarded-for': '2001:db8:8::1' } };
  assert.equal((await call(LOOKUP, other)).status, 200);
});

test('the order of checks: key, rate, body size, JSON, validation, data, coverage', async () => {
  const { call, loaded } = await start({ lookups: { withoutKey: 6, withKey: 6 } });
  loaded.pvYield = null;
  const batch = (body: string, key?: string) =>
    call(BATCH, { method: 'POST', body, headers: key ? { 'x-api-key': key } : {} });
  const huge = `{"items":["${'x'.repeat(2_100_000)}"]`;
  refusal(await batch(huge, 'unknown'), 401, 'invalid_api_key');
  refusal(await batch(huge), 413, 'body_too_large');
  refusal(await batch('{"items":['), 400, 'invalid_json');
  refusal(await batch('{"items":[]}'), 422, 'invalid_parameter');
  const unloaded = await batch(ITEMS);
  refusal(unloaded, 503, 'dataset_unavailable');
  assert.equal(unloaded.headers['retry-after'], '60');
  loaded.pvYield = testLoaded().pvYield;
  refusal(await call(LOOKUP.replace('59.13', '50')), 422, 'outside_coverage');
  assert.equal((await call(LOOKUP)).status, 200);
  refusal(await batch(huge), 429, 'rate_limited');
});
