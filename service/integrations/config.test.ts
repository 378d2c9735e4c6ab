import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { erasuresFileOf, INTEGRATIONS_SETTINGS, readIntegrationsConfig } from './config.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const ENV = {
  ORGANISATIONS_FILE: 'organisations.json',
  BASE_URL: 'https://sun.example/',
  DATA_KEY: KEY,
};

test('three variables are needed, the rest has defaults', () => {
  const { maxConnections, ...config } = readIntegrationsConfig(ENV);
  assert.deepEqual(config, {
    port: 3100,
    host: '127.0.0.1',
    metrics: undefined,
    organisationsFile: 'organisations.json',
    baseUrl: 'https://sun.example',
    dataKeys: [Buffer.alloc(32, 7)],
    storeFile: 'integrations.db',
    erasuresFile: undefined,
    retentionDays: null,
    trustProxy: 0,
    drainDelayMs: 500,
    fullAddresses: false,
  });
  assert.ok(maxConnections > 0);
  for (const name of Object.keys(ENV)) {
    assert.throws(() => readIntegrationsConfig({ ...ENV, [name]: '' }), {
      message: new RegExp(`^${name} is not set, expected`),
    });
  }
});

test('several data keys may be given, each 32 bytes, and none is shown', () => {
  const both = `${KEY}, ${Buffer.alloc(32, 8).toString('base64')}`;
  assert.equal(readIntegrationsConfig({ ...ENV, DATA_KEY: both }).dataKeys.length, 2);
  for (const wrong of ['secret', `${KEY},short`, Buffer.alloc(31).toString('base64')]) {
    assert.throws(
      () => readIntegrationsConfig({ ...ENV, DATA_KEY: wrong }),
      (error: Error) =>
        /DATA_KEY: key \d is not 32 bytes/.test(error.message) && !error.message.includes(wrong),
    );
  }
});

test('tombstones are next to the store, unless ERASURES_FILE names another file', () => {
  assert.equal(erasuresFileOf(readIntegrationsConfig(ENV)), 'integrations.db.erasures');
  const elsewhere = { ...ENV, STORE_FILE: '/data/s.db', ERASURES_FILE: '/other/erased' };
  assert.equal(erasuresFileOf(readIntegrationsConfig(elsewhere)), '/other/erased');
  const days = readIntegrationsConfig({ ...ENV, RETENTION_DAYS: '730' }).retentionDays;
  assert.equal(days, 730);
});

test('the table of settings has every one, and no other', () => {
  const page = readFileSync(new URL('OPERATIONS.md', import.meta.url), 'utf8');
  const table = /^\| variable \|.*$([\s\S]*?)^$/m.exec(page)?.[1] ?? '';
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, names]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  assert.deepEqual(named.sort(), Object.keys(INTEGRATIONS_SETTINGS).sort());
});
