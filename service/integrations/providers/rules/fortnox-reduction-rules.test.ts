import assert from 'node:assert/strict';
import type { TaxReduction } from '../../ports.ts';
import { ANNA, PARTS } from '../../test/accounting-contract.ts';
import { assertKind } from '../../test/assert-kind.ts';
import { FORTNOX_REDUCTION_RULES } from './fortnox-reduction-rules.ts';
import {
  type Case,
  GREEN_ROW,
  invoiced,
  neverCase,
  plain,
  rowOf,
  sendGreen,
  sendInvoice,
  sendReduction,
  start,
  whole,
} from './fortnox-world.test-kit.ts';
import { testRules } from './rule-cases.test-kit.ts';

const amountOf = (sek: number): TaxReduction[] => [
  { ...PARTS[0], amounts: [{ type: 'SOLARCELLS', sek }] },
];

const CASES: Record<keyof typeof FORTNOX_REDUCTION_RULES, Case> = {
  noReductionIsNull: {
    async breaks(world) {
      await sendInvoice(world);
      assert.match((await world.send('GET', '/3/invoices/200')).text, /"TaxReduction":null/);
    },
    async ours(world) {
      assert.equal((await plain(world)).read.reductionSek, 0);
    },
  },
  reductionCeiling: {
    // 1666.70 kr: 15 % of it is 250.005, and of 1666 kr 249.9.
    async breaks(world) {
      await sendGreen(world, { Price: 1666.7 });
      return sendReduction(world, {}, [{ AskedAmount: 250 }]);
    },
    async ours(world) {
      const rows = [rowOf({ unitPriceOre: 1666_70, houseWorkType: 'SOLARCELLS' })];
      await invoiced(world, { rows }, amountOf(249));
    },
    otherwise: ({ fake }) => {
      fake.unsettled.ceilingOfDocument = true;
    },
  },
  loweredRows: neverCase(
    async (world) => {
      await sendReduction(world);
      return world.send('PUT', '/3/invoices/200', {
        Invoice: { InvoiceRows: [{ ...GREEN_ROW, Price: 10 }] },
      });
    },
    'PUT',
    /invoices/,
  ),
  shortPersonalNumber: {
    async breaks(world) {
      await sendGreen(world);
      world.fake.customers[0].OrganisationNumber = '760412-0852';
      await sendGreen(world);
      assert.deepEqual(
        world.fake.invoices.map(({ TaxReduction }) => TaxReduction),
        [150, 0],
      );
    },
    async ours(world) {
      await whole(world);
      world.fake.customers[0].OrganisationNumber = '7604120852';
      await assertKind('conflict', world.accounting.findCustomer(ANNA, true));
      assert.equal(await world.accounting.findCustomer(ANNA, false), '1');
      await assertKind('conflict', world.accounting.hasCustomer('1', true));
      assert.equal(await world.accounting.hasCustomer('1', false), true);
    },
  },
  postsOfOtherDocuments: {
    async breaks(world) {
      await sendReduction(world, { ReferenceDocumentType: 'ORDER' });
      const path = '/3/taxreductions?filter=invoices&referencenumber=200';
      assert.match((await world.send('GET', path)).text, /"ORDER"/);
    },
    async ours(world) {
      const { number } = await invoiced(world);
      await sendReduction(world, { ReferenceDocumentType: 'ORDER' });
      assert.deepEqual(await world.accounting.reductionsOf(number), []);
      await world.accounting.addReduction(number, PARTS[0]);
    },
  },
  personTwice: {
    async breaks(world) {
      await sendReduction(world);
      return sendReduction(world);
    },
    async ours(world) {
      await invoiced(world, {}, [...PARTS, ...PARTS]);
      assert.equal(world.fake.reductions.length, 2);
    },
  },
  workTypeNotSold: {
    breaks: (world) => sendReduction(world, {}, [{ WorkType: 'STORAGESELFPRODUCEDELECTRICITY' }]),
    ours: whole,
  },
  amountNoInteger: {
    breaks: (world) => sendReduction(world, {}, [{ AskedAmount: 99.5 }]),
    ours: whole,
  },
  amountNegative: {
    breaks: (world) => sendReduction(world, {}, [{ AskedAmount: -1 }]),
    ours: whole,
  },
  workTypeTwice: { breaks: (world) => sendReduction(world, {}, [{}, {}]), ours: whole },
  amountsMissing: { breaks: (world) => sendReduction(world, {}, []), ours: whole },
  personalNumberLength: {
    breaks: (world) => sendReduction(world, { SocialSecurityNumber: '760412' }),
    ours: whole,
  },
  housingAssociation: {
    breaks: (world) =>
      sendReduction(world, { ResidenceAssociationOrganisationNumber: '769600-1235' }),
    // An offer with a wrong check digit is refused before: http/offers.test.ts.
    ours: whole,
  },
  lastReductionStays: neverCase(
    async (world) => {
      await sendReduction(world);
      return world.send('DELETE', '/3/taxreductions/1');
    },
    'DELETE',
    /./,
  ),
  reductionOfRows: {
    async breaks(world) {
      await sendGreen(world);
      assert.equal(world.fake.invoices[0].TaxReduction, 150);
      await sendReduction(world);
      assert.equal(world.fake.invoices[0].TaxReduction, 100);
    },
    ours: whole,
  },
};

testRules('Fortnox, reductions', FORTNOX_REDUCTION_RULES, CASES, start);
