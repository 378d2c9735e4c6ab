import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { newKey, ownerOf, readOrganisations } from './organisations.ts';

const SECRET = 'pat-eu1-very-secret';
const folder = testFolder();
const path = join(folder, 'organisations.json');
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, `${SECRET}\n`);

const LEADS = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const OLD_LEADS = `whsec_${Buffer.alloc(64, 2).toString('base64')}`;
const ENV = { HUBSPOT: SECRET, LEADS, OLD_LEADS, SCRIVE: 'a b c d' };
const SCHEMA = new URL('../../../schemas/integrations/organisations.schema.json', import.meta.url);
const PLAIN = {
  id: 'solfirman',
  name: 'Solfirman AB',
  subscription: 'active',
  api_keys_sha256: ['ab'.repeat(32)],
};
const CRM = {
  provider: 'hubspot',
  token: { env: 'HUBSPOT' },
  prefix: 'solar',
  pipeline: 'default',
  stage: 'appointmentscheduled',
};
const BOOKS = {
  provider: 'standard',
  base_url: 'https://books.example',
  token: { env: 'HUBSPOT' },
};
const FORTNOX = {
  provider: 'fortnox',
  client_id: 'id',
  client_secret: { env: 'HUBSPOT' },
  tenant_id: '1',
};

function read(...organisations: object[]) {
  writeFileSync(path, JSON.stringify({ organisations }));
  return readOrganisations(path, ENV, null);
}

function faultOf(...organisations: object[]): string {
  try {
    read(...organisations);
  } catch (error) {
    const { message } = error as Error;
    assert.ok(message.startsWith(path), 'it names the file');
    assert.ok(!message.includes(SECRET), 'it shows no secret');
    return message;
  }
  assert.fail('the organisations were accepted');
}

test('how deals follow is read: stages by step, and what is switched off', () => {
  const progress = { amount: false, stages: { signed: 'closedwon', paid: '42' } };
  const [organisation] = read({ ...PLAIN, crm: { ...CRM, ...progress } });
  assert.deepEqual(organisation.crm?.progress, progress);
});

test('an organisation without providers has none', () => {
  const [{ keys, ...rest }] = read(PLAIN);
  assert.deepEqual(rest, {
    id: 'solfirman',
    name: 'Solfirman AB',
    isActive: true,
    leadSecrets: [],
    crm: null,
    accounting: null,
    signature: null,
    taxSplit: 'per_started_cap',
    retentionYears: 7,
  });
  assert.equal(read({ ...PLAIN, kept_years: 0 })[0].retentionYears, 0);
  const sha256 = Buffer.from(PLAIN.api_keys_sha256[0], 'hex');
  assert.deepEqual(keys, [{ sha256, label: 'abababab' }]);
});

test('secrets are read from where the file refers to, and defaults are filled in', () => {
  const [organisation] = read({
    ...PLAIN,
    subscription: 'suspended',
    lead_secret: [{ env: 'LEADS' }, { env: 'OLD_LEADS' }],
    crm: CRM,
    accounting: { ...FORTNOX, client_secret: { file: secretFile } },
    signature: { provider: 'scrive', credentials: { env: 'SCRIVE' } },
    tax_split: { mode: 'all_applicants' },
  });
  assert.equal(organisation.isActive, false);
  assert.deepEqual(organisation.leadSecrets, [LEADS, OLD_LEADS]);
  assert.deepEqual(organisation.crm, {
    provider: 'hubspot',
    baseUrl: 'https://api.hubapi.com',
    version: '2026-09',
    token: SECRET,
    prefix: 'solar',
    pipeline: 'default',
    stage: 'appointmentscheduled',
    progress: { amount: true, stages: {} },
  });
  assert.deepEqual(organisation.accounting, {
    provider: 'fortnox',
    baseUrl: 'https://api.fortnox.se',
    tokenUrl: 'https://apps.fortnox.se',
    clientId: 'id',
    clientSecret: SECRET,
    tenantId: '1',
    scope: 'customer invoice',
    units: {},
    accounts: {},
    paymentDays: 30,
    requiresSignature: true,
  });
  assert.deepEqual(organisation.signature, {
    provider: 'scrive',
    baseUrl: 'https://scrive.com/api/v2',
    credentials: 'a b c d',
    daysToSign: 30,
  });
  assert.equal(organisation.taxSplit, 'all_applicants');
});

test('a secret in the file itself is refused, and not repeated', () => {
  assert.match(
    faultOf({ ...PLAIN, crm: { ...CRM, token: SECRET } }),
    /"organisations\[0\]\.crm\.token" is something else, expected an object like {"env": "\.\.\."}/,
  );
  writeFileSync(path, `{"organisations": "${SECRET}`);
  assert.throws(() => readOrganisations(path, ENV, null), {
    message: `${path} is not valid JSON.`,
  });
});

test('a secret that signs leads is a long random one', () => {
  const weak = [23, 65].map((bytes) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`);
  const wrongs = [
    'hemligheten',
    'whsec_=',
    'whsec_AAAA',
    LEADS.slice('whsec_'.length),
    `${LEADS}!`,
    ...weak,
  ];
  for (const wrong of wrongs) {
    writeFileSync(secretFile, wrong);
    const message = faultOf({ ...PLAIN, lead_secret: [{ env: 'LEADS' }, { file: secretFile }] });
    assert.match(
      message,
      /"solfirman\.lead_secret" refers to the file .*, which has no such value, expected whsec_/,
    );
    assert.ok(!message.includes(wrong), 'it is not repeated');
  }
  writeFileSync(secretFile, `${SECRET}\n`);
});

test('an unknown provider is named, with those that exist', () => {
  const { $defs } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  for (const port of ['crm', 'accounting', 'signature']) {
    const branches: { $ref: string }[] = $defs.organisation.properties[port].oneOf;
    const names = branches.map(({ $ref }) => $defs[$ref.split('/')[2]].properties.provider.const);
    assert.ok(names.length > 0);
    for (const provider of ['ledgerli', 5, undefined]) {
      const fault = faultOf({ ...PLAIN, [port]: { ...BOOKS, provider } });
      assert.ok(fault.includes(`.${port}.provider" is `), fault);
      for (const name of names) assert.ok(fault.includes(`"${name}"`), fault);
    }
  }
});

test('what is wrong is named by its field, by the rules of the account’s own provider', () => {
  const { token, ...tokenless } = BOOKS;
  const { tenant_id, ...nobody } = FORTNOX;
  const faults: [object, RegExp][] = [
    [{ id: 'Sol' }, /organisations\[0\]\.id" is something else, expected: Small letters/],
    [{ crm: { ...CRM, base_url: 'http://crm.example' } }, /crm\.base_url" .* https/],
    [{ crm: { ...CRM, token: { env: 'NOWHERE' } } }, /NOWHERE, which is not set/],
    [{ lead_secret: { file: '/no/such' } }, /the file \/no\/such, which is not there/],
    [{ signature: tokenless }, /signature\.token" is missing/],
    [
      { signature: { ...BOOKS, webhook_secret: token, tokn: token } },
      /signature\.tokn" .* did you mean "token"/,
    ],
    [{ accounting: nobody }, /accounting\.tenant_id" is missing/],
    [{ crm: { ...CRM, database: 'sun' } }, /crm\.database" is not a known field, expected .*stage/],
    [{ crm: { ...CRM, stages: { lost: 'x' } } }, /crm/],
    [{ crm: { ...CRM, stages: { paid: '' } } }, /crm/],
    [{ kept_years: -1 }, /kept_years/],
    [{ api_keys_sha256: [{ label: 'shop' }] }, /api_keys_sha256\[0\]\.sha256" is /],
    [{ api_keys_sha256: [5] }, /api_keys_sha256\[0\]" is /],
  ];
  for (const [wrong, message] of faults) assert.match(faultOf({ ...PLAIN, ...wrong }), message);
});

test('an id is there once, and a key opens one organisation', () => {
  assert.match(faultOf(PLAIN, PLAIN), /"solfirman" is listed twice/);
  const other = { ...PLAIN, id: 'annan' };
  assert.match(faultOf(PLAIN, other), /"solfirman" and "annan" have the same key/);
  const shop = ['cd', 'ef'].map((digits) => ({ sha256: digits.repeat(32), label: 'shop' }));
  const twice = { ...PLAIN, api_keys_sha256: shop };
  assert.match(faultOf(twice), /"solfirman" has two keys with the label "shop"/);
});

test('a key is known by its hash, and only the key decides the organisation', () => {
  const [mine, other] = [newKey(), newKey()];
  const organisations = read(
    { ...PLAIN, api_keys_sha256: [newKey().sha256, mine.sha256] },
    { ...PLAIN, id: 'annan', api_keys_sha256: [other.sha256] },
  );
  assert.match(mine.key, /^ik_[\w-]{32}$/);
  assert.equal(ownerOf(organisations, mine.key)?.organisation.id, 'solfirman');
  assert.equal(ownerOf(organisations, other.key)?.organisation.id, 'annan');
  for (const wrong of [`${mine.key}x`, mine.key.slice(1), '', mine.sha256, newKey().key]) {
    assert.equal(ownerOf(organisations, wrong), null);
  }
});

test('make integrations-key prints a key and its hash, with a label', () => {
  const script = new URL('../commands/make-key.ts', import.meta.url).pathname;
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['--import', 'tsx', script, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  for (const label of [[], ['--label', 'web-shop']]) {
    const printed = run('--org', 'solfirman', ...label);
    const [, key] = /: (ik_[\w-]+)\n/.exec(printed) ?? [];
    const entry = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    const owner = ownerOf(read({ ...PLAIN, api_keys_sha256: [entry] }), key);
    assert.equal(owner?.key.label, label[1] ?? entry.slice(0, 8));
  }
});
