import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ProviderError } from '../ports.ts';
import { assertKind } from '../test/assert-kind.ts';
import { CLOCK } from '../test/clock.ts';
import { type CrmUnderTest, crmContract, PROPERTIES } from '../test/crm-contract.ts';
import { type HubspotFake, hubspotAccount, startHubspotFake } from '../test/fakes/hubspot.ts';
import { commitThenDrop, limitNextCall } from '../test/fakes/server.ts';
import { hubspot } from './hubspot.ts';

const fakes: HubspotFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

async function start(): Promise<CrmUnderTest & { fake: HubspotFake }> {
  const fake = await startHubspotFake();
  fakes.push(fake);
  const account = hubspotAccount(fake);
  return {
    fake,
    crm: hubspot(account, CLOCK),
    stranger: hubspot({ ...account, token: 'nobody' }, CLOCK),
    propertyOf: async (id, property) => fake.deals.get(id)?.properties[property] ?? '',
    contactsOf: async (id) => [...(fake.associations.get(id) ?? [])],
    deleteDeal: async (id) => void fake.deals.delete(id),
    dropNextAnswer: () => commitThenDrop(fake, 0),
    limitNextCall: (seconds) => limitNextCall(fake, seconds),
  };
}

const ANNA = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Ek', phone: '070' };

crmContract('HubSpot', start);

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

test('a write with a property that was never set up is invalid', async () => {
  const { crm } = await start();
  const contact = await crm.createContact(ANNA);
  await assertKind('invalid', crm.createDeal('p-1', 'Anna Ek', { solar_x: '1' }, contact));
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
