import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { logSettings, settingsTable } from '../http/settings.ts';
import { readConfig, SETTINGS } from './config.ts';

test('the defaults are port 3000 on loopback and the built artifacts', () => {
  const { port, host, artifacts } = readConfig({});
  assert.deepEqual([port, host], [3000, '127.0.0.1']);
  assert.equal(readConfig({ HOST: '*' }).host, undefined);
  assert.equal(readConfig({ HOST: '::1' }).host, '::1');
  assert.match(artifacts, /artifacts$/);
});

test('a port that is none stops the start with a sentence', () => {
  for (const PORT of ['http', '-1', '65536', '80.5', ' ']) {
    assert.throws(
      () => readConfig({ PORT }),
      /PORT is ".*", expected a whole number from 0 to 65535/,
    );
  }
});

test('no proxy is trusted unless it is counted or named, and never all', () => {
  assert.equal(readConfig({}).trustProxy, 0);
  assert.equal(readConfig({ TRUST_PROXY: '2' }).trustProxy, 2);
  assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy, [
    '10.0.0.0/8',
    '::1',
  ]);
  for (const TRUST_PROXY of [
    'true',
    '*',
    '0.0.0.0/0',
    '::/0',
    '10',
    '10.0.0.0/33',
    '1.2.3',
    'a,b',
  ]) {
    assert.throws(() => readConfig({ TRUST_PROXY }), /TRUST_PROXY is ".*", expected the number/);
  }
});

test('the base URL is scheme and host, without a slash at its end', () => {
  assert.equal(readConfig({}).baseUrl, '');
  assert.equal(readConfig({ BASE_URL: 'https://sun.example/' }).baseUrl, 'https://sun.example');
  for (const BASE_URL of ['sun.example', 'ftp://sun.example', 'https://sun.example/?x', '/']) {
    assert.throws(() => readConfig({ BASE_URL }), /BASE_URL is ".*", expected scheme and host/);
  }
});

test('a store is a folder of S3 or of a disk, and a password in its address is not shown', () => {
  assert.equal(readConfig({}).artifactsUrl, undefined);
  for (const ARTIFACTS_URL of ['https://s3.example/bucket/sun', 'file:///srv/sun'])
    assert.equal(readConfig({ ARTIFACTS_URL }).artifactsUrl, ARTIFACTS_URL);
  for (const ARTIFACTS_URL of ['sun', '/srv/sun', 'file://srv', 's3://bucket/sun'])
    assert.throws(
      () => readConfig({ ARTIFACTS_URL }),
      /^Error: ARTIFACTS_URL is ".*", expected the folder/,
    );
  const withPassword = { ARTIFACTS_URL: 'https://me:secret@s3.example/sun' };
  assert.throws(
    () => readConfig(withPassword),
    ({ message }: Error) => !message.includes('secret'),
  );
});

test('a base URL with a password is refused without showing it', () => {
  for (const BASE_URL of ['https://me:secret@sun.example', 'https://secret@sun.example']) {
    const refused = (error: Error) =>
      /BASE_URL has a user name or password/.test(error.message) && !/secret/.test(error.message);
    assert.throws(() => readConfig({ BASE_URL }), refused);
  }
});

test("connections, drain delay and the log's addresses have defaults and bounds", () => {
  const { maxConnections, drainDelayMs, fullAddresses } = readConfig({});
  assert.ok(maxConnections >= 1 && maxConnections <= 10_000);
  assert.deepEqual([drainDelayMs, fullAddresses], [500, false]);
  assert.equal(readConfig({ MAX_CONNECTIONS: '5' }).maxConnections, 5);
  assert.equal(readConfig({ DRAIN_DELAY_MS: '15000' }).drainDelayMs, 15_000);
  assert.equal(readConfig({ LOG_ADDRESSES: 'full' }).fullAddresses, true);
  assert.throws(() => readConfig({ MAX_CONNECTIONS: '0' }), /from 1 to/);
  assert.throws(
    () => readConfig({ MAX_CONNECTIONS: '999999' }),
    /file descriptors \(ulimit -n\) or memory would be short/,
  );
  assert.throws(() => readConfig({ DRAIN_DELAY_MS: '1.5' }), /DRAIN_DELAY_MS is "1.5", expected/);
  assert.throws(
    () => readConfig({ LOG_ADDRESSES: 'no' }),
    /LOG_ADDRESSES is "no", expected "short"/,
  );
});

test('metrics listen on loopback unless an address is named', () => {
  assert.equal(readConfig({}).metrics, undefined);
  const at = (METRICS_PORT: string) => readConfig({ METRICS_PORT }).metrics;
  assert.deepEqual(at('9464'), { host: '127.0.0.1', port: 9464 });
  assert.deepEqual(at('10.0.0.5:9464'), { host: '10.0.0.5', port: 9464 });
  assert.deepEqual(at('[::1]:0'), { host: '::1', port: 0 });
  for (const wrong of ['x', '65536', ':9464', '10.0.0:1', '10.0.0.5:', 'host:1']) {
    assert.throws(() => at(wrong), /METRICS_PORT is ".*", expected a port/);
  }
});

test('secrets of public links that cannot be used stop the start', () => {
  assert.deepEqual(readConfig({}).linkSecrets, []);
  const key = Buffer.alloc(32, 7);
  const LINK_SECRETS = `a:${key.toString('base64')}`;
  assert.deepEqual(readConfig({ LINK_SECRETS }).linkSecrets, [{ kid: 'a', key }]);
  assert.throws(() => readConfig({ LINK_SECRETS: 'a' }), /LINK_SECRETS is not readable/);
});

test('make config prints every setting, shows no secret, and names what is wrong', () => {
  const script = fileURLToPath(new URL('print-config.ts', import.meta.url));
  const secret = `a:${Buffer.alloc(32, 7).toString('base64')}`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', script], {
    encoding: 'utf8',
    env: { ...process.env, LINK_SECRETS: secret, HOST: '::1', PORT: 'x', REDIS_ULR: secret },
  });
  for (const [name, { meaning }] of Object.entries(SETTINGS)) {
    assert.match(stdout, new RegExp(`^${name} \\(default .`, 'm'));
    assert.ok(stdout.includes(meaning), name);
  }
  assert.match(stdout, /HOST \(default 127\.0\.0\.1; now ::1\)/);
  assert.ok(!stdout.includes(secret));
  assert.equal(status, 1);
  assert.match(stderr, /^PORT is "x", expected a whole number/m);
  assert.match(stderr, /^REDIS_ULR is not a setting\. Did you mean REDIS_URL\?$/m);
  assert.ok(!stderr.includes(secret));
});

test('the table of docs/configure.md is that of the settings', () => {
  const readme = readFileSync(new URL('../docs/configure.md', import.meta.url), 'utf8');
  assert.ok(readme.includes(`\n\n${settingsTable(SETTINGS)}\n\n`), 'run "make schemas"');
});

test('a likely typo is pointed out, variables of other programs are not', () => {
  const messages: string[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => messages.push(JSON.parse(line).msg) },
  );
  const warnAbout = (env: NodeJS.ProcessEnv) => {
    messages.length = 0;
    logSettings(log, SETTINGS, {}, env);
    return messages;
  };
  for (const [given, meant] of [
    ['MAX_CONECTIONS', 'MAX_CONNECTIONS'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['API_KEY_FILE', 'API_KEYS_FILE'],
  ])
    assert.deepEqual(warnAbout({ [given]: 'x' }), [
      `${given} is not a setting. Did you mean ${meant}?`,
    ]);
  assert.deepEqual(warnAbout({ METRIC_PORT: 'x', METRICS_PORT: '0' }), []);
  const others = `HOME HOSTNAME LOGNAME USER PATH PWD NODE_OPTIONS NODE_PATH MAKELEVEL HTTP_PROXY NO_PROXY
    KUBERNETES_SERVICE_HOST KUBERNETES_PORT SUN_SERVICE_HOST SUN_SERVICE_PORT REDIS_HOST REDIS_PORT BUILD_URL
    STATE_DIRECTORY AWS_REGION AWS_PROFILE AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY CI GITHUB_SHA`;
  assert.deepEqual(
    warnAbout(Object.fromEntries(others.split(/\s+/).map((name) => [name, 'x']))),
    [],
  );
});
