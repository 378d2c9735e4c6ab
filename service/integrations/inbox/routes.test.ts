/** The inbox: an organisation's own work alone, every character shown, and forms that do what the API does. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { putAgreement, readAgreement } from '../store/agreements.ts';
import { faultPort, pausePort } from '../store/lanes.ts';
import { readOffer, setOfferState } from '../store/offers.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { enqueueTask } from '../store/task.ts';
import { OFFER, PROSPECT } from '../test/bodies.ts';
import {
  startIntegrations,
  type TestIntegrations,
  testOrganisation,
} from '../test/integrations.ts';
import { keepOrdered } from '../test/kept-offers.ts';
import { openEmpty } from '../test/stores.ts';
import { follow, nextOf, subjectsOf, type Visitor, visitor } from './inbox.test-kit.ts';

const ORG = 'solfirman';
const LATER = '2999-01-01T00:00:00.000Z';

interface Started extends TestIntegrations {
  key: string;
  otherKey: string;
  one: Visitor;
}

async function start(): Promise<Started> {
  const [mine, other] = [testOrganisation(ORG), testOrganisation('annan')];
  const store = await openEmpty();
  const started = await startIntegrations([mine, other], { store });
  const one = visitor(started.base);
  await one.logIn(mine.key);
  return { ...started, key: mine.key, otherKey: other.key, one };
}

/** Leaves the prospects' tasks to a person, as the worker does. */
async function giveUp(store: Store, org: string, error: string, like = '%'): Promise<void> {
  await store.change(org, (change) =>
    change.query(
      `update task set state = 'failed', attempts = 3, last_error = $2,
       failing_since = '2026-11-20T07:00:00.000Z' where org = $1 and kind = 'crm.sync' and subject like $3`,
      error,
      like,
    ),
  );
}

async function stateOf({ call, key }: Started, kind: string, subject: string): Promise<string> {
  const { tasks } = (await call(key, 'GET', '/tasks')).json;
  return tasks.find((one: { kind: string; subject: string }) => {
    return one.kind === kind && one.subject === subject;
  })?.state;
}

describe(`the inbox `, () => {
  test('shows what is stuck with the words of the other system, and tries it again', async () => {
    const started = await start();
    const { call, key, store, one } = started;
    await call(key, 'PUT', '/prospects/p1', PROSPECT);
    await call(key, 'PUT', '/offers/o1', OFFER);
    await store.change(ORG, async (change) => {
      const offer = (await readOffer(change, 'o1')) ?? assert.fail();
      const words = 'Okänd enhet: "kpl".';
      const invoice = {
        state: 'failed' as const,
        number: null,
        error: 'x',
        words,
        paid_on: null,
      };
      await setOfferState(change, { ...offer, invoice });
      await enqueueTask(change, 'invoice.create', 'o1');
      await change.query(
        `update task set state = 'failed', last_error = 'Fortnox: refused (2003125)'
           where org = $1 and kind = 'invoice.create'`,
      );
    });
    const page = await one.get('');
    assert.deepEqual(subjectsOf(page), ['invoice.create/o1']);
    for (const part of [
      'Stuck (1)',
      'Okänd enhet: &quot;kpl&quot;.',
      'Fortnox: refused (2003125)',
      'A-1 Solceller och batteri',
      'PUT /integrations/v1/offers/o1',
    ]) {
      assert.ok(page.text.includes(part), part);
    }
    const told = await follow(one, await one.post('/retry', [['only', 'invoice.create/o1']]));
    assert.match(told.text, /Tried again: 1\./);
    assert.deepEqual(subjectsOf(told), []);
    assert.equal(await stateOf(started, 'invoice.create', 'o1'), 'open');
    const log = await one.get('/audit');
    assert.match(log.text, /POST \/inbox\/retry<\/code><\/td><td><code>invoice.create\/o1/);
  });

  test('an agreement in doubt is stuck work, although it is read on, and may be revoked', async () => {
    const { call, key, store, one } = await start();
    const notice = 'The agreement is in doubt since yesterday.';
    await store.change(ORG, async (change) => {
      await keepOrdered(change, 'a1', LATER);
      const { agreement, offerId } = (await readAgreement(change, 'a1')) ?? assert.fail();
      const doubt = { state: 'missing' as const, reason: '404', since: LATER };
      await putAgreement(change, offerId, { ...agreement, state: 'created', doubt });
      await enqueueTask(change, 'sign.refresh', 'a1', LATER);
      await change.query('update task set notice = $2 where org = $1', notice);
    });
    const page = await one.get('');
    assert.deepEqual(subjectsOf(page), ['sign.refresh/a1']);
    for (const part of [
      'Stuck (1)',
      notice,
      'POST /integrations/v1/offers/o-a1/agreement/revoke',
    ]) {
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

  test('pages through hundreds, none twice and none left out, and tries all of them again', async () => {
    const started = await start();
    const { call, key, store, one } = started;
    for (let i = 0; i < 61; i++) await call(key, 'PUT', `/prospects/p${i}`, PROSPECT);
    await giveUp(store, ORG, 'HubSpot: refused (400)');
    const seen: string[][] = [];
    for (let path: string | null = ''; path !== null; ) {
      const page = await one.get(path);
      seen.push(subjectsOf(page));
      path = nextOf(page);
    }
    assert.deepEqual(
      seen.map(({ length }) => length),
      [25, 25, 11],
    );
    assert.equal(new Set(seen.flat()).size, 61);
    const some = seen[1].slice(0, 3).map((value): [string, string] => ['task', value]);
    assert.match((await follow(one, await one.post('/retry', some))).text, /Tried again: 3\./);
    const all = await follow(one, await one.post('/retry', [['all', 'stuck']]));
    assert.match(all.text, /Tried again: 58\./);
    assert.match(all.text, /There is nothing here\./);
    const { json } = await call(key, 'GET', '/status');
    assert.deepEqual(json.tasks, { open: 61, attention: 0, failed: 0 });
    const waiting = await one.get('/waiting');
    assert.equal(subjectsOf(waiting).length, 25);
    const log = await one.get('/audit');
    assert.match(log.text, /all 58/);
    const oldest = nextOf(log) ?? assert.fail();
    assert.match((await one.get(oldest)).text, /PUT \/prospects\/{id}/);
  });

  test('shows and changes nothing of another organisation', async () => {
    const started = await start();
    const { base, call, otherKey, store, one } = started;
    await call(otherKey, 'PUT', '/prospects/theirs', { ...PROSPECT, first_name: 'Hemlig' });
    await giveUp(store, 'annan', 'HubSpot: refused (400)');
    const fault = { why: 'their fault', now: LATER, until: LATER };
    await store.changeAll((all) => faultPort(all, { org: 'annan', kind: 'crm.sync' }, fault));
    for (const path of ['', '/waiting', '/held', '/done', '/audit']) {
      const { text } = await one.get(path);
      assert.doesNotMatch(text, /theirs|Hemlig|their fault|annan/, path);
    }
    const forms: [string, [string, string][]][] = [
      ['/retry', [['only', 'crm.sync/theirs']]],
      ['/retry', [['all', 'stuck']]],
      ['/release', [['lead', 'theirs']]],
    ];
    for (const [path, fields] of forms) {
      const told = await follow(one, await one.post(path, fields));
      assert.match(told.text, /Nothing was chosen\./);
    }
    await one.post('/try', [['kind', 'crm.sync']]);
    const status = (await call(otherKey, 'GET', '/status')).json;
    assert.deepEqual([status.tasks.failed, status.paused[0].until], [1, LATER]);
    // A session's secret under another organisation's name is nobody's.
    const [, secret] = (one.jar.get('inbox_session') ?? '').split('.');
    const thief = visitor(base);
    thief.jar.set('inbox_session', `annan.${secret}`);
    assert.match((await thief.get('')).text, /type="password"/);
  });

  test('tells what is paused and why, and tries the account at once', async () => {
    const { call, key, store, one } = await start();
    await call(key, 'PUT', '/prospects/p1', PROSPECT);
    await store.change(ORG, (change) => enqueueTask(change, 'sign.refresh', 'a-1', LATER));
    const why = 'HubSpot, find a contact: answered 401.';
    const fault = { why, now: '2026-11-23T12:00:00.000Z', until: LATER };
    await store.changeAll(async (all) => {
      await faultPort(all, { org: ORG, kind: 'crm.sync' }, fault);
      await pausePort(all, { org: ORG, kind: 'sign.refresh' }, LATER);
    });
    const page = await one.get('');
    assert.ok(page.text.includes(why));
    assert.match(page.text, /has asked us to wait/);
    assert.match((await one.get('/waiting')).text, /It waits for the account/);
    const told = await follow(one, await one.post('/try', [['kind', 'crm.sync']]));
    assert.match(told.text, /The account is tried now/);
    const { paused } = (await call(key, 'GET', '/status')).json;
    assert.equal(paused[0].until, null);
  });

  test('releases the leads that are marked, and no others', async () => {
    const { call, key, store, one } = await start();
    for (const id of ['p1', 'p2', 'p3']) await call(key, 'PUT', `/prospects/${id}`, PROSPECT);
    await store.change(ORG, (change) =>
      change.query(
        `update prospect set held = '{"since":"2026-11-23T12:00:00.000Z","because":"near_network"}'
           where org = $1`,
      ),
    );
    assert.deepEqual(subjectsOf(await one.get('/held')), ['p1', 'p2', 'p3']);
    const form: [string, string][] = [
      ['lead', 'p1'],
      ['lead', 'p3'],
    ];
    const told = await follow(one, await one.post('/release', form));
    assert.match(told.text, /Released: 2\./);
    assert.deepEqual(subjectsOf(told), ['p2']);
    assert.equal((await call(key, 'GET', '/prospects/p1')).json.state, 'active');
  });
});

test('a form without the token of its session does nothing', async () => {
  const started = await start();
  const { base, call, key, otherKey, store, one } = started;
  await call(key, 'PUT', '/prospects/p1', PROSPECT);
  await giveUp(store, ORG, 'HubSpot: refused (400)');
  const other = visitor(base);
  await other.logIn(otherKey);
  await other.get('');
  const cookie = `inbox_session=${one.jar.get('inbox_session')}`;
  for (const token of [undefined, '', 'x'.repeat(43), other.token()]) {
    for (const path of ['retry', 'release', 'try', 'logout']) {
      const fields = { all: 'stuck', kind: 'crm.sync', ...(token !== undefined && { token }) };
      const answer = await fetch(`${base}/integrations/inbox/${path}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
        headers: { cookie, 'accept-language': 'en' },
      });
      assert.equal(answer.status, 403, path);
      assert.match(await answer.text(), /Nothing was done/);
    }
  }
  await one.get('');
  const cross = { 'sec-fetch-site': 'cross-site' };
  assert.equal((await one.post('/retry', [['all', 'stuck']], cross)).status, 403);
  assert.equal(await stateOf(started, 'crm.sync', 'p1'), 'failed');
});

test('what others wrote is text and nothing else, and every character of it shows', async () => {
  const { call, key, store, one } = await start();
  const script = '<script>alert(1)</script>';
  await call(key, 'PUT', '/prospects/p1', { ...PROSPECT, first_name: script, last_name: 'x' });
  await giveUp(store, ORG, `"><img src=x onerror=alert(1)> '&' \u202Egnp.exe\u2066 \u0007`);
  const { text, headers } = await one.get('');
  assert.ok(!text.includes('<script>alert') && !text.includes('<img'));
  assert.ok(text.includes('&lt;script>alert(1)&lt;/script>'));
  assert.ok(text.includes('[U+202E]gnp.exe[U+2066] [U+0007]'));
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
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  const asked = await one.get(`?after=${encodeURIComponent('"><b>')}&did=<b>&n=<b>&l=<b>`);
  assert.ok(asked.status === 200 && !asked.text.includes('<b>'));
});

test('there are no other pages and methods, and a store that is away is told by a page', async () => {
  const { base, parts, one } = await start();
  assert.equal((await one.get('/nothing')).status, 404);
  assert.match((await follow(one, await one.get('/retry'))).text, /<h1>Repair inbox/);
  for (const path of ['', '/waiting', '/retry']) {
    const cookie = `inbox_session=${one.jar.get('inbox_session')}`;
    const init = { method: 'DELETE', headers: { cookie } };
    assert.equal((await fetch(`${base}/integrations/inbox${path}`, init)).status, 405, path);
  }
  const { store } = parts;
  parts.store = {
    ...store,
    of: () => {
      throw new StoreUnavailable('away');
    },
  };
  const page = await one.get('');
  assert.equal(page.status, 503);
  assert.match(page.text, /Out of reach right now/);
});

test('both languages have all texts', async () => {
  const { one } = await start();
  assert.match((await one.get('?l=sv')).text, /<html lang="sv"[\s\S]*Har fastnat/);
  assert.match((await one.get('?l=en')).text, /<html lang="en"[\s\S]*Stuck/);
});
