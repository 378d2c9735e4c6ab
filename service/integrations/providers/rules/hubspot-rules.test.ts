import assert from 'node:assert/strict';
import { after } from 'node:test';
import { refuse } from '../../demo/fakes/hubspot/account.ts';
import {
  type HubspotFake,
  hubspotAccount,
  startHubspotFake,
} from '../../demo/fakes/hubspot-fake.ts';
import { dealProperties, dealValues } from '../../mapping/deal-properties.ts';
import { ProviderError } from '../../ports.ts';
import { assertKind } from '../../test/assert-kind.ts';
import { PROSPECT } from '../../test/bodies.ts';
import { inItsWindow, testClock } from '../../test/clock.ts';
import { hubspot } from '../hubspot.ts';
import { HUBSPOT_RULES, type HubspotRule } from './hubspot-rules.ts';
import { type RawAnswer, type RuleCase, testRules } from './rule-cases.test-kit.ts';

const fakes: HubspotFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

type World = Awaited<ReturnType<typeof start>>;
type Case = RuleCase<World>;
type Members = Record<string, unknown>;

const OBJECTS = '/crm/objects/2026-09';
const DEFINITIONS = '/crm/properties/2026-09/deals';
const ANNA = { email: 'anna@example.se', firstName: 'Anna', lastName: 'Ek', phone: '070' };

async function start() {
  const fake = await startHubspotFake();
  fakes.push(fake);
  const clock = testClock();
  const crm = hubspot(hubspotAccount(fake), clock);
  const send = async (method: string, path: string, body?: Members): Promise<RawAnswer> => {
    const headers = { authorization: `Bearer ${fake.token}` };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(fake.url + path, { method, headers, ...sent });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { fake, crm, send, clock };
}

const sendContact = ({ send }: World, properties: Members, more: Members = { associations: [] }) =>
  send('POST', `${OBJECTS}/contacts`, { properties, ...more });
const sendDeal = ({ send }: World, properties: Members, associations: Members[] = []) =>
  send('POST', `${OBJECTS}/deals`, { properties, associations });
const sendProperty = ({ send }: World, more: Members) =>
  send('POST', DEFINITIONS, {
    name: 'a_b',
    label: 'B',
    groupName: 'a',
    type: 'string',
    fieldType: 'text',
    ...more,
  });

/** A deal with its contact by our adapter, with all properties; the same again changes nothing. */
async function whole({ crm, fake }: World): Promise<string> {
  await crm.setUp(dealProperties('solar'));
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
  await crm.setUp(dealProperties('solar'));
  return crm.createDeal('p2', 'Anna Ek', {}, null);
}
const all = async (world: World) => void (await whole(world));

/** The case of a status with which the call was not begun. */
const laterCase = (rule: HubspotRule, statuses: number[], headers = {}): Case => ({
  breaks({ fake, send }) {
    fake.refuses = () => refuse(rule);
    return send('GET', `${OBJECTS}/deals`);
  },
  async ours({ crm, fake }) {
    for (const status of statuses) {
      fake.refuses = () => ({ ...refuse(rule), status, headers });
      await assertKind('unavailable', crm.updateDeal('1', {}));
    }
  },
});

/** The case of a limit, which passes. */
const limitCase = (rule: HubspotRule, waitMs: number | undefined): Case => ({
  breaks({ fake, send }) {
    fake.refuses = () => refuse(rule);
    return send('GET', `${OBJECTS}/deals`);
  },
  async ours({ crm, fake }) {
    fake.refuses = () => refuse(rule);
    await assert.rejects(crm.check(), { kind: 'rate_limited', retryAfterMs: waitMs });
  },
});

const neverAsks = (path: RegExp): Case => ({
  breaks: async () => undefined,
  async ours(world) {
    await whole(world);
    assert.ok(!world.fake.calls.some((one) => path.test(one.path)));
  },
});

async function code(act: Promise<unknown>): Promise<string | undefined> {
  const error = await act.then(
    () => assert.fail('it was taken'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ProviderError);
  return error.code;
}

const CASES: Record<HubspotRule, Case> = {
  locked: laterCase('locked', [423]),
  moving: {
    ...laterCase('moving', [477]),
    async ours({ crm, fake }) {
      fake.refuses = () => ({ ...refuse('moving'), headers: { 'retry-after': '86400' } });
      const expected = { kind: 'unavailable', retryAfterMs: 86_400_000 };
      await assert.rejects(crm.check(), expected);
      await assert.rejects(crm.createContact(ANNA), expected);
    },
  },
  gateways: laterCase('gateways', [502, 503, 504, 521, 522, 523, 524]),
  badEmail: {
    breaks: (world) => sendContact(world, { email: 'anna@example.invalid' }),
    async ours({ crm, fake }) {
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
  },
  associationsRequired: {
    breaks: (world) => sendContact(world, { email: ANNA.email }, {}),
    ours: all,
    otherwise: ({ fake }) => {
      fake.unsettled.toleratesNoAssociations = true;
    },
  },
  nameRequired: {
    breaks: (world) => sendContact(world, { phone: '070' }),
    // One without a name and an e-mail gets none: sync/crm-sync.test.ts.
    ours: all,
  },
  paths: { breaks: ({ send }) => send('GET', '/crm/v9/objects/deals'), ours: all },
  groupFields: {
    breaks: ({ send }) => send('POST', `${DEFINITIONS}/groups`, { name: 'a' }),
    ours: all,
  },
  propertyFields: {
    async breaks(world) {
      await world.send('POST', `${DEFINITIONS}/groups`, { name: 'a', label: 'A' });
      return sendProperty(world, { label: undefined });
    },
    ours: all,
  },
  propertyExists: {
    async breaks(world) {
      await world.send('POST', `${DEFINITIONS}/groups`, { name: 'a', label: 'A' });
      await sendProperty(world, {});
      return sendProperty(world, { hasUniqueValue: true });
    },
    async ours(world) {
      await whole(world);
      world.clock.ms += 10_000;
      await whole(world);
      const key = world.fake.properties.get('solar_prospect_id') ?? assert.fail();
      key.hasUniqueValue = false;
      world.clock.ms += 10_000;
      await assertKind('conflict', world.crm.setUp(dealProperties('solar')));
    },
  },
  uniqueProperties: {
    async breaks(world) {
      await world.send('POST', `${DEFINITIONS}/groups`, { name: 'a', label: 'A' });
      for (let i = 0; i < 10; i++)
        await sendProperty(world, { name: `a_${i}`, hasUniqueValue: true });
      return sendProperty(world, { hasUniqueValue: true });
    },
    async ours(world) {
      await whole(world);
      const unique = [...world.fake.properties.values()].filter((one) => one.hasUniqueValue);
      assert.equal(unique.length, 1);
    },
  },
  contactExists: {
    async breaks(world) {
      await sendContact(world, { email: ANNA.email });
      return sendContact(world, { email: ANNA.email.toUpperCase() });
    },
    async ours({ crm, fake }) {
      const id = await crm.createContact(ANNA);
      assert.equal(await crm.createContact(ANNA), id);
      fake.secondEmails.set('second@example.se', id);
      assert.equal(await crm.findContact('second@example.se'), null);
      assert.equal(await crm.createContact({ ...ANNA, email: 'second@example.se' }), id);
    },
    otherwise: ({ fake }) => {
      fake.unsettled.tellsIdentityProfile = true;
    },
  },
  dealExists: {
    async breaks(world) {
      const unique = { name: 'k', type: 'string', hasUniqueValue: true };
      world.fake.properties.set('k', unique);
      await sendDeal(world, { k: '1' });
      return sendDeal(world, { k: '1' });
    },
    async ours(world) {
      const deal = await whole(world);
      world.clock.ms += 10_000;
      assert.equal(await whole(world), deal);
      assert.equal(world.fake.deals.size, 1);
    },
  },
  unknownProperty: {
    breaks: (world) => sendDeal(world, { solar_x: '1' }),
    async ours({ crm }) {
      const contact = await crm.createContact(ANNA);
      const early = crm.createDeal('p1', 'Anna Ek', { solar_adults: '2' }, contact);
      await assert.rejects(early, { kind: 'invalid', about: 'set_up' });
    },
  },
  unknownDefinition: {
    breaks: ({ send }) => send('GET', `${DEFINITIONS}/solar_x`),
    async ours(world) {
      const deal = await whole(world);
      world.fake.deals.delete(deal);
      await assertKind('not_found', world.crm.updateDeal(deal, {}));
    },
  },
  validationRules: {
    breaks(world) {
      world.fake.validation.set('amount', () => false);
      return sendDeal(world, { amount: '1' });
    },
    async ours(world) {
      const deal = await whole(world);
      world.fake.validation.set('solar_total_kw', (value) => Number(value) < 10);
      const refused = world.crm.updateDeal(deal, { solar_total_kw: '10.4' });
      assert.equal(await code(refused), 'VALIDATION_RULE solar_total_kw');
      await assert.rejects(world.crm.updateDeal(deal, { solar_total_kw: '10.4' }), {
        kind: 'invalid',
        about: undefined,
      });
    },
  },
  callsOfWindow: limitCase('callsOfWindow', undefined),
  callsOfDay: limitCase('callsOfDay', 3_600_000),
  numbers: {
    breaks(world) {
      world.fake.properties.set('n', { name: 'n', type: 'number', hasUniqueValue: false });
      return sendDeal(world, { n: '1e-7' });
    },
    ours: all,
  },
  stageOfPipeline: {
    breaks: (world) => sendDeal(world, { dealstage: 'elsewhere' }),
    async ours({ fake, clock }) {
      fake.pipelines.set('solar', ['visit', 'offer']);
      const account = { ...hubspotAccount(fake), pipeline: 'solar', stage: 'visit' };
      const crm = hubspot(account, clock);
      await crm.setUp(dealProperties('solar'));
      const deal = await crm.createDeal('p1', 'Anna Ek', {}, null);
      await crm.moveDeal(deal, { stage: 'offer', amountOre: null });
      assert.equal((await crm.readDeal(deal)).stage, 'offer');
      const elsewhere = crm.moveDeal(deal, { stage: 'contractsent', amountOre: null });
      assert.equal(await code(elsewhere), 'INVALID_OPTION dealstage');
    },
  },
  associationType: {
    async breaks(world) {
      await sendContact(world, { email: ANNA.email });
      return sendDeal(world, {}, [{ to: { id: '101' }, types: [{ associationTypeId: 4 }] }]);
    },
    ours: all,
  },
  contactType: {
    async breaks(world) {
      const deal = await whole(world);
      const associations = [{ to: { id: deal }, types: [{ associationTypeId: 3 }] }];
      return sendContact(world, { firstname: 'Bo' }, { associations });
    },
    async ours(world) {
      const deal = await phoneDeal(world);
      const contact = await world.crm.createContact({ ...ANNA, email: '' }, deal);
      assert.deepEqual([...(world.fake.associations.get(deal) ?? [])], [contact]);
    },
  },
  contactsOfDeal: {
    async breaks(world) {
      const deal = await whole(world);
      const { text } = await world.send('GET', `${OBJECTS}/deals/${deal}`);
      assert.ok(!text.includes('deal_to_contact'), 'nobody asked for them');
    },
    async ours(world) {
      const deal = await phoneDeal(world);
      assert.equal((await world.crm.readDeal(deal)).contactId, null);
      world.fake.isLost = ({ path }) => path.endsWith('/contacts');
      await assertKind('unclear', world.crm.createContact({ ...ANNA, email: '' }, deal));
      const { contactId } = await world.crm.readDeal(deal);
      assert.deepEqual([contactId], [...world.fake.contacts.keys()]);
    },
  },
  propertiesAsked: {
    async breaks(world) {
      const deal = await whole(world);
      const { text } = await world.send('GET', `${OBJECTS}/deals/${deal}`);
      assert.ok(!text.includes('solar_total_kw'), 'nobody asked for it');
    },
    async ours(world) {
      const deal = await whole(world);
      const { stage, amountOre } = await world.crm.readDeal(deal);
      assert.deepEqual([stage, amountOre], ['appointmentscheduled', null]);
      await world.crm.moveDeal(deal, { stage: 'closedwon', amountOre: 215_000_50 });
      assert.equal(world.fake.deals.get(deal)?.properties.amount, '215000.5');
      const moved = await world.crm.readDeal(deal);
      assert.deepEqual([moved.stage, moved.amountOre], ['closedwon', 215_000_50]);
    },
  },
  noteFields: {
    breaks: (world) =>
      world.send('POST', `${OBJECTS}/notes`, {
        properties: { hs_note_body: 'a' },
        associations: [],
      }),
    async ours(world) {
      const deal = await whole(world);
      const id = await world.crm.putNote(deal, { text: 'Offert <A&B>', url: 'https://a.se/i/x' });
      assert.deepEqual(world.fake.notes.get(id)?.properties, {
        hs_timestamp: '2026-11-21T00:00:00.000Z',
        hs_note_body: 'Offert &lt;A&amp;B>: <a href="https://a.se/i/x">https://a.se/i/x</a>',
      });
    },
  },
  noteType: {
    async breaks(world) {
      const to = { id: await whole(world) };
      return world.send('POST', `${OBJECTS}/notes`, {
        properties: { hs_timestamp: '2026-11-21T00:00:00Z' },
        associations: [{ to, types: [{ associationTypeId: 3 }] }],
      });
    },
    async ours(world) {
      const deal = await whole(world);
      const id = await world.crm.putNote(deal, { text: 'Offert', url: 'https://a.se/i/x' });
      assert.deepEqual([...(world.fake.notesOf.get(deal) ?? [])], [id]);
    },
  },
  batch: {
    breaks: ({ send }) =>
      send('POST', `${OBJECTS}/notes/batch/read`, {
        inputs: Array.from({ length: 101 }, (_, i) => ({ id: String(i) })),
      }),
    async ours(world) {
      const deal = await whole(world);
      const note = (i: number) => ({ text: 'Offert', url: `https://a.se/i/${i}.` });
      const ids: string[] = [];
      for (let i = 0; i < 102; i++) {
        ids.push(await inItsWindow(world.clock, () => world.crm.putNote(deal, note(i))));
      }
      const again = await inItsWindow(world.clock, () => world.crm.putNote(deal, note(101)));
      assert.deepEqual([again, world.fake.notes.size], [ids[101], 102]);
    },
  },
  searchLags: neverAsks(/search/),
  gdprDelete: neverAsks(/gdpr/),
  missingScopes: {
    breaks({ fake, send }) {
      fake.refuses = withoutScope;
      return send('GET', `${OBJECTS}/deals`);
    },
    async ours({ crm, fake }) {
      fake.refuses = withoutScope;
      await assertKind('auth', crm.check());
      assert.equal(await code(crm.check()), 'MISSING_SCOPES crm.objects.deals.read');
    },
  },
  badToken: {
    async breaks({ fake }) {
      const answer = await fetch(`${fake.url}${OBJECTS}/deals`);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    async ours({ fake }) {
      const account = { ...hubspotAccount(fake), token: 'nobody' };
      await assertKind('auth', hubspot(account, testClock()).check());
    },
  },
};

function withoutScope() {
  const reply = refuse('missingScopes');
  const errors = [{ context: { requiredGranularScopes: ['crm.objects.deals.read'] } }];
  return { ...reply, body: { ...Object(reply.body), errors } };
}

testRules('HubSpot', HUBSPOT_RULES, CASES, start);
