import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../test/service.ts';

const { base } = await startTestService();
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function get(path: string, accept: string) {
  const response = await fetch(base + path, { headers: { accept, 'accept-language': 'en' } });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  };
}

test('a browser gets a page for a path that leads nowhere, a program the error as JSON', async () => {
  for (const path of ['/nosuch', '/docs/nosuch', '/data/nosuch']) {
    const page = await get(path, BROWSER);
    assert.deepEqual([page.status, page.type], [404, 'text/html; charset=utf-8'], path);
    assert.match(page.text, /<h1>There is no such page<\/h1>.*<a href="\/\?l=en">/s);
    assert.match(page.text, /<header class="site">.*<a href="\/data\?l=en">Data<\/a>/s);
    const { status, text } = await get(path, '*/*');
    assert.equal(status, 404);
    assert.equal(JSON.parse(text).error.code, 'not_found');
  }
});

test('below /api/ the error is always JSON', async () => {
  const { status, text } = await get('/api/v1/nosuch', BROWSER);
  assert.equal(status, 404);
  assert.equal(JSON.parse(text).error.code, 'not_found');
});
