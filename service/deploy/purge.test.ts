/** purge.sh before real caches, and as the two that cannot run here are called. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { freePort } from '../test/free-port.ts';
import { LOOKUP, rawCall, startTestService, testLoaded, until } from '../test/service.ts';
import { nginxShell, skipWithoutNginx, startNginx } from './nginx.test-kit.ts';

const PURGE = fileURLToPath(new URL('purge.sh', import.meta.url));
const [OLD, NEW] = ['sun-0123456789abcdef', 'sun-fedcba9876543210'];
const skipWithoutVarnish =
  spawnSync('varnishd', ['-V']).status !== 0 && 'needs varnishd (Debian: varnish, varnish-modules)';

function purge(cache: string, env: Record<string, string>, tags = { FORMER_TAG: OLD, TAG: NEW }) {
  return promisify(execFile)(PURGE, [cache], { env: { ...process.env, ...tags, ...env } });
}

/** A node on a build. */
async function startNode(cacheTag: string) {
  const loaded = { ...testLoaded(), cacheTag };
  return startTestService({ loaded, trustProxy: ['127.0.0.1'] });
}

const ask = async (base: string) => {
  const { headers } = await rawCall(base, LOOKUP);
  return { cache: headers['x-cache'], tag: headers['cache-tag'] };
};

test('nginx turns to a new build, keeps nothing of a node that is late, and turns back', {
  skip: skipWithoutNginx,
}, async () => {
  const node = await startNode(OLD);
  const { base, folder } = await startNginx([node.base, node.base]);
  const env = { NGINX_MACHINES: 'proxy', NGINX_SHELL: nginxShell(folder) };
  assert.deepEqual(await ask(base), { cache: 'MISS', tag: OLD });
  assert.deepEqual(await ask(base), { cache: 'HIT', tag: OLD });

  await purge('nginx', env);
  // The former worker answers a little longer, in turn with the new one.
  let misses = 0;
  await until(async () => {
    misses = (await ask(base)).cache === 'MISS' ? misses + 1 : 0;
    return misses === 10;
  }, 'the node is late: nothing of it is kept');
  node.loaded.cacheTag = NEW;
  assert.deepEqual(await ask(base), { cache: 'MISS', tag: NEW });
  assert.deepEqual(await ask(base), { cache: 'HIT', tag: NEW });

  node.loaded.cacheTag = OLD;
  // One machine of two is away: the other is told none the less.
  const shell = join(folder, 'shell-of-one');
  writeFileSync(shell, `#!/bin/sh\n[ "$1" = away ] && exit 255\nexec ${env.NGINX_SHELL} "$@"\n`, {
    mode: 0o755,
  });
  const two = { NGINX_MACHINES: 'away proxy', NGINX_SHELL: shell };
  await assert.rejects(
    purge('nginx', two, { FORMER_TAG: NEW, TAG: OLD }),
    /purge\.sh: away was not told/,
  );
  await until(async () => (await ask(base)).tag === OLD, 'what was kept before is there again');
});

test('Varnish forgets what has the former tag, and keeps the rest', {
  skip: skipWithoutVarnish,
}, async () => {
  const node = await startNode(OLD);
  const base = await startVarnish(node.base);
  const served = async () => {
    const { headers } = await rawCall(base, LOOKUP);
    return { age: headers.age, tag: headers['surrogate-key'], limits: headers.ratelimit };
  };
  assert.equal((await served()).tag, OLD);
  node.loaded.cacheTag = NEW;
  const kept = await served();
  assert.deepEqual([kept.tag, kept.limits], [OLD, undefined], 'kept, and not whose limits');
  const env = { VARNISH: new URL(base).host };
  await purge('varnish', env);
  assert.equal((await served()).tag, NEW);
  await purge('varnish', env);
  await assert.rejects(
    purge('varnish', { VARNISH: `127.0.0.1:1 ${env.VARNISH}` }),
    /127.0.0.1:1 was not told/,
  );
  node.loaded.cacheTag = OLD;
  assert.equal((await served()).tag, NEW, 'another tag is not forgotten');
});

test('Cloudflare and Fastly are called as their references say, and a refusal is an error', async () => {
  const calls: { line: string; headers: IncomingMessage['headers']; body: string }[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    calls.push({ line: `${method} ${url}`, headers, body: await text(request) });
    response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  after(() => server.close());
  await until(() => server.listening, 'it listens');
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cloudflare = {
    CLOUDFLARE_API: `${api}/client/v4`,
    CLOUDFLARE_API_TOKEN: 'token',
    CLOUDFLARE_ZONE_ID: 'zone',
  };
  const fastly = { FASTLY_API: api, FASTLY_API_TOKEN: 'token', FASTLY_SERVICE_ID: 'service' };
  await purge('cloudflare', cloudflare);
  await purge('fastly', fastly);
  assert.deepEqual(
    calls.map(({ line }) => line),
    ['POST /client/v4/zones/zone/purge_cache', `POST /service/service/purge/${OLD}`],
  );
  assert.equal(calls[0].headers.authorization, 'Bearer token');
  assert.equal(calls[0].headers['content-type'], 'application/json');
  assert.deepEqual(JSON.parse(calls[0].body), { tags: [OLD] });
  assert.equal(calls[1].headers['fastly-key'], 'token');
  status = 403;
  await assert.rejects(purge('fastly', fastly), /403/);
  await assert.rejects(purge('akamai', {}), /found "akamai", expected cloudflare, fastly/);
});

/** Starts varnishd with the example before a node; only addresses are put in the test's place. */
async function startVarnish(node: string): Promise<string> {
  const folder = testFolder();
  const { hostname, port: nodePort } = new URL(node);
  const example = readFileSync(new URL('varnish.vcl', import.meta.url), 'utf8');
  const backend = '.host = "10.0.0.11"; .port = "3000";';
  assert.ok(example.includes(backend));
  const file = join(folder, 'sun.vcl');
  writeFileSync(file, example.replace(backend, `.host = "${hostname}"; .port = "${nodePort}";`));
  const port = await freePort();
  const options = ['-F', '-f', file, '-a', `127.0.0.1:${port}`, '-n', folder, '-s', 'malloc,16m'];
  // As root its sandbox would want users that only a whole installation has.
  const varnish: ChildProcess = spawn('varnishd', [...options, '-j', 'none'], { stdio: 'ignore' });
  after(() => varnish.kill('SIGTERM'));
  const base = `http://127.0.0.1:${port}`;
  const answers = () =>
    rawCall(base, '/livez').then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(answers, 'Varnish answers');
  return base;
}
