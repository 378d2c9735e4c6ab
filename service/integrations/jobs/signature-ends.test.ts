/** Ends of agreements at Scrive: what is one, what is taken back, and what is only flagged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAgreement } from '../store/agreements.ts';
import { documentsOf } from '../store/documents.ts';
import { readLink } from '../store/links.ts';
import { enqueueTask, NeedsAttention, type TaskRun } from '../store/tasks.ts';
import type { FakeAgreement } from '../test/fakes/agreement.ts';
import type { Reply } from '../test/fakes/server.ts';
import { ORG } from '../test/organisation.ts';
import { startScriveSigning } from '../test/signing.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NONE: Reply = { status: 404, body: { error_type: 'resource_not_found', http_code: 404 } };

/** Agreements that are out. */
async function sent(...ids: string[]) {
  const signing = await startScriveSigning();
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
    /** Answers readings of documents in Scrive's place. Null lets it answer. */
    answer(reply: Reply | null, also = /\/get$/) {
      fake.refuses = ({ path }) => (reply && also.test(path) ? reply : undefined);
    },
    signAll(id: string) {
      for (const i of [0, 1]) fake.sign(id, i);
    },
    async wait(ms: number) {
      clock.ms += ms;
      await run();
    },
  };
}

const FOREIGN: Reply = { status: 403, body: { error_type: 'document_action_forbidden' } };

type World = Awaited<ReturnType<typeof sent>>;

/** A reading that may be no end: what causes it, and the agreement and offer that are stored then, with a notice. */
interface End {
  what: string;
  begin(world: World, agreement: FakeAgreement): void;
  stored: [state: string, offer: string, unconfirmed?: string];
  notice?: RegExp;
}

const missing = (reply: Reply, what: string): End => ({
  what,
  begin: ({ answer }) => answer(reply),
  stored: ['created', 'out_for_signature', 'missing'],
  notice: new RegExp(`unconfirmed since .* \\(${reply.status}\\): the account does not show`),
});

const ENDS: End[] = [
  missing(NONE, 'what the account does not show is flagged'),
  missing(FOREIGN, 'what belongs to another account is flagged'),
  {
    what: 'a status that is not known is flagged',
    begin(_, agreement) {
      agreement.state = 'being_weighed' as FakeAgreement['state'];
    },
    stored: ['created', 'out_for_signature', 'unknown'],
    notice: /\(being_weighed\): this status is unknown here/,
  },
  {
    what: 'what Scrive has in its trash is deleted',
    begin({ answer }, { id }) {
      answer({ status: 200, body: { id, status: 'pending', is_trashed: true, parties: [] } });
    },
    stored: ['deleted', 'revoked'],
  },
  {
    what: 'what timed out is expired',
    begin: ({ fake }, { id }) => fake.expire(id),
    stored: ['expired', 'revoked'],
  },
];

for (const { what, begin, stored: expected, notice } of ENDS) {
  test(`${what}, goes on when it is shown again after ten months, and may be signed`, async () => {
    const world = await sent('a-1');
    const { at, stored, answer, wait, signAll, handlers } = world;
    const agreement = await at('a-1');
    begin(world, agreement);
    await wait(MINUTE_MS);
    for (let day = 0; day < 300; day += 30) await wait(30 * DAY_MS);
    const { state, offer, unconfirmed } = await stored('a-1');
    assert.deepEqual([state, offer, unconfirmed?.state], [...expected, undefined].slice(0, 3));
    const run: TaskRun = { org: ORG, kind: 'sign.refresh', subject: 'a-1', attempts: 1 };
    assert.match((await handlers['sign.refresh'](run))?.notice ?? '', notice ?? /^$/);
    answer(null);
    agreement.state = 'pending';
    await wait(DAY_MS);
    const back = await stored('a-1');
    assert.deepEqual(
      [back.state, back.offer, back.deleted_at, back.unconfirmed],
      ['created', 'out_for_signature', null, null],
    );
    signAll(agreement.id);
    await wait(DAY_MS);
    const signed = await stored('a-1');
    assert.deepEqual([signed.state, signed.offer, signed.isSigned], ['completed', 'signed', true]);
  });
}

test('signed after its offer was changed: the signature is stored, and the task needs a person', async () => {
  const { fake, at, stored, store, wait, signAll } = await sent('a-1');
  const agreement = await at('a-1');
  fake.expire(agreement.id);
  await wait(MINUTE_MS);
  await store.change(ORG, (change) =>
    change.query(`update offer set state = 'draft' where org = $1 and id = 'o-a-1'`),
  );
  agreement.state = 'pending';
  signAll(agreement.id);
  await assert.rejects(
    wait(DAY_MS),
    (error) => error instanceof NeedsAttention && /signed after it had ended/.test(error.message),
  );
  const { state, offer } = await stored('a-1');
  assert.deepEqual([state, offer], ['completed', 'draft']);
});

test('a refusal of the credentials is the account’s fault and flags none', async () => {
  const { stored, answer, read } = await sent('a-1');
  answer({ status: 401 }, /./);
  await assert.rejects(read('a-1'), { kind: 'auth' });
  assert.equal((await stored('a-1')).unconfirmed, null);
});

test('what is revoked although Scrive does not show it ends, and is still seen when it is signed', async () => {
  const { at, stored, store, answer, clock, run, wait, signAll } = await sent('a-1');
  const { id } = await at('a-1');
  answer(NONE, /./);
  const now = new Date(clock.now()).toISOString();
  await store.change(ORG, (change) => enqueueTask(change, 'sign.revoke', 'a-1', now));
  await run();
  const ended = await stored('a-1');
  assert.deepEqual(
    [ended.state, ended.reason, ended.offer, ended.unconfirmed],
    ['revoked', 'not found', 'revoked', null],
  );
  answer(null);
  signAll(id);
  await wait(DAY_MS);
  const { state, offer, isSigned } = await stored('a-1');
  assert.deepEqual([state, offer, isSigned], ['completed', 'signed', true]);
});
