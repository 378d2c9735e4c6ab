/** nginx.conf in a real nginx before two nodes. Only addresses, paths and TLS are put in the test's place. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { newApiKey } from '../http/guards/api-keys.ts';
import { DEFAULT_RATE_LIMITS } from '../http/guards/limits.ts';
import { freePort } from '../test/free-port.ts';
import { LOOKUP, rawCall, startTestService, testLoaded, until } from '../test/service.ts';

const installed = spawnSync('nginx', ['-v']).status === 0;
const skip = !installed && 'needs nginx (Debian: nginx-light)';

const { key, line } = newApiKey('shop');
const keys = [{ sha256: Buffer.from(line.slice(0, 64), 'hex'), label: 'shop' }];

/** Starts nginx with the example before nodes; the example's addresses must all have been found. */
async function startNginx(bases: string[]): Promise<string> {
  const folder = testFolder();
  const port = await freePort();
  const [one, two] = bases.map((base) => new URL(base).host);
  let example = readFileSync(new URL('nginx.conf', import.meta.url), 'utf8');
  for (const [found, put] of [
    ['10.0.0.11:3000', one],
    ['10.0.0.12:3000', two],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    ['listen [::]:443 ssl http2;', ''],
    ['ssl_certificate     /etc/ssl/sun.example.pem;', ''],
    ['ssl_certificate_key /etc/ssl/private/sun.example.key;', ''],
    ['/var/cache/nginx/sun', join(folder, 'cache')],
    ['/var/log/nginx/sun.log', join(folder, 'access.log')],
  ]) {
    assert.ok(example.includes(found), found);
    example = example.replace(found, put);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${join(folder, what)};`)
    .join('\n');
  // As root nginx would give its workers to somebody who cannot enter the test's folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const whole = `${user} daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr;
    events { worker_connections 256; }
    http { ${temporary}\n${example}\n}`;
  writeFileSync(join(folder, 'nginx.conf'), whole);
  const options = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  const tried = spawnSync('nginx', [...options, '-t'], { encoding: 'utf8' });
  assert.equal(tried.status, 0, tried.stderr);
  const nginx = spawn('nginx', options, { stdio: 'ignore' });
  after(() => nginx.kill('SIGTERM'));
  const base = `http://127.0.0.1:${port}`;
  await until(
    () =>
      rawCall(base, '/livez').then(
        ({ status }) => status === 200,
        () => false,
      ),
    'nginx answers',
  );
  return base;
}

test('before two nodes: cache hits, 304s, limits of each caller, and keys past the cache', {
  skip,
}, async () => {
  const loaded = { ...testLoaded(), keys };
  const parts = { loaded, limits: DEFAULT_RATE_LIMITS, trustProxy: ['127.0.0.1'] };
  const nodes = [await startTestService(parts), await startTestService(parts)];
  const base = await startNginx(nodes.map((node) => node.base));
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
