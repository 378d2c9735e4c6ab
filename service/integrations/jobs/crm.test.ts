import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import type { Prospect, ProspectRequest } from '../../../schemas/types.ts';
import { until } from '../../test/until.ts';
import { putProspect, readProspect } from '../store/prospects.ts';
import type { Store } from '../store/store.ts';
import { hastenTask } from '../store/tasks.ts';
import { hubspotAccount, startHubspotFake } from '../test/fakes/hubspot.ts';
import { type Call, commitThenDrop } from '../test/fakes/server.ts';
import { ORG } from '../test/organisation.ts';
import { openEmpty } from '../test/stores.ts';
import { testSync } from '../test/sync.ts';
import { handlersOf } from './start-tasks.ts';
import { startWorker } from './worker.ts';

const ANNA: ProspectRequest = {
  email: 'anna@example.com',
  first_name: 'Anna',
  last_name: 'Ek',
  phone: '0701234567',
  address: { street: 'Storgatan 1', postal_code: '72211', city: 'Västerås' },
  system: { panel_count: 20, total_kw: 8.6 },
};

/** An organisation with a CRM, and the worker that pushes to it. */
async function start() {
  const store = await openEmpty();
  const fake = await startHubspotFake();
  // A second at each sleep: the next try comes soon.
  const clock = {
    ms: Date.now(),
    now: () => clock.ms,
    async sleep() {
      await nextTurn();
      clock.ms += 1_000;
    },
  };
  const deps = testSync(store, clock, { crm: hubspotAccount(fake) });
  const handlers = handlersOf(deps);
  const log = pino({ level: 'silent' });
  const { stop } = startWorker({
    store,
    handlers,
    mayRun: () => true,
    clock,
    random: () => 0,
    log,
  });
  after(async () => {
    await stop();
    await fake.close();
  });
  return { store, fake };
}

async function put(store: Store, id: string, request: ProspectRequest): Promise<void> {
  await store.change(ORG, (change) =>
    putProspect(change, { id, request, source: 'api', hasCrm: true }),
  );
}

/** The prospect when its task has ended. */
async function waitForTask(store: Store, id: string): Promise<Prospect> {
  const sql = `select state from task where org = $1 and kind = 'crm.sync' and subject = $2`;
  const hasEnded = async () => {
    const [task] = await store.of(ORG).query<{ state: string }>(sql, id);
    return task !== undefined && task.state !== 'open';
  };
  await until(hasEnded, `the task of ${id} has ended`);
  return (await readProspect(store.of(ORG), id)) ?? assert.fail();
}

async function putAndSettle(store: Store, id: string, request: ProspectRequest): Promise<Prospect> {
  await put(store, id, request);
  return waitForTask(store, id);
}

test('many prospects at once set an account up once, within what it takes in 10 s', async () => {
  const { store, fake } = await start();
  const ids = Array.from({ length: 12 }, (_, i) => `many-${i}`);
  await Promise.all(ids.map((id) => put(store, id, { email: `${id}@example.com` })));
  for (const id of ids) assert.equal((await waitForTask(store, id)).crm.state, 'synced');
  const setUps = fake.calls.filter(({ path }) => path.endsWith('/deals/groups')).length;
  assert.ok(setUps <= 2, `${setUps} times`);
});

test('a prospect makes a contact and a deal with its values; the properties are set up on the way', async () => {
  const { store, fake } = await start();
  const { crm } = await putAndSettle(store, 'p-1', ANNA);
  assert.equal(crm.state, 'synced');
  const contact = fake.contacts.get(String(crm.contact_id)) ?? assert.fail();
  const deal = fake.deals.get(String(crm.deal_id)) ?? assert.fail();
  assert.equal(contact.properties.email, 'anna@example.com');
  assert.equal(contact.properties.lastname, 'Ek');
  assert.equal(deal.properties.solar_prospect_id, 'p-1');
  assert.equal(deal.properties.solar_total_kw, '8.6');
  assert.equal(deal.properties.solar_address, 'Storgatan 1, 722 11 Västerås');
  assert.equal(deal.properties.dealstage, 'appointmentscheduled');
  assert.deepEqual([...(fake.associations.get(deal.id) ?? [])], [contact.id]);
});

test('a contact that is there is used as it is, and two prospects of one e-mail have one, with a deal each', async () => {
  const { store, fake } = await start();
  fake.contacts.set('7', { id: '7', properties: { email: 'anna@example.com', firstname: 'A.' } });
  const [one, other] = await Promise.all([
    putAndSettle(store, 'p-1', ANNA),
    putAndSettle(store, 'p-2', { ...ANNA, first_name: 'Bo' }),
  ]);
  assert.deepEqual([one.crm.contact_id, other.crm.contact_id], ['7', '7']);
  assert.notEqual(one.crm.deal_id, other.crm.deal_id);
  assert.deepEqual(fake.contacts.get('7')?.properties, {
    email: 'anna@example.com',
    firstname: 'A.',
  });
  const written = fake.calls.filter(
    ({ method, path }) => method !== 'GET' && /2026-09.contacts/.test(path),
  );
  assert.deepEqual(written, []);
});

test('somebody with only a telephone number becomes one contact without e-mail, with a deal', async () => {
  const { store, fake } = await start();
  const caller = { ...ANNA, email: null, phone: '0701234567' };
  const { crm } = await putAndSettle(store, 'p-1', caller);
  assert.equal(crm.state, 'synced');
  const contact = fake.contacts.get(String(crm.contact_id)) ?? assert.fail();
  assert.equal(contact.properties.phone, '0701234567');
  assert.ok(!contact.properties.email);
  assert.deepEqual([...(fake.associations.get(String(crm.deal_id)) ?? [])], [crm.contact_id]);
  await putAndSettle(store, 'p-1', { ...caller, system: { total_kw: 7 } });
  assert.deepEqual([fake.contacts.size, fake.deals.size], [1, 1]);
});

test('a lost answer to any POST of somebody without an e-mail makes no second contact or deal', async () => {
  const { store, fake } = await start();
  await putAndSettle(store, 'p-0', ANNA);
  const bad = 'anna@example.nowhere';
  for (const [nth, email] of [null, null, bad, bad].entries()) {
    commitThenDrop(fake, nth);
    const { crm } = await putAndSettle(store, `p-${nth + 1}`, { ...ANNA, email });
    assert.equal(crm.state, email === null ? 'synced' : 'failed');
    assert.deepEqual([...(fake.associations.get(String(crm.deal_id)) ?? [])], [crm.contact_id]);
  }
  assert.deepEqual([fake.contacts.size, fake.deals.size], [5, 5]);
});

test('a contact that a salesperson has put on the deal meanwhile is taken', async () => {
  const { store, fake } = await start();
  const isContact = ({ method, path }: Call) => method === 'POST' && path.endsWith('/contacts');
  fake.refuses = (call) => (isContact(call) ? { status: 503 } : undefined);
  await put(store, 'p-1', { ...ANNA, email: null });
  await until(() => fake.calls.some(isContact), 'the contact was refused');
  const [deal] = fake.deals.keys();
  fake.contacts.set('7', { id: '7', properties: { firstname: 'Anna' } });
  fake.associations.get(deal)?.add('7');
  fake.refuses = () => undefined;
  const { crm } = await waitForTask(store, 'p-1');
  assert.deepEqual([crm.contact_id, crm.deal_id, fake.contacts.size], ['7', deal, 1]);
});

test('without an e-mail and a telephone number nothing is called; with one later the deal is made; without it again the deal stays', async () => {
  const { store, fake } = await start();
  const { email, phone, ...nobody } = ANNA;
  assert.equal((await putAndSettle(store, 'p-1', { ...nobody, email: null })).crm.state, 'none');
  assert.equal(fake.calls.length, 0);
  const first = await putAndSettle(store, 'p-1', ANNA);
  assert.equal(first.crm.state, 'synced');
  const last = await putAndSettle(store, 'p-1', {
    ...nobody,
    email: null,
    system: { total_kw: 9 },
  });
  assert.equal(last.crm.deal_id, first.crm.deal_id);
  assert.equal(fake.deals.get(String(first.crm.deal_id))?.properties.solar_total_kw, '9');
});

test('only values of the deal are sent, a moved stage stays, a removed value is cleared', async () => {
  const { store, fake } = await start();
  const { crm } = await putAndSettle(store, 'p-1', ANNA);
  const deal = fake.deals.get(String(crm.deal_id)) ?? assert.fail();
  deal.properties.dealstage = 'closedwon';
  const calls = fake.calls.length;
  assert.equal((await putAndSettle(store, 'p-1', { ...ANNA, phone: '08' })).crm.state, 'synced');
  assert.equal(fake.calls.length, calls, 'a deal has no telephone');
  await putAndSettle(store, 'p-1', { ...ANNA, system: { panel_count: 22 } });
  assert.equal(deal.properties.solar_panel_count, '22');
  assert.equal(deal.properties.solar_total_kw, undefined);
  assert.equal(deal.properties.dealstage, 'closedwon');
});

test('a deleted deal is not created again, however often the prospect changes', async () => {
  const { store, fake } = await start();
  const { crm } = await putAndSettle(store, 'p-1', ANNA);
  fake.deals.delete(String(crm.deal_id));
  assert.equal((await putAndSettle(store, 'p-1', { ...ANNA, system: {} })).crm.state, 'detached');
  const calls = fake.calls.length;
  assert.equal((await putAndSettle(store, 'p-1', ANNA)).crm.state, 'detached');
  assert.equal(fake.deals.size, 0);
  assert.equal(fake.calls.length, calls);
});

test('lost answers make one contact and one deal', async () => {
  const { store, fake } = await start();
  await putAndSettle(store, 'p-0', { ...ANNA, email: 'set-up@example.com' });
  for (const nth of [0, 1]) {
    commitThenDrop(fake, nth);
    const ids = Array.from({ length: 4 }, (_, i) => `p-${nth}-${i}`);
    await Promise.all(ids.map((id) => put(store, id, { ...ANNA, email: `${nth}@example.com` })));
    await Promise.all(ids.map((id) => waitForTask(store, id)));
    const keys = [...fake.deals.values()].map(({ properties }) => properties.solar_prospect_id);
    assert.equal(new Set(keys).size, keys.length);
    assert.ok(ids.every((id) => keys.includes(id)));
  }
  assert.equal(fake.contacts.size, 3);
});

test('a contact whose e-mail is refused is created without it, with its deal, and the task fails', async () => {
  const { store, fake } = await start();
  const bad = { ...ANNA, email: 'anna@example.nowhere' };
  const { crm } = await putAndSettle(store, 'p1', bad);
  assert.equal(crm.state, 'failed');
  assert.match(crm.error ?? '', /rejected the e-mail\. The contact was created without one/);
  assert.deepEqual([fake.contacts.size, fake.deals.size], [1, 1]);
  const deal = fake.deals.get(crm.deal_id ?? '') ?? assert.fail();
  assert.equal(deal.properties.solar_total_kw, '8.6');
  const mended = await putAndSettle(store, 'p1', ANNA);
  assert.deepEqual([mended.crm.state, mended.crm.error], ['synced', null]);
  assert.equal(mended.crm.deal_id, crm.deal_id);
  assert.ok(fake.associations.get(crm.deal_id ?? '')?.has(mended.crm.contact_id ?? ''));
});

test('the CRM’s words are stored encrypted, shown while the task is given up, and replaced by the next failure', async () => {
  const words = 'Property values were not valid';
  const { store, fake } = await start();
  const refuseBy = (message?: string) => {
    fake.refuses = () => ({ status: 400, body: { message } });
  };
  refuseBy(words);
  assert.equal((await putAndSettle(store, 'p-1', ANNA)).crm.words, words);
  const rows = await store.of(ORG).query('select * from prospect where org = $1');
  assert.ok(!JSON.stringify(rows).includes(words));
  await store.change(ORG, (change) =>
    change.query(`update task set state = 'open', run_at = '9999' where org = $1`),
  );
  assert.equal((await readProspect(store.of(ORG), 'p-1'))?.crm.words, null, 'it is tried again');
  refuseBy();
  await store.change(ORG, (change) => hastenTask(change, 'crm.sync', 'p-1', '2026-01-01'));
  assert.equal((await waitForTask(store, 'p-1')).crm.words, null);
});
