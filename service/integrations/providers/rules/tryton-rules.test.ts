import assert from 'node:assert/strict';
import { after } from 'node:test';
import { limitNextCall } from '../../demo/fakes/fake-server.ts';
import { startTrytonFake, type TrytonFake } from '../../demo/fakes/tryton-fake.ts';
import { assertKind } from '../../test/assert-kind.ts';
import { CLOCK } from '../../test/clock.ts';
import { type CrmUnderTest, crmContract } from '../../test/crm-contract.ts';
import { tryton } from '../tryton.ts';
import { type RawAnswer, type RuleCase, testRules } from './rule-cases.test-kit.ts';
import { TRYTON_RULES, type TrytonRule } from './tryton-rules.ts';

const fakes: TrytonFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

type World = Awaited<ReturnType<typeof start>>;
const OPPORTUNITY = 'model.sale.opportunity';
const ANNA = { email: 'anna@example.se', firstName: 'Anna', lastName: 'Ek', phone: '070' };

async function start() {
  const fake = await startTrytonFake();
  fakes.push(fake);
  const account = { ...fake.account, baseUrl: fake.url };
  const send = async (method: string, params: unknown[], password = account.password) => {
    const basic = Buffer.from(`${account.user}:${password}`).toString('base64');
    const answer = await fetch(`${fake.url}/sun/`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: JSON.stringify({ id: 1, method, params }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { fake, account, send, crm: tryton(account, CLOCK) };
}

/** The CRM of the contract. */
async function underTest(): Promise<CrmUnderTest> {
  const { fake, account, crm } = await start();
  const deals = () => fake.records.get(OPPORTUNITY) ?? [];
  const deal = (id: string) => deals().find((one) => String(one.id) === id) ?? assert.fail();
  return {
    crm,
    stranger: tryton({ ...account, password: 'nobody' }, CLOCK),
    async propertyOf(id, property) {
      const lines = String(deal(id).comment).split('\n');
      return lines.find((one) => one.startsWith(`${property}: `))?.slice(property.length + 2) ?? '';
    },
    contactsOf: async (id) => [String(deal(id).party)],
    deleteDeal: async (id) => void deals().splice(deals().indexOf(deal(id)), 1),
    limitNextCall: (seconds) => limitNextCall(fake, seconds),
    dropNextAnswer: () => {
      let armed = true;
      fake.isLost = ({ body }) => {
        const isLost = armed && /"method":"[\w.]+\.create"/.test(body.toString());
        if (isLost) armed = false;
        return isLost;
      };
    },
  };
}

crmContract('Tryton, at the fake', underTest);

async function whole({ crm, fake }: World): Promise<void> {
  const contact = await crm.createContact(ANNA);
  const deal = await crm.createDeal('p1', 'Anna Ek', { solar_total_kw: '10.4' }, contact);
  await crm.updateDeal(deal, { solar_total_kw: '12' });
  assert.equal(fake.records.get(OPPORTUNITY)?.at(0)?.comment, 'solar_total_kw: 12');
}

/** The case of an error of a class while a deal is made. */
const classCase = (rule: TrytonRule, kind: Parameters<typeof assertKind>[0]): RuleCase<World> => ({
  breaks({ fake, send }): Promise<RawAnswer> {
    fake.fails = { method: 'create', rule };
    return send(`${OPPORTUNITY}.create`, [[{ reference: 'p1' }], {}]);
  },
  async ours(world) {
    const { crm, fake } = world;
    fake.fails = { method: 'opportunity.create', rule };
    const contact = await crm.createContact(ANNA);
    await assertKind(kind, crm.createDeal('p1', 'Anna Ek', {}, contact));
    assert.equal(fake.records.get(OPPORTUNITY)?.length, 0);
    await crm.createDeal('p1', 'Anna Ek', {}, contact);
  },
});

const CASES: Record<TrytonRule, RuleCase<World>> = {
  errorsAreAnswers: {
    breaks: ({ send }) => send(`${OPPORTUNITY}.dance`, [{}]),
    async ours(world) {
      await whole(world);
      world.fake.fails = { method: 'get_preferences', rule: 'errorsAreAnswers' };
      await assertKind('invalid', world.crm.check());
    },
  },
  concurrency: classCase('concurrency', 'unavailable'),
  userWarning: classCase('userWarning', 'conflict'),
  userError: classCase('userError', 'invalid'),
  failedLogins: {
    async breaks({ send }) {
      for (let i = 0; i < 5; i++) await send('model.res.user.get_preferences', [true, {}], 'x');
      return send('model.res.user.get_preferences', [true, {}]);
    },
    async ours({ account, fake }) {
      const stranger = tryton({ ...account, password: 'nobody' }, CLOCK);
      for (let i = 0; i < 5; i++) await assertKind('auth', stranger.check());
      assert.equal(fake.calls.length, 5, 'a refused login is not tried again by itself');
      await assertKind('rate_limited', stranger.check());
    },
  },
  badLogin: {
    breaks: ({ send }) => send('model.res.user.get_preferences', [true, {}], 'x'),
    ours: ({ account }) =>
      assertKind('auth', tryton({ ...account, password: 'nobody' }, CLOCK).check()),
  },
  createTakesAList: {
    breaks: ({ send }) => send(`${OPPORTUNITY}.create`, [{ reference: 'p1' }, {}]),
    ours: whole,
  },
  partyLater: {
    async breaks({ send, fake }) {
      await send(`${OPPORTUNITY}.create`, [[{ reference: 'p1', company: 1 }], {}]);
      assert.equal(fake.records.get(OPPORTUNITY)?.length, 1);
    },
    async ours({ crm, fake }) {
      const deal = await crm.createDeal('p1', 'Anna Ek', {}, null);
      // The party is there, and its opportunity does not refer to it.
      fake.isLost = ({ body }) => body.toString().includes('party.create');
      await assertKind('unclear', crm.createContact({ ...ANNA, email: '' }, deal));
      assert.ok(fake.records.get(OPPORTUNITY)?.[0].party === undefined);
      const { contactId } = await crm.readDeal(deal);
      assert.deepEqual(
        [contactId],
        fake.records.get('model.party.party')?.map(({ id }) => `${id}`),
      );
      assert.equal(String(fake.records.get(OPPORTUNITY)?.[0].party), contactId);
    },
  },
  contextLast: { breaks: ({ send }) => send(`${OPPORTUNITY}.write`, [[1]]), ours: whole },
};

testRules('Tryton', TRYTON_RULES, CASES, start);
