import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type AccountingUnderTest,
  ANNA,
  accountingContract,
  INVOICE,
  PARTS,
} from '../test/accounting-contract.ts';
import { assertKind } from '../test/assert-kind.ts';
import { inItsWindow, testClock } from '../test/clock.ts';
import { type FortnoxFake, fortnoxAccount, startFortnoxFake } from '../test/fakes/fortnox.ts';
import { commitThenDrop, limitNextCall } from '../test/fakes/server.ts';
import { fortnox } from './fortnox.ts';
import { fortnoxCustomer, fortnoxInvoice, fortnoxReduction } from './fortnox-shapes.ts';

const REGISTERS = { units: { st: 'st' }, accounts: { '25': 3001 } };
const fakes: FortnoxFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

async function start() {
  const clock = testClock();
  const fake = await startFortnoxFake(clock.now);
  fakes.push(fake);
  const account = fortnoxAccount(fake);
  const under: AccountingUnderTest = {
    accounting: fortnox(account, clock),
    stranger: fortnox({ ...account, tenantId: '1' }, clock),
    limitNextCall: (seconds) => limitNextCall(fake, seconds),
    dropNextAnswer: () => {
      let left = 1;
      fake.isLost = ({ method, path }) =>
        method === 'POST' && path.startsWith('/3/') && left-- === 1;
    },
  };
  return { ...under, fake, clock };
}

const tokensAsked = ({ calls }: FortnoxFake) =>
  calls.filter(({ path }) => path === '/oauth-v1/token').length;

accountingContract('Fortnox', start);

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

test('rows without house work make an invoice without a reduction', () => {
  const rows = [{ ...INVOICE.rows[0], houseWorkType: null, quantityThousandths: 2_500 }];
  const { Invoice } = fortnoxInvoice({ ...INVOICE, rows }, '7', REGISTERS);
  assert.equal(Invoice.TaxReductionType, 'none');
  assert.equal(Invoice.InvoiceRows[0].DeliveredQuantity, '2.5');
  assert.ok(!('HouseWorkType' in Invoice.InvoiceRows[0]));
});

test('a token is asked for once, again when it ends, again when it was ended', async () => {
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

test('a lost token is asked for again', async () => {
  const { accounting, fake } = await start();
  commitThenDrop(fake, 0);
  await assertKind('outcome_unknown', accounting.check());
  await accounting.check();
});

test('Fortnox never has to refuse for the limit', async () => {
  const { accounting, fake, clock } = await start();
  for (let i = 0; i < 100; i++) await inItsWindow(clock, accounting.check);
  assert.equal(fake.calls.length, 101);
});

test('a company with the e-mail is no customer to invoice', async () => {
  const { accounting, fake } = await start();
  const company = await accounting.createCustomer(ANNA);
  fake.customers[0].Type = 'COMPANY';
  assert.equal(await accounting.findCustomer(ANNA, true), null);
  assert.notEqual(await accounting.createCustomer(ANNA), company);
});

test('errors tell the code, in whichever case, and nothing of the message', async () => {
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
