import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import express from 'express';
import { errorExamples } from '../../schemas/example-requests.ts';
import openapi from '../../schemas/openapi.json' with { type: 'json' };
import { readOpenapi } from '../../schemas/openapi.ts';
import type { ErrorCode } from '../../schemas/types.ts';
import { ApiError } from '../http/api-error.ts';
import { docsRoutes } from './routes.ts';

const server = createServer(express().disable('etag').use(docsRoutes()));
let base = '';

before(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(() => {
  server.close();
  server.closeAllConnections();
});

/** fetch would add Cache-Control to a conditional request. */
function statusWith(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(base + path, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}

async function pageAssets(): Promise<string[]> {
  const html = await (await fetch(`${base}/docs/api`)).text();
  return [...html.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(
    ([, path]) => path,
  );
}

test('the root leads to the documentation', async () => {
  const response = await fetch(`${base}/`, { redirect: 'manual' });
  assert.equal(response.status, 302);
  assert.equal(response.headers.get('location'), '/docs/api');
});

test('everything the page loads is here, with its type, and may be kept', async () => {
  const types: Record<string, string> = {};
  for (const path of await pageAssets()) {
    const response = await fetch(base + path);
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=\d+$/);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    types[path] = response.headers.get('content-type') ?? '';
    assert.ok((await response.arrayBuffer()).byteLength > 100, path);
  }
  assert.deepEqual(types, {
    '/docs/api/favicon.svg': 'image/svg+xml',
    '/docs/api/swagger-ui.css': 'text/css; charset=utf-8',
    '/docs/api/swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
    '/docs/api/init.js': 'text/javascript; charset=utf-8',
  });
});

test('page, script and icon name no outside address', async () => {
  for (const path of ['', '/init.js', '/favicon.svg']) {
    const text = await (await fetch(`${base}/docs/api${path}`)).text();
    const outside = (text.match(/(https?:)?\/\/[a-z][^\s"']*/g) ?? []).filter(
      (address) => address !== 'http://www.w3.org/2000/svg',
    );
    assert.deepEqual(outside, [], path);
  }
});

test('the policy allows this server alone, and nothing inline', async () => {
  const { headers } = await fetch(`${base}/docs/api`);
  const policy = headers.get('content-security-policy') ?? '';
  const sources = new Map(
    policy.split('; ').map((rule) => {
      const [name, ...rest] = rule.split(' ');
      return [name, rest.join(' ')] as const;
    }),
  );
  assert.equal(sources.get('default-src'), "'none'");
  assert.equal(sources.get('script-src'), "'self'");
  assert.equal(sources.get('style-src'), "'self'");
  assert.equal(sources.get('connect-src'), "'self'");
  assert.equal(sources.get('img-src'), "'self' data:");
  assert.doesNotMatch(policy, /unsafe|http|\*/);
});

test('the page draws the document that the service serves', () => {
  const script = readFileSync(new URL('init.js', import.meta.url), 'utf8');
  const [, url] = /url: '([^']+)'/.exec(script) ?? [];
  assert.ok(url in openapi.paths, `init.js loads ${url}`);
  assert.match(script, /validatorUrl: null/);
});

test('a file that the caller has is answered 304, one that has changed is sent again', async () => {
  const { headers } = await fetch(`${base}/docs/api/init.js`);
  const tag = headers.get('etag') ?? '';
  assert.equal(await statusWith('/docs/api/init.js', { 'If-None-Match': tag }), 304);
  assert.equal(await statusWith('/docs/api/init.js', { 'If-None-Match': '"other"' }), 200);
});

test('no other file of the Swagger UI package is served', async () => {
  for (const name of ['index.html', 'swagger-ui.js', 'oauth2-redirect.html', '../package.json']) {
    assert.equal((await fetch(`${base}/docs/api/${name}`)).status, 404, name);
  }
});

test('the document gives every error code the status that the service answers with', () => {
  const examples = errorExamples(readOpenapi(), {});
  assert.ok(examples.length > 60, `${examples.length}`);
  for (const { code, status, operationId } of examples) {
    assert.equal(new ApiError(code as ErrorCode, '').status, status, `${operationId} ${code}`);
  }
});
