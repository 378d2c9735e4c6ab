import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type DealProperty, ProviderError } from '../ports.ts';
import { CLOCK } from '../test/clock.ts';
import { type HubspotFake, hubspotAccount, startHubspotFake } from '../test/fakes/hubspot.ts';
import { hubspot } from './hubspot.ts';

const fakes: HubspotFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

async function start() {
  const fake = await startHubspotFake();
  fakes.push(fake);
  const account = hubspotAccount(fake);
  return {
    fake,
    crm: hubspot(account, CLOCK),
    propertyOf: async (id: string, property: string) =>
      fake.deals.get(id)?.properties[property] ?? '',
    contactsOf: async (id: string) => [...(fake.associations.get(id) ?? [])],
  };
}

const PROPERTIES: readonly DealProperty[] = [
  { name: 'solar_prospect_id', label: 'Prospect', kind: 'text', isUnique: true },
  { name: 'solar_total_kw', label: 'Total kW', kind: 'number', isUnique: false },
  { name: 'solar_address', label: 'Address', kind: 'text', isUnique: false },
];
const ANNA = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Ek', phone: '070' };

test('a contact is found by e-mail once it is made, and made once', async () => {
  const { crm } = await start();
  await crm.setUp(PROPERTIES);
  assert.equal(await crm.findContact(ANNA.email), null);
  const id = await crm.createContact(ANNA);
  assert.equal(await crm.findContact(ANNA.email), id);
  const [one, other] = await Promise.all([
    crm.createContact({ ...ANNA, email: 'bo@example.com' }),
    crm.createContact({ ...ANNA, email: 'bo+1@example.com' }),
  ]);
  assert.notEqual(one, other);
  assert.equal(await crm.createContact(ANNA), id, 'somebody else was first');
  const eva = { ...ANNA, email: 'eva@example.com' };
  const [first, second] = await Promise.all([crm.createContact(eva), crm.createContact(eva)]);
  assert.equal(first, second, 'two at a time');
});

test('a prospect has one deal, with the contact and its values', async () => {
  const { crm, propertyOf, contactsOf } = await start();
  await crm.setUp(PROPERTIES);
  await crm.setUp(PROPERTIES);
  const contact = await crm.createContact(ANNA);
  assert.equal(await crm.findDeal('p-1'), null);
  const values = { solar_total_kw: '10.4', solar_address: 'Storgatan 1, Åmål' };
  const deal = await crm.createDeal('p-1', 'Anna Ek', values, contact);
  assert.equal(await crm.findDeal('p-1'), deal);
  assert.equal(await crm.findDeal('p-10'), null, 'no part of a key is the key');
  assert.equal(await propertyOf(deal, 'solar_total_kw'), '10.4');
  assert.equal(await propertyOf(deal, 'solar_address'), 'Storgatan 1, Åmål');
  assert.deepEqual(await contactsOf(deal), [contact]);
  assert.equal(await crm.createDeal('p-1', 'Anna Ek', values, contact), deal);
});

test('a contact that is there is read out of the refusal, and read when the refusal has no id', async () => {
  const { crm, fake } = await start();
  const id = await crm.createContact(ANNA);
  assert.equal(await crm.createContact(ANNA), id);
  assert.equal(fake.calls.filter(({ method }) => method === 'GET').length, 0);
  fake.refuses = ({ method }) => (method === 'POST' ? { status: 409 } : undefined);
  assert.equal(await crm.createContact(ANNA), id);
});

test('a property of another type is named, with what to do', async () => {
  const { crm, fake } = await start();
  await crm.setUp(PROPERTIES);
  fake.properties.set('solar_total_kw', {
    name: 'solar_total_kw',
    type: 'string',
    hasUniqueValue: false,
  });
  await assert.rejects(crm.setUp(PROPERTIES), /solar_total_kw that is string, expected number/);
  await crm.setUp(PROPERTIES.filter(({ name }) => name !== 'solar_total_kw'));
});

test('the ten seconds pass soon, the day does not', async () => {
  const { crm, fake } = await start();
  const limited = (policyName: string, headers = {}) => {
    fake.refuses = () => ({ status: 429, headers, body: { errorType: 'RATE_LIMIT', policyName } });
    return crm.check().then(
      () => assert.fail('it was limited'),
      (error: unknown) => {
        assert.ok(error instanceof ProviderError && error.kind === 'rate_limited');
        return error.retryAfterMs;
      },
    );
  };
  assert.equal(await limited('TEN_SECONDLY_ROLLING', { 'retry-after': '7' }), 7_000);
  assert.equal(await limited('TEN_SECONDLY_ROLLING'), undefined);
  assert.equal(await limited('DAILY'), 3_600_000);
});
