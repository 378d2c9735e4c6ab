import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lead, Prospect } from '../../../schemas/types.ts';
import { LEAD as DEMO_LEAD } from '../demo/demo-data.ts';
import { putProspect, readProspect } from '../store/prospects.ts';
import { signedHeaders } from '../test/fakes/server.ts';
import { startIntegrations, testOrganisation } from '../test/integrations.ts';
import { ORG } from '../test/organisation.ts';

const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;

const LEAD: Lead = {
  ...DEMO_LEAD,
  contact: { ...DEMO_LEAD.contact, email: 'Anna@Example.com' },
  system: { ...DEMO_LEAD.system, inverter_title: '' },
};

async function start() {
  const leadSecrets = [SECRET, OLD_SECRET];
  const { base, store, log } = await startIntegrations(
    [
      testOrganisation(ORG, { leadSecrets }),
      testOrganisation('suspended', { leadSecrets, isActive: false }),
      testOrganisation('without'),
    ],
    { hooksAMinute: 1e9 },
  );

  async function send(
    lead: unknown,
    { org = ORG, id = 'r-1', secret = SECRET, at = new Date(), changed = '' } = {},
  ) {
    const body = JSON.stringify(lead);
    const answer = await fetch(`${base}/integrations/hooks/leads/${org}`, {
      method: 'POST',
      headers: signedHeaders(secret, id, body, at),
      body: body + changed,
    });
    return { status: answer.status, text: await answer.text() };
  }

  async function prospects(): Promise<Prospect[]> {
    const db = store.of(ORG);
    const rows = await db.query<{ id: string }>(
      'select id from prospect where org = $1 order by seq',
    );
    const found = await Promise.all(rows.map(({ id }) => readProspect(db, id)));
    return found.filter((prospect) => prospect !== null);
  }

  return { store, send, prospects, log };
}

test('a lead is a stored prospect once the answer has come, with its consent', async () => {
  const { store, send, prospects, log } = await start();
  assert.equal((await send(LEAD)).status, 204);
  const [{ id, ...prospect }] = await prospects();
  assert.match(id, /^lead_[\w-]{22}$/);
  assert.equal(prospect.source, 'embed');
  assert.equal(prospect.email, 'anna@example.com');
  assert.deepEqual(prospect.address, {
    street: 'Storgatan 1',
    postal_code: '72211',
    city: 'Västerås',
  });
  assert.equal(prospect.system?.total_kw, 10.32);
  assert.equal(prospect.system?.inverter_title, undefined);
  const { reference, slug, consent, figures } = LEAD;
  assert.deepEqual(prospect.lead, { reference, slug, consent, figures });
  const seen = await store.of(ORG).query('select id from hook_seen where org = $1');
  assert.deepEqual([seen.length, JSON.stringify(seen).includes('r-1')], [1, false]);
  assert.ok(!/anna|storgatan|174 06 05/i.test(log.join('')), 'the log says nothing of anybody');
});

test('either secret signs while they rotate; another, a change, an old call and a suspended organisation do not pass', async () => {
  const { send, prospects } = await start();
  assert.equal((await send(LEAD, { secret: OLD_SECRET })).status, 204);
  const other = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
  assert.equal((await send(LEAD, { secret: other, id: 'r-2' })).status, 401);
  assert.equal((await send(LEAD, { id: 'r-2', changed: ' ' })).status, 401);
  const sixMinutesAgo = new Date(Date.now() - 360_000);
  assert.equal((await send(LEAD, { id: 'r-2', at: sixMinutesAgo })).status, 401);
  for (const org of ['suspended', 'without', 'nobody']) {
    assert.equal((await send(LEAD, { org })).status, 404, org);
  }
  assert.equal((await prospects()).length, 1);
});

test('a replay changes nothing; another lead of the same visitor and house is the same prospect', async () => {
  const { send, prospects } = await start();
  await send(LEAD);
  assert.equal((await send({ ...LEAD, household: { adults: 9, main_fuse_a: 63 } })).status, 204);
  assert.equal((await prospects())[0].household?.adults, 2, 'it has the id of the first');
  await send({ ...LEAD, household: { adults: 3, main_fuse_a: 25 } }, { id: 'r-2' });
  const found = await prospects();
  assert.equal(found.length, 1);
  assert.equal(found[0].household?.adults, 3);
  await send({ ...LEAD, contact: { ...LEAD.contact, street: 'Storgatan 2' } }, { id: 'r-3' });
  assert.equal((await prospects()).length, 2);
});

test('what the organisation works with is not written over by who knows the address', async () => {
  const { store, send, prospects } = await start();
  await send(LEAD);
  const [first] = await prospects();
  await store.change(ORG, (change) =>
    putProspect(change, {
      id: first.id,
      request: { email: 'anna@example.com', first_name: 'Anna' },
      source: 'api',
      hasCrm: false,
    }),
  );
  for (const id of ['r-2', 'r-3']) await send(LEAD, { id });
  const found = await prospects();
  assert.deepEqual(found.map(({ id }) => id).sort(), [first.id, `${first.id}_2`]);
  assert.equal(found.find(({ id }) => id === first.id)?.address, undefined);
});

test('what a person typed is trimmed, and refused by its field, without what it held', async () => {
  const { send, prospects } = await start();
  const contact = { ...LEAD.contact, street: ' Storgatan 1 ', city: '\tVästerås\n' };
  assert.equal((await send({ ...LEAD, contact })).status, 204);
  const [{ address }] = await prospects();
  assert.deepEqual([address?.street, address?.city], ['Storgatan 1', 'Västerås']);
  for (const [field, bad, fault] of [
    ['street', 'Storgatan 1\r\nBcc: all', 'has control characters'],
    ['city', 'Väs\u0000terås', 'has control characters'],
    ['last_name', 'Ek\u0085Ek', 'has control characters'],
    ['email', 'Anna Ek', 'is something else'],
  ]) {
    const wrong = { ...LEAD.contact, [field]: bad };
    const { status, text } = await send({ ...LEAD, contact: wrong }, { id: `r-${field}` });
    assert.equal(status, 422);
    assert.match(text, new RegExp(`"contact\\.${field}\\\\" ${fault}`));
    assert.doesNotMatch(text, /Storgatan|Anna|Ek/);
  }
  assert.equal((await prospects()).length, 1);
});
