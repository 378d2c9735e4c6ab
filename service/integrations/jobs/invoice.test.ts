import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ProviderError } from '../ports.ts';
import { draftAgreement } from '../rules/agreement.ts';
import { putAgreement } from '../store/agreements.ts';
import { eraseProspect } from '../store/erase.ts';
import { readLink } from '../store/links.ts';
import { putOffer, readOffer, setOfferState } from '../store/offers.ts';
import { putProspect } from '../store/prospects.ts';
import { NeedsAttention } from '../store/tasks.ts';
import { NUMBERS, PROSPECT } from '../test/bodies.ts';
import { inItsWindow, testClock } from '../test/clock.ts';
import { type FortnoxFake, fortnoxAccount, startFortnoxFake } from '../test/fakes/fortnox.ts';
import { FORTNOX_RULES, type FortnoxRule, refuse } from '../test/fakes/fortnox-rules.ts';
import { commitThenDrop } from '../test/fakes/server.ts';
import { ORG } from '../test/organisation.ts';
import { keepInvoiced, OFFER_BODY } from '../test/stored-offers.ts';
import { openEmpty } from '../test/stores.ts';
import { testSync } from '../test/sync.ts';
import { invoiceSync } from './invoice.ts';
import { invoiceWatch, WATCH_MS } from './paid.ts';

/** A signed offer that is to be invoiced. */
async function start(body = OFFER_BODY) {
  const clock = testClock();
  const fake = await startFortnoxFake(clock.now);
  after(fake.close);
  const store = await openEmpty();
  await store.change(ORG, async (change) => {
    await putProspect(change, { id: 'p1', request: PROSPECT, source: 'api', hasCrm: false });
    for (const id of ['o-1', 'o-2']) await keepInvoiced(change, id, body);
  });
  const deps = testSync(store, clock, { accounting: fortnoxAccount(fake) });
  const organisation = deps.organisation(ORG) ?? assert.fail();
  const [create, look] = [invoiceSync(deps), invoiceWatch(deps)];
  const run = (subject = 'o-1') =>
    create({ org: ORG, kind: 'invoice.create', subject, attempts: 1 });
  const watch = () =>
    inItsWindow(clock, () =>
      look({ org: ORG, kind: 'invoice.watch', subject: 'o-1', attempts: 1 }),
    );
  return {
    store,
    fake,
    clock,
    run,
    watch,
    accounting: deps.providers(organisation).accounting ?? assert.fail(),
    invoice: async () => (await readOffer(store.of(ORG), 'o-1'))?.invoice,
  };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Tries again as the worker does, until it is done. */
async function untilDone({ run, clock }: Started): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    try {
      const outcome = await inItsWindow(clock, run);
      if (outcome === undefined) return;
      clock.ms += outcome.againInMs;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      clock.ms += Math.max(5_000, error.retryAfterMs ?? 0);
    }
  }
  assert.fail('it never ends');
}

function assertWhole({ customers, invoices, reductions }: FortnoxFake): void {
  assert.deepEqual([customers.length, invoices.length], [1, 1]);
  const [{ Total, TaxReduction }] = invoices;
  assert.deepEqual([Total, TaxReduction], [215_000, 63_535]);
  assert.deepEqual(
    reductions.map(({ AskedAmount }) => AskedAmount),
    [31_768, 31_767],
  );
}

test('an offer becomes an invoice with a reduction a person', async () => {
  const started = await start();
  await started.run();
  assertWhole(started.fake);
  const [{ DocumentNumber }] = started.fake.invoices;
  assert.deepEqual(await started.invoice(), {
    state: 'created',
    number: DocumentNumber,
    error: null,
    words: null,
    paid_on: null,
  });
  await started.run();
  assertWhole(started.fake);
});

test('whichever answer is lost, there is one customer, one invoice, one reduction a person', async () => {
  for (let nth = 0; nth < 6; nth++) {
    const started = await start();
    commitThenDrop(started.fake, nth);
    await untilDone(started);
    assertWhole(started.fake);
    assert.equal((await started.invoice())?.state, 'created', `the POST ${nth}`);
  }
});

test('whichever call has to wait for the next window, the invoice is made in that one', async () => {
  for (let left = 0; left < 12; left++) {
    const started = await start();
    for (let used = left; used < 20; used++)
      await inItsWindow(started.clock, started.accounting.check);
    const beganMs = started.clock.ms;
    await untilDone(started);
    assertWhole(started.fake);
    const tookMs = started.clock.ms - beganMs;
    assert.ok(tookMs <= 5_000, `${tookMs} ms with ${left} calls left`);
  }
});

test('an invoice that is not listed at once is searched for three times before another is created', async () => {
  const { fake, run, clock } = await start();
  const isInvoice = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path === '/3/invoices';
  fake.isLost = isInvoice;
  await assert.rejects(run(), { kind: 'outcome_unknown', retryAfterMs: 30_000 });
  fake.isLost = () => false;
  fake.hiddenLooks = 2;
  for (let look = 0; look < 2; look++) {
    clock.ms += 30_000;
    assert.deepEqual(await run(), { againInMs: 30_000 });
  }
  clock.ms += 30_000;
  await run();
  assertWhole(fake);
  assert.equal(fake.calls.filter(isInvoice).length, 1);
});

test('an invoice that is made while its person is erased leaves nothing behind', async () => {
  const { fake, run, store } = await start();
  fake.refuses = ({ method, path }) => {
    if (method === 'POST' && path === '/3/invoices') {
      void store.change(ORG, (change) => eraseProspect(change, 'p1'));
    }
    return undefined;
  };
  await assert.rejects(run(), (error) => error instanceof NeedsAttention);
  assert.equal(fake.invoices.length, 1);
  for (const table of ['link', 'offer', 'prospect']) {
    assert.deepEqual(await store.of(ORG).query(`select * from ${table} where org = $1`), [], table);
  }
});

test('a customer’s number is encrypted: an organisation may number them by personal numbers', async () => {
  const { fake, run, store } = await start();
  await run();
  const [{ CustomerNumber }] = fake.customers;
  const db = store.of(ORG);
  assert.equal(await readLink(db, 'customer', 'p1', 'fortnox'), CustomerNumber);
  const [{ ref }] = await db.query<{ ref: string }>(
    `select ref from link where org = $1 and kind = 'customer'`,
  );
  assert.notEqual(ref, CustomerNumber);
});

test('other figures than the offer need a person, who sees both', async () => {
  const started = await start();
  const { fake, run } = started;
  await run();
  fake.invoices[0].Total = 214_000;
  await assert.rejects(run(), (error) => error instanceof NeedsAttention);
  const invoice = await started.invoice();
  assert.equal(invoice?.state, 'attention');
  assert.match(
    invoice?.error ?? '',
    /total of 214000.00 SEK and a reduction of 63535 SEK, the offer 215000.00 and 63535/,
  );
  fake.invoices[0].Total = 215_001;
  await run();
});

test('an answer that is too large refuses nothing: the invoice waits, and another try makes it once', async () => {
  const { fake, run, store } = await start();
  for (const path of [/customers$/, /invoices$/, /invoices\//]) {
    fake.refuses = (call) =>
      call.method === 'GET' && path.test(call.path)
        ? { status: 200, body: Buffer.alloc(19e6, 32) }
        : undefined;
    await assert.rejects(run(), { kind: 'too_large' });
    const { state, invoice } = (await readOffer(store.of(ORG), 'o-1')) ?? assert.fail();
    assert.deepEqual([state, invoice?.state], ['invoiced', 'pending']);
    assert.match(invoice?.error ?? '', /^Fortnox, .+: the answer has more than 1 MB/);
  }
  fake.refuses = () => undefined;
  await run();
  assertWhole(fake);
});

/** The state of an offer after its invoice was refused by a rule. */
async function refusedBy({ fake, run, store }: Started, rule: FortnoxRule, path: string) {
  fake.refuses = (call) =>
    call.method === 'POST' && call.path === path ? refuse(rule) : undefined;
  await assert.rejects(run());
  fake.refuses = () => undefined;
  return (await readOffer(store.of(ORG), 'o-1')) ?? assert.fail();
}

for (const [rule, path, numbers] of [
  ['characters', '/3/customers', ['200']],
  ['unknownUnit', '/3/invoices', ['200']],
  ['housingAssociation', '/3/taxreductions', ['200', '201']],
] as const) {
  test(`refused by ${rule}, the offer opens with Fortnox’s words, is corrected and invoiced`, async () => {
    const started = await start();
    const { fake, run, store } = started;
    const { state, invoice, body } = await refusedBy(started, rule, path);
    assert.equal(state, 'draft');
    assert.deepEqual([invoice?.state, invoice?.words], ['failed', FORTNOX_RULES[rule][2]]);
    assert.equal(invoice?.number, numbers.length > 1 ? '200' : null);
    const mended = { id: 'o-1', slug: '', body: { ...body, title: 'Mended' }, version: 2 };
    await store.change(ORG, (change) => putOffer(change, { ...mended, personalNumbers: NUMBERS }));
    await run();
    const [whole, ...others] = fake.invoices.toReversed();
    assert.deepEqual([whole.Total, whole.TaxReduction], [215_000, 63_535]);
    assert.deepEqual(
      fake.invoices.map(({ DocumentNumber }) => DocumentNumber),
      numbers,
    );
    assert.ok(others.every(({ Cancelled }) => Cancelled));
    const made = await readOffer(store.of(ORG), 'o-1');
    assert.deepEqual(
      [made?.state, made?.invoice?.state, made?.invoice?.words],
      ['invoiced', 'created', null],
    );
  });
}

test('what is signed stays signed when its invoice is refused', async () => {
  const started = await start();
  await started.store.change(ORG, async (change) => {
    const agreement = draftAgreement('a-1', '2026-11-20T10:00:00.000Z', []);
    await putAgreement(change, 'o-1', { ...agreement, state: 'completed' }, []);
  });
  assert.equal((await refusedBy(started, 'unknownUnit', '/3/invoices')).state, 'signed');
});

test('Fortnox’s words are encrypted where they are stored, and have nobody’s number', async () => {
  const started = await start();
  const { fake, run, store } = started;
  fake.refuses = ({ method, path }) =>
    method === 'POST' && path === '/3/invoices'
      ? {
          status: 400,
          body: { ErrorInformation: { Message: 'Anna Ek, 19760412-0852, saknas.', Code: 2000106 } },
        }
      : undefined;
  await assert.rejects(run(), { kind: 'invalid' });
  assert.deepEqual(await started.invoice(), {
    state: 'failed',
    number: null,
    error: 'Fortnox, create an invoice: answered 400 (2000106).',
    words: 'Anna Ek, … saknas.',
    paid_on: null,
  });
  const rows = await store.of(ORG).query('select * from offer where org = $1');
  assert.doesNotMatch(JSON.stringify(rows), /Anna|saknas/);
});

test('a cancelled invoice is created once more when it is requested again', async () => {
  const started = await start();
  const { fake, run } = started;
  await run();
  fake.invoices[0].Cancelled = true;
  await run();
  assert.deepEqual(
    fake.invoices.map(({ Cancelled }) => Cancelled),
    [true, false],
  );
  assert.equal((await started.invoice())?.number, '201');
});

test('a customer who was deleted is found again, or created, before the next invoice', async () => {
  const { fake, run, store, clock } = await start();
  await run('o-1');
  fake.customers.length = 0;
  await run('o-2');
  assert.deepEqual([fake.customers.length, fake.invoices.length], [1, 2]);
  assert.equal((await readOffer(store.of(ORG), 'o-2'))?.invoice?.state, 'created');
  clock.ms += 5_000;
  fake.customers[0].CustomerNumber = '77';
  fake.invoices[0].Cancelled = true;
  await run('o-1');
  assert.equal(fake.invoices[2].CustomerNumber, '77', 'found by e-mail');
  assert.equal(await readLink(store.of(ORG), 'customer', 'p1', 'fortnox'), '77');
});

test('a linked card that would book wrongly is refused before the invoice is created', async () => {
  for (const card of [{ VATType: 'SEREVERSEDVAT' }, { OrganisationNumber: '760412-0852' }]) {
    const { fake, run, store } = await start();
    await run('o-1');
    Object.assign(fake.customers[0], card);
    await assert.rejects(run('o-2'), { kind: 'conflict' });
    assert.equal(fake.invoices.length, 1);
    assert.equal((await readOffer(store.of(ORG), 'o-2'))?.state, 'draft');
  }
});

test('an offer whose invoice was cancelled opens when its rates have passed meanwhile', async () => {
  const { fake, run, store, clock } = await start({ ...OFFER_BODY, payment_date: '2026-11-21' });
  await run();
  fake.invoices[0].Cancelled = true;
  await store.change(ORG, async (change) => {
    const offer = (await readOffer(change, 'o-1')) ?? assert.fail();
    const body = { ...OFFER_BODY, payment_date: '2025-06-30' };
    await putOffer(change, { ...offer, state: 'draft', body, personalNumbers: NUMBERS });
    await setOfferState(change, offer);
  });
  clock.ms += 10_000;
  await assert.rejects(run(), (error) => error instanceof NeedsAttention);
  assert.equal(fake.invoices.length, 1, 'no other is made');
  const { state, invoice } = (await readOffer(store.of(ORG), 'o-1')) ?? assert.fail();
  assert.deepEqual([state, invoice?.state, invoice?.number], ['draft', 'failed', null]);
  assert.match(
    invoice?.error ?? '',
    /asks for 20 % of solar cells, .* 2025-06-30; an invoice of 2026-11-21 .* 15 % of solar cells/,
  );
});

test('a payment that Fortnox shows is stored with the invoice', async () => {
  const started = await start();
  const { fake, run } = started;
  await run();
  fake.invoices[0].FinalPayDate = '2026-12-15';
  await run();
  const paid = await started.invoice();
  assert.deepEqual([paid?.state, paid?.paid_on], ['created', '2026-12-15']);
});

test('without a reduction no personal number is needed', async () => {
  const started = await start({ ...OFFER_BODY, claim_reduction: false, applicants: [] });
  await started.run();
  const { invoices, reductions } = started.fake;
  assert.deepEqual([invoices[0].TaxReductionType, reductions.length], ['none', 0]);
});

test('an invoice is looked at every six hours until it is paid', async () => {
  const { store, fake, clock, run, watch, invoice } = await start();
  await run();
  const [task] = await store
    .of(ORG)
    .query<{ run_at: string }>("select run_at from task where org = $1 and kind = 'invoice.watch'");
  assert.equal(Date.parse(task.run_at), clock.ms + WATCH_MS);
  assert.deepEqual(await watch(), { againInMs: WATCH_MS });
  fake.invoices[0].FinalPayDate = '2026-12-20';
  assert.equal(await watch(), undefined);
  const paid = await invoice();
  assert.deepEqual([paid?.state, paid?.paid_on], ['created', '2026-12-20']);
  const calls = fake.calls.length;
  assert.equal(await watch(), undefined);
  assert.equal(fake.calls.length, calls, 'what is paid is looked at no more');
});

test('a cancelled invoice and one of an opened offer are looked at no more, an account that is down is', async () => {
  const { store, fake, run, watch } = await start();
  await run();
  fake.refuses = () => ({ status: 503 });
  await assert.rejects(watch(), { kind: 'unavailable' });
  fake.refuses = () => undefined;
  fake.invoices[0].Cancelled = true;
  assert.equal(await watch(), undefined);
  fake.invoices[0].Cancelled = false;
  await store.change(ORG, (change) =>
    change.query(`update offer set state = 'signed' where org = $1`),
  );
  const calls = fake.calls.length;
  assert.equal(await watch(), undefined);
  assert.equal(fake.calls.length, calls);
});
