import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { IS_WHOLE } from '../../../schemas/test/run-size.ts';
import { acceptStandardHook } from '../api/hooks.ts';
import { readAgreement } from '../store/agreements.ts';
import { documentsOf, readDocument } from '../store/documents.ts';
import { eraseProspect } from '../store/erase.ts';
import { readLink } from '../store/links.ts';
import { enqueueTask, NeedsAttention } from '../store/tasks.ts';
import { agreementOf, pdf, signeeOf } from '../test/fakes/agreement.ts';
import { refuse, SCRIVE_RULES } from '../test/fakes/scrive.ts';
import { ORG } from '../test/organisation.ts';
import { type Signing, startBridgeSigning, startScriveSigning } from '../test/signing.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

async function stored({ store }: Pick<Signing<unknown>, 'store'>, id = 'a-1') {
  const found = await readAgreement(store.of(ORG), id);
  return found?.agreement ?? assert.fail(`no ${id}`);
}

const signed = async ({ store }: Pick<Signing<unknown>, 'store'>, id = 'a-1') =>
  (await documentsOf(store.of(ORG), `o-${id}`)).filter(({ kind }) => kind === 'signed');

const refOf = async ({ store, organisation }: Signing<unknown>, id = 'a-1') =>
  (await readLink(store.of(ORG), 'agreement', id, organisation.signature?.provider ?? '')) ??
  assert.fail('never sent');

/** An agreement that is out at Scrive. */
async function sent(numbers?: (string | null)[]) {
  const signing = await startScriveSigning();
  await signing.order('a-1', numbers);
  await signing.run();
  return { ...signing, ref: await refOf(signing) };
}

/** An agreement that all have signed at Scrive, when it is due to be read. */
async function signedByAll() {
  const signing = await sent();
  for (const i of [0, 1]) signing.fake.sign(signing.ref, i);
  signing.clock.ms += MINUTE_MS;
  return signing;
}

test('without a hook the poll gets there: statuses, times, the signed document', async () => {
  const signing = await sent();
  const { fake, clock, ref, run } = signing;
  assert.deepEqual(
    [(await stored(signing)).state, await signing.offerState()],
    ['created', ['out_for_signature']],
  );
  fake.open(ref, 0);
  clock.ms += MINUTE_MS;
  await run();
  assert.equal((await stored(signing)).state, 'opened');
  fake.sign(ref, 1);
  clock.ms += 2 * MINUTE_MS;
  await run();
  assert.equal((await stored(signing)).state, 'partly_signed');
  fake.sign(ref, 0);
  const signedAt = new Date(clock.now()).toISOString();
  clock.ms += 6 * 3_600_000;
  await run();
  const { state, signees } = await stored(signing);
  assert.equal(state, 'completed');
  assert.deepEqual(
    signees.map(({ status, signed_at_source }) => [status, signed_at_source]),
    [
      ['signed', 'provider'],
      ['signed', 'provider'],
    ],
  );
  assert.equal(signees[0].signed_at, signedAt);
  assert.deepEqual(await signing.offerState(), ['signed']);
  const [document] = await signed(signing);
  const content = pdf('signed', ref);
  assert.equal(document.sha256, createHash('sha256').update(content).digest('hex'));
  assert.equal(document.bytes, content.length);
  assert.ok((await readDocument(signing.store.of(ORG), 'o-a-1', document.id))?.equals(content));
});

test('the poll waits twice as long each time, at most six hours, and ends with the agreement', async () => {
  const signing = await sent();
  const { fake, clock, ref, run } = signing;
  const readsIn = async (ms: number) => {
    const before = fake.calls.length;
    for (const endMs = clock.ms + ms; clock.ms < endMs; clock.ms += MINUTE_MS) await run();
    return fake.calls.length - before;
  };
  const firstHour = await readsIn(60 * MINUTE_MS);
  assert.ok(firstHour >= 5 && firstHour <= 8, `${firstHour}`);
  clock.ms += 2 * DAY_MS;
  await run();
  const day = await readsIn(DAY_MS);
  assert.ok(day >= 3 && day <= 4, `${day}`);
  fake.decline(ref, 0);
  await readsIn(DAY_MS / 2);
  const { state, reason, signees } = await stored(signing);
  assert.deepEqual([state, reason, signees[0].status], ['revoked', 'rejected', 'declined']);
  assert.deepEqual(await signing.offerState(), ['revoked']);
  assert.equal(await readsIn(DAY_MS), 0);
});

test('a sealed copy a month later is version 2, with no hook either', async () => {
  const signing = await signedByAll();
  const { fake, ref, clock, run } = signing;
  await run();
  fake.seal(ref);
  clock.ms += 20 * DAY_MS;
  await run();
  assert.equal((await signed(signing)).length, 1);
  clock.ms += 12 * DAY_MS;
  await run();
  const documents = await signed(signing);
  assert.deepEqual(
    documents.map(({ version }) => version),
    [1, 2],
  );
  const second = await readDocument(signing.store.of(ORG), 'o-a-1', documents[1].id);
  assert.ok(second?.equals(pdf('sealed', ref)));
});

test('a signed document that comes while its person is erased is not stored', async () => {
  const { fake, run, store } = await signedByAll();
  let requests = 0;
  fake.refuses = ({ path }) => {
    if (/signed/.test(path) && ++requests === 1) {
      void store.change(ORG, (change) => eraseProspect(change, 'p1'));
    }
    return undefined;
  };
  await run();
  assert.equal(requests, 1);
  for (const table of ['document', 'agreement', 'link', 'task', 'offer', 'prospect']) {
    assert.deepEqual(await store.of(ORG).query(`select * from ${table} where org = $1`), [], table);
  }
});

test('a document that is not ready is read again, and one that is no PDF is not stored', async () => {
  const signing = await signedByAll();
  const agreement = signing.fake.agreements.get(signing.ref) ?? assert.fail();
  agreement.notReady = 1;
  await assert.rejects(signing.run(), { kind: 'unavailable', retryAfterMs: 10_000 });
  agreement.document = Buffer.from('<html>');
  await assert.rejects(signing.run(), { kind: 'closed' });
  agreement.document = Buffer.from('PK');
  await assert.rejects(signing.run(), (error) => error instanceof NeedsAttention);
  assert.deepEqual(await signed(signing), []);
});

test('personal numbers go to the provider and nowhere else', async () => {
  const signing = await sent(['197604120852', null]);
  const update = signing.fake.calls.find(({ path }) => path.endsWith('/update'));
  assert.match(
    decodeURIComponent(String(update?.body)),
    /"personal_number","value":"197604120852"/,
  );
  const rows = await signing.store.of(ORG).query('select * from agreement where org = $1');
  assert.ok(!JSON.stringify(rows).includes('197604120852'));
  assert.ok(!signing.lines.join('').includes('197604120852'));
});

test('revoked while it is being sent: it is out no more', async () => {
  const signing = await startScriveSigning();
  const { fake, store, clock, run } = signing;
  await signing.order('a-1');
  const now = new Date(clock.now() - 1).toISOString();
  await store.change(ORG, (change) => enqueueTask(change, 'sign.revoke', 'a-1', now));
  await run();
  clock.ms += MINUTE_MS;
  await run();
  assert.deepEqual(
    [...fake.agreements.values()].map(({ state }) => state),
    ['canceled'],
  );
  assert.equal((await stored(signing)).state, 'revoked');
  assert.deepEqual(await signing.offerState(), ['revoked']);
});

test('revoked when it could not be sent at all, it is revoked here', async () => {
  const signing = await startScriveSigning();
  const { fake, store, clock, run } = signing;
  await signing.order('a-1');
  fake.refuses = ({ method }) => (method === 'POST' ? { status: 404 } : undefined);
  await assert.rejects(run(), { kind: 'not_found' });
  await store.change(ORG, async (change) => {
    await change.query("update task set state = 'failed' where org = $1");
    await enqueueTask(change, 'sign.revoke', 'a-1', new Date(clock.now()).toISOString());
  });
  await run();
  const { state, reason } = await stored(signing);
  assert.deepEqual([state, reason], ['revoked', 'not sent']);
});

test('refused by Scrive, the offer opens with its words, and nothing is out', async () => {
  const signing = await startScriveSigning();
  const { fake, run } = signing;
  await signing.order('a-1');
  fake.refuses = ({ path }) => (path.endsWith('/start') ? refuse('startBadEmail') : undefined);
  await assert.rejects(run(), { kind: 'conflict' });
  const { state, reason } = await stored(signing);
  assert.equal(state, 'revoked');
  assert.equal(
    reason,
    `not sent: Scrive, start a document: answered 409 (document_state_error). ${SCRIVE_RULES.startBadEmail[2]}`,
  );
  assert.deepEqual(await signing.offerState(), ['revoked']);
  assert.deepEqual(
    [...fake.agreements.values()].map((one) => one.state),
    ['preparation'],
  );
  fake.refuses = () => undefined;
  await signing.store.change(ORG, (change) =>
    change.query("update task set state = 'failed' where org = $1"),
  );
  await signing.order('a-2');
  await run();
  assert.equal([...fake.agreements.values()].at(-1)?.state, 'pending');
});

test('revoking comes too late for what is completed', async () => {
  const signing = await sent();
  const { fake, ref, store, clock, run } = signing;
  for (const i of [0, 1]) fake.sign(ref, i);
  await store.change(ORG, (change) =>
    enqueueTask(change, 'sign.revoke', 'a-1', new Date(clock.now()).toISOString()),
  );
  await run();
  assert.equal((await stored(signing)).state, 'completed');
  assert.deepEqual(await signing.offerState(), ['signed']);
  assert.equal((await signed(signing)).length, 1);
});

test(`six kinds of event in ${IS_WHOLE ? 'all 720' : '103 of 720'} orders, doubled: one end state`, async () => {
  const signing = await startBridgeSigning();
  const { fake, store, run } = signing;
  const all = permutations(['created', 'opened', 'signed', 'completed', 'revoked', 'deleted']);
  assert.equal(all.length, 720);
  // In steps of 7 each kind comes first, last and everywhere between.
  const orders = IS_WHOLE ? all : all.filter((_order, i) => i % 7 === 0);
  const ids = orders.map((_order, i) => `a-${i}`);
  const refs = ids.map((id) => `agr_${id}`);
  for (const [i, reference] of ids.entries()) {
    const signees = ['s-1', 's-2'].map((one) => signeeOf(one, one, `${one}@example.com`));
    const out = { reference, signees, state: 'pending' as const };
    fake.agreements.set(refs[i], agreementOf(refs[i], out));
  }
  await some(ids, (id, i) => signing.order(id, [], refs[i]));
  const postHooks = (step: number) =>
    some(orders, (order, i) => {
      const kind = [...order, ...order.toReversed()][step];
      return acceptStandardHook(signing.hookDeps, ORG, fake.message(refs[i], kind));
    });
  for (const ref of refs) fake.sign(ref, 0);
  for (let step = 0; step < 3; step++) await postHooks(step);
  await run();
  for (const ref of refs) fake.sign(ref, 1);
  for (let step = 3; step < 12; step++) await postHooks(step);
  await run();
  const ends = new Set<string>();
  for (const id of ids) {
    const { state, signees } = await stored(signing, id);
    const documents = await signed(signing, id);
    const events = await store.of(ORG).query<{ kind: string; signee_id: string }>(
      `select kind, signee_id from agreement_event where org = $1 and agreement_id = $2
       order by kind, signee_id`,
      id,
    );
    const statuses = signees.map(({ status }) => status);
    ends.add(JSON.stringify([state, statuses, documents.map(({ version }) => version), events]));
  }
  assert.equal(ends.size, 1);
  const [state, statuses, versions, events] = JSON.parse([...ends][0]);
  assert.deepEqual([state, statuses, versions], ['completed', ['signed', 'signed'], [1]]);
  assert.deepEqual(
    events.map(({ kind, signee_id }: { kind: string; signee_id: string }) => kind + signee_id),
    ['completed', 'created', 'openeds-1', 'openeds-2', 'signeds-1', 'signeds-2'],
  );
});

/** Acts on all, 60 at a time. */
async function some<One>(all: readonly One[], act: (one: One, i: number) => Promise<unknown>) {
  for (let from = 0; from < all.length; from += 60) {
    await Promise.all(all.slice(from, from + 60).map((one, i) => act(one, from + i)));
  }
}

function permutations(all: readonly string[]): string[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one) =>
    permutations(all.filter((other) => other !== one)).map((rest) => [one, ...rest]),
  );
}

test('an answer that is too large ends no agreement: another try sends it once', async () => {
  const signing = await startScriveSigning();
  const { fake, run } = signing;
  await signing.order('a-1');
  fake.refuses = ({ method, path }) =>
    method === 'GET' && /documents/.test(path)
      ? { status: 200, body: Buffer.alloc(19e6, 32) }
      : undefined;
  await assert.rejects(run(), { kind: 'too_large', message: /^Scrive, .+ has more than 1 MB/ });
  assert.notEqual((await stored(signing)).state, 'failed');
  fake.refuses = () => undefined;
  await run();
  assert.deepEqual([(await stored(signing)).state, fake.agreements.size], ['created', 1]);
});
