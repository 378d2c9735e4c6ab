/** Tests that hold for every accounting system behind the port. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Accounting, Customer, Invoice, TaxReduction } from '../ports.ts';
import { assertKind } from './assert-kind.ts';

export interface AccountingUnderTest {
  accounting: Accounting;
  /** Carries the next POST out and drops its answer. */
  dropNextAnswer(): void;
  /** Refuses the next call as one too many, with the seconds to wait. */
  limitNextCall(seconds: number): void;
  stranger: Accounting;
}

export const ANNA: Customer = {
  reference: 'p-1',
  name: 'Anna Ek',
  email: 'anna@example.com',
  personalNumber: '197604120852',
  organisationNumber: null,
  street: 'Storgatan 1',
  postalCode: '72212',
  city: 'Västerås',
};

/** A turnkey house: solar cells 120 000, a battery 80 000, a charging point 15 000 SEK. */
export const INVOICE: Invoice = {
  offerId: 'o-1',
  offerNumber: '2026-17',
  invoiceDate: '2026-11-21',
  dueDate: '2026-12-21',
  rows: [
    rowOf('Solceller 10,4 kW', 116_400_00, 'SOLARCELLS'),
    rowOf('Batteri 10 kWh', 77_600_00, 'STORAGESELFPRODUCEDELECTRICITY'),
    rowOf('Laddbox', 14_550_00, 'CHARGINGSTATIONELECTRICVEHICLE'),
    rowOf('Övriga kostnader (3 %)', 6_450_00, 'OTHERCOSTS'),
  ],
};

export const PARTS: TaxReduction[] = [
  {
    name: 'Anna Ek',
    personalNumber: '197604120852',
    propertyDesignation: 'Hede 1:2',
    amounts: [
      { type: 'SOLARCELLS', sek: 8731 },
      { type: 'STORAGESELFPRODUCEDELECTRICITY', sek: 19400 },
      { type: 'CHARGINGSTATIONELECTRICVEHICLE', sek: 3637 },
    ],
  },
  {
    name: 'Bo Ek',
    personalNumber: '198112289874',
    housingAssociationNumber: '769600-1234',
    amounts: [
      { type: 'SOLARCELLS', sek: 8729 },
      { type: 'STORAGESELFPRODUCEDELECTRICITY', sek: 19400 },
      { type: 'CHARGINGSTATIONELECTRICVEHICLE', sek: 3638 },
    ],
  },
];

function rowOf(
  description: string,
  unitPriceOre: number,
  houseWorkType: Invoice['rows'][number]['houseWorkType'],
) {
  return {
    description,
    quantityThousandths: 1000,
    unit: 'st',
    unitPriceOre,
    vatPercent: 25,
    houseWorkType,
  };
}

/** @param name the system's name, for the tests' names */
export function accountingContract(name: string, start: () => Promise<AccountingUnderTest>): void {
  test(`${name}: a customer is found by that very e-mail`, async () => {
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

  test(`${name}: an invoice is found by the offer, and reckoned as the offer`, async () => {
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

  test(`${name}: an offer whose invoice was cancelled gets another, as one that is corrected`, async () => {
    const { accounting } = await start();
    const customer = await accounting.createCustomer(ANNA);
    const number = await accounting.createInvoice(INVOICE, customer);
    await accounting.addReduction(number, PARTS[0]);
    await accounting.cancelInvoice(number);
    const corrected = await accounting.createInvoice(INVOICE, customer);
    assert.notEqual(corrected, number);
    assert.equal(await accounting.findInvoice('o-1'), corrected);
    assert.deepEqual(await accounting.reductionsOf(corrected), []);
    await accounting.addReduction(corrected, PARTS[0]);
    assert.deepEqual(await accounting.reductionsOf(corrected), ['7604120852']);
    assert.equal((await accounting.readInvoice(number)).isCancelled, true);
  });

  test(`${name}: a person has one reduction, asked for once or twice`, async () => {
    const { accounting } = await start();
    const number = await accounting.createInvoice(INVOICE, await accounting.createCustomer(ANNA));
    assert.deepEqual(await accounting.reductionsOf(number), []);
    for (const part of [...PARTS, ...PARTS]) await accounting.addReduction(number, part);
    assert.deepEqual((await accounting.reductionsOf(number)).sort(), ['7604120852', '8112289874']);
    const { reductionSek } = await accounting.readInvoice(number);
    assert.equal(reductionSek, 63_535);
  });

  test(`${name}: a lost answer is unclear, and what it made is there`, async () => {
    const { accounting, dropNextAnswer } = await start();
    dropNextAnswer();
    await assertKind('outcome_unknown', accounting.createCustomer(ANNA));
    const customer = (await accounting.findCustomer(ANNA, true)) ?? assert.fail();
    dropNextAnswer();
    await assertKind('outcome_unknown', accounting.createInvoice(INVOICE, customer));
    const number = (await accounting.findInvoice('o-1')) ?? assert.fail();
    dropNextAnswer();
    await assertKind('outcome_unknown', accounting.addReduction(number, PARTS[0]));
    assert.deepEqual(await accounting.reductionsOf(number), ['7604120852']);
  });

  test(`${name}: what cannot be is invalid, what is not there not found`, async () => {
    const { accounting } = await start();
    await assertKind('invalid', accounting.createInvoice(INVOICE, '999'));
    await assertKind('not_found', accounting.readInvoice('999'));
    const plain = { ...INVOICE, rows: INVOICE.rows.slice(1) };
    const number = await accounting.createInvoice(plain, await accounting.createCustomer(ANNA));
    await assertKind('invalid', accounting.addReduction(number, PARTS[0]));
  });

  test(`${name}: a call too many is told with the time to wait, and did nothing`, async () => {
    const { accounting, limitNextCall } = await start();
    const tooMany = { kind: 'rate_limited', retryAfterMs: 7_000 };
    limitNextCall(7);
    await assert.rejects(accounting.check(), tooMany);
    await accounting.check();
    limitNextCall(7);
    await assert.rejects(accounting.createCustomer(ANNA), tooMany);
    assert.equal(await accounting.findCustomer(ANNA, true), null);
  });

  test(`${name}: wrong credentials are told apart`, async () => {
    const { accounting, stranger } = await start();
    await accounting.check();
    await assertKind('auth', stranger.check());
  });
}
