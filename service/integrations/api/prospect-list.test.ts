import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Prospect } from '../../../schemas/types.ts';
import { putProspect } from '../store/prospects.ts';
import { PROSPECT } from '../test/bodies.ts';
import { refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';

const [one, other, many] = ['solfirman', 'annan', 'stor'].map((id) => testOrganisation(id));
const { call, store, log } = await startIntegrations([one, other, many]);

const REFERENCE = '0F3A9C21B7D4E865';
const LEAD = {
  reference: REFERENCE,
  slug: 'form',
  consent: { version: '1', at: '2026-11-21T10:00:00.000Z' },
};

const put = (id: string, more: object, key = one.key) =>
  call(key, 'PUT', `/prospects/${id}`, { ...PROSPECT, ...more });

async function find(query: string, key = one.key): Promise<string[]> {
  const { status, json } = await call(key, 'GET', `/prospects?${query}`);
  assert.equal(status, 200);
  return json.prospects.map(({ id }: Prospect) => id);
}

test('all come, page by page, each once; what changes meanwhile comes at the end', async () => {
  const ids = Array.from({ length: 230 }, (_, i) => `m${i}`);
  for (const id of ids) await put(id, { email: `${id}@example.se` }, many.key);
  const seen: string[] = [];
  const sizes: number[] = [];
  let after = 0;
  do {
    const { json } = await call(many.key, 'GET', `/prospects?after=${after}`);
    seen.push(...json.prospects.map(({ id }: Prospect) => id));
    sizes.push(json.prospects.length);
    after = json.next;
    if (sizes.length === 1) await put('m140', { last_name: 'Ny' }, many.key);
  } while (sizes.at(-1) !== 0);
  assert.deepEqual([...seen].sort(), [...ids].sort());
  assert.deepEqual(sizes, [100, 100, 30, 0]);
  assert.equal(seen.at(-1), 'm140');
  assert.deepEqual(await find(`after=${after}`, many.key), []);
  for (const id of ['m0', 'm229']) {
    assert.deepEqual(await find(`email=${id}@example.se`, many.key), [id], 'whatever is before it');
  }
});

test('a person is found by e-mail, phone and reference, however they are written', async () => {
  await put('anna', { email: 'Anna@Example.se', phone: '070-174 06 05' });
  await put('same', { email: 'bo@example.se', phone: '+46 (0)70 174 06 05' });
  await put('none', { email: null, phone: undefined });
  const input = { id: 'lead', request: { email: 'eva@example.se' }, hasCrm: false };
  await store.change('solfirman', (change) =>
    putProspect(change, { ...input, source: 'embed', lead: LEAD }),
  );
  for (const [query, expected] of [
    ['email=anna@example.se', ['anna']],
    ['email=ANNA%40example.SE%20', ['anna']],
    ['email=nobody@example.se', []],
    ['email=anna', []],
    ['phone=0701740605', ['anna', 'same']],
    ['phone=%2B46701740605', ['anna', 'same']],
    ['phone=0046-70-1740605', ['anna', 'same']],
    ['phone=70-1740605', []],
    [`reference=${REFERENCE.toLowerCase()}`, ['lead']],
    [`reference=${REFERENCE}&email=eva@example.se`, ['lead']],
    ['email=bo@example.se&phone=0701740605', ['same']],
    [`reference=${REFERENCE}&email=bo@example.se`, []],
  ] as const) {
    assert.deepEqual(await find(query), expected, query);
    assert.deepEqual(await find(query, other.key), [], 'another organisation has none of them');
  }
  const { json } = await call(one.key, 'GET', '/prospects/lead');
  assert.deepEqual(json.lead, LEAD);
});

test('they are found by what they have now, and not once they are erased', async () => {
  await put('moving', { email: 'old@example.se' });
  await put('moving', { email: 'new@example.se', phone: undefined });
  assert.deepEqual(await find('email=old@example.se'), []);
  assert.deepEqual(await find('email=new@example.se'), ['moving']);
  assert.equal((await call(one.key, 'DELETE', '/prospects/moving')).status, 204);
  assert.deepEqual(await find('email=new@example.se'), []);
});

test('search words are texts, and are neither in the log nor in the store', async () => {
  for (const [query, field] of [
    ['email=', 'email'],
    ['phone=%20', 'phone'],
    ['reference=a&reference=b', 'reference'],
    [`email=${'x'.repeat(255)}`, 'email'],
    ...['-1', '1e3', '1&after=2'].map((after) => [`after=${after}`, 'after']),
  ]) {
    const answer = await call(one.key, 'GET', `/prospects?${query}`);
    assert.equal(refusal(answer, 422, 'invalid_parameter').field, field);
  }
  await find('email=kanarina@example.se');
  assert.ok(!log.some((line) => /kanarina|example\.se/.test(line)));
  const rows = await store.of('solfirman').query('select * from prospect where org = $1');
  assert.ok(rows.length > 2);
  assert.doesNotMatch(JSON.stringify(rows), /example|1740605|0F3A9C21/i);
});
