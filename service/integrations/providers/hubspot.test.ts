/** Our adapter of HubSpot, and its requests against the rules of the fake. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ProviderError } from '../ports.ts';
import { dealProperties, dealValues } from '../rules/deal-properties.ts';
import { assertKind } from '../test/assert-kind.ts';
import { PROSPECT } from '../test/bodies.ts';
import { testClock } from '../test/clock.ts';
import {
  type HubspotRule,
  hubspotAccount,
  refuse,
  startHubspotFake,
} from '../test/fakes/hubspot.ts';
import { type AdapterCase, testRules } from '../test/rule-cases.test-kit.ts';
import { hubspot } from './hubspot.ts';

type World = Awaited<ReturnType<typeof start>>;
type Case = AdapterCase<World>;

const PROPERTIES = dealProperties('solar');
const ANNA = { email: 'anna@example.se', firstName: 'Anna', lastName: 'Ek', phone: '070' };

async function start() {
  const fake = await startHubspotFake();
  after(fake.close);
  const clock = testClock();
  const crm = hubspot(hubspotAccount(fake), clock);
  return { fake, crm, clock };
}

/** A deal with its contact by our adapter, with all properties. The same again changes nothing. */
async function whole({ crm, fake }: World): Promise<string> {
  await crm.setUp(PROPERTIES);
  const contact = (await crm.findContact(ANNA.email)) ?? (await crm.createContact(ANNA));
  const values = dealValues({ ...PROSPECT, lat: 1e-7, lng: -1.5e-9 }, 'solar');
  const deal = await crm.createDeal('p1', 'Anna Ek', values, contact);
  await crm.updateDeal(deal, values);
  await crm.associate(deal, contact);
  assert.equal(fake.deals.get(deal)?.properties.solar_latitude, '0.0000001');
  return deal;
}
/** A deal of somebody without an e-mail, whose contact is not there yet. */
async function phoneDeal({ crm }: World): Promise<string> {
  await crm.setUp(PROPERTIES);
  return crm.createDeal('p2', 'Anna Ek', {}, null);
}

/** The case of a status with which the call was not begun. */
const laterCase =
  (rule: HubspotRule, statuses: number[]): Case =>
  async ({ crm, fake }) => {
    for (const status of statuses) {
      fake.refuses = () => ({ ...refuse(rule), status, headers: {} });
      await assertKind('unavailable', crm.updateDeal('1', {}));
    }
  };

const neverAsks =
  (path: RegExp): Case =>
  async (world) => {
    await whole(world);
    assert.ok(!world.fake.calls.some((one) => path.test(one.path)));
  };

async function code(act: Promise<unknown>): Promise<string | undefined> {
  const error = await act.then(
    () => assert.fail('it was taken'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ProviderError);
  return error.code;
}

const CASES: Record<string, Case> = {
  locked: laterCase('locked', [423]),
  async moving({ crm, fake }) {
    fake.refuses = () => ({ ...refuse('moving'), headers: { 'retry-after': '86400' } });
    const expected = { kind: 'unavailable', retryAfterMs: 86_400_000 };
    await assert.rejects(crm.check(), expected);
    await assert.rejects(crm.createContact(ANNA), expected);
  },
  gateways: laterCase('gateways', [502, 503, 504, 521, 522, 523, 524]),
  async badEmail({ crm, fake }) {
    for (const email of ['anna@example.nowhere', '"anna ek"@example.se']) {
      const refused = crm.createContact({ ...ANNA, email });
      await assert.rejects(refused, { kind: 'invalid', about: 'email' });
    }
    const id = await crm.createContact({ ...ANNA, email: '' });
    assert.deepEqual(Object.keys(fake.contacts.get(id)?.properties ?? {}), [
      'firstname',
      'lastname',
      'phone',
    ]);
  },
  async propertyExists(world) {
    await whole(world);
    world.clock.ms += 10_000;
    await whole(world);
    const key = world.fake.properties.get('solar_prospect_id') ?? assert.fail();
    key.hasUniqueValue = false;
    world.clock.ms += 10_000;
    await assertKind('conflict', world.crm.setUp(PROPERTIES));
  },
  async uniqueProperties(world) {
    await whole(world);
    const unique = [...world.fake.properties.values()].filter((one) => one.hasUniqueValue);
    assert.equal(unique.length, 1);
  },
  async contactExists({ crm, fake }) {
    const id = await crm.createContact(ANNA);
    assert.equal(await crm.createContact(ANNA), id);
    assert.ok(
      fake.calls.every(({ method }) => method === 'POST'),
      'read out of the refusal',
    );
    fake.secondEmails.set('second@example.se', id);
    assert.equal(await crm.findContact('second@example.se'), null);
    assert.equal(await crm.createContact({ ...ANNA, email: 'second@example.se' }), id);
  },
  async unknownProperty({ crm }) {
    const contact = await crm.createContact(ANNA);
    const early = crm.createDeal('p1', 'Anna Ek', { solar_adults: '2' }, contact);
    await assert.rejects(early, { kind: 'invalid', about: 'set_up' });
  },
  async validationRules(world) {
    const deal = await whole(world);
    world.fake.validation.set('solar_total_kw', (value) => Number(value) < 10);
    const refused = world.crm.updateDeal(deal, { solar_total_kw: '10.4' });
    assert.equal(await code(refused), 'VALIDATION_RULE solar_total_kw');
    await assert.rejects(world.crm.updateDeal(deal, { solar_total_kw: '10.4' }), {
      kind: 'invalid',
      about: undefined,
    });
  },
  async stageOfPipeline({ fake, clock }) {
    fake.pipelines.set('solar', ['visit', 'offer']);
    const account = { ...hubspotAccount(fake), pipeline: 'solar', stage: 'visit' };
    const crm = hubspot(account, clock);
    await crm.setUp(PROPERTIES);
    const deal = await crm.createDeal('p1', 'Anna Ek', {}, null);
    await crm.moveDeal(deal, { stage: 'offer', amountOre: null });
    assert.equal((await crm.readDeal(deal)).stage, 'offer');
    const elsewhere = crm.moveDeal(deal, { stage: 'contractsent', amountOre: null });
    assert.equal(await code(elsewhere), 'INVALID_OPTION dealstage');
  },
  async contactType(world) {
    const deal = await phoneDeal(world);
    const contact = await world.crm.createContact({ ...ANNA, email: '' }, deal);
    assert.deepEqual([...(world.fake.associations.get(deal) ?? [])], [contact]);
  },
  async propertiesRequested(world) {
    const deal = await whole(world);
    const { stage, amountOre } = await world.crm.readDeal(deal);
    assert.deepEqual([stage, amountOre], ['appointmentscheduled', null]);
    await world.crm.moveDeal(deal, { stage: 'closedwon', amountOre: 215_000_50 });
    assert.equal(world.fake.deals.get(deal)?.properties.amount, '215000.5');
    const moved = await world.crm.readDeal(deal);
    assert.deepEqual([moved.stage, moved.amountOre], ['closedwon', 215_000_50]);
  },
  searchLags: neverAsks(/search/),
  gdprDelete: neverAsks(/gdpr/),
  async missingScopes({ crm, fake }) {
    fake.refuses = withoutScope;
    await assertKind('auth', crm.check());
    assert.equal(await code(crm.check()), 'MISSING_SCOPES crm.objects.deals.read');
  },
};

function withoutScope() {
  const reply = refuse('missingScopes');
  const errors = [{ context: { requiredGranularScopes: ['crm.objects.deals.read'] } }];
  return { ...reply, body: { ...Object(reply.body), errors } };
}

testRules({
  provider: 'HubSpot',
  start,
  whole,
  cases: CASES,
  unsettled: {
    associationsRequired({ fake }) {
      fake.unsettled.toleratesNoAssociations = true;
    },
    contactExists({ fake }) {
      fake.unsettled.tellsIdentityProfile = true;
    },
  },
});

test('a contact that is there is read when the refusal has no id', async () => {
  const { crm, fake } = await start();
  const id = await crm.createContact(ANNA);
  fake.refuses = ({ method }) => (method === 'POST' ? { status: 409 } : undefined);
  assert.equal(await crm.createContact(ANNA), id);
});

test('a prospect has one deal, with the contact and its values', async () => {
  const { crm, fake, clock } = await start();
  await crm.setUp(PROPERTIES);
  clock.ms += 10_000;
  await crm.setUp(PROPERTIES);
  clock.ms += 10_000;
  const contact = await crm.createContact(ANNA);
  assert.equal(await crm.findDeal('p-1'), null);
  const values = { solar_total_kw: '10.4', solar_address: 'Storgatan 1, Åmål' };
  const deal = await crm.createDeal('p-1', 'Anna Ek', values, contact);
  assert.equal(await crm.findDeal('p-1'), deal);
  assert.equal(await crm.findDeal('p-10'), null, 'no part of a key is the key');
  const { solar_total_kw, solar_address } = fake.deals.get(deal)?.properties ?? {};
  assert.deepEqual({ solar_total_kw, solar_address }, values);
  assert.deepEqual([...(fake.associations.get(deal) ?? [])], [contact]);
  assert.equal(await crm.createDeal('p-1', 'Anna Ek', values, contact), deal);
});

test('a property of another type is named, with what to do', async () => {
  const { crm, fake, clock } = await start();
  await crm.setUp(PROPERTIES);
  clock.ms += 10_000;
  fake.properties.set('solar_total_kw', {
    name: 'solar_total_kw',
    type: 'string',
    hasUniqueValue: false,
  });
  await assert.rejects(crm.setUp(PROPERTIES), /solar_total_kw that is string, expected number/);
  clock.ms += 10_000;
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
