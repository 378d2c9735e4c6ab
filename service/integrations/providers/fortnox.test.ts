import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertKind } from '../test/assert-kind.ts';
import { testClock } from '../test/clock.ts';
import { type FortnoxFake, fortnoxAccount, startFortnoxFake } from '../test/fakes/fortnox.ts';
import { commitThenDrop } from '../test/fakes/server.ts';
import { ANNA, INVOICE, PARTS } from '../test/invoices.ts';
import { fortnox } from './fortnox.ts';
import { fortnoxCustomer, fortnoxInvoice, fortnoxReduction } from './fortnox-shapes.ts';

const REGISTERS = { units: { st: 'st' }, accounts: { '25': 3001 } };
const fakes: FortnoxFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

async function start() {
  const clock = testClock();
  const fake = await startFortnoxFake(clock.now);
  fakes.push(fake);
  return {
    fake,
    clock,
    accounting: fortnox(fortnoxAccount(fake), clock),
  };
}

const tokensAsked = ({ calls }: FortnoxFake) =>
  calls.filter(({ path }) => path === '/oauth-v1/token').length;

test('a customer is found by that very e-mail', async () => {
  const { accounting } = await start();
  assert.equal(await accounting.findCustomer(ANNA, true), null);
  await accounting.createCustomer({ ...ANNA, email: 'joanna@example.com' });
  assert.equal(await accounting.findCustomer(ANNA, true), null);
  const id = await accounting.createCustomer(ANNA);
  await accounting.createCustomer(ANNA);
  assert.equal(await accounting.findCustomer(ANNA, true), id, 'the oldest');
  assert.equal(await accounting.hasCustomer(id, true), true);
  assert.equal(await accounting.hasCustomer('999', true), false);
});

test('an invoice is found by the offer, and computed as the offer', async () => {
  const { accounting } = await start();
  const customer = await accounting.createCustomer(ANNA);
  assert.equal(await accounting.findInvoice('o-1'), null);
  const number = await accounting.createInvoice(INVOICE, customer);
  await accounting.createInvoice({ ...INVOICE, offerId: 'o-10' }, customer);
  assert.equal(await accounting.findInvoice('o-1'), number);
  assert.deepEqual(await accounting.readInvoice(number), {
    totalOre: 215_000_00,
    reductionSek: 63_535,
    isCancelled: false,
    paidOn: null,
  });
  await accounting.cancelInvoice(number);
  assert.equal((await accounting.readInvoice(number)).isCancelled, true);
  assert.equal(await accounting.findInvoice('o-1'), null);
});

test('a person has one reduction, also when it is sent twice', async () => {
  const { accounting } = await start();
  const number = await accounting.createInvoice(INVOICE, await accounting.createCustomer(ANNA));
  assert.deepEqual(await accounting.reductionsOf(number), []);
  for (const part of [...PARTS, ...PARTS]) await accounting.addReduction(number, part);
  assert.deepEqual((await accounting.reductionsOf(number)).sort(), ['7604120852', '8112289874']);
  const { reductionSek } = await accounting.readInvoice(number);
  assert.equal(reductionSek, 63_535);
});

test('what cannot be is invalid, what is not there not found', async () => {
  const { accounting } = await start();
  await assertKind('invalid', accounting.createInvoice(INVOICE, '999'));
  await assertKind('not_found', accounting.readInvoice('999'));
  const plain = { ...INVOICE, rows: INVOICE.rows.slice(1) };
  const number = await accounting.createInvoice(plain, await accounting.createCustomer(ANNA));
  await assertKind('invalid', accounting.addReduction(number, PARTS[0]));
});

test('the bodies are as Fortnox publishes them', () => {
  assert.deepEqual(fortnoxCustomer(ANNA), {
    Customer: {
      Name: 'Anna Ek',
      Email: 'anna@example.com',
      Type: 'PRIVATE',
      OrganisationNumber: '19760412-0852',
      Address1: 'Storgatan 1',
      ZipCode: '72212',
      City: 'Västerås',
      CountryCode: 'SE',
      ExternalReference: 'p-1',
    },
  });
  const { Invoice } = fortnoxInvoice(INVOICE, '7', REGISTERS);
  const { InvoiceRows, ...head } = Invoice;
  assert.deepEqual(head, {
    CustomerNumber: '7',
    InvoiceDate: '2026-11-21',
    DueDate: '2026-12-21',
    Currency: 'SEK',
    VATIncluded: true,
    TaxReductionType: 'green',
    ExternalInvoiceReference1: 'o-1',
    YourOrderNumber: '2026-17',
    DeliveryName: null,
    DeliveryAddress1: null,
    DeliveryAddress2: null,
    DeliveryZipCode: null,
    DeliveryCity: null,
    DeliveryCountry: null,
  });
  assert.deepEqual(InvoiceRows[0], {
    AccountNumber: 3001,
    Description: 'Solceller 10,4 kW',
    DeliveredQuantity: '1',
    Unit: 'st',
    Price: 116400,
    VAT: 25,
    HouseWork: true,
    HouseWorkType: 'SOLARCELLS',
  });
  const otherCosts = { HouseWork: false, HouseWorkType: 'OTHERCOSTS' };
  assert.deepEqual({ ...InvoiceRows[3], ...otherCosts }, InvoiceRows[3]);
  assert.deepEqual(fortnoxReduction(PARTS[0], '203'), {
    TaxReduction: {
      CustomerName: 'Anna Ek',
      SocialSecurityNumber: '19760412-0852',
      ReferenceNumber: '203',
      ReferenceDocumentType: 'INVOICE',
      AskedAmount: 31768,
      PropertyDesignation: 'Hede 1:2',
      TaxReductionAmounts: [
        { WorkType: 'SOLARCELLS', AskedAmount: 8731 },
        { WorkType: 'STORAGESELFPRODUCEDELECTRICITY', AskedAmount: 19400 },
        { WorkType: 'CHARGINGSTATIONELECTRICVEHICLE', AskedAmount: 3637 },
      ],
    },
  });
});

test('a token is requested once, again when it expires, and again when it is revoked', async () => {
  const { accounting, fake, clock } = await start();
  await Promise.all([accounting.check(), accounting.check(), accounting.check()]);
  assert.equal(tokensAsked(fake), 1);
  clock.ms += 3_600_000;
  await accounting.check();
  assert.equal(tokensAsked(fake), 2);
  fake.revokeTokens();
  await accounting.check();
  assert.equal(tokensAsked(fake), 3);
  fake.revokeTokens();
  fake.credentials.clientSecret = 'another';
  await assertKind('auth', accounting.check());
});

test('a token whose answer was lost is requested again', async () => {
  const { accounting, fake } = await start();
  commitThenDrop(fake, 0);
  await assertKind('outcome_unknown', accounting.check());
  await accounting.check();
});

test('a company with the e-mail is no customer to invoice', async () => {
  const { accounting, fake } = await start();
  const company = await accounting.createCustomer(ANNA);
  fake.customers[0].Type = 'COMPANY';
  assert.equal(await accounting.findCustomer(ANNA, true), null);
  assert.notEqual(await accounting.createCustomer(ANNA), company);
});

test('errors have the code, in any case of letters, and nothing of the message', async () => {
  const { accounting } = await start();
  const number = await accounting.createInvoice(INVOICE, await accounting.createCustomer(ANNA));
  const odd = { ...PARTS[0], amounts: [{ type: 'SOLARCELLS' as const, sek: 0.5 }] };
  await assert.rejects(accounting.addReduction(number, odd), {
    message: 'Fortnox, add a tax reduction: answered 400 (2004217).',
  });
  const none = { ...PARTS[0], amounts: [{ type: 'OTHERCOSTS' as const, sek: 5 }] };
  await assert.rejects(accounting.addReduction(number, none), /answered 400 \(2004209\)/);
  const twice = { ...PARTS[0], amounts: [PARTS[0].amounts[0], PARTS[0].amounts[0]] };
  await assert.rejects(accounting.addReduction(number, twice), /answered 400 \(2004262\)/);
  const empty = { ...PARTS[0], amounts: [] };
  await assert.rejects(accounting.addReduction(number, empty), /answered 400 \(2004263\)/);
});

test('a company is found by its number and made as one, a person without an e-mail by number or reference', async () => {
  const { accounting, fake } = await start();
  const brf = {
    ...ANNA,
    name: 'Brf Solen',
    personalNumber: null,
    organisationNumber: '769600-1234',
  };
  const byNumber = { ...ANNA, email: null };
  const byName = { ...byNumber, reference: 'p-2', personalNumber: null };
  for (const customer of [brf, byNumber, byName]) {
    assert.equal(await accounting.findCustomer(customer, false), null);
    const number = await accounting.createCustomer(customer);
    assert.equal(await accounting.findCustomer(customer, false), number);
  }
  const cards = fake.customers.map(({ Type, OrganisationNumber, Email }) => {
    return [Type, OrganisationNumber, Email];
  });
  assert.deepEqual(cards, [
    ['COMPANY', '769600-1234', ANNA.email],
    ['PRIVATE', '19760412-0852', ''],
    ['PRIVATE', undefined, ''],
  ]);
});
