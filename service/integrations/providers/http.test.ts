import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../test/free-port.ts';
import { listen } from '../../test/listen.ts';
import { ProviderError, type ProviderErrorKind } from '../ports.ts';
import { assertKind } from '../test/assert-kind.ts';
import { ask, type ProviderApi, type ProviderCall } from './http.ts';

const GET: ProviderCall = { what: 'read it', method: 'GET', path: '/it?of=anna', headers: {} };
const POST: ProviderCall = { ...GET, what: 'make it', method: 'POST', body: { a: 'anna' } };

/** An API behind a server with that listener. */
async function apiOf(t: TestContext, listener: RequestListener): Promise<ProviderApi> {
  const { base, close } = await listen(listener);
  t.after(close);
  return api(base);
}

function api(baseUrl: string): ProviderApi {
  return { name: 'Fake', baseUrl, turn: async () => {}, readRefusal: () => ({}) };
}

test('the status decides the kind, and after a POST that may have been carried out the outcome is unknown', async (t) => {
  let status = 0;
  const fake = await apiOf(t, (_request, response) => void response.writeHead(status).end());
  const kinds: [status: number, get: ProviderErrorKind, post: ProviderErrorKind][] = [
    [400, 'invalid', 'invalid'],
    [401, 'auth', 'auth'],
    [403, 'auth', 'auth'],
    [404, 'not_found', 'not_found'],
    [408, 'unavailable', 'outcome_unknown'],
    [409, 'conflict', 'conflict'],
    [422, 'invalid', 'invalid'],
    [423, 'unavailable', 'unavailable'],
    [429, 'rate_limited', 'rate_limited'],
    [477, 'unavailable', 'unavailable'],
    [500, 'unavailable', 'outcome_unknown'],
    [502, 'unavailable', 'outcome_unknown'],
    [503, 'unavailable', 'unavailable'],
    [504, 'unavailable', 'outcome_unknown'],
    [521, 'unavailable', 'outcome_unknown'],
  ];
  for (const [code, get, post] of kinds) {
    status = code;
    await assertKind(get, ask(fake, GET));
    await assertKind(post, ask(fake, POST));
  }
  status = 404;
  assert.equal((await ask(fake, { ...GET, also: [404] })).status, 404);
});

test('the time to wait comes as seconds, or as a date by the clock of who answers', async (t) => {
  const date = 'Fri, 31 Dec 1999 23:58:29 GMT';
  const times: [retryAfter: string, waitMs: number | undefined][] = [
    ['120', 120_000],
    ['0', 0],
    // The date of RFC 9110, 10.2.3.
    ['Fri, 31 Dec 1999 23:59:59 GMT', 90_000],
    ['Fri, 31 Dec 1999 23:00:00 GMT', 0],
    ['-1', undefined],
    ['soon', undefined],
  ];
  let retryAfter = '';
  const fake = await apiOf(t, (_request, response) => {
    response.writeHead(429, { date, 'retry-after': retryAfter }).end();
  });
  for (const [text, waitMs] of times) {
    retryAfter = text;
    await assert.rejects(ask(fake, GET), { kind: 'rate_limited', retryAfterMs: waitMs });
  }
  const later = new Date(Date.now() + 60_000).toUTCString();
  t.mock.method(globalThis, 'fetch', async () => {
    return new Response(null, { status: 429, headers: { 'retry-after': later } });
  });
  await assert.rejects(ask(api('https://example.com'), GET), (error) => {
    const { retryAfterMs = 0 } = error as ProviderError;
    return retryAfterMs > 50_000 && retryAfterMs <= 60_000;
  });
});

test('no answer is unclear after a POST, unless nobody was there', async (t) => {
  const drops = await apiOf(t, (request) => void request.socket.destroy());
  await assertKind('unavailable', ask(drops, GET));
  await assertKind('outcome_unknown', ask(drops, POST));
  const half = await apiOf(t, (request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{', () => request.socket.destroy());
  });
  await assertKind('outcome_unknown', ask(half, POST));
  await assertKind('unavailable', ask(api(`http://127.0.0.1:${await freePort()}`), POST));
});

test('an answer that does not come in ten seconds is none', async (t) => {
  const limits: number[] = [];
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  });
  await assertKind('outcome_unknown', ask(api('https://example.com'), POST));
  await assert.rejects(ask(api('https://example.com'), GET), /no answer \(Timeout/);
  assert.deepEqual(limits, [10_000, 10_000]);
});

test('nothing goes to another place, or in the clear', async (t) => {
  let others = 0;
  const other = await apiOf(t, (_request, response) => {
    others++;
    response.end('{}');
  });
  const moved = await apiOf(t, (_request, response) => {
    response.writeHead(302, { location: other.baseUrl }).end();
  });
  await assertKind('auth', ask(moved, GET));
  assert.equal(others, 0);
  // One that was sent would be refused as unavailable.
  for (const address of ['http://example.com', 'ftp://127.0.0.1', 'http://127.0.0.1.example.com']) {
    await assertKind('auth', ask(api(address), GET));
  }
  for (const path of ['//example.com/x', '/\\example.com', '/@example.com']) {
    await ask(other, { ...GET, path });
  }
  assert.equal(others, 3);
});

test('credentials that no header holds are the account’s fault, and are not shown', async () => {
  for (const key of ['••••', 'pat\nx', 'pat\u0000']) {
    const call = { ...GET, headers: { authorization: `Bearer ${key}` } };
    const message =
      'Fake, read it: the credentials have a character that cannot be sent. Copy them again.';
    await assert.rejects(ask(api('http://127.0.0.1:1'), call), { kind: 'auth', message });
  }
});

test('an answer of more than 20 MB is not read to its end', async (t) => {
  let sent = 0;
  const endless = await apiOf(t, (_request, response) => {
    const chunk = Buffer.alloc(1_000_000);
    const go = () => {
      while (!response.destroyed && response.write(chunk)) sent++;
    };
    response.on('drain', go);
    go();
  });
  await assertKind('too_large', ask(endless, { ...GET, isDocument: true }));
  assert.ok(sent < 60, `${sent} MB`);
  const exact = await apiOf(t, (_request, response) => response.end(Buffer.alloc(20_000_000)));
  assert.equal((await ask(exact, { ...GET, isDocument: true })).bytes.length, 20_000_000);
});

test('an error has what was tried and the status, and no personal data', async (t) => {
  const fake = await apiOf(t, (_request, response) => {
    response.writeHead(400).end('{"message": "anna@example.com is wrong"}');
  });
  await assert.rejects(ask({ ...fake, readRefusal: () => ({ code: '2000' }) }, POST), (error) => {
    assert.ok(error instanceof ProviderError);
    assert.equal(error.message, 'Fake, make it: answered 400 (2000).');
    return !JSON.stringify({ ...error, stack: error.stack }).includes('anna');
  });
});

test('JSON of more than 1 MB is refused while it comes; a document may have 20 MB', async (t) => {
  let status = 200;
  const fake = await apiOf(t, (_request, response) => {
    response.writeHead(status, { 'content-length': 19e6 }).end(Buffer.alloc(19e6, 32));
  });
  const message = /^Fake, (read|make) it: the answer has 19\.0 MB, expected at most 1 MB/;
  await assert.rejects(ask(fake, GET), { kind: 'too_large', message });
  await assert.rejects(ask(fake, { ...GET, method: 'PUT' }), { kind: 'too_large', message });
  await assert.rejects(ask(fake, POST), { kind: 'outcome_unknown', message });
  const chunked = await apiOf(t, (_request, response) => {
    response.write(Buffer.alloc(2e6, 32));
    response.end();
  });
  await assert.rejects(ask(chunked, GET), { message: /has more than 1 MB, expected/ });
  const { bytes } = await ask(fake, { ...GET, isDocument: true });
  assert.equal(bytes.length, 19_000_000);
  status = 503;
  await assertKind('unavailable', ask(fake, GET));
});

test('JSON that is cut off is no answer: it passes, and of a POST nobody knows what became', async (t) => {
  const fake = await apiOf(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "1", "na');
  });
  await assertKind('closed', ask(fake, GET));
  await assertKind('outcome_unknown', ask(fake, POST));
});

const PAGE = '<!DOCTYPE html><html><body>Vi är strax tillbaka</body></html>';
const HTML = 'text/html; charset=utf-8';

test('a page in the place of data is maintenance; behind a POST it may be done; a refusal stays one', async (t) => {
  let answer: [status: number, body: string, type?: string] = [200, ''];
  const fake = await apiOf(t, (_request, response) => {
    const [status, body, type = 'application/json'] = answer;
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  type Case = readonly [call: ProviderCall, kind: ProviderErrorKind, ...typeof answer];
  const cases: readonly Case[] = [
    ...[200, 404, 500, 502, 503].map((status) => [GET, 'closed', status, PAGE] as const),
    [GET, 'closed', 200, 'Strax', HTML],
    [POST, 'outcome_unknown', 200, PAGE],
    [POST, 'outcome_unknown', 504, PAGE],
    [POST, 'closed', 503, PAGE],
    [POST, 'closed', 404, PAGE],
    [GET, 'auth', 401, PAGE],
    [GET, 'auth', 403, PAGE],
    [GET, 'rate_limited', 429, PAGE],
    ...[301, 302, 307, 308].map((status) => [POST, 'auth', status, PAGE] as const),
  ];
  for (const [call, kind, ...given] of cases) {
    answer = given;
    await assertKind(kind, ask(fake, call));
  }
  answer = [200, '{"a": "<html>"}'];
  assert.deepEqual((await ask(fake, GET)).json, { a: '<html>' });
  answer = [200, '%PDF-1.7 <html>', 'application/pdf'];
  assert.equal((await ask(fake, { ...GET, isDocument: true })).status, 200);
  answer = [204, ''];
  assert.equal((await ask(fake, GET)).status, 204);
});
