import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putLink } from '../store/links.ts';
import { setCrm } from '../store/prospects.ts';
import { OFFER, PDF, PROSPECT, SIGNEES } from '../test/bodies.ts';
import { refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';

const { organisation, key } = testOrganisation('solfirman');
const without = testOrganisation('utan', { crm: null, accounting: null, signature: null });
const { call, store, log } = await startIntegrations([{ organisation, key }, without]);

test('a prospect is stored as it is sent, with a task for the CRM', async () => {
  const before = new Date().toISOString();
  const put = await call(key, 'PUT', '/prospects/kept', PROSPECT);
  assert.equal(put.status, 201);
  const { created_at, ...rest } = put.json;
  assert.ok(before <= created_at && created_at <= new Date().toISOString(), created_at);
  assert.deepEqual(rest, {
    id: 'kept',
    version: 1,
    source: 'api',
    lead: null,
    crm: {
      state: 'pending',
      contact_id: null,
      deal_id: null,
      synced_at: null,
      error: null,
      words: null,
    },
    ...PROSPECT,
  });
  assert.deepEqual((await call(key, 'GET', '/prospects/kept')).json, put.json);
  const { tasks } = (await call(key, 'GET', '/tasks?state=open')).json;
  assert.deepEqual(
    tasks.map(({ kind, subject }: Record<string, string>) => [kind, subject]),
    [['crm.sync', 'kept']],
  );
});

test('the same again changes nothing, in any order and spelling; another replaces all of it', async () => {
  await call(key, 'PUT', '/prospects/again', PROSPECT);
  const reversed = Object.fromEntries(Object.entries(PROSPECT).reverse());
  for (const body of [PROSPECT, reversed, { ...PROSPECT, email: '  ANNA@example.SE ' }]) {
    const { status, json } = await call(key, 'PUT', '/prospects/again', body);
    assert.deepEqual([status, json.version], [200, 1]);
  }
  const { status, json } = await call(key, 'PUT', '/prospects/again', { email: null });
  assert.deepEqual([status, json.version, json.email], [200, 2, null]);
  assert.ok(!('address' in json));
});

test('without a CRM or an e-mail there is no task, until there is one', async () => {
  const stateOf = async (whose: string, body: object) =>
    (await call(whose, 'PUT', '/prospects/mail', body)).json.crm.state;
  assert.equal(await stateOf(without.key, PROSPECT), 'none');
  assert.equal(await stateOf(key, { email: null }), 'none');
  assert.equal(await stateOf(key, { email: 'a@example.se' }), 'pending');
  assert.equal(await stateOf(key, { email: null }), 'pending', 'the deal is to be cleared');
  assert.deepEqual((await call(without.key, 'GET', '/tasks')).json.tasks, []);
});

test('it shows what became of it in the CRM, and a deal that was deleted stays so', async () => {
  await call(key, 'PUT', '/prospects/told', PROSPECT);
  const syncedAt = '2026-11-21T10:00:00.000Z';
  await store.change('solfirman', async (change) => {
    await putLink(change, 'contact', 'told', 'hubspot', '501');
    await putLink(change, 'deal', 'told', 'hubspot', '901');
    await setCrm(change, 'told', { state: 'detached', hash: 'x', syncedAt });
  });
  const crm = { state: 'detached', contact_id: '501', deal_id: '901', synced_at: syncedAt };
  const { json } = await call(key, 'GET', '/prospects/told');
  assert.deepEqual(json.crm, { ...crm, error: null, words: null });
  const changed = await call(key, 'PUT', '/prospects/told', { ...PROSPECT, last_name: 'Ax' });
  assert.equal(changed.json.crm.state, 'detached');
});

test('each field that is wrong is named, and no value is repeated', async () => {
  const address = (more: object) => ({ ...PROSPECT, address: more });
  const faults: [body: unknown, field: string | undefined, message: RegExp][] = [
    [[], undefined, /is something else, expected an object/],
    ['"anna@example.se"', undefined, /expected an object/],
    [{}, 'email', /"email" is missing, expected/],
    [{ ...PROSPECT, email: 'anna' }, 'email', /expected an e-mail address like/],
    [{ ...PROSPECT, first_name: '   ' }, 'first_name', /has 0 characters, expected 1 to 100/],
    [{ ...PROSPECT, phone: '070\n112' }, 'phone', /control characters, expected text in one line/],
    [{ ...PROSPECT, first_name: 'Anna\u202e' }, 'first_name', /change the direction/],
    [{ ...PROSPECT, lat: 91 }, 'lat', /expected a number from -90 to 90/],
    [{ ...PROSPECT, colour: 'secret' }, 'colour', /not a known field/],
    [address({ postal_code: '722 11' }), 'address.postal_code', /Five digits/],
    [{ ...PROSPECT, system: { panel_count: 1.5 } }, 'system.panel_count', /expected an integer/],
    [address({ stret: 'x' }), 'address.stret', /did you mean "street"/],
  ];
  for (const [body, field, message] of faults) {
    const error = refusal(await call(key, 'PUT', '/prospects/bad', body), 422, 'invalid_parameter');
    assert.equal(error.field, field, error.message);
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /secret|112|anna@example\.se"/, 'a value is repeated');
  }
  refusal(await call(key, 'GET', '/prospects/bad'), 404, 'not_found');
});

test('what is no JSON is 400 without a piece of it, and what is too large 413', async () => {
  for (const body of ['', '{', 'anna@example.se', Buffer.from([0x22, 0xff, 0x22])]) {
    const answer = await call(key, 'PUT', '/prospects/bad', body);
    assert.ok(!refusal(answer, 400, 'invalid_json').message.includes('anna'));
  }
  const large = { ...PROSPECT, first_name: 'x'.repeat(300_000) };
  refusal(await call(key, 'PUT', '/prospects/bad', large), 413, 'body_too_large');
});

test('an id of another form, or that shows a person, is refused', async () => {
  for (const id of ['a.b', 'x'.repeat(65), 'anna%40example.se', '%20']) {
    const answer = await call(key, 'PUT', `/prospects/${id}`, PROSPECT);
    assert.equal(refusal(answer, 422, 'invalid_parameter').field, 'id');
  }
  const answer = await call(key, 'PUT', '/prospects/19121212-1212', PROSPECT);
  assert.match(refusal(answer, 422, 'invalid_parameter').message, /is a personal number/);
  assert.ok(!log.some((line) => /19121212-?1212|anna/.test(line)));
});

test('a prospect is erased with its offers, but not while an offer is out for signature', async () => {
  await call(key, 'PUT', '/prospects/gone', PROSPECT);
  await call(key, 'PUT', '/offers/gone-1', { ...OFFER, prospect_id: 'gone' });
  await call(key, 'PUT', '/offers/gone-1/agreement/document', PDF);
  await call(key, 'POST', '/offers/gone-1/agreement', { signees: SIGNEES });
  refusal(await call(key, 'DELETE', '/prospects/gone'), 409, 'conflict');

  await store.change('solfirman', (change) =>
    change.query(`update offer set state = 'revoked' where org = $1 and id = 'gone-1'`),
  );
  assert.equal((await call(key, 'DELETE', '/prospects/gone')).status, 204);
  refusal(await call(key, 'GET', '/prospects/gone'), 404, 'not_found');
  refusal(await call(key, 'GET', '/offers/gone-1'), 404, 'not_found');
  refusal(await call(key, 'DELETE', '/prospects/gone'), 404, 'not_found');
});

test('a prospect that no key of DATA_KEY decrypts can be erased', async () => {
  await call(key, 'PUT', '/prospects/lost', PROSPECT);
  await store.change('solfirman', (change) =>
    change.query(`update prospect set body = 'x' where org = $1 and id = $2`, 'lost'),
  );
  assert.equal((await call(key, 'GET', '/prospects/lost')).status, 500);
  assert.equal((await call(key, 'DELETE', '/prospects/lost')).status, 204);
});
