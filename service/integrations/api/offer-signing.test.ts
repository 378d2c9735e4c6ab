/** The texts of an offer's page, in each state of its agreement. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Agreement, AgreementState, OfferState } from '../../../schemas/types.ts';
import type { Language } from '../../pages/messages/messages.ts';
import { until } from '../../test/until.ts';
import { startTasks } from '../jobs/start-tasks.ts';
import { agreementOf, putAgreement } from '../store/agreements.ts';
import { readOffer, setOfferState } from '../store/offers.ts';
import { OFFER, PDF, PROSPECT, SIGNEES } from '../test/bodies.ts';
import { scriveAccount, startScriveFake } from '../test/fakes/scrive.ts';
import type { Reply } from '../test/fakes/server.ts';
import { startIntegrations, testOrganisation } from '../test/integrations.ts';

const scrive = await startScriveFake();
const { organisation, key } = testOrganisation('solfirman', {
  signature: scriveAccount(scrive),
  crm: null,
});
/** An organisation whose agreements nobody sends: the tests move them. */
const still = testOrganisation('still', { crm: null, isActive: true });
const VALID_UNTIL = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
let now = () => new Date();
const { base, call, deps, store } = await startIntegrations([{ organisation, key }, still], {
  now: () => now(),
  trustProxy: 1,
});
const worker = startTasks({ ...deps, organisations: { current: [organisation] }, baseUrl: base });
after(async () => {
  await worker.stop();
  await scrive.close();
});

let callers = 0;

async function fetchPage(path: string, language: Language) {
  const response = await fetch(`${base}${path}?l=${language}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': `10.2.0.${++callers % 256}` },
  });
  return response.text();
}

async function stateText(path: string, language: Language = 'en'): Promise<string> {
  const text = await fetchPage(path, language);
  const [, headline, next] = /<p class="large">([^<]+)<\/p><p>([^<]+)<\/p>/.exec(text) ?? [];
  assert.ok(headline && next, text);
  assert.doesNotMatch(headline + next, /[{}]|undefined/);
  return `${headline} | ${next}`;
}

/** Stores an offer with its document. @returns the path of its page */
async function offered(id: string, whose = key, more = {}): Promise<string> {
  await call(whose, 'PUT', `/prospects/${id}`, PROSPECT);
  const body = { ...OFFER, valid_until: VALID_UNTIL, prospect_id: id, ...more };
  const { json } = await call(whose, 'PUT', `/offers/${id}`, body);
  await call(whose, 'PUT', `/offers/${id}/agreement/document`, PDF);
  return new URL(json.public_url).pathname;
}

/** Sends an offer out. */
async function sendOut(id: string): Promise<void> {
  await call(key, 'POST', `/offers/${id}/agreement`, { signees: SIGNEES });
}

async function untilStated(path: string, pattern: RegExp): Promise<void> {
  await until(async () => pattern.test(await stateText(path)), `${path} says ${pattern}`);
}

/** Moves an agreement and its offer to where a reading of the provider would. */
async function move(id: string, state: OfferState, agreement: Partial<Agreement>): Promise<void> {
  await store.change('still', async (change) => {
    const offer = (await readOffer(change, id)) ?? assert.fail();
    const stored = (await agreementOf(change, id)) ?? assert.fail();
    await putAgreement(change, id, { ...stored.agreement, ...agreement });
    await setOfferState(change, { ...offer, state });
  });
}

const UNCONFIRMED = { reason: 'document_error', since: '2026-11-20T10:00:00.000Z' };

type Row = [OfferState, AgreementState, en: RegExp, sv: RegExp, more?: Partial<Agreement>];

/** Each state with the headline and next step that are true of it. */
const STATED: Row[] = [
  ['out_for_signature', 'draft', /on its way.*0 of 2.*Sign it/, /på väg.*0 av 2.*Skriv under/],
  [
    'out_for_signature',
    'created',
    /awaits signatures: 0 of 2.*Sign/,
    /väntar på underskrift: 0 av/,
  ],
  ['out_for_signature', 'opened', /awaits signatures: 0 of 2.*Sign/, /väntar på underskrift: 0 av/],
  ['out_for_signature', 'partly_signed', /awaits more signatures.*Those/, /väntar på fler.*De som/],
  ['signed', 'completed', /has been signed.*what comes next/, /är underskriven.*vad som händer/],
  ['invoiced', 'completed', /been invoiced.*is to be paid/, /är fakturerad.*ska betalas/],
  ['revoked', 'revoked', /been withdrawn.*a new one/, /återkallad.*om en ny/],
  ['revoked', 'expired', /ran out.*send the agreement again/, /gick ut.*skicka avtalet igen/],
  ['revoked', 'failed', /not be completed.*again/, /inte slutföras.*skicka avtalet igen/],
  ['revoked', 'deleted', /been removed.*still stands/, /borttaget.*fortfarande gäller/],
];
const UNCONFIRMED_ROWS: Row[] = (['missing', 'unknown'] as const).flatMap((state) =>
  (['draft', 'created', 'partly_signed'] as const).map((known): Row => {
    const unconfirmed = { unconfirmed: { state, ...UNCONFIRMED } };
    return [
      'out_for_signature',
      known,
      /cannot say for certain.*Open this/,
      /säkert.*Öppna/,
      unconfirmed,
    ];
  }),
);

for (const [i, [state, agreement, en, sv, more]] of [...STATED, ...UNCONFIRMED_ROWS].entries()) {
  test(`${state}, ${agreement} ${more?.unconfirmed?.state ?? ''}: what the page says is true`, async () => {
    const id = `s-${i}`;
    const path = await offered(id, still.key);
    await call(still.key, 'POST', `/offers/${id}/agreement`, { signees: SIGNEES });
    await move(id, state, { state: agreement, ...more });
    assert.match(await stateText(path, 'en'), en);
    assert.match(await stateText(path, 'sv'), sv);
  });
}

test('declined, refused by the provider and withdrawn have different texts', async () => {
  const path = await offered('ends', still.key);
  await call(still.key, 'POST', '/offers/ends/agreement', { signees: SIGNEES });
  await move('ends', 'revoked', { state: 'revoked', reason: 'not sent' });
  assert.match(await stateText(path), /withdrawn/);
  await move('ends', 'revoked', { state: 'revoked', reason: 'not sent: Scrive, start: 409' });
  assert.match(await stateText(path), /could not be sent.*has to correct/);
  const { agreement } = (await agreementOf(store.of('still'), 'ends')) ?? assert.fail();
  const signees = agreement.signees.map((one) => ({ ...one, status: 'declined' as const }));
  await move('ends', 'revoked', { state: 'revoked', reason: 'rejected', signees });
  assert.match(await stateText(path), /was declined/);
  assert.match(await stateText(path, 'sv'), /avböjdes/);
});

test('before it is out, and after its last day', async () => {
  const path = await offered('before');
  assert.match(await stateText(path), /not been sent for signature yet.*Ask solfirman AB/);
  now = () => new Date(Date.parse(VALID_UNTIL) + 86_400_000);
  assert.match(await stateText(path), /no longer valid.*for a new one/);
  assert.match(await stateText(path, 'sv'), /gäller inte längre.*om en ny/);
  now = () => new Date();
});

test('an offer that was accepted and then changed is never “not sent yet”', async () => {
  const path = await offered('changed', still.key);
  await call(still.key, 'POST', '/offers/changed/agreement', { signees: SIGNEES });
  await move('changed', 'revoked', { state: 'expired', reason: 'timedout' });
  await offered('changed', still.key, { title: 'Ny' });
  assert.match(await stateText(path), /changed since it went out.*no longer applies/);
  // The agreement was prolonged at the provider, and signed after all.
  await move('changed', 'draft', { state: 'completed', reason: null });
  assert.match(await stateText(path), /have signed an agreement.*which of the two/);
  assert.match(await stateText(path, 'sv'), /har skrivit under ett avtal.*vilket av de två/);
});

const at = (end: string, reply: Reply) => (call: { path: string }) =>
  call.path.endsWith(end) ? reply : undefined;

test('what the service refuses is not on its way, whichever step it refuses', async () => {
  const conflict: Reply = { status: 409, body: { error_type: 'document_state_error' } };
  for (const [id, end, reply] of [
    ['refused-start', '/start', conflict],
    ['refused-new', '/new', { status: 404, body: {} }],
  ] as const) {
    scrive.refuses = at(end, reply);
    const path = await offered(id);
    await sendOut(id);
    await untilStated(path, /could not be sent.*has to correct/);
    assert.match(await stateText(path, 'sv'), /kunde inte skickas.*rätta/);
  }
  scrive.refuses = () => undefined;
});

test('what waits for the account or the subscription is late, and goes out when they are mended', async () => {
  scrive.refuses = () => ({ status: 401, body: {} });
  const path = await offered('late');
  await sendOut('late');
  await untilStated(path, /not been sent yet.*by tomorrow/);
  assert.match(await stateText(path, 'sv'), /inte skickats än.*i morgon/);
  scrive.refuses = () => undefined;
  const { json } = await call(key, 'GET', '/tasks');
  const { kind, subject } = json.tasks.find(({ state }: { state: string }) => state === 'open');
  await call(key, 'POST', `/tasks/${kind}/${subject}/retry`);
  await untilStated(path, /awaits signatures: 0 of 2/);

  const waiting = await offered('suspended', still.key);
  await call(still.key, 'POST', '/offers/suspended/agreement', { signees: SIGNEES });
  assert.match(await stateText(waiting), /on its way/);
  deps.organisations.current = [organisation, { ...still.organisation, isActive: false }];
  assert.match(await stateText(waiting), /not been sent yet/);
  deps.organisations.current = [organisation, still.organisation];
});
