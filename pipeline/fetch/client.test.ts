/** Redirects, retries and pace, against a real server. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, mock, test } from 'node:test';
import { concurrently, fetchClient, getText, rateLimit } from './client.ts';
import { quickClient, testServer } from './server.test-kit.ts';

const server = await testServer();
after(() => server.close());

const ask = (path = '/', client = quickClient) => getText(client, server.base + path);

test('busy answers are retried, six tries in all', async () => {
  server.handle((_, response, count) => {
    response.writeHead([500, 503, 429, 529][count - 1] ?? 200).end('text');
  });
  assert.deepEqual(await ask(), { status: 200, text: 'text' });
  assert.equal(server.requests.length, 5);
  server.handle((_, response) => response.writeHead(503).end('no'));
  await assert.rejects(ask(), /^Error: http:.*: answers 503\. Run again to continue\.$/);
  assert.equal(server.requests.length, 6);
});

test('Retry-After decides on the wait', async () => {
  // Without it the test would wait for ten minutes.
  const client = fetchClient({ firstWaitMs: 600_000 });
  server.handle((_, response, count) => {
    if (count === 1) response.writeHead(429, { 'retry-after': '0.01' }).end();
    else if (count === 2) response.writeHead(503, { 'retry-after': '0.01' }).end();
    else response.end('text');
  });
  assert.equal((await ask('/', client)).text, 'text');
});

test('five redirects are followed, six and a loop are not', async () => {
  server.handle((request, response) => {
    const hop = Number(request.url?.slice(1));
    if (hop === 0) response.end('text');
    else response.writeHead([301, 302, 303, 307, 308][hop % 5], { location: `/${hop - 1}` }).end();
  });
  assert.equal((await ask('/5')).text, 'text');
  assert.equal((await ask('/6')).status, 302);
  server.handle((_, response) => response.writeHead(302, { location: '/loop' }).end());
  await assert.rejects(ask('/loop'), /\/loop: Redirect loop detected/);
});

test('a redirect to a file is refused', async () => {
  server.handle((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
  await assert.rejects(ask(), /Invalid URL protocol/);
});

test('http may lead to https, but not the reverse', async () => {
  const secure = await secureServer((_, response) => {
    response.writeHead(302, { location: `${server.base}/plain` }).end();
  });
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    server.handle((_, response) => response.end('changed'));
    await assert.rejects(
      getText(quickClient, secure.base),
      /^Error: https:.*: redirects to http:.*\/plain, expected https: the content could be changed/,
    );
    server.handle(({ url }, response) => {
      if (url === '/') response.writeHead(302, { location: secure.base }).end();
      else response.end('text');
    });
    assert.equal((await ask()).text, 'text');
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    secure.close();
  }
});

/** A server with a certificate that nobody vouches for. */
async function secureServer(handler: RequestListener) {
  const words = 'req -x509 -nodes -newkey rsa:2048 -subj /CN=localhost -days 1 -keyout - -out -';
  const pem = execFileSync('openssl', words.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] });
  const https = createServer({ key: pem, cert: pem }, handler).listen(0, '127.0.0.1');
  await once(https, 'listening');
  const { port } = https.address() as AddressInfo;
  const close = () => {
    https.closeAllConnections();
    https.close();
  };
  return { base: `https://127.0.0.1:${port}`, close };
}

test('a server that never answers, or is not there, is given up with the reason', async () => {
  const impatient = fetchClient({ firstWaitMs: 1, headersTimeoutMs: 30 });
  server.handle(() => undefined);
  await assert.rejects(ask('/', impatient), /Headers Timeout Error/);
  assert.equal(server.requests.length, 6);
  const gone = await testServer();
  await gone.close();
  await assert.rejects(getText(quickClient, gone.base), /ECONNREFUSED/);
});

test('a text longer than the limit is refused', async () => {
  const client = fetchClient({ mostBytes: 1000 });
  server.handle((_, response) => response.write('x'.repeat(2000)));
  await assert.rejects(ask('/', client), /Response content exceeded max size/);
});

test('requests begin at the pace, in their order, and a quiet time is not made up for', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  try {
    const begun: [string, number][] = [];
    const dispatch = rateLimit(10)(({ path }) => {
      begun.push([path, Date.now()]);
      return true;
    });
    const begin = (path: string) => dispatch({ path, method: 'GET' }, {});
    const pass = async (ms: number) => {
      for (let i = 0; i < ms; i += 50) {
        await new Promise(setImmediate);
        mock.timers.tick(50);
      }
    };
    for (const path of ['a', 'b', 'c']) begin(path);
    await pass(1000);
    for (const path of ['d', 'e']) begin(path);
    await pass(200);
    assert.deepEqual(begun, [
      ['a', 0],
      ['b', 100],
      ['c', 200],
      ['d', 1000],
      ['e', 1100],
    ]);
  } finally {
    mock.timers.reset();
  }
});

test('every item is worked on once, never more than the given number together', async () => {
  const done: number[] = [];
  let atWork = 0;
  let most = 0;
  await concurrently([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++atWork);
    await new Promise(setImmediate);
    atWork--;
    done.push(item);
  });
  assert.deepEqual(done.sort(), [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(most, 3);
});

test('after a failure nothing is begun, and what is under way ends first', async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    if (item === 2) throw new Error('item 2');
    await new Promise(setImmediate);
    ended.push(item);
  };
  await assert.rejects(concurrently([1, 2, 3, 4, 5], 2, work), /item 2/);
  assert.deepEqual(ended, [1]);
});
