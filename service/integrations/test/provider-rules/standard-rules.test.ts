import assert from 'node:assert/strict';
import { after } from 'node:test';
import { standardSignature } from '../../providers/bridges/standard-signature.ts';
import { assertKind } from '../assert-kind.ts';
import { testClock } from '../clock.ts';
import { type BridgeFake, bridgeAccount, startBridgeFake } from '../fakes/bridge-fake.ts';
import { pdf } from '../fakes/fake-agreement.ts';
import { ORDER } from '../signature-contract.ts';
import { type AdapterCase, testRules } from './rule-cases.test-kit.ts';
import { STANDARD_RULES, type StandardRule } from './standard-rules.ts';

const fakes: BridgeFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

type World = Awaited<ReturnType<typeof start>>;
const SIGNEES = ORDER.signees.map(({ id, name, email }) => ({ id, name, email, providerId: null }));

async function start() {
  const fake = await startBridgeFake();
  fakes.push(fake);
  const signature = standardSignature(bridgeAccount(fake), testClock());
  return { fake, signature };
}

const create = ({ signature }: World) => signature.create(ORDER, pdf('agreement'));

/** An agreement that all have signed. */
async function closed(world: World): Promise<string> {
  const ref = await create(world);
  for (const i of [0, 1]) world.fake.sign(ref, i);
  return ref;
}

const CASES: Partial<Record<StandardRule, AdapterCase<World>>> = {
  async keyMakesOne(world) {
    assert.equal(await create(world), await create(world));
  },
  async gone({ signature }) {
    assert.equal((await signature.read('none', SIGNEES)).state, 'missing');
    await signature.revoke('none');
  },
  async documentNotYet(world) {
    const ref = await closed(world);
    (world.fake.agreements.get(ref) ?? assert.fail()).notReady = 1;
    await assertKind('unavailable', world.signature.signedDocument(ref));
    assert.ok((await world.signature.signedDocument(ref)).equals(pdf('signed', ref)));
  },
  async completedStays(world) {
    const ref = await closed(world);
    await assertKind('conflict', world.signature.revoke(ref));
    assert.equal((await world.signature.read(ref, SIGNEES)).state, 'completed');
  },
  badToken: ({ fake }) =>
    assertKind(
      'auth',
      standardSignature({ ...bridgeAccount(fake), token: 'none' }, testClock()).check(),
    ),
  async webhookReplaced({ signature, fake }) {
    for (let i = 0; i < 2; i++) await signature.registerHook('https://a.example/hook');
    assert.equal(fake.webhooks.length, 1);
    assert.equal(fake.calls.filter(({ method }) => method === 'POST').length, 1);
  },
};

testRules({ provider: 'A bridge', rules: STANDARD_RULES, start, whole: create, cases: CASES });
