import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { dealProperties } from '../rules/deal-properties.ts';
import { startBridgeFake } from '../test/fakes/bridge.ts';
import { startFortnoxFake } from '../test/fakes/fortnox.ts';
import { startHubspotFake } from '../test/fakes/hubspot.ts';
import { accountingRecord, crmRecord, recordOf, writeOrganisations } from '../test/organisation.ts';

const PROPERTIES = dealProperties('solar').length;
const hubspot = await startHubspotFake();
const fortnox = await startFortnoxFake();
const bridge = await startBridgeFake();
const organisation = recordOf('', {
  api_keys_sha256: [],
  crm: crmRecord(hubspot.url),
  accounting: {
    ...accountingRecord(fortnox),
    scope: 'customer invoice settings bookkeeping',
  },
  signature: {
    provider: 'standard',
    base_url: bridge.url,
    token: { env: 'BRIDGE' },
    webhook_secret: { env: 'HOOKS' },
  },
});
const env = {
  ...process.env,
  ORGANISATIONS_FILE: writeOrganisations(testFolder(), organisation),
  BASE_URL: 'https://sun.example',
  TOKEN: hubspot.token,
  CLIENT_SECRET: fortnox.credentials.clientSecret,
  BRIDGE: bridge.token,
  HOOKS: bridge.secret,
};

after(() => Promise.all([hubspot.close(), fortnox.close(), bridge.close()]));

/** Runs a command as make does. */
function run(command: string, org: string, more = {}): Promise<{ code: number; text: string }> {
  const path = fileURLToPath(new URL(command, import.meta.url));
  return new Promise((resolve) => {
    const args = ['--import', 'tsx', path, ...(org ? ['--org', org] : [])];
    execFile(process.execPath, args, { env: { ...env, ...more } }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr });
    });
  });
}

test('the set-up makes the properties and the webhook once', async () => {
  for (let times = 0; times < 2; times++) {
    const text = `hubspot: deals have ${PROPERTIES} properties.\nstandard: reports agreements to this process.\n`;
    assert.deepEqual(await run('setup.ts', 'solfirman'), { code: 0, text });
  }
  assert.equal(hubspot.properties.size, PROPERTIES);
  const [{ url, events }] = bridge.webhooks;
  assert.equal(url, 'https://sun.example/integrations/hooks/standard/solfirman');
  assert.deepEqual([bridge.webhooks.length, events.length], [1, 6]);
  const unknown = await run('setup.ts', 'nobody');
  assert.equal(unknown.code, 1);
  assert.match(unknown.text, /no organisation "nobody", expected ORG= with one of solfirman/);
  const unset = await run('setup.ts', 'solfirman', { BASE_URL: '', ORGANISATIONS_FILE: '/none' });
  assert.match(unset.text, /^error: BASE_URL is not set/);
});

const RIGHT = `solfirman: crm hubspot: may read contacts: ok
solfirman: crm hubspot: may write contacts: ok
solfirman: crm hubspot: may read deals: ok
solfirman: crm hubspot: may write deals: ok
solfirman: crm hubspot: deals have ${PROPERTIES} properties: ok
solfirman: crm hubspot: the pipeline default has the stage appointmentscheduled: ok
solfirman: accounting fortnox: the rights customer and invoice: ok
solfirman: accounting fortnox: reads customers: ok
solfirman: accounting fortnox: reads invoices: ok
solfirman: accounting fortnox: the units st: ok
solfirman: accounting fortnox: the account 3001: ok
solfirman: signature standard: reads the webhooks: ok
`;

test('the check reads what writing needs, and writes nothing', async () => {
  assert.deepEqual(await run('check.ts', ''), { code: 0, text: RIGHT });
  assert.deepEqual([hubspot.contacts.size, hubspot.deals.size], [0, 0]);
  assert.deepEqual([fortnox.customers.length, fortnox.invoices.length], [0, 0]);
});

test('the check names properties, rights, units and accounts that are missing', async () => {
  const property = hubspot.properties.get('solar_adults') ?? assert.fail();
  hubspot.properties.delete('solar_adults');
  hubspot.scopes.delete('crm.objects.contacts.write');
  fortnox.company.units = ['h'];
  fortnox.company.closedAccounts = [3001];
  const { code, text } = await run('check.ts', 'solfirman');
  assert.equal(code, 1);
  for (const expected of [
    /may write contacts: .*403 \(MISSING_SCOPES crm\.objects\.contacts\.write\).*Service Keys/,
    /deals have \d+ properties: .*solar_adults\. Create them: make integrations-setup/,
    /the units st: The company has not st, but h\./,
    /the account 3001: The books have no active account 3001\./,
  ]) {
    assert.match(text, expected);
  }
  hubspot.properties.set('solar_adults', property);
  hubspot.scopes.add('crm.objects.contacts.write');
  fortnox.company.units = ['st'];
  fortnox.company.closedAccounts = [];
});

test('registers that the app may not read are a note, wrong credentials a fault', async () => {
  fortnox.scopes = ['customer', 'invoice'];
  const { code, text } = await run('check.ts', 'solfirman');
  assert.equal(code, 0, text);
  assert.match(text, /the units st: cannot be read: the app has not the right "settings"/);
  assert.match(text, /the account 3001: cannot be read: .*"bookkeeping"/);
  const wrong = await run('check.ts', 'solfirman', { CLIENT_SECRET: 'another' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.text, /accounting fortnox: .*: Fortnox, get a token: answered 401/);
});
