import assert from 'node:assert/strict';
import { ANNA, INVOICE, PARTS } from '../accounting-contract.ts';
import { assertKind } from '../assert-kind.ts';
import { commitThenDrop } from '../fakes/fake-server.ts';
import { FORTNOX_INVOICE_RULES } from './fortnox-invoice-rules.ts';
import { invoiced, plain, rowOf, start, type World, whole } from './fortnox-world.test-kit.ts';
import { type AdapterCase, testRules } from './rule-cases.test-kit.ts';

/** The case of a member that we never send. */
const notSent =
  (member: string): AdapterCase<World> =>
  async (world) =>
    assert.ok(!(member in (await invoiced(world)).kept));

const ODD = `El-central — 63 A · "16" mm² × 5 <3-fas> [TN-S] {x|y} Åsa's ~ „ny“ → 🙂`;

const CASES: Partial<Record<keyof typeof FORTNOX_INVOICE_RULES, AdapterCase<World>>> = {
  async articleHouseWork(world) {
    await plain(world, { articleNumber: 'STAD' });
    await plain(world, { articleNumber: 'P-435' });
  },
  async unknownUnit(world) {
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
  nullUnit: (world) => plain(world, { unit: '' }),
  async characters(world) {
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
    assert.deepEqual(await texts('Q\u2011CELLS 10\u2012430 W', 'Tak → garage ★ 5', '★', 'x', '☀'), [
      'Q-CELLS 10-430 W',
      'Tak - garage 5',
      'Rad 3',
      'x',
      'Rad 5',
    ]);
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
  async twoDecimals(world) {
    const { read } = await plain(world, { quantityThousandths: 2_250, unitPriceOre: 101 });
    assert.equal(read.totalOre, 227);
  },
  async accountOfCustomer(world) {
    assert.equal((await plain(world, { vatPercent: 25 })).kept.InvoiceRows[0].AccountNumber, 3001);
    assert.equal((await plain(world, { account: 3003 })).kept.InvoiceRows[0].AccountNumber, 3003);
    world.fake.customers[0].VATType = 'SEREVERSEDVAT';
    await assertKind('conflict', world.accounting.findCustomer(ANNA, false));
    await assertKind('conflict', world.accounting.hasCustomer('1', false));
  },
  async unknownAccount(world) {
    await plain(world);
    await assertKind('invalid', plain(world, { account: 9999 }));
  },
  async rowText(world) {
    const description = `Panel\n435 W ${'x'.repeat(300)}`;
    const { kept } = await plain(world, { description, unit: 'pall', quantityThousandths: 2000 });
    const { Description } = kept.InvoiceRows[0];
    assert.ok(Description.startsWith('Panel 435 W xx') && Description.endsWith('xx (pall)'));
    assert.equal(Description.length, 255);
  },
  yourReference: notSent('YourReference'),
  comments: notSent('Comments'),
  async nothingIsUnique(world) {
    const customer = await world.accounting.createCustomer(ANNA);
    commitThenDrop(world.fake, 0);
    await assertKind('unclear', world.accounting.createInvoice(INVOICE, customer));
    assert.equal(await world.accounting.findInvoice(INVOICE.offerId), '200');
  },
  async deliveryOfCustomer(world) {
    await plain(world);
    world.fake.customers[0].DeliveryName = 'Bo Ek';
    assert.equal((await plain(world)).kept.DeliveryName, null);
  },
  paymentTerms: notSent('TermsOfPayment'),
  priceList: notSent('PriceList'),
  async houseWorkSwitchedOff(world) {
    world.fake.company.houseWorkIsOn = false;
    await plain(world);
    await assertKind('invalid', invoiced(world));
  },
  async bookedStays(world) {
    const { kept, number } = await invoiced(world);
    await world.accounting.cancelInvoice(number);
    assert.ok(kept.Cancelled && (await world.accounting.readInvoice(number)).isCancelled);
    const other = await invoiced(world);
    other.kept.Booked = true;
    await assertKind('invalid', world.accounting.cancelInvoice(other.number));
  },
  async finalPayDate(world) {
    const { kept, number, read } = await invoiced(world);
    assert.equal(read.paidOn, null);
    kept.FinalPayDate = '2026-12-20';
    assert.equal((await world.accounting.readInvoice(number)).paidOn, '2026-12-20');
  },
};

testRules({
  provider: 'Fortnox, invoices',
  rules: FORTNOX_INVOICE_RULES,
  start,
  whole,
  cases: CASES,
  unsettled: {
    unknownUnit({ fake }) {
      fake.unsettled.unknownUnitCode = '2000106';
    },
    characters({ fake }) {
      fake.unsettled.takesStraightQuotes = true;
    },
    unknownAccount({ fake }) {
      fake.unsettled.unknownAccountCode = '2001303';
    },
  },
});
