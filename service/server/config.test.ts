import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { logSettings, settingsTable } from '../http/settings.ts';
import { readConfig, SETTINGS } from './config.ts';

test('the defaults are those of a service on loopback, with the built artifacts and nothing else', () => {
  const { artifacts, maxConnections, ...others } = readConfig({});
  assert.match(artifacts, /artifacts$/);
  assert.ok(maxConnections >= 1 && maxConnections <= 10_000);
  const { port, host, trustProxy, baseUrl, linkSecrets, drainDelayMs, fullAddresses } = others;
  assert.deepEqual([port, host, trustProxy, baseUrl], [3000, '127.0.0.1', 0, '']);
  assert.deepEqual([linkSecrets, drainDelayMs, fullAddresses], [[], 500, false]);
  const { artifactsUrl, metrics, securityContact } = others;
  assert.deepEqual([artifactsUrl, metrics, securityContact], [undefined, undefined, undefined]);
});

const KEY = Buffer.alloc(32, 7);
const CONTACT = 'mailto:security@sun.example';

for (const [name, text, field, value] of [
  ['HOST', '*', 'host', undefined],
  ['HOST', '::1', 'host', '::1'],
  ['TRUST_PROXY', '2', 'trustProxy', 2],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', 'trustProxy', ['10.0.0.0/8', '::1']],
  ['BASE_URL', 'https://sun.example/', 'baseUrl', 'https://sun.example'],
  ['ARTIFACTS_URL', 'https://s3.example/sun', 'artifactsUrl', 'https://s3.example/sun'],
  ['ARTIFACTS_URL', 'file:///srv/sun', 'artifactsUrl', 'file:///srv/sun'],
  ['MAX_CONNECTIONS', '5', 'maxConnections', 5],
  ['DRAIN_DELAY_MS', '15000', 'drainDelayMs', 15_000],
  ['LOG_ADDRESSES', 'full', 'fullAddresses', true],
  ['METRICS_PORT', '9464', 'metrics', { host: '127.0.0.1', port: 9464 }],
  ['METRICS_PORT', '10.0.0.5:9464', 'metrics', { host: '10.0.0.5', port: 9464 }],
  ['METRICS_PORT', '[::1]:0', 'metrics', { host: '::1', port: 0 }],
  ['SECURITY_CONTACT', CONTACT, 'securityContact', CONTACT],
  ['SECURITY_CONTACT', 'https://sun.example/s', 'securityContact', 'https://sun.example/s'],
  ['SECURITY_CONTACT', 'tel:+46-8-123456', 'securityContact', 'tel:+46-8-123456'],
  ['LINK_SECRETS', `a:${KEY.toString('base64')}`, 'linkSecrets', [{ kid: 'a', key: KEY }]],
] as const) {
  test(`${name}=${text} is read`, () => {
    assert.deepEqual(readConfig({ [name]: text })[field], value);
  });
}

/** Values that stop the start, with the sentence that each gets. No proxy is trusted by a block that holds nearly all. */
for (const [name, sentence, texts] of [
  [
    'PORT',
    /PORT is ".*", expected a whole number from 0 to 65535/,
    ['http', '-1', '65536', '80.5', ' '],
  ],
  [
    'TRUST_PROXY',
    /TRUST_PROXY is ".*", expected the number/,
    ['true', '*', '0.0.0.0/0', '::/0', '10', '10.0.0.0/33', '1.2.3', 'a,b'],
  ],
  [
    'BASE_URL',
    /BASE_URL is ".*", expected scheme and host/,
    ['sun.example', 'ftp://sun.example', 'https://sun.example/?x', '/'],
  ],
  [
    'BASE_URL',
    /BASE_URL has a user name or password/,
    ['https://me:hemligt@sun.example', 'https://hemligt@sun.example'],
  ],
  [
    'ARTIFACTS_URL',
    /^Error: ARTIFACTS_URL is ".*", expected the folder/,
    ['sun', '/srv/sun', 'file://srv', 's3://bucket/sun'],
  ],
  ['ARTIFACTS_URL', /ARTIFACTS_URL has a user name/, ['https://me:hemligt@s3.example/sun']],
  ['MAX_CONNECTIONS', /from 1 to/, ['0']],
  ['MAX_CONNECTIONS', /file descriptors \(ulimit -n\) or memory would be short/, ['999999']],
  ['DRAIN_DELAY_MS', /DRAIN_DELAY_MS is "1.5", expected/, ['1.5']],
  ['LOG_ADDRESSES', /LOG_ADDRESSES is "no", expected "short"/, ['no']],
  [
    'METRICS_PORT',
    /METRICS_PORT is ".*", expected a port/,
    ['x', '65536', ':9464', '10.0.0:1', '10.0.0.5:', 'host:1'],
  ],
  [
    'SECURITY_CONTACT',
    /^Error: SECURITY_CONTACT is "/,
    ['security@sun.example', 'http://sun.example', 'mailto:a@b\nExpires: x', 'mailto:'],
  ],
  ['LINK_SECRETS', /LINK_SECRETS is not readable/, ['a']],
] as const) {
  test(`${name} is refused, without showing a password: ${sentence}`, () => {
    for (const text of texts)
      assert.throws(
        () => readConfig({ [name]: text }),
        (error) => sentence.test(String(error)) && !/hemligt/.test(String(error)),
      );
  });
}

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
