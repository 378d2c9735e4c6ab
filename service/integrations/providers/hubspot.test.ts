import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type DealProperty, ProviderError } from '../ports.ts';
import { assertKind } from '../test/assert-kind.ts';
import { CLOCK } from '../test/clock.ts';
import { type HubspotFake, hubspotAccount, startHubspotFake } from '../test/fakes/hubspot.ts';
import { commitThenDrop } from '../test/fakes/server.ts';
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
    stranger: hubspot({ ...account, token: 'nobody' }, CLOCK),
    propertyOf: async (id: string, property: string) =>
      fake.deals.get(id)?.properties[property] ?? '',
    contactsOf: async (id: string) => [...(fake.associations.get(id) ?? [])],
    deleteDeal: async (id: string) => void fake.deals.delete(id),
    dropNextAnswer: () => commitThenDrop(fake, 0),
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

test('an update touches its values alone, an empty one clears', async () => {
  const { crm, propertyOf } = await start();
  await crm.setUp(PROPERTIES);
  const contact = await crm.createContact(ANNA);
  const values = { solar_total_kw: '10.4', solar_address: 'Storgatan 1' };
  const deal = await crm.createDeal('p-2', 'Anna Ek', values, contact);
  await crm.updateDeal(deal, { solar_total_kw: '12' });
  assert.equal(await propertyOf(deal, 'solar_total_kw'), '12');
  assert.equal(await propertyOf(deal, 'solar_address'), 'Storgatan 1');
  await crm.updateDeal(deal, { solar_address: '' });
  assert.equal(await propertyOf(deal, 'solar_address'), '');
  assert.equal(await propertyOf(deal, 'solar_total_kw'), '12');
  assert.equal(await crm.findDeal('p-2'), deal);
});

test('associating is the same twice', async () => {
  const { crm, contactsOf } = await start();
  await crm.setUp(PROPERTIES);
  const anna = await crm.createContact(ANNA);
  const bo = await crm.createContact({ ...ANNA, email: 'bo@example.com', firstName: 'Bo' });
  const deal = await crm.createDeal('p-3', 'Anna Ek', {}, anna);
  await crm.associate(deal, bo);
  await crm.associate(deal, bo);
  assert.ok((await contactsOf(deal)).includes(bo));
});

test('a deal that somebody deleted is not found', async () => {
  const { crm, deleteDeal } = await start();
  await crm.setUp(PROPERTIES);
  const deal = await crm.createDeal('p-4', 'Anna Ek', {}, await crm.createContact(ANNA));
  await deleteDeal(deal);
  assert.equal(await crm.findDeal('p-4'), null);
  await assertKind('not_found', crm.updateDeal(deal, { solar_total_kw: '1' }));
});

test('what was made under a lost answer is found, not made twice', async () => {
  const { crm, dropNextAnswer } = await start();
  await crm.setUp(PROPERTIES);
  dropNextAnswer();
  await crm.createContact(ANNA).catch((error) => assert.equal(error.kind, 'outcome_unknown'));
  const contact = (await crm.findContact(ANNA.email)) ?? assert.fail('it was made');
  dropNextAnswer();
  const deal = await crm
    .createDeal('p-5', 'Anna Ek', {}, contact)
    .catch((error) => assert.equal(error.kind, 'outcome_unknown'));
  const found = await crm.findDeal('p-5');
  assert.ok(found !== null && (deal === undefined || deal === found));
  assert.equal(await crm.createDeal('p-5', 'Anna Ek', {}, contact), found);
});

test('a contact without an e-mail is found by its deal, also after a lost answer', async () => {
  const { crm, contactsOf, dropNextAnswer } = await start();
  await crm.setUp(PROPERTIES);
  const deal = await crm.createDeal('p-6', 'Anna Ek', {}, null);
  assert.equal((await crm.readDeal(deal)).contactId, null);
  dropNextAnswer();
  await assertKind('outcome_unknown', crm.createContact({ ...ANNA, email: '' }, deal));
  const { contactId } = await crm.readDeal(deal);
  assert.ok(contactId !== null, 'it was made');
  assert.deepEqual(await contactsOf(deal), [contactId]);
  const other = await crm.createDeal('p-7', 'Anna Ek', {}, null);
  const second = await crm.createContact({ ...ANNA, email: '' }, other);
  assert.notEqual(second, contactId, 'another of the same name and number');
  assert.deepEqual(await contactsOf(other), [second]);
});

test('the amount of a deal is read as it was set, and a deleted deal is reported', async () => {
  const { crm, deleteDeal } = await start();
  await crm.setUp(PROPERTIES);
  const deal = await crm.createDeal('p-8', 'Anna Ek', {}, await crm.createContact(ANNA));
  assert.equal((await crm.readDeal(deal)).amountOre, null);
  await crm.moveDeal(deal, { stage: null, amountOre: 215_000_50 });
  assert.equal((await crm.readDeal(deal)).amountOre, 215_000_50);
  await deleteDeal(deal);
  await assertKind('not_found', crm.readDeal(deal));
});

test('wrong credentials are distinguished', async () => {
  const { crm, stranger } = await start();
  await crm.check();
  await assertKind('auth', stranger.check());
});

test('the deal starts at the stage of the account and keeps the one it was moved to', async () => {
  const { crm, fake } = await start();
  await crm.setUp(PROPERTIES);
  const id = await crm.createDeal('p-1', 'Anna Ek', {}, await crm.createContact(ANNA));
  const { properties } = fake.deals.get(id) ?? assert.fail();
  assert.equal(properties.dealstage, 'appointmentscheduled');
  properties.dealstage = 'closedwon';
  await crm.updateDeal(id, { solar_total_kw: '8' });
  assert.equal(properties.dealstage, 'closedwon');
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
