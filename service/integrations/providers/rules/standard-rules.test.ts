import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type BridgeFake, bridgeAccount, startBridgeFake } from '../../demo/fakes/bridge-fake.ts';
import { pdf } from '../../demo/fakes/fake-agreement.ts';
import { assertKind } from '../../test/assert-kind.ts';
import { testClock } from '../../test/clock.ts';
import { ORDER } from '../../test/signature-contract.ts';
import { standardSignature } from '../bridges/standard-signature.ts';
import { type RuleCase, testRules } from './rule-cases.test-kit.ts';
import { STANDARD_RULES, type StandardRule } from './standard-rules.ts';

const fakes: BridgeFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

type World = Awaited<ReturnType<typeof start>>;
const SIGNEES = ORDER.signees.map(({ id, name, email }) => ({ id, name, email, providerId: null }));

async function start() {
  const fake = await startBridgeFake();
  fakes.push(fake);
  const signature = standardSignature(bridgeAccount(fake), testClock());
  const send = async (method: string, path: string, body?: FormData | string, more = {}) => {
    const headers = { authorization: `Bearer ${fake.token}`, ...more };
    const answer = await fetch(fake.url + path, { method, headers, ...(body && { body }) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { fake, signature, send };
}

function sendOrder({ send }: World, content: string, key = 'a-1') {
  const body = new FormData();
  body.set('agreement', JSON.stringify({ reference: 'a-1', title: 'x', signees: [] }));
  body.set('document', content);
  return send('POST', '/agreements', body, { 'idempotency-key': key });
}

const create = ({ signature }: World) => signature.create(ORDER, pdf('agreement'));

/** An agreement that all have signed. */
async function closed(world: World): Promise<string> {
  const ref = await create(world);
  for (const i of [0, 1]) world.fake.sign(ref, i);
  return ref;
}

const CASES: Record<StandardRule, RuleCase<World>> = {
  keyMakesOne: {
    async breaks(world) {
      const first = await sendOrder(world, '%PDF-1.4');
      const again = await sendOrder(world, '%PDF-1.4');
      assert.deepEqual([first.status, again.status], [201, 200]);
      assert.equal(again.text, first.text);
    },
    async ours(world) {
      assert.equal(await create(world), await create(world));
    },
  },
  orderNeedsDocument: {
    breaks: (world) => sendOrder(world, 'no document'),
    ours: async (world) => void (await create(world)),
  },
  gone: {
    breaks: ({ send }) => send('GET', '/agreements/none'),
    async ours({ signature }) {
      assert.equal((await signature.read('none', SIGNEES)).state, 'missing');
      await signature.revoke('none');
    },
  },
  documentNotYet: {
    async breaks(world) {
      const ref = await closed(world);
      (world.fake.agreements.get(ref) ?? assert.fail()).notReady = 1;
      return world.send('GET', `/agreements/${ref}/document`);
    },
    async ours(world) {
      const ref = await closed(world);
      (world.fake.agreements.get(ref) ?? assert.fail()).notReady = 1;
      await assertKind('unavailable', world.signature.signedDocument(ref));
      assert.ok((await world.signature.signedDocument(ref)).equals(pdf('signed', ref)));
    },
  },
  completedStays: {
    breaks: async (world) => world.send('POST', `/agreements/${await closed(world)}/revoke`),
    async ours(world) {
      const ref = await closed(world);
      await assertKind('conflict', world.signature.revoke(ref));
      assert.equal((await world.signature.read(ref, SIGNEES)).state, 'completed');
    },
  },
  badToken: {
    breaks: ({ send }) => send('GET', '/webhooks', undefined, { authorization: 'Bearer none' }),
    ours: ({ fake }) =>
      assertKind(
        'auth',
        standardSignature({ ...bridgeAccount(fake), token: 'none' }, testClock()).check(),
      ),
  },
  webhookReplaced: {
    async breaks({ send, fake }) {
      for (const events of [['agreement.opened'], ['agreement.signed']]) {
        await send('POST', '/webhooks', JSON.stringify({ url: 'https://a.example', events }));
      }
      assert.deepEqual(fake.webhooks, [{ url: 'https://a.example', events: ['agreement.signed'] }]);
    },
    async ours({ signature, fake }) {
      for (let i = 0; i < 2; i++) await signature.registerHook('https://a.example/hook');
      assert.equal(fake.webhooks.length, 1);
      assert.equal(fake.calls.filter(({ method }) => method === 'POST').length, 1);
    },
  },
};

testRules('A bridge', STANDARD_RULES, CASES, start);
