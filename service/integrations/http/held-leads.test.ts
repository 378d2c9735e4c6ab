/** Held leads as their organisation sees them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import schema from '../../../schemas/integrations/prospect.schema.json' with { type: 'json' };
import type { Prospect } from '../../../schemas/types.ts';
import { LEADS_A_DAY } from '../mapping/hold-reason.ts';
import { putProspect } from '../store/prospects.ts';
import { OFFER, PROSPECT } from '../test/bodies.ts';
import { refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';

const mine = testOrganisation('solfirman');
const other = testOrganisation('annan');
const SINCE = '2026-11-22T05:00:00.000Z';

/** Integrations with so many held leads, h0 first. */
async function start(count: number) {
  const { call, store } = await startIntegrations([mine, other]);
  for (let i = 0; i < count; i++) {
    await store.change('solfirman', (change) =>
      putProspect(change, {
        id: `h${i}`,
        request: { email: `h${i}@example.com` },
        source: 'embed',
        hasCrm: true,
        held: { since: SINCE, because: 'near_network' },
      }),
    );
  }
  const list = async (after = 0) =>
    (await call(mine.key, 'GET', `/held-leads?after=${after}`)).json;
  const ids = async () => (await list()).leads.map(({ id }: Prospect) => id);
  const status = async () => (await call(mine.key, 'GET', '/status')).json;
  return { call, list, ids, status };
}

test('they are listed a hundred at a time, the first first, and counted', async () => {
  const { list, status, call } = await start(130);
  const { leads, next } = await list();
  const rest = await list(next);
  assert.deepEqual([leads.length, rest.leads.length], [100, 30]);
  assert.deepEqual([leads[0].id, rest.leads[29].id], ['h0', 'h129']);
  assert.deepEqual(leads[0].held, { since: SINCE, because: 'near_network' });
  assert.deepEqual(await list(rest.next), { leads: [], next: rest.next });
  assert.equal((await status()).held_leads, 130);
  assert.deepEqual((await call(other.key, 'GET', '/held-leads')).json, { leads: [], next: 0 });
});

test('a released one is as any other, once and for all; its task is there from then on', async () => {
  const { call, ids, status } = await start(2);
  assert.equal((await status()).tasks.open, 0);
  for (let times = 0; times < 2; times++) {
    const { status: code, json } = await call(mine.key, 'POST', '/held-leads/h0/release');
    assert.deepEqual(
      [code, json.state, json.held, json.crm.state],
      [200, 'active', undefined, 'pending'],
    );
    assert.equal(json.version, 1);
  }
  assert.deepEqual(await ids(), ['h1']);
  const { tasks, held_leads } = await status();
  assert.deepEqual([tasks.open, held_leads], [1, 1]);
  refusal(await call(mine.key, 'POST', '/held-leads/h9/release'), 404, 'not_found');
  refusal(await call(other.key, 'POST', '/held-leads/h1/release'), 404, 'not_found');
});

test('an offer needs a released prospect; what the organisation writes is its own, and not held', async () => {
  const { call, ids, status } = await start(2);
  const offer = { ...OFFER, prospect_id: 'h0' };
  const refused = refusal(await call(mine.key, 'PUT', '/offers/o1', offer), 409, 'conflict');
  assert.match(refused.message, /Release it first/);
  // The same values, too.
  await call(mine.key, 'PUT', '/prospects/h0', { email: 'h0@example.com' });
  assert.equal((await call(mine.key, 'PUT', '/offers/o1', offer)).status, 201);
  // Its prospect's contact, and the deal that follows the offer.
  assert.equal((await status()).tasks.open, 2);
  assert.equal((await call(mine.key, 'DELETE', '/prospects/h1')).status, 204);
  assert.deepEqual(await ids(), []);
  assert.equal((await call(mine.key, 'PUT', '/prospects/h1', PROSPECT)).json.state, 'active');
});

test('the contract says how many leads it takes', () => {
  const { description } = schema.$defs.held.properties.because;
  const { near, wide, taken } = LEADS_A_DAY;
  assert.match(
    description,
    new RegExp(`: ${near} leads .* ${wide} were taken from .* ${taken} were taken`),
  );
});
