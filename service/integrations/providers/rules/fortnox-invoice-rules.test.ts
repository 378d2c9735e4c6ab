import assert from 'node:assert/strict';
import { commitThenDrop } from '../../demo/fakes/fake-server.ts';
import { ANNA, INVOICE, PARTS } from '../../test/accounting-contract.ts';
import { assertKind } from '../../test/assert-kind.ts';
import { FORTNOX_INVOICE_RULES } from './fortnox-invoice-rules.ts';
import {
  type Case,
  GREEN_ROW,
  invoiced,
  type Members,
  plain,
  ROW,
  rowOf,
  sendGreen,
  sendInvoice,
  start,
  whole,
} from './fortnox-world.test-kit.ts';
import { testRules } from './rule-cases.test-kit.ts';

/** The case of a member that we never send. */
const notSent = (member: string, value: unknown): Case => ({
  breaks: (world) => sendInvoice(world, {}, { [member]: value }),
  async ours(world) {
    const { kept } = await invoiced(world);
    assert.ok(!(member in kept));
  },
});

const ODD = `El-central — 63 A · "16" mm² × 5 <3-fas> [TN-S] {x|y} Åsa's ~ „ny“ → 🙂`;

const CASES: Record<keyof typeof FORTNOX_INVOICE_RULES, Case> = {
  emptyHouseWork: {
    breaks: (world) => sendInvoice(world, { HouseWork: false }),
    ours: async (world) => void (await plain(world)),
  },
  articleHouseWork: {
    breaks: (world) => sendInvoice(world, { ArticleNumber: 'STAD' }),
    async ours(world) {
      await plain(world, { articleNumber: 'STAD' });
      await plain(world, { articleNumber: 'P-435' });
    },
  },
  unknownUnit: {
    breaks: (world) => sendInvoice(world, { Unit: 'rulle' }),
    async ours(world) {
      const { kept } = await plain(world, { unit: 'rulle', quantityThousandths: 12_000 });
      assert.equal(kept.InvoiceRows[0].Description, 'Kabel (rulle)');
      for (const unit of ['toString', '__proto__']) {
        world.clock.ms += 5_000;
        const { kept: odd } = await plain(world, { unit, quantityThousandths: 2_000 });
        assert.ok(!('Unit' in odd.InvoiceRows[0]));
        assert.equal(odd.InvoiceRows[0].Description, `Kabel (${unit})`);
      }
      const { kept: known } = await plain(world);
      assert.equal(known.InvoiceRows[0].Unit, 'st');
    },
    otherwise: ({ fake }) => {
      fake.unsettled.unknownUnitCode = '2000106';
    },
  },
  nullUnit: {
    breaks: (world) => sendInvoice(world, { Unit: null }),
    ours: async (world) => void (await plain(world, { unit: '' })),
  },
  characters: {
    breaks: (world) => sendInvoice(world, { Description: 'El-central — 63 A' }),
    async ours(world) {
      const { kept } = await plain(world, { description: ODD });
      assert.equal(
        kept.InvoiceRows[0].Description,
        'El-central – 63 A - ’’16’’ mm² x 5 (3-fas) (TN-S) (x/y) Åsa’s - ’’ny’’ -',
      );
      const texts = async (...descriptions: string[]) => {
        const rows = descriptions.map((description) => rowOf({ description }));
        const { kept } = await invoiced(world, { rows, offerId: 'o-3' });
        return kept.InvoiceRows.map(({ Description }) => Description);
      };
      assert.deepEqual(
        await texts('Q\u2011CELLS 10\u2012430 W', 'Tak → garage ★ 5', '★', 'x', '☀'),
        ['Q-CELLS 10-430 W', 'Tak - garage 5', 'Rad 3', 'x', 'Rad 5'],
      );
      const { accounting } = world;
      await accounting.createCustomer({
        ...ANNA,
        name: "Anna 'Ann' O'Ek",
        street: 'Väg 1 | 2',
        city: '[Ås]',
      });
      await invoiced(world, { offerId: 'o-2', offerNumber: 'A·1' }, [
        { ...PARTS[0], name: "Anna O'Ek", propertyDesignation: 'Hede 1:2 > 3' },
        { ...PARTS[1], name: '★' },
      ]);
      await assert.rejects(plain(world, { articleNumber: 'A|1' }), {
        kind: 'invalid',
        message: /article_number of row 1 has a sign/,
      });
      const email = "o'brien@example.se";
      assert.equal(await accounting.findCustomer({ ...ANNA, email }, true), null);
      await accounting.createCustomer({ ...ANNA, name: '★ ☀', email });
      const { Name, Email } = world.fake.customers.at(-1) ?? assert.fail();
      assert.deepEqual([Name, Email], ['o’brien@example.se', '']);
    },
    otherwise: ({ fake }) => {
      fake.unsettled.takesStraightQuotes = true;
    },
  },
  twoDecimals: {
    async breaks(world) {
      for (const [quantity, total] of [
        ['1.123', 1120],
        ['1.125', 1130],
      ] as const) {
        await sendInvoice(world, { DeliveredQuantity: quantity });
        assert.equal(world.fake.invoices.at(-1)?.Total, total);
      }
    },
    async ours(world) {
      const { read } = await plain(world, { quantityThousandths: 2_250, unitPriceOre: 101 });
      assert.equal(read.totalOre, 227);
    },
  },
  accountOfCustomer: {
    async breaks(world) {
      await sendInvoice(world);
      world.fake.customers[0].VATType = 'SEREVERSEDVAT';
      await sendInvoice(world);
      const accounts = world.fake.invoices.map(({ InvoiceRows }) => InvoiceRows[0].AccountNumber);
      assert.deepEqual(accounts, [3001, 3231]);
    },
    async ours(world) {
      assert.equal(
        (await plain(world, { vatPercent: 25 })).kept.InvoiceRows[0].AccountNumber,
        3001,
      );
      assert.equal((await plain(world, { account: 3003 })).kept.InvoiceRows[0].AccountNumber, 3003);
      world.fake.customers[0].VATType = 'SEREVERSEDVAT';
      await assertKind('conflict', world.accounting.findCustomer(ANNA, false));
      await assertKind('conflict', world.accounting.hasCustomer('1', false));
    },
  },
  unknownAccount: {
    breaks: (world) => sendInvoice(world, { AccountNumber: 9999 }),
    async ours(world) {
      await plain(world);
      await assertKind('invalid', plain(world, { account: 9999 }));
    },
    otherwise: ({ fake }) => {
      fake.unsettled.unknownAccountCode = '2001303';
    },
  },
  otherCostsAreNoHouseWork: {
    breaks: (world) => sendGreen(world, { HouseWorkType: 'OTHERCOSTS' }),
    ours: whole,
  },
  wrongHouseWorkType: {
    breaks: (world) => sendGreen(world, { HouseWorkType: 'CONSTRUCTION' }),
    ours: whole,
  },
  endedHouseWorkType: {
    breaks: (world) => sendGreen(world, { HouseWorkType: 'COOKING' }),
    ours: whole,
  },
  houseWorkWithoutReduction: {
    breaks: (world) => sendInvoice(world, GREEN_ROW),
    ours: async (world) => void (await plain(world)),
  },
  unnamedReduction: {
    breaks: (world) => sendInvoice(world, GREEN_ROW, { TaxReductionType: undefined }),
    ours: whole,
  },
  rowText: {
    async breaks(world) {
      await sendInvoice(
        world,
        { Description: `a\nb${'x'.repeat(300)}` },
        { YourOrderNumber: '1'.repeat(40) },
      );
      const [{ InvoiceRows, ...head }] = world.fake.invoices;
      assert.equal(InvoiceRows[0].Description.length, 255);
      assert.ok(InvoiceRows[0].Description.startsWith('abx'));
      assert.equal((head as unknown as Members).YourOrderNumber, '1'.repeat(30));
    },
    async ours(world) {
      const description = `Panel\n435 W ${'x'.repeat(300)}`;
      const { kept } = await plain(world, { description, unit: 'pall', quantityThousandths: 2000 });
      const { Description } = kept.InvoiceRows[0];
      assert.ok(Description.startsWith('Panel 435 W xx') && Description.endsWith('xx (pall)'));
      assert.equal(Description.length, 255);
    },
  },
  yourReference: notSent('YourReference', 'x'.repeat(51)),
  comments: notSent('Comments', 'x'.repeat(1025)),
  noRows: { breaks: (world) => sendInvoice(world, {}, { InvoiceRows: [] }), ours: whole },
  nothingIsUnique: {
    async breaks(world) {
      for (let i = 0; i < 2; i++) assert.equal((await sendInvoice(world)).status, 201);
      assert.equal(world.fake.invoices.length, 2);
    },
    async ours(world) {
      const customer = await world.accounting.createCustomer(ANNA);
      commitThenDrop(world.fake, 0);
      await assertKind('unclear', world.accounting.createInvoice(INVOICE, customer));
      assert.equal(await world.accounting.findInvoice(INVOICE.offerId), '200');
    },
  },
  deliveryOfCustomer: {
    async breaks(world) {
      await sendInvoice(world);
      world.fake.customers[0].DeliveryName = 'Bo Ek';
      await sendInvoice(world);
      assert.equal(world.fake.invoices[1].DeliveryName, 'Bo Ek');
    },
    async ours(world) {
      await plain(world);
      world.fake.customers[0].DeliveryName = 'Bo Ek';
      assert.equal((await plain(world)).kept.DeliveryName, null);
    },
  },
  paymentTerms: notSent('TermsOfPayment', '17'),
  priceList: notSent('PriceList', 'Z'),
  houseWorkSwitchedOff: {
    async breaks(world) {
      world.fake.company.houseWorkIsOn = false;
      return sendGreen(world);
    },
    async ours(world) {
      world.fake.company.houseWorkIsOn = false;
      await plain(world);
      await assertKind('invalid', invoiced(world));
    },
  },
  bookedStays: {
    async breaks(world) {
      await sendInvoice(world);
      world.fake.invoices[0].Booked = true;
      return world.send('PUT', '/3/invoices/200', { Invoice: { InvoiceRows: [ROW] } });
    },
    async ours(world) {
      const { kept, number } = await invoiced(world);
      await world.accounting.cancelInvoice(number);
      assert.ok(kept.Cancelled && (await world.accounting.readInvoice(number)).isCancelled);
      const other = await invoiced(world);
      other.kept.Booked = true;
      await assertKind('invalid', world.accounting.cancelInvoice(other.number));
    },
  },
  finalPayDate: {
    async breaks(world) {
      await sendInvoice(world);
      const { text } = await world.send('GET', '/3/invoices/200');
      assert.equal(JSON.parse(text).Invoice.FinalPayDate, null);
    },
    async ours(world) {
      const { kept, number, read } = await invoiced(world);
      assert.equal(read.paidOn, null);
      kept.FinalPayDate = '2026-12-20';
      assert.equal((await world.accounting.readInvoice(number)).paidOn, '2026-12-20');
    },
  },
};

testRules('Fortnox, invoices', FORTNOX_INVOICE_RULES, CASES, start);
