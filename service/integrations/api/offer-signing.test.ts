/** The texts of an offer's page, in each state of its agreement. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agreement, AgreementState, OfferState } from '../../../schemas/types.ts';
import { agreementOf, putAgreement } from '../store/agreements.ts';
import { OFFER, PDF, PROSPECT, SIGNEES } from '../test/bodies.ts';
import { startIntegrations, testOrganisation } from '../test/integrations.ts';
import { moveOffer } from '../test/stored-offers.ts';

/** An organisation whose agreements nobody sends: the tests move them. */
const still = testOrganisation('still', { crm: null, isActive: true });
const VALID_UNTIL = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
let now = () => new Date();
const { base, call, deps, store } = await startIntegrations([still], {
  now: () => now(),
  trustProxy: 1,
});

let callers = 0;

async function stateText(path: string): Promise<string> {
  const response = await fetch(`${base}${path}?l=en`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': `10.2.0.${++callers % 256}` },
  });
  const text = await response.text();
  const [, headline, next] = /<p class="large">([^<]+)<\/p><p>([^<]+)<\/p>/.exec(text) ?? [];
  assert.ok(headline && next, text);
  assert.doesNotMatch(headline + next, /[{}]|undefined/);
  return `${headline} | ${next}`;
}

/** Stores an offer with its document. @returns the path of its page */
async function offered(id: string, more = {}): Promise<string> {
  await call(still.key, 'PUT', `/prospects/${id}`, PROSPECT);
  const body = { ...OFFER, valid_until: VALID_UNTIL, prospect_id: id, ...more };
  const { json } = await call(still.key, 'PUT', `/offers/${id}`, body);
  await call(still.key, 'PUT', `/offers/${id}/agreement/document`, PDF);
  return new URL(json.public_url).pathname;
}

/** Moves an agreement and its offer to where a reading of the provider would. */
async function move(id: string, state: OfferState, agreement: Partial<Agreement>): Promise<void> {
  await store.change('still', async (change) => {
    const stored = (await agreementOf(change, id)) ?? assert.fail();
    await putAgreement(change, id, { ...stored.agreement, ...agreement });
  });
  await moveOffer(store, 'still', id, { state });
}

const MISSING = { state: 'missing', reason: '404', since: '2026-11-20T10:00:00.000Z' } as const;

/** Each state with the headline and next step that are true of it. */
const STATED: [OfferState, AgreementState, text: RegExp, more?: Partial<Agreement>][] = [
  ['out_for_signature', 'draft', /on its way.*0 of 2.*Sign it/],
  ['out_for_signature', 'created', /awaits signatures: 0 of 2.*Sign/],
  ['out_for_signature', 'opened', /awaits signatures: 0 of 2.*Sign/],
  ['out_for_signature', 'partly_signed', /awaits more signatures.*Those/],
  ['signed', 'completed', /has been signed.*what comes next/],
  ['invoiced', 'completed', /been invoiced.*is to be paid/],
  ['revoked', 'revoked', /been withdrawn.*a new one/],
  ['revoked', 'expired', /ran out.*send the agreement again/],
  ['revoked', 'failed', /not be completed.*again/],
  ['revoked', 'deleted', /been removed.*still stands/],
  ['out_for_signature', 'created', /cannot say for certain.*Open/, { unconfirmed: MISSING }],
];
for (const [i, [state, agreement, text, more]] of STATED.entries()) {
  test(`${state}, ${agreement} ${more?.unconfirmed?.state ?? ''}: what the page says is true`, async () => {
    const id = `s-${i}`;
    const path = await offered(id);
    await call(still.key, 'POST', `/offers/${id}/agreement`, { signees: SIGNEES });
    await move(id, state, { state: agreement, ...more });
    assert.match(await stateText(path), text);
  });
}

test('declined, refused by the provider and withdrawn have different texts', async () => {
  const path = await offered('ends');
  await call(still.key, 'POST', '/offers/ends/agreement', { signees: SIGNEES });
  await move('ends', 'revoked', { state: 'revoked', reason: 'not sent' });
  assert.match(await stateText(path), /withdrawn/);
  await move('ends', 'revoked', { state: 'revoked', reason: 'not sent: Scrive, start: 409' });
  assert.match(await stateText(path), /could not be sent.*has to correct/);
  const { agreement } = (await agreementOf(store.of('still'), 'ends')) ?? assert.fail();
  const signees = agreement.signees.map((one) => ({ ...one, status: 'declined' as const }));
  await move('ends', 'revoked', { state: 'revoked', reason: 'rejected', signees });
  assert.match(await stateText(path), /was declined/);
});

test('before it is out, and after its last day', async () => {
  const path = await offered('before');
  assert.match(await stateText(path), /not been sent for signature yet.*Ask still AB/);
  now = () => new Date(Date.parse(VALID_UNTIL) + 86_400_000);
  assert.match(await stateText(path), /no longer valid.*for a new one/);
  now = () => new Date();
});

test('an offer that was accepted and then changed is never “not sent yet”', async () => {
  const path = await offered('changed');
  await call(still.key, 'POST', '/offers/changed/agreement', { signees: SIGNEES });
  await move('changed', 'revoked', { state: 'expired', reason: 'timedout' });
  await offered('changed', { title: 'Ny' });
  assert.match(await stateText(path), /changed since it went out.*no longer applies/);
  // The agreement was prolonged at the provider, and signed after all.
  await move('changed', 'draft', { state: 'completed', reason: null });
  assert.match(await stateText(path), /have signed an agreement.*which of the two/);
});

test('what its task gave up is not on its way; what waits for the account or the subscription is late', async () => {
  const path = await offered('late');
  await call(still.key, 'POST', '/offers/late/agreement', { signees: SIGNEES });
  const setTask = (change: string) =>
    store.change('still', (one) =>
      one.query(`update task set ${change} where org = $1 and kind = 'sign.send'`),
    );
  assert.match(await stateText(path), /on its way/);
  deps.organisations.current = [{ ...still.organisation, isActive: false }];
  assert.match(await stateText(path), /not been sent yet/);
  deps.organisations.current = [still.organisation];
  await setTask(`last_error = 'Scrive, start a document: no answer.'`);
  assert.match(await stateText(path), /not been sent yet.*by tomorrow/);
  await setTask(`state = 'failed'`);
  assert.match(await stateText(path), /could not be sent.*has to correct/);
});
