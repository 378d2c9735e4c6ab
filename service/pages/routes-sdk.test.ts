import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { startTestService } from '../test/service.ts';
import { BUILT, openAssets } from './server/assets.ts';

const service = await startTestService();
const { named } = openAssets(BUILT);

const get = (path: string, headers = {}) => fetch(service.base + path, { headers });

test('the loader, the client and the lookups are cached an hour by their names, permanently by their hashes', async () => {
  for (const [name, type] of [
    ['v1.js', 'text/javascript; charset=utf-8'],
    ['client.mjs', 'text/javascript; charset=utf-8'],
    ['client.d.mts', 'text/plain; charset=utf-8'],
    ['lookup.mjs', 'text/javascript; charset=utf-8'],
    ['lookup-refusal.mjs', 'text/javascript; charset=utf-8'],
    ['lookup-series.mjs', 'text/javascript; charset=utf-8'],
    ['lookup-simulate.mjs', 'text/javascript; charset=utf-8'],
    ['lookup.d.mts', 'text/plain; charset=utf-8'],
  ]) {
    const newest = await get(`/sdk/${name}`);
    const pinned = await get(`/sdk/${named(name).file}`);
    assert.equal(newest.headers.get('cache-control'), 'public, max-age=3600');
    assert.equal(pinned.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(newest.headers.get('content-type'), type);
    const body = await pinned.text();
    assert.equal(await newest.text(), body);
    const [, hash] = /\.([0-9a-f]{10})\.\w+$/.exec(named(name).file) ?? [];
    assert.equal(hash, createHash('sha256').update(body).digest('hex').slice(0, 10));
  }
});

test('any site may load them, and verify the bytes', async () => {
  const { headers } = await get('/sdk/v1.js', { origin: 'https://installer.example' });
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('other names and methods are refused', async () => {
  for (const name of ['', 'v2.js', 'v1.0123456789.js', 'package.json', 'theme.css', '..%2f']) {
    assert.equal((await get(`/sdk/${name}`)).status, 404, name);
  }
  const { status } = await fetch(`${service.base}/sdk/v1.js`, { method: 'POST' });
  assert.equal(status, 405);
});
