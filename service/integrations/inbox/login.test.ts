/** Into the inbox and out of it: who gets a session, how it ends, and what a form needs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forgetOld } from '../store/forget-old.ts';
import { startIntegrations, testOrganisation } from '../test/integrations.ts';
import { openEmpty } from '../test/stores.ts';
import { follow, visitor } from './inbox.test-kit.ts';

const MINUTE_MS = 60_000;
const LOGIN = /type="password"/;

async function start(baseUrl = 'https://sun.example') {
  const mine = testOrganisation('solfirman');
  const clock = { now: new Date('2026-11-23T08:00:00.000Z') };
  const store = await openEmpty();
  const started = await startIntegrations([mine], { store, baseUrl, now: () => clock.now });
  const later = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  return { ...started, key: mine.key, organisation: mine.organisation, later };
}

describe(`the inbox's login `, () => {
  test('a key begins a session, another does not, and nobody sees anything without', async () => {
    const { base, key, call } = await start();
    const one = visitor(base);
    for (const path of ['', '/waiting', '/held', '/done', '/audit', '/nothing']) {
      assert.match((await one.get(path)).text, LOGIN, path);
    }
    const bad = await one.logIn(`${key.slice(0, -1)}!`);
    assert.equal(bad.status, 403);
    assert.match(bad.text, /The key is not known\./);
    assert.ok(!bad.text.includes(key.slice(0, -1)), 'what was typed is not shown');
    assert.deepEqual([...one.jar.keys()], ['inbox_login']);
    const page = await follow(one, await one.logIn(key));
    assert.match(page.text, /solfirman AB/);
    assert.deepEqual([...one.jar.keys()], ['inbox_session']);
    const { entries } = (await call(key, 'GET', '/audit')).json;
    assert.deepEqual(
      entries.map((entry: { key: string; action: string }) => `${entry.key} ${entry.action}`),
      ['shop POST /inbox/login', 'shop GET /inbox'],
    );
  });

  test('a session ends 15 minutes after its last page, and eight hours after its login', async () => {
    const { base, key, later } = await start();
    const one = visitor(base);
    await one.logIn(key);
    for (let i = 0; i < 34; i++) {
      later(14 * MINUTE_MS);
      assert.doesNotMatch((await one.get('')).text, LOGIN, `${i}`);
    }
    later(14 * MINUTE_MS);
    assert.match((await one.get('')).text, /The login has ended\./);
    await one.logIn(key);
    later(16 * MINUTE_MS);
    const sent = await one.post('/retry', [['all', 'stuck']]);
    assert.match((await follow(one, sent)).text, /The login has ended\./);
  });

  test('leaving ends it in the store, too; so do a key that is gone and a suspended subscription', async () => {
    const { base, key, parts, organisation } = await start();
    const one = visitor(base);
    await one.logIn(key);
    const kept = one.jar.get('inbox_session') ?? '';
    await one.get('');
    assert.match((await follow(one, await one.post('/logout', []))).text, LOGIN);
    one.jar.set('inbox_session', kept);
    assert.match((await one.get('')).text, LOGIN);
    for (const change of [{ keys: [] }, { isActive: false }]) {
      parts.organisations.current = [organisation];
      await one.logIn(key);
      assert.doesNotMatch((await one.get('')).text, LOGIN);
      parts.organisations.current = [{ ...organisation, ...change }];
      assert.match((await one.get('')).text, LOGIN);
    }
  });

  test('the store has no session that could be used, and none after a day', async () => {
    const { base, key, store, later, parts } = await start();
    const one = visitor(base);
    await one.logIn(key);
    const rows = () =>
      store.changeAll((all) => all.query<Record<string, string>>('select * from inbox_session'));
    const [, secret] = (one.jar.get('inbox_session') ?? '').split('.');
    assert.ok(secret.length === 43 && !JSON.stringify(await rows()).includes(secret));
    later(25 * 60 * MINUTE_MS);
    await forgetOld(store, parts.now());
    assert.deepEqual(await rows(), []);
  });
});

test('keys after their last day and suspended organisations are told why', async () => {
  const { base, key, parts, organisation } = await start();
  const [own] = organisation.keys;
  parts.organisations.current = [{ ...organisation, keys: [{ ...own, expiresOn: '2026-11-22' }] }];
  const one = visitor(base);
  assert.match((await one.logIn(key)).text, /last day is over/);
  parts.organisations.current = [{ ...organisation, isActive: false }];
  assert.match((await one.logIn(key)).text, /subscription is suspended/);
  assert.ok(!one.jar.has('inbox_session'));
});

test('cookies are for these paths, no script and no other site, and Secure behind https', async () => {
  for (const baseUrl of ['https://sun.example', 'http://127.0.0.1']) {
    const { base, key } = await start(baseUrl);
    const answer = await visitor(base).logIn(key);
    const session = answer.cookies.find((one) => one.startsWith('inbox_session=')) ?? '';
    for (const part of ['Path=/integrations/inbox', 'HttpOnly', 'SameSite=Strict']) {
      assert.ok(session.includes(part), session);
    }
    assert.equal(session.includes('Secure'), baseUrl.startsWith('https'));
    assert.doesNotMatch(session, /Expires|Max-Age/);
  }
});

test('a login needs the form of its own browser', async () => {
  const { base, key } = await start();
  const [one, other] = [visitor(base), visitor(base)];
  await one.get('');
  await other.get('');
  const forged: [string, string][][] = [
    [
      ['token', ''],
      ['key', key],
    ],
    [
      ['token', other.token()],
      ['key', key],
    ],
  ];
  for (const fields of forged) {
    const body = new URLSearchParams(fields);
    const cookie = `inbox_login=${one.jar.get('inbox_login')}`;
    const answer = await fetch(`${base}/integrations/inbox/login`, {
      method: 'POST',
      body,
      headers: { cookie, 'accept-language': 'en' },
    });
    assert.equal(answer.status, 403);
    assert.match(await answer.text(), /takes no cookies/);
    assert.equal(answer.headers.getSetCookie().join().includes('inbox_session'), false);
  }
  const crossSite = { 'sec-fetch-site': 'cross-site' };
  assert.equal((await one.post('/login', [['key', key]], crossSite)).status, 403);
  one.jar.clear();
  assert.equal((await one.post('/login', [['key', key]])).status, 403);
});

test('eleven logins a minute are one too many, with a page that says when', async () => {
  const { base, key } = await start();
  const one = visitor(base);
  for (let i = 0; i < 10; i++) assert.equal((await one.logIn('ik_wrong')).status, 403);
  const answer = await one.logIn(key);
  assert.equal(answer.status, 429);
  assert.match(answer.text, /Too many attempts/);
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  assert.match(answer.headers.get('content-type') ?? '', /text\/html/);
});

test('no key and no session is in the log, nor in an address', async () => {
  const { base, key, log } = await start();
  const one = visitor(base);
  await one.logIn(`${key}x`);
  const answer = await one.logIn(key);
  await one.get(`?key=${key}`);
  await one.get(`/${key}`);
  const secrets = [key, key.slice(3), (one.jar.get('inbox_session') ?? '').split('.')[1]];
  const text = log.join('\n');
  for (const secret of secrets) {
    assert.ok(!text.includes(secret));
    assert.ok(!answer.headers.get('location')?.includes(secret));
  }
  const lines = log.map((line) => JSON.parse(line));
  assert.ok(lines.some(({ path }) => path === '/integrations/inbox/login'));
  assert.ok(lines.some(({ path }) => path === '/integrations/inbox/…'));
});
