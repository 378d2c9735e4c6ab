import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OfferInvoice, OfferRequest, OfferState } from '../../../schemas/types.ts';
import { pendingInvoice } from '../rules/invoice.ts';
import { putOffer, readOffer } from '../store/offers.ts';
import { NUMBERS, OFFER, PDF, PROSPECT } from '../test/bodies.ts';
import { BASE_URL, refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';
import { moveOffer } from '../test/stored-offers.ts';

const { organisation, key } = testOrganisation('solfirman');
const without = testOrganisation('utan', { accounting: null });
const unsigned = testOrganisation('osignerad', {
  accounting: organisation.accounting && { ...organisation.accounting, requiresSignature: false },
  taxSplit: 'all_applicants',
});
const started = await startIntegrations([{ organisation, key }, without, unsigned]);
const { call, store, log } = started;
for (const one of [key, without.key, unsigned.key]) {
  await call(one, 'PUT', '/prospects/p1', PROSPECT);
  await call(one, 'PUT', '/prospects/silent', { email: null });
}

/** Puts an offer in a state that only other systems bring about. */
const setState = (id: string, state: OfferState, invoice: OfferInvoice | null = null) =>
  moveOffer(store, 'solfirman', id, { state, invoice });

const tasksOf = async (whose: string, subject: string): Promise<string[]> =>
  (await call(whose, 'GET', '/tasks')).json.tasks
    .filter((task: { subject: string }) => task.subject === subject)
    .map(({ kind }: { kind: string }) => kind);

test('an offer is computed to the krona, and personal numbers are stored and never shown', async () => {
  const { status, text, json } = await call(key, 'PUT', '/offers/o1', OFFER);
  assert.equal(status, 201);
  const [anna, bo] = json.reduction.parts;
  assert.deepEqual(anna.sek, { solar_cells: 8_731, storage: 19_400, charging_point: 3_637 });
  assert.deepEqual([anna.sum_sek, bo.applicant, bo.sum_sek], [31_768, 1, 31_767]);
  assert.equal(json.total_ore, 215_000_00);
  assert.equal(json.to_pay_ore, 215_000_00 - 63_535_00);
  assert.deepEqual([json.state, json.version], ['draft', 1]);
  assert.match(json.public_url, new RegExp(`^${BASE_URL}/i/[\\w-]{22}$`));
  assert.deepEqual(
    json.applicants.map((one: { has_personal_number: boolean }) => one.has_personal_number),
    [true, true],
  );
  assert.doesNotMatch(text, /1212-?1212|0709-?9805/);
  assert.ok(!log.some((line) => /1212-?1212|0709-?9805|Anna/.test(line)));
});

test('personal numbers are encrypted in the store, for that very offer', async () => {
  await call(key, 'PUT', '/offers/first', OFFER);
  await call(key, 'PUT', '/offers/other', OFFER);
  const db = store.of('solfirman');
  const offer = await readOffer(db, 'first');
  assert.deepEqual(offer?.decryptPersonalNumbers(), NUMBERS);
  assert.doesNotMatch(JSON.stringify(offer), /1212-?1212|0709-?9805/);
  const rows = await db.query('select * from offer where org = $1');
  assert.doesNotMatch(JSON.stringify(rows), /1212-?1212|0709-?9805|Anna/);
  await store.change('solfirman', (change) =>
    change.query(
      `update offer set personal_numbers =
         (select personal_numbers from offer where org = $1 and id = 'first')
       where org = $1 and id = 'other'`,
    ),
  );
  const moved = await readOffer(db, 'other');
  assert.throws(() => moved?.decryptPersonalNumbers());
});

test('an offer with documents stays with its prospect, whose data they have', async () => {
  await call(key, 'PUT', '/prospects/p2', PROSPECT);
  await call(key, 'PUT', '/offers/moved', OFFER);
  const moved = await call(key, 'PUT', '/offers/moved', { ...OFFER, prospect_id: 'p2' });
  assert.deepEqual([moved.status, moved.json.prospect_id], [200, 'p2']);
  await call(key, 'PUT', '/offers/moved/agreement/document', PDF);
  refusal(await call(key, 'PUT', '/offers/moved', OFFER), 409, 'conflict');
  const again = await call(key, 'PUT', '/offers/moved', {
    ...OFFER,
    prospect_id: 'p2',
    title: 'x',
  });
  assert.equal(again.status, 200);
});

test('the same again changes nothing, other numbers do; the page’s address stays', async () => {
  const first = await call(key, 'PUT', '/offers/again', OFFER);
  const again = await call(key, 'PUT', '/offers/again', OFFER);
  assert.deepEqual([again.status, again.text], [200, first.text]);
  const applicants = [{ name: 'Anna Ek', personal_number: '19701063-2391' }, { name: 'Bo Ek' }];
  const other = await call(key, 'PUT', '/offers/again', { ...OFFER, applicants });
  assert.deepEqual([other.json.version, other.json.public_url], [2, first.json.public_url]);
  assert.equal(other.json.applicants[1].has_personal_number, false);
});

test('defaults are set when the offer is stored: the organisation’s split, allowances, the claim', async () => {
  const { json } = await call(unsigned.key, 'PUT', '/offers/o1', OFFER);
  assert.deepEqual(json.split, { mode: 'all_applicants' });
  const bare = { ...OFFER, turnkey: undefined, applicants: undefined };
  const plain = (await call(key, 'PUT', '/offers/plain', bare)).json;
  assert.deepEqual([plain.turnkey, plain.claim_reduction, plain.applicants], [false, true, []]);
  assert.deepEqual(plain.split, { mode: 'per_started_cap' });
  assert.deepEqual(plain.reduction.warnings, ['allowance_exceeded']);
  assert.equal(plain.to_pay_ore, plain.total_ore);
  const noClaim = { ...OFFER, claim_reduction: false };
  assert.equal((await call(key, 'PUT', '/offers/plain', noClaim)).json.reduction, null);
});

test('each field that is wrong is named, and no value is repeated', async () => {
  const [row] = OFFER.rows;
  const [anna] = OFFER.applicants ?? [];
  const rows = (...more: object[]) => ({ ...OFFER, rows: more.map((one) => ({ ...row, ...one })) });
  const applicants = (...more: object[]) => ({
    ...OFFER,
    applicants: more.map((one) => ({ ...anna, ...one })),
  });
  const faults: [body: object, field: string, message: RegExp][] = [
    [{ ...OFFER, prospect_id: 'nobody' }, 'prospect_id', /of no prospect/],
    [{ ...OFFER, prospect_id: '191212121212' }, 'prospect_id', /is a personal number/],
    [{ ...OFFER, number: 'n'.repeat(31) }, 'number', /31 characters, expected 1 to 30/],
    [{ ...OFFER, payment_date: '2020-12-31' }, 'payment_date', /before 2021-01-01/],
    [
      { ...OFFER, payment_date: '2025-06-30' },
      'payment_date',
      /20 % of solar cells, the rate of payments on 2025-06-30; an invoice of 20\d\d-\d\d-\d\d is paid on that day or later, when the rate is 15 % of solar cells/,
    ],
    [rows({}, { quantity: 1.2345 }), 'rows[1].quantity', /more than three decimals/],
    [rows({ unit_price_ore: 1e10, quantity: 2 }), 'rows[0]', /costs more than/],
    [rows({ subsidy_class: 'heat_pump' }), 'rows[0].subsidy_class', /one of none, solar_cells/],
    [rows({ unit_price_ore: -100 }), 'rows', /add up to -100 öre/],
    [
      rows({ unit_price_ore: -100 }, { subsidy_class: 'none', unit_price_ore: 900 }),
      'rows',
      /of solar_cells add up to -100 öre/,
    ],
    [
      applicants({ personal_number: '19121212-1213' }),
      'applicants[0].personal_number',
      /not a Swedish personal number/,
    ],
    [applicants({}, {}), 'applicants[1].personal_number', /number of another applicant/],
    [
      { ...applicants({ personal_number: '20080523-2386' }), payment_date: '2025-12-31' },
      'applicants[0].personal_number',
      /not 18 by the end of 2025/,
    ],
    [applicants({ housing_association_number: '769600-1234' }), 'applicants[0]', /not both/],
    [
      applicants({ property_designation: undefined, housing_association_number: '769600-1235' }),
      'applicants[0].housing_association_number',
      /wrong check digit/,
    ],
    [{ ...OFFER, split: { mode: 'shares' } }, 'split.shares_percent', /one for each of 2/],
    [
      { ...OFFER, split: { mode: 'shares', shares_percent: [60, 30] } },
      'split.shares_percent',
      /adds up to 90, expected 100/,
    ],
    [
      { ...OFFER, split: { mode: 'all_applicants', shares_percent: [50, 50] } },
      'split.shares_percent',
      /only with the mode/,
    ],
  ];
  for (const [body, field, message] of faults) {
    const error = refusal(await call(key, 'PUT', '/offers/bad', body), 422, 'invalid_parameter');
    assert.equal(error.field, field, error.message);
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /1212|nobody|heat_pump/, 'a value is repeated');
  }
  refusal(await call(key, 'GET', '/offers/bad'), 404, 'not_found');
});

test('an offer is locked while it is out for signature, signed or invoiced', async () => {
  await call(key, 'PUT', '/offers/locked', OFFER);
  const changed: OfferRequest = { ...OFFER, title: 'Another' };
  for (const state of ['out_for_signature', 'signed', 'invoiced'] as const) {
    await setState('locked', state);
    refusal(await call(key, 'PUT', '/offers/locked', changed), 409, 'conflict');
    const same = await call(key, 'PUT', '/offers/locked', OFFER);
    assert.deepEqual([same.status, same.json.state], [200, state]);
  }
  await setState('locked', 'revoked');
  const { json } = await call(key, 'PUT', '/offers/locked', changed);
  assert.deepEqual([json.state, json.title], ['draft', 'Another']);
});

test('rates that did not change need no later date: a battery paid in 2024, or no reduction', async () => {
  const [, battery] = OFFER.rows;
  const old = { ...OFFER, payment_date: '2025-06-30' };
  const { json } = await call(key, 'PUT', '/offers/old', { ...old, rows: [battery] });
  assert.equal(json.reduction.claimed_sek, 38_800);
  assert.equal(
    (await call(key, 'PUT', '/offers/old', { ...old, claim_reduction: false })).status,
    200,
  );
});

test('an offer whose date of payment has become too old is not invoiced, and the date may be set', async () => {
  await call(key, 'PUT', '/offers/late', OFFER);
  const change = (payment_date: string) =>
    store.change('solfirman', async (one) => {
      const offer = (await readOffer(one, 'late')) ?? assert.fail();
      const body = { ...offer.body, payment_date };
      await putOffer(one, { ...offer, body, personalNumbers: NUMBERS, state: 'signed' });
    });
  await change('2025-06-30');
  const error = refusal(await call(key, 'POST', '/offers/late/invoice'), 409, 'conflict');
  assert.equal(error.field, 'payment_date');
  assert.match(error.message, /^The offer asks for 20 % of solar cells/);
  const set = await call(key, 'PUT', '/offers/late', { ...OFFER, payment_date: '2099-01-31' });
  assert.deepEqual([set.status, set.json.state], [200, 'signed']);
  assert.equal((await call(key, 'POST', '/offers/late/invoice')).status, 202);
});

test('what is signed and refused may be corrected, but for its total', async () => {
  await call(key, 'PUT', '/offers/refused', OFFER);
  const failed = { ...pendingInvoice(null), state: 'failed' as const };
  await setState('refused', 'signed', { ...failed, words: 'Enheten finns inte.' });
  const [first, ...rest] = OFFER.rows;
  const dearer = { ...OFFER, rows: [{ ...first, unit_price_ore: 1 }, ...rest] };
  const error = refusal(await call(key, 'PUT', '/offers/refused', dearer), 409, 'conflict');
  assert.match(error.message, /has signed another total/);
  const mended = { ...OFFER, rows: [{ ...first, unit: 'kpl' }, ...rest] };
  for (const body of [mended, OFFER]) {
    const { status, json } = await call(key, 'PUT', '/offers/refused', body);
    assert.deepEqual(
      [status, json.state, json.invoice.words],
      [200, 'signed', 'Enheten finns inte.'],
    );
  }
  const { json } = await call(key, 'POST', '/offers/refused/invoice');
  assert.deepEqual(
    [json.state, json.invoice.state, json.invoice.words],
    ['invoiced', 'pending', null],
  );
});

test('a signed offer is invoiced once, and tried again only when it failed', async () => {
  await call(key, 'PUT', '/offers/paid', OFFER);
  refusal(await call(key, 'POST', '/offers/paid/invoice'), 409, 'conflict');
  await setState('paid', 'signed');
  const requested = await call(key, 'POST', '/offers/paid/invoice');
  assert.equal(requested.status, 202);
  assert.equal(requested.json.state, 'invoiced');
  assert.deepEqual(requested.json.invoice, pendingInvoice(null));
  assert.equal((await call(key, 'POST', '/offers/paid/invoice')).text, requested.text);
  assert.deepEqual(await tasksOf(key, 'paid'), ['invoice.create']);

  await setState('paid', 'invoiced', { ...pendingInvoice(null), state: 'failed' });
  const again = await call(key, 'POST', '/offers/paid/invoice');
  assert.equal(again.json.invoice.state, 'pending');
});

test('a company or a housing association is invoiced without an e-mail and without a reduction', async () => {
  const company = { name: 'Brf Solen', organisation_number: '769600-1234' };
  const wrong = await call(unsigned.key, 'PUT', '/prospects/brf', {
    email: null,
    company: { ...company, organisation_number: '769600-1235' },
  });
  assert.equal(refusal(wrong, 422, 'invalid_parameter').field, 'company.organisation_number');
  await call(unsigned.key, 'PUT', '/prospects/brf', { email: null, company });
  const ofBrf = { ...OFFER, prospect_id: 'brf' };
  const askBrf = async (body: object) => {
    await call(unsigned.key, 'PUT', '/offers/brf', body);
    return call(unsigned.key, 'POST', '/offers/brf/invoice');
  };
  assert.equal(refusal(await askBrf(ofBrf), 409, 'conflict').field, 'claim_reduction');
  assert.equal((await askBrf({ ...ofBrf, claim_reduction: false })).status, 202);
});

test('an invoice needs an accounting system, a name or an e-mail, and everybody’s number', async () => {
  await call(without.key, 'PUT', '/offers/o1', OFFER);
  const none = await call(without.key, 'POST', '/offers/o1/invoice');
  refusal(none, 409, 'provider_not_configured');

  const ask = async (body: object) => {
    await call(unsigned.key, 'PUT', '/offers/asked', body);
    return call(unsigned.key, 'POST', '/offers/asked/invoice');
  };
  refusal(await ask({ ...OFFER, prospect_id: 'silent' }), 409, 'conflict');
  const nobody = refusal(await ask({ ...OFFER, applicants: [] }), 409, 'applicants_missing');
  assert.equal(nobody.field, 'applicants');
  const [anna] = OFFER.applicants ?? [];
  const one = { ...OFFER, applicants: [anna, { name: 'Bo Ek' }] };
  const { field } = refusal(await ask(one), 409, 'applicants_missing');
  assert.equal(field, 'applicants[1].personal_number');
  assert.equal((await ask({ ...one, claim_reduction: false })).status, 202);
});

test('polling by the place in the order of changes finds each change once, whoever made it', async () => {
  const poller = testOrganisation('poller');
  const one = await startIntegrations([poller]);
  await one.call(poller.key, 'PUT', '/prospects/p1', PROSPECT);
  for (let i = 0; i < 105; i++) {
    await one.call(poller.key, 'PUT', `/offers/o${i}`, { ...OFFER, number: `${i}` });
  }
  const poll = async (after: number) =>
    (await one.call(poller.key, 'GET', `/offers?after=${after}`)).json;
  const first = await poll(0);
  const rest = await poll(first.next);
  assert.deepEqual([first.offers.length, rest.offers.length], [100, 5]);
  assert.deepEqual(await poll(rest.next), { offers: [], next: rest.next });
  await one.call(poller.key, 'PUT', '/offers/o3', { ...OFFER, number: 'new' });
  const [changed, ...others] = (await poll(rest.next)).offers;
  assert.deepEqual([changed.id, others], ['o3', []]);
  const wrong = await one.call(poller.key, 'GET', '/offers?after=x');
  assert.equal(refusal(wrong, 422, 'invalid_parameter').field, 'after');
});
