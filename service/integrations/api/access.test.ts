/** Access: keys, subscriptions, limits, other organisations' things. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newKey } from '../organisations/organisations.ts';
import { OFFER, PDF, PROSPECT, SIGNEES } from '../test/bodies.ts';
import {
  DOCUMENT,
  rawCall,
  refusal,
  startIntegrations,
  testOrganisation,
} from '../test/integrations.ts';

const mine = testOrganisation('solfirman');
const other = testOrganisation('annan');
const asleep = testOrganisation('vilande', { isActive: false });
const { base, call, deps } = await startIntegrations([mine, other, asleep]);

/** Every operation of the contract, with ids that exist at the first organisation. */
const OPERATIONS = Object.entries(DOCUMENT.paths as Record<string, Record<string, object>>).flatMap(
  ([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path
        .replace('/integrations/v1', '')
        .replace('{document}', 'agreement_1')
        .replace('{kind}', 'crm.sync')
        .replace('{subject}', 'p1')
        .replace('{id}', path.includes('/prospects/') ? 'p1' : 'o1'),
    })),
);

test('without a key that is known every operation is 401, whatever the subscription', async () => {
  const keys = ['', 'ik_', newKey().key, mine.key.slice(0, -1), `${mine.key}x`];
  for (const { method, path } of OPERATIONS) {
    for (const key of keys) {
      const answer = await call(key, method, path);
      refusal(answer, 401, 'unauthorized');
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
  }
  refusal(await rawCall(`${base}/integrations/v1/status`, null, 'GET'), 401, 'unauthorized');
});

test('a suspended organisation is refused everywhere, and let in again by its file', async () => {
  for (const { method, path } of OPERATIONS) {
    refusal(await call(asleep.key, method, path), 403, 'subscription_inactive');
  }
  const before = deps.organisations.current;
  deps.organisations.current = [{ ...asleep.organisation, isActive: true }];
  assert.equal((await call(asleep.key, 'GET', '/status')).status, 200);
  refusal(await call(mine.key, 'GET', '/status'), 401, 'unauthorized');
  deps.organisations.current = before;
});

test('what is another organisation’s is 404, as what is nobody’s, and stays as it is', async () => {
  await call(mine.key, 'PUT', '/prospects/p1', PROSPECT);
  await call(mine.key, 'PUT', '/offers/o1', OFFER);
  await call(mine.key, 'PUT', '/offers/o1/agreement/document', PDF);
  await call(mine.key, 'POST', '/offers/o1/agreement', { signees: SIGNEES });
  const before = (await call(mine.key, 'GET', '/offers/o1')).text;
  const bodies: Record<string, unknown> = {
    'POST /offers/o1/agreement': { signees: SIGNEES },
    'PUT /offers/o1/agreement/document': PDF,
  };
  const named = OPERATIONS.filter(({ path }) => /\/(p1|o1)/.test(path));
  assert.ok(named.length > 10);
  for (const { method, path } of named) {
    // Their own ids are free for them.
    if (method === 'PUT' && !path.includes('document')) continue;
    const body = bodies[`${method} ${path}`];
    const theirs = await call(other.key, method, path, body);
    const nobodys = await call(other.key, method, path.replace(/p1|o1/, 'nobodys'), body);
    const { message } = refusal(theirs, 404, 'not_found');
    assert.equal(nobodys.json.error.message, message);
  }
  assert.deepEqual((await call(other.key, 'GET', '/offers')).json, { offers: [], next: 0 });
  assert.deepEqual((await call(other.key, 'GET', '/tasks')).json, { tasks: [] });
  assert.equal((await call(other.key, 'PUT', '/prospects/p1', { email: null })).status, 201);
  assert.equal((await call(mine.key, 'GET', '/offers/o1')).text, before);
  assert.equal((await call(mine.key, 'GET', '/prospects/p1')).json.email, 'anna@example.se');
});

test('a method that a path has not is 405 with those it has', async () => {
  for (const path of new Set(OPERATIONS.map((one) => one.path))) {
    const answer = await call(mine.key, 'PATCH', path);
    refusal(answer, 405, 'method_not_allowed');
    const has = OPERATIONS.filter((one) => one.path === path).map(({ method }) => method);
    const allowed = answer.headers.get('allow')?.split(', ') ?? [];
    assert.deepEqual(
      allowed.filter((method) => method !== 'HEAD').toSorted(),
      has.toSorted(),
      path,
    );
  }
});

test('each key has its own 600 calls a minute', async () => {
  const limited = await startIntegrations([mine, other], { callsAMinute: 3 });
  for (const left of [2, 1, 0]) {
    const { status, headers } = await limited.call(mine.key, 'GET', '/status');
    assert.equal(status, 200);
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"calls";r=${left};t=\\d+$`));
    assert.equal(headers.get('ratelimit-policy'), '"calls";q=3;w=60');
  }
  const refused = await limited.call(mine.key, 'GET', '/status');
  refusal(refused, 429, 'rate_limited');
  assert.ok(Number(refused.headers.get('retry-after')) <= 60);
  assert.equal((await limited.call(other.key, 'GET', '/status')).status, 200);
});

test('an address has its own number of hooks a minute, whichever it calls', async () => {
  const limited = await startIntegrations([mine], { hooksAMinute: 3 });
  const postHook = (path: string) =>
    rawCall(`${limited.base}/integrations/hooks/${path}`, null, 'POST', '{}');
  for (const path of ['scrive/solfirman/x', 'standard/solfirman', 'leads/solfirman']) {
    refusal(await postHook(path), 404, 'not_found');
  }
  refusal(await postHook('scrive/solfirman/x'), 429, 'rate_limited');
  assert.equal((await limited.call(mine.key, 'GET', '/status')).status, 200);
});

test('open to everyone are the contract and the two probes, and nothing says that other sites may call', async () => {
  for (const path of ['/integrations/openapi.json', '/livez', '/readyz']) {
    const { status, headers } = await rawCall(`${base}${path}`, null, 'GET');
    assert.equal(status, 200, path);
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(headers.get('cache-control'), 'no-store');
  }
  const { json } = await rawCall(`${base}/integrations/openapi.json`, null, 'GET');
  assert.deepEqual(json, DOCUMENT);
  const preflight = await rawCall(`${base}/integrations/v1/status`, mine.key, 'OPTIONS');
  refusal(preflight, 405, 'method_not_allowed');
});

test('what is nothing is 404 in the one shape, and its path is not repeated', async () => {
  for (const path of [
    '/',
    '/api/v1/pv-yield',
    '/integrations/v2/status',
    '/integrations/v1/%E0%A4',
  ]) {
    const answer = await rawCall(`${base}${path}`, mine.key, 'GET');
    const { message } = refusal(answer, 404, 'not_found');
    assert.ok(!message.includes('pv-yield'));
  }
});
