import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readOffer } from '../store/offers.ts';
import type { TaskKind } from '../store/queues.ts';
import { inItsWindow, testClock } from '../test/clock.ts';
import { type FortnoxFake, fortnoxAccount, startFortnoxFake } from '../test/fakes/fortnox.ts';
import { ORG } from '../test/organisation.ts';
import { keepInvoiced, OFFER_BODY } from '../test/stored-offers.ts';
import { openEmpty } from '../test/stores.ts';
import { testSync } from '../test/sync.ts';
import { WATCH_MS } from './paid.ts';
import { handlersOf } from './start-tasks.ts';

/** An invoice that was made of an offer. */
async function start(body = OFFER_BODY) {
  const clock = testClock();
  const fake = await startFortnoxFake(clock.now);
  after(fake.close);
  const store = await openEmpty();
  await store.change(ORG, (change) => keepInvoiced(change, 'o-1', body));
  const handlers = handlersOf(testSync(store, clock, { accounting: fortnoxAccount(fake) }));
  const run = (kind: TaskKind) =>
    inItsWindow(clock, () => handlers[kind]({ org: ORG, kind, subject: 'o-1', attempts: 1 }));
  await run('invoice.create');
  const invoice = async () => (await readOffer(store.of(ORG), 'o-1'))?.invoice ?? assert.fail();
  return { store, fake, clock, run, invoice };
}

function pay({ invoices }: FortnoxFake, day: string): void {
  for (const invoice of invoices) invoice.FinalPayDate = day;
}

test('an invoice is looked at every six hours until it is paid', async () => {
  const { store, fake, clock, run, invoice } = await start();
  const [task] = await store
    .of(ORG)
    .query<{ run_at: string }>("select run_at from task where org = $1 and kind = 'invoice.watch'");
  assert.equal(Date.parse(task.run_at), clock.ms + WATCH_MS);
  assert.deepEqual(await run('invoice.watch'), { againInMs: WATCH_MS });
  pay(fake, '2026-12-20');
  assert.equal(await run('invoice.watch'), undefined);
  assert.deepEqual([(await invoice()).state, (await invoice()).paid_on], ['created', '2026-12-20']);
  const calls = fake.calls.length;
  assert.equal(await run('invoice.watch'), undefined);
  assert.equal(fake.calls.length, calls, 'what is paid is looked at no more');
});

test('a cancelled invoice, one of an opened offer and one without an account are looked at no more', async () => {
  const { store, fake, run } = await start();
  fake.invoices[0].Cancelled = true;
  assert.equal(await run('invoice.watch'), undefined);
  fake.invoices[0].Cancelled = false;
  await store.change(ORG, (change) =>
    change.query(`update offer set state = 'signed' where org = $1`),
  );
  const calls = fake.calls.length;
  assert.equal(await run('invoice.watch'), undefined);
  assert.equal(fake.calls.length, calls);
});

test('an account that does not answer is left to the worker’s retry', async () => {
  const { fake, run, invoice } = await start();
  fake.refuses = () => ({ status: 503 });
  await assert.rejects(run('invoice.watch'), { kind: 'unavailable' });
  assert.equal((await invoice()).paid_on, null);
});
