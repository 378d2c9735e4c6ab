/** Ends of agreements at Scrive: what is taken for one, what is taken back, and what is an account's fault. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readAgreement } from '../store/agreements.ts';
import { documentsOf } from '../store/documents.ts';
import { readLink } from '../store/links.ts';
import { enqueueTask, NeedsAttention, type TaskRun } from '../store/tasks.ts';
import type { FakeAgreement } from '../test/fakes/fake-agreement.ts';
import type { Reply } from '../test/fakes/fake-server.ts';
import { ORG } from '../test/organisation.ts';
import { startScriveSigning } from '../test/signing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NONE: Reply = { status: 404, body: { error_type: 'resource_not_found', http_code: 404 } };

/** Agreements that are out. */
async function sent(t: TestContext, ...ids: string[]) {
  const signing = await startScriveSigning();
  t.after(signing.close);
  for (const id of ids) await signing.order(id);
  await signing.run();
  const { store, fake, clock, run } = signing;
  const db = store.of(ORG);
  return {
    ...signing,
    async at(id: string): Promise<FakeAgreement> {
      const ref = await readLink(db, 'agreement', id, 'scrive');
      return fake.agreements.get(ref ?? '') ?? assert.fail(`${id} was never sent`);
    },
    /** The agreement, and its offer's state. */
    async stored(id: string) {
      const found = (await readAgreement(db, id)) ?? assert.fail(`no ${id}`);
      const [{ state: offer }] = await db.query<{ state: string }>(
        'select state from offer where org = $1 and id = $2',
        found.offerId,
      );
      const documents = await documentsOf(db, found.offerId);
      const isSigned = documents.some(({ kind }) => kind === 'signed');
      return { ...found.agreement, offer, isSigned };
    },
    /** Reads the agreement, as after a hook. */
    async read(id: string) {
      const now = new Date(clock.now()).toISOString();
      await store.change(ORG, (change) => enqueueTask(change, 'sign.refresh', id, now));
      await run();
    },
    /** Answers readings of one agreement in Scrive's place. */
    async hide(id: string) {
      const ref = await readLink(db, 'agreement', id, 'scrive');
      fake.refuses = ({ path }) => (path.endsWith(`/${ref}/get`) ? NONE : undefined);
    },
    /** Answers readings of documents in Scrive's place; null lets it answer. */
    answer(reply: Reply | null, also = /\/get$/) {
      fake.refuses = ({ path }) => (reply && also.test(path) ? reply : undefined);
    },
    async wait(ms: number) {
      clock.ms += ms;
      await run();
    },
  };
}

const taskOf = (kind: 'sign.refresh', subject: string): TaskRun => {
  return { org: ORG, kind, subject, attempts: 1 };
};

test('one 404 ends nothing: the customer signs, and the document is here', async (t) => {
  const { fake, at, stored, answer, hide, read, wait } = await sent(t, 'a-1', 'a-2');
  const { id } = await at('a-1');
  await hide('a-1');
  await read('a-1');
  const doubted = await stored('a-1');
  assert.deepEqual(
    [doubted.state, doubted.offer, doubted.doubt?.state],
    ['created', 'out_for_signature', 'deleted'],
  );
  answer(null);
  fake.sign(id, 0);
  fake.sign(id, 1);
  await wait(HOUR_MS);
  const { state, offer, doubt, isSigned } = await stored('a-1');
  assert.deepEqual([state, offer, doubt, isSigned], ['completed', 'signed', null, true]);
});

test('404 for an hour is a deletion, and what comes back goes on', async (t) => {
  const { fake, at, stored, answer, hide, wait } = await sent(t, 'a-1', 'a-2');
  const { id } = await at('a-1');
  await hide('a-1');
  await wait(MINUTE_MS);
  await wait(59 * MINUTE_MS);
  assert.equal((await stored('a-1')).state, 'created', 'not yet');
  await wait(MINUTE_MS);
  const ended = await stored('a-1');
  assert.deepEqual([ended.state, ended.offer], ['deleted', 'revoked']);
  assert.ok(ended.deleted_at);
  answer(null);
  await wait(DAY_MS);
  const back = await stored('a-1');
  assert.deepEqual(
    [back.state, back.offer, back.deleted_at],
    ['created', 'out_for_signature', null],
  );
  fake.sign(id, 0);
  fake.sign(id, 1);
  await wait(DAY_MS);
  assert.equal((await stored('a-1')).offer, 'signed');
});

test('a status that is not known is shown, and the agreement goes on', async (t) => {
  const { fake, at, stored, wait, handlers } = await sent(t, 'a-1');
  const agreement = await at('a-1');
  agreement.state = 'being_weighed' as FakeAgreement['state'];
  for (let i = 0; i < 5; i++) await wait(DAY_MS);
  const { state, offer, doubt } = await stored('a-1');
  assert.deepEqual(
    [state, offer, doubt?.state, doubt?.reason],
    ['created', 'out_for_signature', 'unknown', 'being_weighed'],
  );
  const outcome = await handlers['sign.refresh'](taskOf('sign.refresh', 'a-1'));
  assert.match(outcome?.notice ?? '', /\(being_weighed\): its status is not known here/);
  agreement.state = 'pending';
  fake.sign(agreement.id, 0);
  fake.sign(agreement.id, 1);
  await wait(DAY_MS);
  assert.equal((await stored('a-1')).offer, 'signed');
});

test('one that timed out is prolonged by hand after ten months, and signed', async (t) => {
  const { fake, at, stored, wait } = await sent(t, 'a-1');
  const agreement = await at('a-1');
  fake.expire(agreement.id);
  await wait(MINUTE_MS);
  assert.deepEqual(
    [(await stored('a-1')).state, (await stored('a-1')).offer],
    ['expired', 'revoked'],
  );
  for (let day = 0; day < 300; day += 30) await wait(30 * DAY_MS);
  agreement.state = 'pending';
  await wait(DAY_MS);
  assert.deepEqual(
    [(await stored('a-1')).state, (await stored('a-1')).offer],
    ['created', 'out_for_signature'],
  );
  fake.sign(agreement.id, 0);
  fake.sign(agreement.id, 1);
  await wait(DAY_MS);
  const { state, offer, isSigned } = await stored('a-1');
  assert.deepEqual([state, offer, isSigned], ['completed', 'signed', true]);
});

test('signed after its offer was changed: the signature is kept, and a person is told', async (t) => {
  const { fake, at, stored, store, wait } = await sent(t, 'a-1');
  const agreement = await at('a-1');
  fake.expire(agreement.id);
  await wait(MINUTE_MS);
  await store.change(ORG, (change) =>
    change.query(`update offer set state = 'draft' where org = $1 and id = 'o-a-1'`),
  );
  agreement.state = 'pending';
  fake.sign(agreement.id, 0);
  fake.sign(agreement.id, 1);
  await assert.rejects(
    wait(DAY_MS),
    (error) => error instanceof NeedsAttention && /signed after all/.test(error.message),
  );
  const { state, offer } = await stored('a-1');
  assert.deepEqual([state, offer], ['completed', 'draft']);
});

test('404 on everything, or on every agreement, is the credentials’ fault and ends none', async (t) => {
  const { stored, answer, read, wait } = await sent(t, 'a-1', 'a-2', 'a-3');
  const cases: [Reply, RegExp][] = [
    [NONE, /./],
    [NONE, /\/get$/],
    [{ status: 403, body: { error_type: 'insufficient_privileges' } }, /\/get$/],
    [{ status: 401 }, /./],
  ];
  for (const [reply, where] of cases) {
    answer(reply, where);
    for (let hours = 0; hours < 3; hours++) {
      for (const id of ['a-1', 'a-2', 'a-3']) {
        await assert.rejects(read(id), { kind: 'auth' }, `${reply.status} at ${where}`);
      }
      await wait(HOUR_MS).catch(({ kind }) => assert.equal(kind, 'auth'));
    }
    for (const id of ['a-1', 'a-2', 'a-3']) {
      const { state, doubt, offer } = await stored(id);
      assert.deepEqual([state, doubt, offer], ['created', null, 'out_for_signature']);
    }
  }
});

test('the only agreement does not end by 404, which another account’s credentials show as well', async (t) => {
  const { fake, at, stored, answer, wait, handlers } = await sent(t, 'a-1');
  const { id } = await at('a-1');
  answer(NONE);
  for (let day = 0; day < 4; day++) await wait(DAY_MS);
  const { state, offer, doubt } = await stored('a-1');
  assert.deepEqual([state, offer, doubt?.state], ['created', 'out_for_signature', 'missing']);
  const outcome = await handlers['sign.refresh'](taskOf('sign.refresh', 'a-1'));
  assert.match(outcome?.notice ?? '', /in doubt since .* \(404\): the account does not show it/);
  answer(null);
  fake.sign(id, 0);
  fake.sign(id, 1);
  await wait(DAY_MS);
  assert.equal((await stored('a-1')).offer, 'signed');
});

test('one of several that is deleted is, since the others are there', async (t) => {
  const { fake, at, stored, wait } = await sent(t, 'a-1', 'a-2');
  fake.agreements.delete((await at('a-1')).id);
  await wait(MINUTE_MS);
  await wait(HOUR_MS);
  assert.deepEqual(
    [(await stored('a-1')).state, (await stored('a-2')).state],
    ['deleted', 'created'],
  );
});

test('a viewer before the signees and another order: each signature is its signee’s', async (t) => {
  const { fake, at, stored, wait } = await sent(t, 'a-1');
  const agreement = await at('a-1');
  const viewer = {
    id: '777',
    is_author: false,
    is_signatory: false,
    signatory_role: 'viewer',
    fields: [{ type: 'email', value: 'siv@example.com' }],
    seen_time: new Date(0).toISOString(),
  };
  agreement.arrange = ([author, ...parties]) => [viewer, ...parties.toReversed(), author];
  fake.sign(agreement.id, 1);
  await wait(MINUTE_MS);
  const { signees } = await stored('a-1');
  assert.deepEqual(
    signees.map(({ id, status, provider_id }) => [id, status, provider_id]),
    [
      ['s-1', 'pending', `2${agreement.id}1`],
      ['s-2', 'signed', `2${agreement.id}2`],
    ],
  );
});

test('what is revoked here although Scrive does not find it ends an hour later', async (t) => {
  const { fake, at, stored, store, clock, run, wait } = await sent(t, 'a-1');
  fake.agreements.delete((await at('a-1')).id);
  const now = new Date(clock.now()).toISOString();
  await store.change(ORG, (change) => enqueueTask(change, 'sign.revoke', 'a-1', now));
  await run();
  assert.equal((await stored('a-1')).doubt?.state, 'deleted');
  // The poll knows of no wish.
  await wait(MINUTE_MS);
  assert.equal((await stored('a-1')).state, 'created');
  await wait(HOUR_MS);
  assert.deepEqual(
    [(await stored('a-1')).state, (await stored('a-1')).offer],
    ['deleted', 'revoked'],
  );
});
