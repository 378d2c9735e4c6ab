/** Our adapter of HubSpot, and its requests against the rules of the fake. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dealProperties, dealValues } from '../rules/deal-properties.ts';
import { assertKind } from '../test/assert-kind.ts';
import { PROSPECT } from '../test/bodies.ts';
import { testClock } from '../test/clock.ts';
import { hubspotAccount, startHubspotFake } from '../test/fakes/hubspot.ts';
import { hubspot } from './hubspot.ts';

const PROPERTIES = dealProperties('solar');
const ANNA = { email: 'anna@example.se', firstName: 'Anna', lastName: 'Ek', phone: '070' };

async function start() {
  const fake = await startHubspotFake();
  after(fake.close);
  const clock = testClock();
  const crm = hubspot(hubspotAccount(fake), clock);
  /** Creates the properties in a window of calls of its own. */
  const setUp = async () => {
    clock.ms += 10_000;
    await crm.setUp(PROPERTIES);
  };
  return { fake, crm, clock, setUp };
}

test('what we send keeps every rule, and the same again changes nothing', async () => {
  const { crm, fake, clock, setUp } = await start();
  for (let times = 0; times < 2; times++) {
    await setUp();
    clock.ms += 10_000;
    const contact = (await crm.findContact(ANNA.email)) ?? (await crm.createContact(ANNA));
    const values = dealValues({ ...PROSPECT, lat: 1e-7, lng: -1.5e-9 }, 'solar');
    const deal = await crm.createDeal('p1', 'Anna Ek', values, contact);
    await crm.updateDeal(deal, values);
    await crm.associate(deal, contact);
    assert.equal(fake.deals.get(deal)?.properties.solar_latitude, '0.0000001');
    assert.equal(await crm.findDeal('p1'), deal);
    assert.equal(await crm.findDeal('p10'), null, 'no part of a key is the key');
  }
  assert.deepEqual([fake.contacts.size, fake.deals.size], [1, 1]);
});

test('a property of another type, or whose values are not unique, is named with what to do', async () => {
  const { crm, fake, setUp } = await start();
  await setUp();
  for (const [name, wrong, message] of [
    ['solar_total_kw', { type: 'string' }, /solar_total_kw that is string, expected number/],
    ['solar_prospect_id', { hasUniqueValue: false }, /that is string, expected string, unique/],
  ] as const) {
    const right = fake.properties.get(name) ?? assert.fail();
    fake.properties.set(name, { ...right, ...wrong });
    await assert.rejects(setUp(), { kind: 'conflict', message });
    fake.properties.set(name, right);
  }
  await crm.check();
});

test('a contact that is there is read out of the refusal, of an older one too, else found', async () => {
  const { crm, fake } = await start();
  const id = await crm.createContact(ANNA);
  assert.equal(await crm.createContact(ANNA), id);
  fake.secondEmails.set('second@example.se', id);
  assert.equal(await crm.createContact({ ...ANNA, email: 'second@example.se' }), id);
  const older = { error: 'CONTACT_EXISTS', identityProfile: { vid: Number(id) } };
  const refuseBy = (body: object) => {
    fake.refuses = ({ method }) => (method === 'POST' ? { status: 409, body } : undefined);
  };
  refuseBy(older);
  assert.equal(await crm.createContact(ANNA), id);
  assert.ok(fake.calls.every(({ method }) => method === 'POST'));
  refuseBy({});
  assert.equal(await crm.createContact(ANNA), id);
  await assertKind('conflict', crm.createContact({ ...ANNA, email: 'bo@example.se' }));
});

test('a value that the account’s own rule refuses is named, and needs no set-up', async () => {
  const { crm, fake, setUp } = await start();
  await setUp();
  const deal = await crm.createDeal('p1', 'Anna Ek', {}, null);
  fake.closed.add('solar_total_kw');
  const code = 'VALIDATION_RULE solar_total_kw';
  const refused = crm.updateDeal(deal, { solar_total_kw: '10.4' });
  await assert.rejects(refused, { kind: 'invalid', code, about: undefined });
});

test('a deal is moved within its own pipeline', async () => {
  const { fake, clock } = await start();
  fake.pipelines.set('solar', ['visit', 'offer']);
  const account = { ...hubspotAccount(fake), pipeline: 'solar', stage: 'visit' };
  const crm = hubspot(account, clock);
  await crm.setUp(PROPERTIES);
  const deal = await crm.createDeal('p1', 'Anna Ek', {}, null);
  await crm.moveDeal(deal, { stage: 'offer', amountOre: 215_000_50 });
  const { stage, amountOre } = await crm.readDeal(deal);
  assert.deepEqual([stage, amountOre], ['offer', 215_000_50]);
  const elsewhere = crm.moveDeal(deal, { stage: 'contractsent', amountOre: null });
  await assert.rejects(elsewhere, { kind: 'invalid', code: 'INVALID_OPTION dealstage' });
});

test('the ten seconds pass soon, the day does not', async () => {
  const { crm, fake } = await start();
  for (const [policyName, headers, retryAfterMs] of [
    ['TEN_SECONDLY_ROLLING', { 'retry-after': '7' }, 7_000],
    ['TEN_SECONDLY_ROLLING', undefined, undefined],
    ['DAILY', undefined, 3_600_000],
  ] as const) {
    const body = { errorType: 'RATE_LIMIT', policyName };
    fake.refuses = () => ({ status: 429, ...(headers && { headers }), body });
    await assert.rejects(crm.check(), { kind: 'rate_limited', retryAfterMs });
  }
});
