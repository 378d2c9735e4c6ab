import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TURNKEY_PERMILLE } from '#engine/deduction/rates.ts';
import type { Invoice } from '../ports.ts';
import { row } from '../test/bodies.ts';
import { INVOICE, PARTS } from '../test/invoices.ts';
import { OFFER_BODY } from '../test/stored-offers.ts';
import { customerOf, hasParts, invoiceOf, taxReductionsOf } from './invoice.ts';
import {
  computeRowCosts,
  computeTotalOre,
  type OfferBody,
  reductionOf,
  thousandthsOf,
} from './reduction.ts';

const [CELLS, , CHARGER] = OFFER_BODY.rows;
const [ANNA, BO] = OFFER_BODY.applicants;
const TURNKEY_OFFER: OfferBody = {
  ...OFFER_BODY,
  rows: [
    CELLS,
    row('Batteri', 40_000_00, 'storage', { quantity: 2, article_number: 'B5', account: 3001 }),
    CHARGER,
    row('Resor', 500_00, 'none', { quantity: 1.5, unit: 'h' }),
  ],
  applicants: [ANNA, { ...BO, housing_association_number: '769600-1234' }],
};
const ORDER = { offerId: 'o-1', invoiceDate: '2026-11-21', paymentDays: 30 };
const NUMBERS = PARTS.map(({ personalNumber }) => personalNumber);

test('golden: the invoice of a turnkey offer', () => {
  const [cells, battery, charger, other] = INVOICE.rows;
  const travel = { ...cells, description: 'Resor', quantityThousandths: 1500, unit: 'h' };
  assert.deepEqual(invoiceOf(TURNKEY_OFFER, ORDER), {
    ...INVOICE,
    offerNumber: 'A-1',
    rows: [
      cells,
      { ...battery, description: 'Batteri (2 st)', articleNumber: 'B5', account: 3001 },
      charger,
      { ...travel, unitPriceOre: 500_00, houseWorkType: null },
      other,
    ],
  });
});

test('golden: what two people ask for', () => {
  const reduction = reductionOf(TURNKEY_OFFER);
  assert.ok(reduction);
  assert.deepEqual(taxReductionsOf(TURNKEY_OFFER, reduction, NUMBERS), PARTS);
});

test('zeros are left out of what somebody asks for', () => {
  const offer = { ...TURNKEY_OFFER, rows: [row('Batteri', 100_000_00, 'storage')] };
  const reduction = reductionOf(offer);
  assert.ok(reduction);
  assert.deepEqual(taxReductionsOf(offer, reduction, NUMBERS)[0].amounts, [
    { type: 'STORAGESELFPRODUCEDELECTRICITY', sek: 48_500 },
  ]);
});

test('without a turnkey price rows stay as they are, with their types', () => {
  const { rows } = invoiceOf({ ...TURNKEY_OFFER, turnkey: false }, ORDER);
  assert.deepEqual(
    rows.map(({ quantityThousandths, unitPriceOre }) => [quantityThousandths / 1000, unitPriceOre]),
    TURNKEY_OFFER.rows.map(({ quantity, unit_price_ore }) => [quantity, unit_price_ore]),
  );
});

test('without a claimed reduction nothing is house work and nothing is split off', () => {
  const offer = { ...TURNKEY_OFFER, claim_reduction: false };
  const { rows } = invoiceOf(offer, ORDER);
  assert.ok(rows.every(({ houseWorkType }) => houseWorkType === null));
  assert.equal(rows.length, 4);
  assert.equal(reductionOf(offer), null);
});

test('a long text of a turnkey row keeps its quantity within 255 characters', () => {
  const rows = [row('x'.repeat(255), 100, 'storage', { quantity: 2.5, unit: 'kWh' })];
  const [{ description }] = invoiceOf({ ...TURNKEY_OFFER, rows }, ORDER).rows;
  assert.equal(description.length, 255);
  assert.match(description, /x \(2,5 kWh\)$/);
});

test('a customer has the prospect’s name, e-mail and address; without name and e-mail there is none', () => {
  const prospect = { email: 'a@b.se', first_name: 'Anna', address: { postal_code: '72211' } };
  assert.deepEqual(customerOf('p1', prospect, null), {
    reference: 'p1',
    name: 'Anna',
    email: 'a@b.se',
    personalNumber: null,
    organisationNumber: null,
    street: '',
    postalCode: '72211',
    city: '',
  });
  assert.equal(customerOf('p1', { ...prospect, email: null }, null)?.email, null);
  assert.equal(customerOf('p1', { email: null, phone: '070' }, null), null);
  const company = { name: 'Brf Solen', organisation_number: '7696001234' };
  const customer = customerOf('p1', { ...prospect, company }, '197604120852');
  assert.equal(customer?.name, 'Brf Solen');
  assert.deepEqual([customer?.organisationNumber, customer?.personalNumber], ['769600-1234', null]);
});

test('a quantity has at most three decimals', () => {
  assert.equal(thousandthsOf(0.001), 1);
  assert.equal(thousandthsOf(1_000_000), 1_000_000_000);
  for (const thousandths of [1, 29, 57, 1005, 4_350, 999_999_999]) {
    assert.equal(thousandthsOf(thousandths / 1000), thousandths);
  }
  for (const quantity of [0.0001, 1.23456, 1 / 3]) assert.equal(thousandthsOf(quantity), null);
});

const offers: fc.Arbitrary<OfferBody> = fc
  .record({
    rows: fc.array(
      fc
        .tuple(
          fc.constantFrom('none', 'solar_cells', 'storage', 'charging_point'),
          fc.integer({ min: 1, max: 50_000 }),
          fc.integer({ min: 0, max: 500_000_00 }),
          fc.constantFrom(0, 6, 12, 25),
        )
        .map(([subsidyClass, thousandths, priceOre, vat_percent]) =>
          row('x', priceOre, subsidyClass, { quantity: thousandths / 1000, vat_percent }),
        ),
      { minLength: 1, maxLength: 6 },
    ),
    turnkey: fc.boolean(),
    claim_reduction: fc.boolean(),
  })
  .map((some) => ({ ...TURNKEY_OFFER, ...some }));

const oreOf = ({ rows }: Invoice) =>
  rows.reduce((sum, { quantityThousandths, unitPriceOre }) => {
    return sum + Math.floor((quantityThousandths * unitPriceOre + 500) / 1000);
  }, 0);

test('an invoice’s rows come to what the offer costs, by rate of VAT too, and 97 % of a turnkey price is typed', () => {
  fc.assert(
    fc.property(offers, (offer) => {
      const invoice = invoiceOf(offer, ORDER);
      assert.equal(oreOf(invoice), computeTotalOre(offer));
      for (const vat of [0, 6, 12, 25]) {
        const rows = invoice.rows.filter(({ vatPercent }) => vatPercent === vat);
        const own = offer.rows.filter(({ vat_percent }) => vat_percent === vat);
        assert.equal(oreOf({ ...invoice, rows }), computeTotalOre({ rows: own }));
      }
      if (!offer.turnkey || !hasParts(offer)) return;
      for (const [i, { totalOre: wholeOre, workClass }] of computeRowCosts(offer).entries()) {
        const ore =
          workClass === null ? wholeOre : Math.floor((wholeOre * TURNKEY_PERMILLE) / 1000);
        assert.equal(oreOf({ ...invoice, rows: [invoice.rows[i]] }), ore);
      }
    }),
    { numRuns: 3_000 },
  );
});
