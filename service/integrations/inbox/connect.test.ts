/** The connect page against the fakes: what is typed is checked there, stored encrypted, used at once and never shown. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { openAccounts } from '../organisations/accounts-file.ts';
import { readOrganisations } from '../organisations/organisations.ts';
import type { Port } from '../providers/account.ts';
import { startAccounts } from '../test/fakes/accounts.ts';
import { startIntegrations, testOrganisation } from '../test/integrations.ts';
import { ENCRYPTION, recordOf, writeOrganisations } from '../test/organisation.ts';
import { follow, type Page, visitor } from '../test/visitor.ts';

const { hubspot, fortnox, scrive, addresses, close } = await startAccounts();
after(close);

async function start() {
  const folder = testFolder();
  const nothing = { crm: null, accounting: null, signature: null };
  const [mine, other] = [
    testOrganisation('solfirman', nothing),
    testOrganisation('annan', nothing),
  ];
  const records = [mine, other].map(({ organisation: { id, keys } }) =>
    recordOf(keys[0].sha256.toString('hex'), { id }),
  );
  const path = writeOrganisations(folder, ...records);
  chmodSync(path, 0o640);
  const organisations = { current: readOrganisations(path, {}, ENCRYPTION) };
  const accounts = openAccounts(path, {}, ENCRYPTION, async (read) => {
    organisations.current = read;
  });
  const started = await startIntegrations([mine, other], { organisations, accounts, addresses });
  const one = visitor(started.base);
  await one.logIn(mine.key);
  const own = () => organisations.current[0];
  return { ...started, one, folder, path, own, otherKey: other.key };
}

/** Gives consent at Fortnox as an administrator's browser does. @returns the path that it is sent back to */
async function consent(page: Page, change: (address: URL) => void = () => {}): Promise<string> {
  const [, href = ''] = /href="([^"]+oauth-v1\/auth[^"]+)"/.exec(page.text) ?? [];
  const address = new URL(href.replaceAll('&amp;', '&'));
  const answer = await fetch(address, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? assert.fail(await answer.text()));
  assert.equal(back.origin, 'https://sun.example');
  change(back);
  return back.pathname.replace('/integrations/inbox', '') + back.search;
}

/** Ids of the fields that a panel's forms require. They do so until a secret is stored. */
function requiredIn({ text }: Page, port: Port): string[] {
  const inputs = text.matchAll(/<input (?=[^>]* required\b)[^>]* id="([^"]*)"/g);
  return Array.from(inputs, ([, id]) => id).filter((id) => id.startsWith(port));
}

const APP = { client_id: 'fake-client', client_secret: 'fake-secret' };

test('HubSpot is connected by a key, with its stages, and its deals get their properties', async () => {
  const { one, own, path, folder } = await start();
  const wrong = await one.post('/connect/hubspot', { token: 'pat-wrong' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /role="alert">HubSpot, read the pipelines: answered 401/);
  assert.ok(!wrong.text.includes('pat-wrong'));
  assert.deepEqual(requiredIn(wrong, 'crm'), ['crm-token']);
  assert.equal(own().crm, null);

  const page = await follow(one, await one.post('/connect/hubspot', { token: hubspot.token }));
  assert.match(page.text, /Saved, and in use from now on/);
  assert.deepEqual(requiredIn(page, 'crm'), []);
  assert.match(page.text, /<option value="default\/contractsent">/);
  assert.deepEqual([own().crm?.token, own().crm?.stage], [hubspot.token, 'appointmentscheduled']);
  assert.ok(hubspot.properties.size > 20, 'the properties are there');
  const stages = { stage: 'default/contractsent', paid: 'default/closedwon' };
  const settings = { token: '', prefix: 'sol', ...stages };
  await follow(one, await one.post('/connect/hubspot', settings));
  const { token, prefix, stage, progress: deals } = own().crm ?? assert.fail();
  assert.deepEqual([token, prefix, stage], [hubspot.token, 'sol', 'contractsent']);
  assert.deepEqual(deals.stages, { paid: 'closedwon' });
  const bad = await one.post('/connect/hubspot', { prefix: 'Not a prefix', token: '' });
  assert.deepEqual([bad.status, own().crm?.prefix], [422, 'sol']);
  const archived = await one.post('/connect/hubspot', { paid: 'default/archived' });
  assert.match(archived.text, /role="alert">The account has no such stage/);

  const stored = readFileSync(path, 'utf8');
  assert.ok(
    !stored.includes(hubspot.token) && !(await one.get('/connect')).text.includes(hubspot.token),
  );
  assert.match(stored, /"encrypted": "/);
  assert.equal(statSync(path).mode & 0o777, 0o640);
  assert.deepEqual(readdirSync(folder), ['organisations.json'], 'no draft is left');
});

test('Fortnox is connected by consent, which names the company, then by its registers', async () => {
  const { one, own, path } = await start();
  assert.equal((await one.post('/connect/fortnox', { client_id: 'x' })).status, 422);
  const requested = await follow(one, await one.post('/connect/fortnox', APP));
  assert.ok(!requested.text.includes('fake-secret'));
  const appFields = ['accounting-client_id', 'accounting-client_secret'];
  assert.deepEqual(requiredIn(requested, 'accounting'), appFields);
  assert.equal(own().accounting, null, 'nothing is saved before the consent');
  const page = await follow(one, await one.get(await consent(requested)));
  assert.match(page.text, /database number <code>4711<\/code>/);
  assert.match(page.text, /<title>Connect accounts/);
  assert.deepEqual(requiredIn(page, 'accounting'), ['accounting-days']);
  assert.match(page.text, /name="client_id" value="fake-client"/);
  assert.match(page.text, /<option value="3001">3001 Konto<\/option>/);
  const settings = { account: '3001', unit: 'st', days: '20', signature: 'on' };
  await follow(one, await one.post('/connect/fortnox/settings', settings));
  const { tenantId, clientSecret, accounts, units, paymentDays, requiresSignature } =
    own().accounting ?? assert.fail();
  assert.deepEqual([tenantId, clientSecret, paymentDays], ['4711', 'fake-secret', 20]);
  assert.deepEqual([accounts, units, requiresSignature], [{ '25': 3001 }, { st: 'st' }, true]);
  assert.ok(!readFileSync(path, 'utf8').includes('fake-secret'));
  const days = await one.post('/connect/fortnox/settings', { days: 'many' });
  assert.equal(days.status, 422);
  assert.match(days.text, /role="alert">&quot;accounting.payment_days&quot; is something else/);
  assert.equal((await one.post('/connect/fortnox/settings', { days: '' })).status, 422);
  assert.equal(own().accounting?.paymentDays, 20);
});

test('a consent of another state, twice, declined, or in another organisation’s session connects nothing', async () => {
  const { one, base, own, otherKey } = await start();
  const ask = async () => follow(one, await one.post('/connect/fortnox', APP));
  const forged = await consent(await ask(), (back) =>
    back.searchParams.set('state', 'x'.repeat(43)),
  );
  assert.match((await one.get(forged)).text, /not the one that was asked for/);
  const nobody = await visitor(base).get(await consent(await ask()));
  assert.match(nobody.text, /type="password"/);
  const thief = visitor(base);
  await thief.logIn(otherKey);
  assert.equal((await thief.get(await consent(await ask()))).status, 422);
  fortnox.refusesConsent = true;
  const declined = await one.get(await consent(await ask()));
  fortnox.refusesConsent = false;
  assert.match(declined.text, /no consent\. \(access_denied\)/);
  assert.equal(own().accounting, null);
  const path = await consent(await ask());
  assert.equal((await one.get(path)).status, 303);
  assert.equal((await one.get(path)).status, 422, 'the same answer again');
});

test('Scrive is connected by the four parts of its credentials', async () => {
  const { one, own, path } = await start();
  const [client, client_secret, token, secret] = scrive.credentials.split(' ');
  const form = (token_secret: string) => {
    return { client, client_secret, token, token_secret, days: '14' };
  };
  const missing = await one.post('/connect/scrive', form(''));
  assert.match(missing.text, /All four parts/);
  const fields = Object.keys(form('')).map((name) => `signature-${name}`);
  assert.deepEqual(requiredIn(missing, 'signature'), fields);
  assert.match((await one.post('/connect/scrive', form('wrong'))).text, /role="alert">Scrive/);
  const page = await follow(one, await one.post('/connect/scrive', form(secret)));
  assert.deepEqual(requiredIn(page, 'signature'), ['signature-days']);
  const { signature } = own();
  assert.ok(signature?.provider === 'scrive');
  assert.deepEqual([signature.credentials, signature.daysToSign], [scrive.credentials, 14]);
  assert.ok(!readFileSync(path, 'utf8').includes(scrive.credentials));
  await follow(one, await one.post('/connect/scrive', { days: '30' }));
  assert.equal(own().signature?.daysToSign, 30);
});

test('what cannot be written is said in place, and the old file stays', async () => {
  const { one, own, path } = await start();
  const before = readFileSync(path, 'utf8');
  // Nothing can be written where a folder is.
  mkdirSync(join(`${path}.draft`, 'full'), { recursive: true });
  const refused = await one.post('/connect/hubspot', { token: hubspot.token });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /role="alert">.*EISDIR/);
  assert.equal(readFileSync(path, 'utf8'), before);
  assert.equal(own().crm, null);
});

test('nobody connects anything without a login, or by a form of another site', async () => {
  const { base, one, own } = await start();
  const fields = { token: hubspot.token };
  assert.equal((await visitor(base).post('/connect/hubspot', fields)).status, 303);
  const headers = { 'sec-fetch-site': 'cross-site' };
  assert.equal((await one.post('/connect/hubspot', fields, headers)).status, 403);
  assert.equal(own().crm, null);
});
