/** Our adapter of Scrive, and its requests against the rules of the fake. */
import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import type { AgreementOrder } from '../ports.ts';
import { assertKind } from '../test/assert-kind.ts';
import { testClock } from '../test/clock.ts';
import { agreementOf, type FakeAgreement, pdf } from '../test/fakes/agreement.ts';
import { scriveAccount, startScriveFake } from '../test/fakes/scrive.ts';
import { commitThenDrop } from '../test/fakes/server.ts';
import { ORDER, signatureContract } from '../test/signature-contract.ts';
import { scrive } from './scrive.ts';
import { readScrive, scriveUpdate } from './scrive-shapes.ts';

type World = Awaited<ReturnType<typeof start>>;
/** Does what a rule is about by our adapter, which passes or reports the failure as it has to. */
type Case = (world: World) => Promise<unknown>;

const SIGNEES = ORDER.signees.map(({ id, name, email }) => ({ id, name, email, providerId: null }));

async function start() {
  const fake = await startScriveFake();
  after(fake.close);
  const account = scriveAccount(fake);
  return {
    fake,
    signature: scrive(account, testClock()),
    stranger: scrive({ ...account, credentials: 'a b c d' }, testClock()),
  };
}

/** An agreement that is out, by our adapter. */
async function sent(
  { signature, fake }: Pick<World, 'signature' | 'fake'>,
  more: Partial<AgreementOrder> = {},
) {
  const order = { ...ORDER, ...more };
  const ref = await signature.create(order, pdf('agreement'));
  await signature.start(ref, order);
  const agreement = fake.agreements.get(ref) ?? assert.fail();
  const read = () => signature.read(ref, SIGNEES);
  return { ref, agreement, read };
}

/** An agreement that all have signed. */
async function closed(world: Pick<World, 'signature' | 'fake'>) {
  const out = await sent(world);
  for (const i of [0, 1]) world.fake.sign(out.ref, i);
  return out;
}
const whole = async (world: World) => assert.equal((await sent(world)).agreement.state, 'pending');

const CASES: Record<string, Case> = {
  async statuses(world) {
    const { agreement, read } = await sent(world);
    for (const [status, state] of STATUSES) {
      agreement.state = status as FakeAgreement['state'];
      assert.equal((await read()).state, state, status);
    }
  },
  async fileWhileSealing(world) {
    world.fake.sealingIsConflict = true;
    const { ref, agreement } = await closed(world);
    agreement.notReady = 1;
    await assertKind('unavailable', world.signature.signedDocument(ref));
    assert.ok((await world.signature.signedDocument(ref)).equals(pdf('signed', ref)));
  },
  async mobileForm(world) {
    const phones = ['070-174 06 05', 'ring mig'];
    const signees = ORDER.signees.map((one, i) => ({ ...one, phone: phones[i] }));
    assert.equal((await sent(world, { signees })).agreement.state, 'pending');
  },
  async foreignDocument(world) {
    const { ref, read } = await sent(world);
    world.fake.foreign.add(ref);
    assert.equal((await read()).state, 'missing');
    await assertKind('conflict', world.signature.start(ref, ORDER));
    await world.signature.check();
  },
  async titleOfFile(world) {
    const draftOf = (agreementId: string) =>
      world.signature.create({ ...ORDER, agreementId }, pdf('agreement'));
    const [first, longer] = [await draftOf('a-1'), await draftOf('a-10')];
    assert.notEqual(first, longer);
    assert.deepEqual([await draftOf('a-1'), await draftOf('a-10')], [first, longer]);
  },
  async listFilter(world) {
    const { ref } = await sent(world, { title: 'a-1' });
    const trashed = await world.signature.create(ORDER, pdf('agreement'));
    assert.notEqual(trashed, ref, 'what is out is no draft');
    world.fake.trashed.add(trashed);
    const foreign = await world.signature.create(ORDER, pdf('agreement'));
    assert.notEqual(foreign, trashed, 'nor is what was thrown away');
    world.fake.foreign.add(foreign);
    assert.notEqual(await world.signature.create(ORDER, pdf('agreement')), foreign);
  },
  async slowAnswers({ fake, signature }) {
    const timeout = mock.method(AbortSignal, 'timeout');
    const { ref } = await closed({ fake, signature });
    await signature.signedDocument(ref);
    const waits = timeout.mock.calls.map((call) => call.arguments[0]);
    timeout.mock.restore();
    const paths = fake.calls.map(({ path }) => path.split('/').at(-1) ?? '');
    const {
      new: create,
      start,
      'signed.pdf': file,
      get,
    } = Object.fromEntries(paths.map((path, i) => [path, waits[i]]));
    assert.deepEqual([create, start, file, get], [20_000, 20_000, 20_000, 10_000]);
  },
};

/** All statuses that Scrive documents with their meanings, and one that it may have one day. */
const STATUSES = [
  ['preparation', 'draft'],
  ['awaiting_start', 'pending'],
  ['pending', 'pending'],
  ['closed', 'completed'],
  ['canceled', 'revoked'],
  ['timedout', 'expired'],
  ['rejected', 'revoked'],
  ['document_error', 'failed'],
  ['new_one', 'unknown'],
];

test('what we send keeps every rule', async () => whole(await start()));
for (const [rule, act] of Object.entries(CASES)) {
  test(rule, async () => void (await act(await start())));
}

signatureContract('Scrive', start);

test('a draft whose answer was lost is found behind 101 newer ones', async () => {
  const { signature, fake } = await start();
  const { agreements } = fake;
  commitThenDrop(fake, 0);
  await assert.rejects(signature.create(ORDER, pdf('agreement')));
  const [lost] = agreements.keys();
  for (let i = 0; i < 101; i++) {
    const id = `other-${i}`;
    agreements.set(id, { ...agreementOf(id), title: id });
  }
  assert.equal(await signature.create(ORDER, pdf('agreement')), lost);
  assert.equal(agreements.size, 102);
});

test('the author stays and does not sign; who has BankID gives a number', () => {
  const author = { id: '17', is_author: true, is_signatory: true, fields: [{ type: 'company' }] };
  const update = scriveUpdate(ORDER, { parties: [author] });
  assert.equal(update.days_to_sign, 30);
  assert.equal(update.api_callback_url, ORDER.hookUrl);
  const [first, anna, bo] = update.parties as Record<string, unknown>[];
  const { is_signatory: _, ...rest } = author;
  assert.deepEqual(first, { ...rest, signatory_role: 'viewer' });
  assert.equal(anna.authentication_method_to_sign, 'se_bankid');
  assert.deepEqual(anna.fields, [
    { type: 'name', order: 1, value: 'Anna Maria' },
    { type: 'name', order: 2, value: 'Ek' },
    { type: 'email', value: 'anna@example.com' },
    { type: 'personal_number', value: '', is_obligatory: true, editable_by_signatory: true },
  ]);
  assert.equal(bo.authentication_method_to_sign, 'standard');
});

test('times are UTC, whatever offset they come with', () => {
  const party = { id: '7', is_author: false, sign_time: '2026-11-21T13:00:00.5+01:00' };
  const signee = { id: 's-1', name: 'Anna Ek', email: 'anna@example.com', providerId: '7' };
  const { signees } = readScrive({ status: 'pending', parties: [party] }, [signee]);
  assert.equal(signees[0].signedAt, '2026-11-21T12:00:00.500Z');
});
