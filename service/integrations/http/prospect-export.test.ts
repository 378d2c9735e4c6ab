import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementOf, putAgreement } from '../store/agreements.ts';
import { putCustomer, putLink } from '../store/links.ts';
import { readOffer, setOfferState } from '../store/offers.ts';
import { OF_PROSPECT } from '../store/rows-of-person.ts';
import { OFFER, PDF, PROSPECT, SIGNEES } from '../test/bodies.ts';
import { refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';

const { organisation, key } = testOrganisation('solfirman');
const other = testOrganisation('annan');
const { call, store } = await startIntegrations([{ organisation, key }, other]);

/** A prospect with two offers, one of them out for the second time, and ids everywhere. */
async function putPerson(id: string): Promise<void> {
  await call(key, 'PUT', `/prospects/${id}`, PROSPECT);
  for (const n of [1, 2]) {
    await call(key, 'PUT', `/offers/${id}-${n}`, { ...OFFER, prospect_id: id });
  }
  const path = `/offers/${id}-1`;
  await call(key, 'PUT', `${path}/agreement/document`, PDF);
  await call(key, 'POST', `${path}/agreement`, { signees: SIGNEES });
  await store.change('solfirman', async (change) => {
    const [stored, offer] = [
      await agreementOf(change, `${id}-1`),
      await readOffer(change, `${id}-1`),
    ];
    assert.ok(stored && offer);
    await putAgreement(change, `${id}-1`, { ...stored.agreement, state: 'revoked' });
    await setOfferState(change, { ...offer, state: 'revoked' });
    await putLink(change, 'contact', id, 'hubspot', '501');
    await putLink(change, 'invoice', `${id}-2`, 'fortnox', '203');
    await putLink(change, 'invoice_asked', `${id}-2`, 'fortnox', '1');
    await putLink(change, 'agreement', stored.agreement.id, 'scrive', '7');
    await putCustomer(change, id, 'fortnox', '19121212-1212');
  });
  await call(key, 'POST', `${path}/agreement`, { signees: SIGNEES });
}

test('the export has all that is kept of a person, and no personal number', async () => {
  await putPerson('anna');
  await putPerson('eva');
  const { status, json, text, headers } = await call(key, 'GET', '/prospects/anna/export');
  assert.equal(status, 200);
  assert.equal(headers.get('content-disposition'), 'attachment; filename="anna.json"');
  assert.deepEqual(json.prospect, (await call(key, 'GET', '/prospects/anna')).json);
  assert.deepEqual(json.offers, [
    (await call(key, 'GET', '/offers/anna-1')).json,
    (await call(key, 'GET', '/offers/anna-2')).json,
  ]);
  const [first, second] = json.agreements;
  assert.deepEqual([first.offer_id, first.agreement.state], ['anna-1', 'revoked']);
  assert.deepEqual(second.agreement, json.offers[0].agreement);
  assert.deepEqual(json.links, [
    { kind: 'agreement', subject: first.agreement.id, provider: 'scrive', id: '7' },
    { kind: 'contact', subject: 'anna', provider: 'hubspot', id: '501' },
    { kind: 'customer', subject: 'anna', provider: 'fortnox', id: '************' },
    { kind: 'invoice', subject: 'anna-2', provider: 'fortnox', id: '203' },
  ]);
  assert.deepEqual(
    json.tasks.map(({ kind, subject }: Record<string, string>) => [kind, subject]),
    [
      ['crm.follow', 'anna'],
      ['crm.sync', 'anna'],
      ['sign.send', first.agreement.id],
      ['sign.send', second.agreement.id],
    ].sort(),
  );
  assert.doesNotMatch(text, /1212-?1212|9805|"eva/);
});

test('each table with a row of the person has its part in the export', () => {
  const exported = ['prospect', 'offer', 'agreement', 'document', 'link', 'task'];
  // An event is a time that the agreement has, too.
  assert.deepEqual(Object.keys(OF_PROSPECT).sort(), [...exported, 'agreement_event'].sort());
});

test('another organisation’s person, and nobody’s, is 404', async () => {
  refusal(await call(other.key, 'GET', '/prospects/anna/export'), 404, 'not_found');
  refusal(await call(key, 'GET', '/prospects/nobody/export'), 404, 'not_found');
});
