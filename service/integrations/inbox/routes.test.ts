/** The inbox: an organisation's own work only, every character shown, and forms that do what the API does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pendingInvoice } from '../rules/invoice.ts';
import { putAgreement, readAgreement } from '../store/agreements.ts';
import { faultAccount, pauseAccount } from '../store/queues.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { enqueueTask } from '../store/tasks.ts';
import { OFFER, PROSPECT } from '../test/bodies.ts';
import {
  startIntegrations,
  type TestIntegrations,
  type TestOrganisation,
  testOrganisation,
} from '../test/integrations.ts';
import { keepOrdered, moveOffer } from '../test/stored-offers.ts';
import { follow, subjectsOf, type Visitor, visitor } from '../test/visitor.ts';

const ORG = 'solfirman';
const LATER = '2999-01-01T00:00:00.000Z';
const MINUTE_MS = 60_000;
const LOGIN = /type="password"/;

interface Started extends TestIntegrations, TestOrganisation {
  otherKey: string;
  one: Visitor;
  later(ms: number): void;
}

async function start(baseUrl = 'https://sun.example'): Promise<Started> {
  const [mine, other] = [testOrganisation(ORG), testOrganisation('annan')];
  let laterMs = 0;
  const now = () => new Date(Date.now() + laterMs);
  const started = await startIntegrations([mine, other], { baseUrl, now });
  const one = visitor(started.base);
  await one.logIn(mine.key);
  const later = (ms: number) => {
    laterMs += ms;
  };
  return { ...started, ...mine, otherKey: other.key, one, later };
}

/** Leaves the tasks of a kind to a person, as the worker does. */
async function giveUp(store: Store, org: string, error: string, kind = 'crm.sync'): Promise<void> {
  await store.change(org, (change) =>
    change.query(
      `update task set state = 'failed', attempts = 3, last_error = $2,
       failing_since = '2026-11-20T07:00:00.000Z' where org = $1 and kind = $3`,
      error,
      kind,
    ),
  );
}

async function stateOf({ call, key }: Started, kind: string, subject: string): Promise<string> {
  const { tasks } = (await call(key, 'GET', '/tasks')).json;
  return tasks.find((one: { kind: string; subject: string }) => {
    return one.kind === kind && one.subject === subject;
  })?.state;
}

test('shows what is stuck with the words of the other system, and tries it again', async () => {
  const started = await start();
  const { call, key, store, one } = started;
  await call(key, 'PUT', '/prospects/p1', PROSPECT);
  await call(key, 'PUT', '/offers/o1', OFFER);
  const words = 'Okänd enhet: "kpl".';
  const invoice = { ...pendingInvoice(null), state: 'failed' as const, words };
  await moveOffer(store, ORG, 'o1', { invoice });
  await store.change(ORG, async (change) => {
    await enqueueTask(change, 'invoice.create', 'o1');
    await enqueueTask(change, 'deal.progress', 'p1');
  });
  await giveUp(store, ORG, 'HubSpot: refused (400)', 'deal.progress');
  await giveUp(store, ORG, 'Fortnox: refused (2003125)', 'invoice.create');
  const page = await one.get('');
  assert.deepEqual(subjectsOf(page), ['deal.progress/p1', 'invoice.create/o1']);
  for (const part of [
    'Stuck (2)',
    'Okänd enhet: &quot;kpl&quot;.',
    'Fortnox: refused (2003125)',
    'A-1 Solceller och batteri',
    'PUT /integrations/v1/offers/o1',
    'Anna Ek',
    'HubSpot: refused (400)',
    'PUT /integrations/v1/prospects/p1',
  ]) {
    assert.ok(page.text.includes(part), part);
  }
  const answer = await follow(one, await one.post('/retry', { task: 'invoice.create/o1' }));
  assert.match(answer.text, /Tried again: 1\./);
  assert.deepEqual(subjectsOf(answer), ['deal.progress/p1']);
  assert.equal(await stateOf(started, 'invoice.create', 'o1'), 'open');
});

test('an unconfirmed agreement is listed, although it is read on, and may be revoked', async () => {
  const { call, key, store, one } = await start();
  const notice = 'The agreement is unconfirmed since yesterday.';
  await store.change(ORG, async (change) => {
    await keepOrdered(change, 'a1', LATER);
    const { agreement, offerId } = (await readAgreement(change, 'a1')) ?? assert.fail();
    const unconfirmed = { state: 'missing' as const, reason: '404', since: LATER };
    await putAgreement(change, offerId, { ...agreement, state: 'created', unconfirmed });
    await enqueueTask(change, 'sign.refresh', 'a1', LATER);
    await change.query('update task set notice = $2 where org = $1', notice);
  });
  const page = await one.get('');
  assert.deepEqual(subjectsOf(page), ['sign.refresh/a1']);
  for (const part of ['Stuck (1)', notice, 'POST /integrations/v1/offers/o-a1/agreement/revoke']) {
    assert.ok(page.text.includes(part), part);
  }
  const { json } = await call(key, 'GET', '/status');
  assert.deepEqual(json.tasks, { open: 0, attention: 1, failed: 0 });
  const { tasks } = (await call(key, 'GET', '/tasks?state=attention')).json;
  assert.deepEqual(
    tasks.map((task: { last_error: string }) => task.last_error),
    [notice],
  );
});

test('shows and changes nothing of another organisation', async () => {
  const started = await start();
  const { call, otherKey, store, one } = started;
  await call(otherKey, 'PUT', '/prospects/theirs', { ...PROSPECT, first_name: 'Hemlig' });
  await giveUp(store, 'annan', 'HubSpot: refused (400)');
  const fault = { why: 'their fault', now: LATER, until: LATER };
  await store.changeAll((all) => faultAccount(all, { org: 'annan', kind: 'crm.sync' }, fault));
  assert.doesNotMatch((await one.get('')).text, /theirs|Hemlig|their fault|annan/);
  for (const form of [{ task: 'crm.sync/theirs' }, { all: 'stuck' }]) {
    const answer = await follow(one, await one.post('/retry', form));
    assert.match(answer.text, /Nothing was left to try again\./);
  }
  await one.post('/try', { kind: 'crm.sync' });
  const status = (await call(otherKey, 'GET', '/status')).json;
  assert.deepEqual([status.tasks.failed, status.paused[0].until], [1, LATER]);
});

test('shows what is paused and why, and tries the account at once', async () => {
  const { call, key, store, one } = await start();
  await call(key, 'PUT', '/prospects/p1', PROSPECT);
  await store.change(ORG, (change) => enqueueTask(change, 'sign.refresh', 'a-1', LATER));
  const why = 'HubSpot, find a contact: answered 401.';
  const fault = { why, now: '2026-11-23T12:00:00.000Z', until: LATER };
  await store.changeAll(async (all) => {
    await faultAccount(all, { org: ORG, kind: 'crm.sync' }, fault);
    await pauseAccount(all, { org: ORG, kind: 'sign.refresh' }, LATER);
  });
  const page = await one.get('');
  assert.ok(page.text.includes(why));
  assert.match(page.text, /has asked us to wait/);
  const answer = await follow(one, await one.post('/try', { kind: 'crm.sync' }));
  assert.match(answer.text, /The account is tried now/);
  const { paused } = (await call(key, 'GET', '/status')).json;
  assert.equal(paused[0].until, null);
});

test('shows the first hundred of many, and tries all of them again', async () => {
  const { call, key, store, one } = await start();
  for (let i = 0; i < 101; i++) await call(key, 'PUT', `/prospects/p${i}`, PROSPECT);
  await giveUp(store, ORG, 'HubSpot: refused (400)');
  const page = await one.get('');
  assert.equal(subjectsOf(page).length, 100);
  assert.match(page.text, /Stuck \(101\)[\s\S]*The first 100 are shown\./);
  const all = await follow(one, await one.post('/retry', { all: 'stuck' }));
  assert.match(all.text, /Tried again: 101\.[\s\S]*There is nothing here\./);
  const { json } = await call(key, 'GET', '/status');
  assert.deepEqual(json.tasks, { open: 101, attention: 0, failed: 0 });
});

test('a key begins a session, another does not, and nobody sees anything without', async () => {
  const { base, key, log } = await start();
  const one = visitor(base);
  for (const path of ['', '/nothing']) assert.match((await one.get(path)).text, LOGIN, path);
  const bad = await one.logIn(`${key.slice(0, -1)}!`);
  assert.equal(bad.status, 403);
  assert.match(bad.text, /The key is not known\./);
  assert.ok(!bad.text.includes(key.slice(0, -1)), 'what was typed is not shown');
  assert.equal(one.jar.size, 0);
  assert.match((await follow(one, await one.logIn(key))).text, /solfirman AB/);
  const lines = log.map((line) => JSON.parse(line));
  const logins = lines.filter(({ path }) => path === '/integrations/inbox/login');
  assert.equal(logins.at(-1).organisation, 'solfirman/shop', 'the log names the key');
  await one.get(`?key=${key}`);
  assert.ok(!log.join('\n').includes(key.slice(3)), 'no key is in the log');
});

test('a session ends 30 minutes after its last page, with its key, and with the subscription', async () => {
  const { key, one, later, deps, organisation } = await start();
  for (let i = 0; i < 3; i++) {
    later(29 * MINUTE_MS);
    assert.doesNotMatch((await one.get('')).text, LOGIN, `${i}`);
  }
  later(31 * MINUTE_MS);
  assert.match((await one.get('')).text, /The login has ended\./);
  const sent = await one.post('/retry', { all: 'stuck' });
  assert.match((await follow(one, sent)).text, /The login has ended\./);
  for (const [change, why] of [
    [{ keys: [] }, /The key is not known/],
    [{ isActive: false }, /subscription is suspended/],
  ] as const) {
    deps.organisations.current = [organisation];
    await one.logIn(key);
    assert.doesNotMatch((await one.get('')).text, LOGIN);
    deps.organisations.current = [{ ...organisation, ...change }];
    assert.match((await one.get('')).text, LOGIN);
    assert.match((await one.logIn(key)).text, why);
  }
  deps.organisations.current = [organisation];
  await one.logIn(key);
  assert.match((await follow(one, await one.post('/logout', {}))).text, LOGIN);
  assert.equal(one.jar.size, 0);
});

test('a session that somebody has changed opens nothing', async () => {
  const { base, one } = await start();
  const [org, name, until, mac] = (one.jar.get('inbox_session') ?? '').split('.');
  for (const forged of [
    ['annan', name, until, mac],
    [org, name, String(Number(until) + 1), mac],
    [org, '0'.repeat(16), until, mac],
    [org, name, until, 'A'.repeat(43)],
    [org, name, until],
  ]) {
    const thief = visitor(base);
    thief.jar.set('inbox_session', forged.join('.'));
    assert.match((await thief.get('')).text, LOGIN, forged.join('.'));
  }
});

test('the cookie is for these paths, no script and no form of another site, and Secure behind https', async () => {
  for (const baseUrl of ['https://sun.example', 'http://127.0.0.1']) {
    const { base, key } = await start(baseUrl);
    const [session] = (await visitor(base).logIn(key)).cookies;
    for (const part of ['Path=/integrations/inbox', 'HttpOnly', 'SameSite=Lax']) {
      assert.ok(session.includes(part), session);
    }
    assert.equal(session.includes('Secure'), baseUrl.startsWith('https'));
    assert.doesNotMatch(session, /Expires|Max-Age/);
  }
});

test('a form of another site does nothing, the login’s neither', async () => {
  const { base, call, key, store, one } = await start();
  await call(key, 'PUT', '/prospects/p1', PROSPECT);
  await giveUp(store, ORG, 'HubSpot: refused (400)');
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const headers of foreign) {
    assert.equal((await one.post('/retry', { all: 'stuck' }, headers)).status, 403);
    const login = await visitor(base).post('/login', { key }, headers);
    assert.deepEqual([login.status, login.cookies], [403, []]);
  }
  assert.equal((await call(key, 'GET', '/status')).json.tasks.failed, 1);
  for (const headers of [
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'https://sun.example' },
    { origin: base },
  ]) {
    assert.equal((await one.post('/retry', { all: 'stuck' }, headers)).status, 303);
  }
});

test('eleven logins a minute are one too many, with a page that says when', async () => {
  const { base, key } = await start();
  const one = visitor(base);
  // The first was the start's.
  for (let i = 0; i < 9; i++) assert.equal((await one.logIn('ik_wrong')).status, 403);
  const answer = await one.logIn(key);
  assert.equal(answer.status, 429);
  assert.match(answer.text, /Too many attempts/);
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  assert.match(answer.headers.get('content-type') ?? '', /text\/html/);
});

test('what others wrote is text and nothing else, and every character of it shows', async () => {
  const { call, key, store, one } = await start();
  const script = '<script>alert(1)</script>';
  await call(key, 'PUT', '/prospects/p1', { ...PROSPECT, first_name: script, last_name: 'x' });
  await giveUp(
    store,
    ORG,
    `"><img src=x onerror=alert(1)> '&' \u202Egnp.exe\u2066 \u0007två\r\nrader\u2028 日本`,
  );
  const { text, headers } = await one.get('');
  assert.ok(!text.includes('<script>alert') && !text.includes('<img'));
  assert.ok(text.includes('&lt;script>alert(1)&lt;/script>'));
  assert.ok(text.includes('[U+202E]gnp.exe[U+2066] [U+0007]två rader[U+2028] 日本'));
  assert.doesNotMatch(text, /[\u202A-\u202E\u2066-\u2069]/);
  assert.doesNotMatch(text, /<script/);
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of [
    "default-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]) {
    assert.ok(policy.includes(rule), policy);
  }
  assert.doesNotMatch(policy, /script-src|unsafe/);
  assert.match(headers.get('cache-control') ?? '', /no-store/);
  assert.equal(headers.get('referrer-policy'), 'same-origin');
  const requested = await one.get(`?did=<b>&n=<b>&l=<b>`);
  assert.ok(requested.status === 200 && !requested.text.includes('<b>'));
});

test('other pages and methods are refused, and an unreachable store has its own page', async () => {
  const { base, deps, one } = await start();
  assert.equal((await one.get('/nothing')).status, 404);
  assert.match((await follow(one, await one.get('/retry'))).text, /<h1>Repair inbox/);
  for (const path of ['', '/retry']) {
    const cookie = `inbox_session=${one.jar.get('inbox_session')}`;
    const init = { method: 'DELETE', headers: { cookie } };
    assert.equal((await fetch(`${base}/integrations/inbox${path}`, init)).status, 405, path);
  }
  const { store } = deps;
  deps.store = {
    ...store,
    of: () => {
      throw new StoreUnavailable('away');
    },
  };
  const page = await one.get('');
  assert.equal(page.status, 503);
  assert.match(page.text, /Out of reach right now/);
});
