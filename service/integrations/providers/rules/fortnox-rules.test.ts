import assert from 'node:assert/strict';
import { after } from 'node:test';
import { commitThenDrop } from '../../demo/fakes/fake-server.ts';
import {
  type FortnoxFake,
  fortnoxAccount,
  startFortnoxFake,
} from '../../demo/fakes/fortnox-fake.ts';
import type { Accounting, Invoice, InvoiceRow, TaxReduction } from '../../ports.ts';
import { ANNA, INVOICE, PARTS } from '../../test/accounting-contract.ts';
import { assertKind } from '../../test/assert-kind.ts';
import { inItsWindow, testClock } from '../../test/clock.ts';
import { fortnox } from '../fortnox.ts';
import { FORTNOX_RULES, type FortnoxRule } from './fortnox-rules.ts';
import { type RawAnswer, type RuleCase, testRules } from './rule-cases.test-kit.ts';

const fakes: FortnoxFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

type World = Awaited<ReturnType<typeof start>>;
type Case = RuleCase<World>;

/** A fake, our adapter on it, and calls that our adapter would never make. */
async function start() {
  const clock = testClock();
  const fake = await startFortnoxFake(clock.now);
  fakes.push(fake);
  const accounting = fortnox(fortnoxAccount(fake), clock);
  const send = async (method: string, path: string, body?: unknown, more = {}) => {
    const headers = { authorization: `Bearer ${await tokenOf(fake)}`, ...more };
    return raw(fake, method, path, headers, body === undefined ? undefined : JSON.stringify(body));
  };
  return { clock, fake, accounting, send };
}

async function raw(
  { url }: FortnoxFake,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | URLSearchParams | undefined,
): Promise<RawAnswer> {
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

function askToken(fake: FortnoxFake, more = {}, grant = 'client_credentials') {
  const { clientId, clientSecret, tenantId } = fake.credentials;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, tenantid: tenantId, ...more };
  return raw(fake, 'POST', '/oauth-v1/token', headers, new URLSearchParams({ grant_type: grant }));
}

async function tokenOf(fake: FortnoxFake): Promise<string> {
  return JSON.parse((await askToken(fake)).text).access_token;
}

type Members = Record<string, unknown>;
const ROW: Members = { Description: 'Rad', DeliveredQuantity: '1', Price: 1000, VAT: 25 };
const GREEN_ROW: Members = { ...ROW, HouseWork: true, HouseWorkType: 'SOLARCELLS' };

/** Sends an invoice to a customer who is there. */
async function sendInvoice({ fake, send }: World, row: Members = {}, head: Members = {}) {
  if (fake.customers.length === 0)
    await send('POST', '/3/customers', { Customer: { Name: 'Anna', Email: 'a@b.se' } });
  const Invoice = {
    CustomerNumber: '1',
    InvoiceDate: '2026-11-21',
    Currency: 'SEK',
    TaxReductionType: 'none',
    ExternalInvoiceReference1: 'o-1',
    InvoiceRows: [{ ...ROW, ...row }],
    ...head,
  };
  return send('POST', '/3/invoices', { Invoice });
}

const sendGreen = (world: World, row: Members = {}, head: Members = {}) =>
  sendInvoice(world, { ...GREEN_ROW, ...row }, { TaxReductionType: 'green', ...head });

/** Sends a person's reduction on an invoice of 1000 kr of solar cells. */
async function sendReduction(world: World, more: Members = {}, amounts: Members[] = [{}]) {
  if (world.fake.invoices.length === 0) await sendGreen(world);
  const TaxReduction = {
    CustomerName: 'Anna Ek',
    SocialSecurityNumber: '19760412-0852',
    ReferenceNumber: '200',
    ReferenceDocumentType: 'INVOICE',
    AskedAmount: 100,
    TaxReductionAmounts: amounts.map((one) => ({
      WorkType: 'SOLARCELLS',
      AskedAmount: 100,
      ...one,
    })),
    ...more,
  };
  return world.send('POST', '/3/taxreductions', { TaxReduction });
}

const rowOf = (more: Partial<InvoiceRow> = {}): InvoiceRow => ({
  description: 'Kabel',
  quantityThousandths: 1000,
  unit: 'st',
  unitPriceOre: 100_00,
  vatPercent: 25,
  houseWorkType: null,
  ...more,
});

/** Makes an invoice by our adapter, with the persons' reductions. */
async function invoiced(
  { accounting, fake }: Pick<World, 'accounting' | 'fake'>,
  more: Partial<Invoice> = {},
  parts: readonly TaxReduction[] = [],
) {
  const found = await accounting.findCustomer(ANNA.email, parts.length > 0);
  const customer = found ?? (await accounting.createCustomer(ANNA));
  const number = await accounting.createInvoice({ ...INVOICE, ...more }, customer);
  for (const part of parts) await accounting.addReduction(number, part);
  const kept = fake.invoices.find((one) => one.DocumentNumber === number) ?? assert.fail();
  return { number, kept, read: await accounting.readInvoice(number) };
}

const plain = (world: World, row: Partial<InvoiceRow> = {}) =>
  invoiced(world, { rows: [rowOf(row)] });
const whole = async (world: World) => {
  const { read } = await invoiced(world, {}, PARTS);
  assert.deepEqual([read.totalOre, read.reductionSek], [215_000_00, 63_535]);
};
/** What our adapter asks for in the whole of an invoice's life. */
async function neverAsks(world: World, method: string, path: RegExp): Promise<void> {
  await whole(world);
  assert.ok(!world.fake.calls.some((one) => one.method === method && path.test(one.path)));
}

/** The case of a member that we never send. */
const notSent = (member: string, value: unknown): Case => ({
  breaks: (world) => sendInvoice(world, {}, { [member]: value }),
  async ours(world) {
    const { kept } = await invoiced(world);
    assert.ok(!(member in kept));
  },
});

/** The case of a refusal of access, which pauses and fails nothing. */
const accessCase = (rule: FortnoxRule): Case => ({
  async breaks({ fake, send }) {
    fake.access = rule;
    return send('GET', '/3/customers');
  },
  async ours({ fake, accounting }) {
    fake.access = rule;
    await assertKind('auth', accounting.createInvoice(INVOICE, '1'));
  },
  otherwise: ({ fake }) => {
    fake.unsettled.refusalsOfAccess = 403;
  },
});

/** The case of a call that we never make. */
const neverCase = (breaks: Case['breaks'], method: string, path: RegExp): Case => ({
  breaks,
  ours: (world) => neverAsks(world, method, path),
});

const ODD = `El-central — 63 A · "16" mm² × 5 <3-fas> [TN-S] {x|y} Åsa's ~ „ny“ → 🙂`;
const amountOf = (sek: number): TaxReduction[] => [
  { ...PARTS[0], amounts: [{ type: 'SOLARCELLS', sek }] },
];

const CASES: Record<FortnoxRule, Case> = {
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
  unknownUnit: {
    breaks: (world) => sendInvoice(world, { Unit: 'rulle' }),
    async ours(world) {
      const { kept } = await plain(world, { unit: 'rulle', quantityThousandths: 12_000 });
      assert.equal(kept.InvoiceRows[0].Description, 'Kabel (rulle)');
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
        'El-central – 63 A - ’’16’’ mm² x 5 (3-fas) (TN-S) (x/y) Åsa’s - ’’ny’’',
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
      ]);
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
  paging: {
    async breaks(world) {
      await many(world, 101);
      const { text } = await world.send('GET', '/3/customers');
      const { Customers, MetaInformation } = JSON.parse(text);
      assert.equal(Customers.length, 100);
      assert.equal(MetaInformation['@TotalPages'], 2);
    },
    async ours(world) {
      await many(world, 501);
      const number = await world.accounting.createCustomer(ANNA);
      assert.equal(await world.accounting.findCustomer(ANNA.email, true), number);
    },
  },
  filterMatchesParts: {
    async breaks(world) {
      await sendInvoice(world, {}, { ExternalInvoiceReference1: 'O-10' });
      const { text } = await world.send('GET', '/3/invoices?externalinvoicereference1=o-1');
      assert.equal(JSON.parse(text).Invoices.length, 1);
    },
    async ours({ accounting, ...world }) {
      await invoiced({ accounting, ...world }, { offerId: 'o-10' });
      assert.equal(await accounting.findInvoice('o-1'), null);
    },
  },
  unknownFilter: {
    breaks: ({ send }) => send('GET', '/3/customers?Email=a'),
    ours: looksEverywhere,
  },
  filterValue: {
    breaks: ({ send }) => send('GET', '/3/customers?limit=501'),
    ours: looksEverywhere,
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
      await assertKind('conflict', world.accounting.findCustomer(ANNA.email, false));
    },
  },
  unknownAccount: {
    breaks: (world) => sendInvoice(world, { AccountNumber: 9999 }),
    ours: async (world) => void (await plain(world)),
  },
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
      await assertKind('conflict', world.accounting.findCustomer(ANNA.email, true));
      assert.equal(await world.accounting.findCustomer(ANNA.email, false), '1');
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
  unknownMember: {
    breaks: ({ send }) =>
      send('POST', '/3/customers', { Customer: { Name: 'Anna', Mobile: '070' } }),
    ours: whole,
  },
  requiredMember: {
    breaks: ({ send }) => send('POST', '/3/customers', { Customer: { Email: 'a@b.se' } }),
    ours: whole,
  },
  customerNotFound: {
    async breaks({ send }) {
      const answer = await send('GET', '/3/customers/999');
      assert.match(answer.text, /"ErrorInformation":\{"Error":1,"Message"/);
      return answer;
    },
    async ours({ accounting, send }) {
      const { text } = await send('POST', '/3/customers', { Customer: {} });
      assert.match(text, /"ErrorInformation":\{"error":1,"message"/);
      await assertKind('invalid', accounting.createInvoice(INVOICE, '999'));
    },
  },
  unauthorized: {
    breaks: ({ send }) => send('GET', '/3/customers', undefined, { authorization: 'Bearer none' }),
    async ours({ accounting, fake }) {
      await accounting.check();
      fake.revokeTokens();
      await accounting.check();
    },
  },
  maintenancePage: {
    async breaks(world) {
      underMaintenance(world.fake, 200);
      const { text } = await world.send('GET', '/3/customers').catch(() => ({ text: '<html>' }));
      assert.ok(text.startsWith('<html>'));
    },
    async ours({ accounting, fake }) {
      await accounting.check();
      for (const status of [200, 503]) {
        underMaintenance(fake, status);
        await assertKind('unavailable', accounting.check());
      }
      underMaintenance(fake, 200);
      await assertKind('unclear', accounting.createInvoice(INVOICE, '1'));
    },
  },
  systemError: {
    async breaks({ fake, send }) {
      fake.access = 'systemError';
      return send('GET', '/3/customers');
    },
    async ours({ accounting, fake }) {
      fake.access = 'systemError';
      await assertKind('unavailable', accounting.check());
      await assertKind('unclear', accounting.createInvoice(INVOICE, '1'));
    },
  },
  acceptHeader: {
    breaks: ({ send }) => send('GET', '/3/customers', undefined, { accept: 'application/pdf' }),
    ours: whole,
  },
  noLicence: accessCase('noLicence'),
  noApiLicence: accessCase('noApiLicence'),
  noPermission: accessCase('noPermission'),
  noLogin: accessCase('noLogin'),
  callLimit: {
    async breaks({ fake, send }) {
      for (let i = 0; i < 23; i++) await fetch(`${fake.url}/3/customers`);
      await send('GET', '/3/customers');
      return send('GET', '/3/customers').catch(() =>
        raw(fake, 'GET', '/3/customers', {}, undefined),
      );
    },
    async ours({ accounting, fake, clock }) {
      for (let i = 0; i < 60; i++) await inItsWindow(clock, accounting.check);
      for (let i = 0; i < 25; i++) await fetch(`${fake.url}/3/customers`);
      await assertKind('rate_limited', accounting.check());
    },
    otherwise: ({ fake }) => {
      fake.unsettled.tellsRetryAfter = true;
    },
  },
  tokenClient: {
    breaks: ({ fake }) => askToken(fake, { tenantid: '1' }),
    async ours({ fake, accounting }) {
      fake.credentials.clientSecret = 'another';
      await assertKind('auth', accounting.check());
    },
  },
  tokenGrant: {
    breaks: ({ fake }) => askToken(fake, {}, 'refresh_token'),
    async ours({ fake, clock }) {
      fake.unsettled.refusesScope = true;
      await assertKind('auth', fortnox(fortnoxAccount(fake), clock).check());
    },
  },
  tokenScope: {
    async breaks({ fake }) {
      assert.equal((await askToken(fake)).status, 200, 'without a scope');
      assert.equal((await askToken(fake, { tenantid: '' })).status, 401, 'without a company');
    },
    ours: ({ fake, clock }) => fortnox({ ...fortnoxAccount(fake), scope: '' }, clock).check(),
    otherwise: ({ fake }) => {
      fake.unsettled.refusesScope = true;
    },
  },
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
};

/** Many customers whose e-mail holds that of another. */
async function many({ fake }: World, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) {
    const CustomerNumber = String(i);
    const Email = `j${i}.${ANNA.email}`;
    fake.customers.push({
      CustomerNumber,
      Name: 'Johanna',
      Email,
      Type: 'PRIVATE',
      VATType: 'SEVAT',
    });
  }
}

async function looksEverywhere({ accounting }: { accounting: Accounting }): Promise<void> {
  assert.equal(await accounting.findCustomer(ANNA.email, true), null);
  assert.equal(await accounting.findInvoice('o-1'), null);
  assert.deepEqual(await accounting.reductionsOf('200'), []);
  await accounting.check();
}

/** Answers a page in the place of the API, but for tokens. */
function underMaintenance(fake: FortnoxFake, status: number): void {
  const body = Buffer.from('<html><body>Underhåll</body></html>');
  fake.refuses = ({ path }) => (path.startsWith('/3/') ? { status, body } : undefined);
}

testRules('Fortnox', FORTNOX_RULES, CASES, start);
