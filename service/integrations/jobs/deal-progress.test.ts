import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Agreement, OfferInvoice } from '../../../schemas/types.ts';
import { ProviderError } from '../ports.ts';
import type { DealProgressRules } from '../providers/account.ts';
import { draftAgreement } from '../rules/agreement.ts';
import { pendingInvoice } from '../rules/invoice.ts';
import { putAgreement } from '../store/agreements.ts';
import { putOffer } from '../store/offers.ts';
import { putProspect } from '../store/prospects.ts';
import type { TaskKind } from '../store/queues.ts';
import type { Change } from '../store/store.ts';
import { enqueueTask } from '../store/tasks.ts';
import { PROSPECT } from '../test/bodies.ts';
import { inItsWindow, testClock } from '../test/clock.ts';
import { hubspotAccount, startHubspotFake } from '../test/fakes/hubspot.ts';
import { ORG } from '../test/organisation.ts';
import { moveOffer, OFFER_BODY } from '../test/stored-offers.ts';
import { openEmpty } from '../test/stores.ts';
import { testSync } from '../test/sync.ts';
import { completeTask, giveUpTask, nextTask } from './queue.ts';
import { handlersOf } from './start-tasks.ts';

const STAGES = { sent: 'contractsent', signed: 'closedwon', paid: 'paid' };
const URL = 'https://example.se/i/slug-o-1';
const CREATED: OfferInvoice = { ...pendingInvoice(null), state: 'created', number: '200' };

/** A prospect with its deal, and an organisation whose deals move by themselves. */
async function start(more: Partial<DealProgressRules> = {}) {
  const store = await openEmpty();
  const fake = await startHubspotFake();
  after(fake.close);
  fake.pipelines.get('default')?.push('paid');
  const account = hubspotAccount(fake);
  const progress = { ...account.progress, stages: STAGES, ...more };
  const clock = testClock();
  const handlers = handlersOf(
    testSync(store, clock, { crm: { ...account, progress } }, 'https://example.se'),
  );
  const run = (kind: TaskKind) =>
    inItsWindow(clock, () => handlers[kind]({ org: ORG, kind, subject: 'p1', attempts: 1 }));
  const change = (work: (change: Change) => Promise<unknown>) => store.change(ORG, work);
  await change((one) =>
    putProspect(one, { id: 'p1', request: PROSPECT, source: 'api', hasCrm: true }),
  );
  await run('crm.sync');
  const [deal] = [...fake.deals.values()];
  return { store, fake, run, change, deal: deal.properties, clock };
}

type Started = Awaited<ReturnType<typeof start>>;

const putDraft = ({ change }: Started, id = 'o-1', body = OFFER_BODY) =>
  change((one) => putOffer(one, { id, slug: `slug-${id}`, body, personalNumbers: [], version: 1 }));

async function putState(
  { store, change }: Started,
  state: 'out_for_signature' | 'signed' | 'invoiced',
  agreement: Agreement['state'],
  invoice: OfferInvoice | null = null,
): Promise<void> {
  const signees = [{ id: 's', name: 'Anna', email: 'a@example.se', method: 'standard' }] as const;
  const draft = draftAgreement('a-1', '2026-11-21T00:00:00.000Z', signees);
  await change((one) => putAgreement(one, 'o-1', { ...draft, state: agreement }));
  await moveOffer(store, ORG, 'o-1', { state, invoice });
}

test('a deal has its offer’s amount and the address of its page, and moves as the organisation wants it', async () => {
  const started = await start();
  const { fake, run, deal } = started;
  await putDraft(started);
  await run('deal.progress');
  assert.deepEqual([deal.amount, deal.dealstage], ['215000', 'appointmentscheduled']);
  const links = await started.store.of(ORG).query('select ref from link where org = $1');
  assert.ok(!JSON.stringify(links).includes('21500000'), 'an amount is sealed');
  assert.equal(deal.solar_offer_url, URL);
  const stages = [];
  for (const [state, agreement, invoice] of [
    ['out_for_signature', 'created', null],
    ['signed', 'completed', null],
    ['invoiced', 'completed', CREATED],
    ['invoiced', 'completed', { ...CREATED, paid_on: '2026-12-20' }],
  ] as const) {
    await putState(started, state, agreement, invoice);
    await run('deal.progress');
    stages.push(deal.dealstage);
  }
  assert.deepEqual(stages, ['contractsent', 'closedwon', 'closedwon', 'paid']);
  const calls = fake.calls.length;
  await run('deal.progress');
  assert.deepEqual(
    fake.calls.slice(calls).map(({ method }) => method),
    ['GET'],
  );
});

test('a deal that a person has moved stays there, and goes on when it is put back', async () => {
  const started = await start();
  const { run, deal } = started;
  await putDraft(started);
  await putState(started, 'out_for_signature', 'created');
  await run('deal.progress');
  deal.dealstage = 'appointmentscheduled';
  await putState(started, 'signed', 'completed');
  await run('deal.progress');
  assert.equal(deal.dealstage, 'appointmentscheduled', 'it was ours before the last one');
  deal.dealstage = 'contractsent';
  await run('deal.progress');
  assert.equal(deal.dealstage, 'closedwon');
});

test('one that a person has moved to where it would go is that person’s from then on', async () => {
  const started = await start();
  const { run, deal } = started;
  await putDraft(started);
  deal.dealstage = 'contractsent';
  await putState(started, 'out_for_signature', 'created');
  await run('deal.progress');
  await putState(started, 'signed', 'completed');
  await run('deal.progress');
  assert.equal(deal.dealstage, 'contractsent');
});

test('an amount follows the offer, and not over a person’s own', async () => {
  const started = await start();
  const { run, deal } = started;
  await putDraft(started);
  await run('deal.progress');
  const [row] = OFFER_BODY.rows;
  const body = { ...OFFER_BODY, rows: [{ ...row, unit_price_ore: 100_000_50 }] };
  await putDraft(started, 'o-1', body);
  await run('deal.progress');
  assert.equal(deal.amount, '100000.5');
  deal.amount = '99000';
  await putDraft(started);
  await run('deal.progress');
  assert.equal(deal.amount, '99000');
  delete deal.amount;
  await run('deal.progress');
  assert.equal(deal.amount, '215000', 'an empty one is anybody’s');
});

test('whichever answer is lost, or comes late, the deal ends right and is ours', async () => {
  const started = await start();
  const { fake, run, deal, clock } = started;
  await putDraft(started);
  await putState(started, 'out_for_signature', 'created');
  const lost = { PATCH: 0, POST: 0 };
  fake.isLost = ({ method, path }) => {
    if (path.endsWith('/read') || (method !== 'PATCH' && method !== 'POST')) return false;
    return lost[method]++ === 0;
  };
  for (let tries = 0; tries < 3; tries++) {
    await run('deal.progress').catch((error) => {
      assert.ok(error instanceof ProviderError);
      clock.ms += 60_000;
    });
  }
  assert.deepEqual([deal.dealstage, deal.amount], ['contractsent', '215000']);
  await putState(started, 'signed', 'completed');
  await run('deal.progress');
  assert.equal(deal.dealstage, 'closedwon', 'the stage whose answer was lost is ours');
});

test('without a setting no stage is touched, and the amount can be switched off', async () => {
  const started = await start({ amount: false, stages: {} });
  const { run, deal } = started;
  await putDraft(started);
  await putState(started, 'signed', 'completed');
  await run('deal.progress');
  assert.deepEqual([deal.amount, deal.dealstage], [undefined, 'appointmentscheduled']);
});

test('a stage that the pipeline lacks is an error, and a deleted deal is not touched', async () => {
  const started = await start({ stages: { sent: 'nowhere' } });
  const { fake, run } = started;
  await putDraft(started);
  await putState(started, 'out_for_signature', 'created');
  await assert.rejects(run('deal.progress'), /INVALID_OPTION dealstage/);
  fake.deals.clear();
  assert.equal(await run('deal.progress'), undefined);
});

test('an offer’s change updates the deal where there is a CRM; the deal’s making does, too', async () => {
  const started = await start();
  const { store, change, run } = started;
  const requested = async () => {
    const [task] = await store
      .of(ORG)
      .query<{ requested: number }>(
        "select requested from task where org = $1 and kind = 'deal.progress' and subject = 'p1'",
      );
    return Number(task?.requested ?? 0);
  };
  assert.equal(await requested(), 0);
  await putDraft(started);
  assert.equal(await requested(), 1);
  await putState(started, 'out_for_signature', 'created');
  assert.equal(await requested(), 3);
  await change((one) =>
    one.query("delete from link where org = $1 and kind in ('deal', 'contact')"),
  );
  await change((one) => one.query('update prospect set crm_hash = null where org = $1'));
  await run('crm.sync');
  assert.equal(await requested(), 4);
  await change((one) =>
    putProspect(one, { id: 'p2', request: PROSPECT, source: 'api', hasCrm: false }),
  );
  await putDraft(started, 'o-2', { ...OFFER_BODY, prospect_id: 'p2' });
  const tasks = await store
    .of(ORG)
    .query("select kind from task where org = $1 and subject = 'p2'");
  assert.deepEqual(tasks, []);
});

test('the deal shows the inbox’s error message of a stuck task, until it is resolved', async () => {
  const started = await start();
  const { store, fake, run, change, deal } = started;
  await putDraft(started);
  await run('deal.progress');
  await change((one) => enqueueTask(one, 'invoice.create', 'o-1', '2026-01-01T00:00:00.000Z'));
  const isDue = async () => {
    const sql = `select kind from task where org = $1 and kind = 'deal.progress' and requested > completed`;
    return (await store.of(ORG).query(sql)).length > 0;
  };
  const follow = async () => {
    const task = await nextTask(store, new Date().toISOString(), [`${ORG} invoice`]);
    assert.equal(task?.kind, 'deal.progress');
    await run('deal.progress');
    if (task) await completeTask(store, task);
  };
  // The deal's own follow-up of the offer, and the first push.
  while (await isDue()) {
    const task = await nextTask(store, new Date().toISOString(), [`${ORG} invoice`]);
    if (task) await completeTask(store, task);
  }
  const invoice = await nextTask(store, new Date().toISOString(), [`${ORG} crm`]);
  assert.ok(invoice);
  fake.properties.delete('solar_sync_error');
  await giveUpTask(store, invoice, 'failed', 'Fortnox, create an invoice: answered 400 (2000432).');
  await follow();
  assert.equal(deal.solar_sync_error, 'Fortnox, create an invoice: answered 400 (2000432).');
  assert.equal(await isDue(), false);
  await completeTask(store, invoice);
  await follow();
  assert.equal(deal.solar_sync_error ?? '', '');
  await completeTask(store, invoice);
  assert.equal(await isDue(), false, 'nothing is sent that the deal shows already');
});
