/** nginx.conf in a real nginx before nodes: what it keeps, passes on, compresses, and what its logs have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newApiKey } from '../http/guards/api-keys.ts';
import { DEFAULT_RATE_LIMITS } from '../http/guards/limits.ts';
import { LOOKUP, rawCall, startTestService, testLoaded } from '../test/service.ts';
import { skipWithoutNginx as skip, startNginx } from './nginx.test-kit.ts';

const { key, line } = newApiKey('shop');
const keys = [{ sha256: Buffer.from(line.slice(0, 64), 'hex'), label: 'shop' }];

test('before two nodes: cache hits, 304s, limits of each caller, and keys past the cache', {
  skip,
}, async () => {
  const loaded = { ...testLoaded(), keys };
  const parts = { loaded, limits: DEFAULT_RATE_LIMITS, trustProxy: ['127.0.0.1'] };
  const nodes = [await startTestService(parts), await startTestService(parts)];
  const { base } = await startNginx(nodes.map((node) => node.base));
  const get = (headers: Record<string, string> = {}, path = LOOKUP) =>
    rawCall(base, path, { headers });

  const first = await get();
  assert.equal(first.status, 200);
  assert.equal(first.headers['x-cache'], 'MISS');
  assert.match(first.headers.ratelimit, /"lookups";r=59/);
  const again = await get();
  assert.equal(again.headers['x-cache'], 'HIT');
  assert.equal(again.text, first.text);
  assert.equal(again.headers.ratelimit, undefined, "nobody sees another caller's limits");
  assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id']);

  const known = await get({ 'if-none-match': first.headers.etag });
  assert.deepEqual([known.status, known.text, known.headers['x-cache']], [304, '', 'HIT']);

  const withKey = await get({ 'x-api-key': key });
  assert.equal(withKey.headers['x-cache'], 'BYPASS');
  assert.match(withKey.headers['ratelimit-policy'], /q=600/);
  assert.equal((await get({ 'x-api-key': 'unknown' })).status, 401);
  assert.match((await get()).headers['x-cache'], /HIT/, 'what a key asked replaced nothing');

  const forged = await get(
    { 'x-forwarded-for': '203.0.113.7' },
    LOOKUP.replace('tilt=40', 'tilt=39'),
  );
  assert.equal(forged.status, 200);
  const ips = nodes.flatMap(({ log }) => log.map(({ ip }) => ip)).filter(Boolean);
  assert.ok(ips.length > 0 && ips.every((ip) => ip === '127.0.0.0/24'), `${ips}`);

  let refused = 0;
  for (let i = 0; i < 130; i++) {
    const { status, headers } = await get({}, LOOKUP.replace('tilt=40', `tilt=${i / 2}`));
    if (status !== 429) continue;
    refused++;
    assert.ok(Number(headers['retry-after']) >= 1);
    assert.notEqual(headers['x-cache'], 'HIT');
  }
  assert.ok(refused >= 1, 'two nodes by themselves allow twice sixty');
});
