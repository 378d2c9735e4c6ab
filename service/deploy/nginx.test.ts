/** nginx.conf in a real nginx before nodes: what it keeps, passes on, compresses, and what its logs have. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import openApi from '../../schemas/openapi.json' with { type: 'json' };
import { newApiKey } from '../http/guards/api-keys.ts';
import { DEFAULT_RATE_LIMITS } from '../http/guards/limits.ts';
import { OFFER, PROSPECT } from '../integrations/test/bodies.ts';
import {
  startIntegrations,
  testOrganisation,
  rawCall as wholeCall,
} from '../integrations/test/integrations.ts';
import { withoutNginx as skip } from '../test/nginx.ts';
import { LOOKUP, rawCall, startTestService, testLoaded } from '../test/service.ts';
import { until } from '../test/until.ts';
import { startNginx } from './nginx.test-kit.ts';

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

test('an expired answer is served once more, without its caller’s limits, while it is revalidated', {
  skip,
}, async () => {
  let requests = 0;
  const node = createServer((_request, response) => {
    requests++;
    response.setHeader('Cache-Control', 'public, max-age=1');
    response.setHeader('RateLimit', '"lookups";r=59;t=60');
    response.end(`${requests}`);
  }).listen(0, '127.0.0.1');
  after(() => node.close());
  await once(node, 'listening');
  const { base } = await startNginx([`http://127.0.0.1:${(node.address() as AddressInfo).port}`]);
  const { text: first } = await rawCall(base, LOOKUP);
  let answer = await rawCall(base, LOOKUP);
  await until(async () => {
    answer = await rawCall(base, LOOKUP);
    return answer.headers['x-cache'] !== 'HIT';
  }, 'it has expired');
  assert.match(answer.headers['x-cache'], /^(STALE|UPDATING)$/);
  assert.deepEqual([answer.text, answer.headers.ratelimit], [first, undefined]);
  await until(async () => {
    const { headers, text } = await rawCall(base, LOOKUP);
    assert.ok(headers['x-cache'] !== 'EXPIRED', 'nobody waits for a node');
    if (headers['x-cache'] !== 'MISS') assert.equal(headers.ratelimit, undefined);
    return Number(text) > Number(first);
  }, 'the node’s next answer is there');
});

test('once its files are removed nginx has no answer of the previous build', {
  skip,
}, async () => {
  const node = await startTestService({ trustProxy: ['127.0.0.1'] });
  const { base, folder } = await startNginx([node.base]);
  const cacheOf = async () => (await rawCall(base, LOOKUP)).headers['x-cache'];
  assert.deepEqual([await cacheOf(), await cacheOf()], ['MISS', 'HIT']);
  for (const name of readdirSync(join(folder, 'cache')))
    rmSync(join(folder, 'cache', name), { recursive: true });
  assert.deepEqual([await cacheOf(), await cacheOf()], ['MISS', 'HIT']);
});

test('other caches learn that compression depends on the request', {
  skip,
}, async () => {
  const node = await startTestService();
  const { base } = await startNginx([node.base]);
  for (const path of [LOOKUP, '/api/v1/pv-yield/meta']) {
    const plain = await rawCall(base, path);
    const packed = await rawCall(base, path, { headers: { 'accept-encoding': 'gzip' } });
    assert.match(plain.headers.vary ?? '', /Accept-Encoding/i, path);
    assert.match(packed.headers.vary ?? '', /Accept-Encoding/i, path);
    assert.equal(packed.headers['content-encoding'], 'gzip', path);
  }
});

test('documents pass up to what the integrations take, who refuse larger ones themselves', {
  skip,
}, async () => {
  const solfirman = testOrganisation('solfirman');
  const integrations = await startIntegrations([solfirman]);
  const node = await startTestService();
  const { base } = await startNginx([node.base], integrations.base);
  const put = (path: string, body: unknown) =>
    wholeCall(`${base}/integrations/v1${path}`, solfirman.key, 'PUT', body);
  await put('/prospects/p1', PROSPECT);
  await put('/offers/o1', OFFER);
  const pdfOf = (bytes: number) => Buffer.alloc(bytes, '%PDF-');
  const largest = await put('/offers/o1/agreement/document', pdfOf(10_485_760));
  assert.deepEqual([largest.status, largest.json?.bytes], [200, 10_485_760], largest.text);
  const larger = await put('/offers/o1/agreement/document', pdfOf(10_485_761));
  assert.deepEqual([larger.status, larger.json?.error.code], [413, 'body_too_large'], larger.text);
});

test('the log has routes whole; neither has a query, nor what a caller wrote into a path, also while no node answers', {
  skip,
}, async () => {
  const node = await startTestService();
  // Nobody answers for the integrations. An offer's page is theirs.
  const { base, logs } = await startNginx([node.base]);
  const mac = 'm'.repeat(43);
  for (const [path, method] of [
    [LOOKUP, 'GET'],
    ['/i/abc.secretslug', 'GET'],
    ['/i/offerslug', 'GET'],
    [`/integrations/hooks/scrive/solfirman/a1.${mac}`, 'POST'],
    [`/integrations/./hooks/scrive/solfirman/a1.${mac}`, 'POST'],
    [`/Integrations/Hooks/scrive/solfirman/a1.${mac}`, 'POST'],
    ['/Kanarina%20Ekmansdotter', 'GET'],
    ['/api/v1/pv-yield/Kanarina', 'GET'],
    ['/embedded/Kanarina/leads', 'POST'],
    ['/integrations/v1/prospects/Kanarina', 'GET'],
    ['/integrations/Kanarina', 'GET'],
    ...Object.keys(openApi.paths).map((path) => [path, 'GET']),
  ])
    await rawCall(base, path, { method });
  const text = logs().join('\n');
  assert.equal(text.match(/ POST \/integrations\/hooks\/\* 502 /g)?.length, 2, text);
  for (const path of Object.keys(openApi.paths)) assert.ok(text.includes(` GET ${path} `), path);
  assert.doesNotMatch(text, /lat=|slug|mmm|kanarina/i);
});
