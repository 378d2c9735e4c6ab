/** Our adapter of Fortnox, and its requests against the rules of the fake. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Invoice, InvoiceRow, TaxReduction } from '../ports.ts';
import { assertKind } from '../test/assert-kind.ts';
import { inItsWindow, testClock } from '../test/clock.ts';
import { type FortnoxFake, fortnoxAccount, startFortnoxFake } from '../test/fakes/fortnox.ts';
import { commitThenDrop } from '../test/fakes/server.ts';
import { ANNA, INVOICE, PARTS, rowOf } from '../test/invoices.ts';
import { checkFortnox } from './check/fortnox-check.ts';
import { fortnox } from './fortnox.ts';

type World = Awaited<ReturnType<typeof start>>;
/** Does what a rule is about by our adapter, which passes or reports the failure as it has to. */
type Case = (world: World) => Promise<unknown>;

/** A fake, and our adapter on it. */
async function start() {
  const clock = testClock();
  const fake = await startFortnoxFake(clock.now);
  after(fake.close);
  const accounting = fortnox(fortnoxAccount(fake), clock);
  return { clock, fake, accounting };
}

const cable = (more: Partial<InvoiceRow> = {}) => ({ ...rowOf('Kabel', 100_00, null), ...more });

/** Makes an invoice by our adapter, with the persons' reductions. */
async function invoiced(
  { accounting, fake }: Pick<World, 'accounting' | 'fake'>,
  more: Partial<Invoice> = {},
  parts: readonly TaxReduction[] = [],
) {
  const found = await accounting.findCustomer(ANNA, parts.length > 0);
  const customer = found ?? (await accounting.createCustomer(ANNA));
  const number = await accounting.createInvoice({ ...INVOICE, ...more }, customer);
  for (const part of parts) await accounting.addReduction(number, part);
  const stored = fake.invoices.find((one) => one.DocumentNumber === number) ?? assert.fail();
  return { number, stored, read: await accounting.readInvoice(number) };
}

const plain = (world: World, row: Partial<InvoiceRow> = {}) =>
  invoiced(world, { rows: [cable(row)] });
const whole = async (world: World) => {
  const { read } = await invoiced(world, {}, PARTS);
  assert.deepEqual([read.totalOre, read.reductionSek], [215_000_00, 63_535]);
};
const CALLS: Record<string, Case> = {
  async paging({ accounting, fake }) {
    const card = { Name: 'Johanna', Type: 'PRIVATE', VATType: 'SEVAT' } as const;
    for (let i = 1; i <= 501; i++) {
      fake.customers.push({ ...card, CustomerNumber: String(i), Email: `j${i}.${ANNA.email}` });
    }
    const number = await accounting.createCustomer(ANNA);
    assert.equal(await accounting.findCustomer(ANNA, true), number);
  },
  async accountNotFound(world) {
    const account = { ...fortnoxAccount(world.fake), scope: '', accounts: { '25': 3999 } };
    const findings = await checkFortnox(account, world.clock);
    assert.ok(findings.some(({ fault }) => fault?.includes('3999')));
  },
  async access({ fake, accounting }) {
    for (const rule of ['noLicence', 'noApiLicence', 'noPermission', 'noLogin'] as const) {
      fake.access = rule;
      await assertKind('auth', accounting.createInvoice(INVOICE, '1'));
    }
  },
  async callLimit({ accounting, clock }) {
    for (let i = 0; i < 60; i++) await inItsWindow(clock, accounting.check);
  },
  async tokenScope({ fake, clock, accounting }) {
    const unscoped = fortnox({ ...fortnoxAccount(fake), scope: '' }, clock);
    await unscoped.check();
    fake.refusesScope = true;
    fake.revokeTokens();
    await unscoped.check();
    await assertKind('auth', accounting.check());
  },
};

const ODD = `El-central — 63 A · "16" mm² × 5 <3-fas> [TN-S] {x|y} Åsa's ~ „ny“ → 🙂`;

const INVOICES: Record<string, Case> = {
  async articleHouseWork(world) {
    await plain(world, { articleNumber: 'STAD' });
    await plain(world, { articleNumber: 'P-435' });
  },
  async unknownUnit(world) {
    const { stored } = await plain(world, { unit: 'rulle', quantityThousandths: 12_000 });
    assert.equal(stored.InvoiceRows[0].Description, 'Kabel (rulle)');
    for (const unit of ['toString', '__proto__']) {
      world.clock.ms += 5_000;
      const { stored: odd } = await plain(world, { unit, quantityThousandths: 2_000 });
      assert.ok(!('Unit' in odd.InvoiceRows[0]));
      assert.equal(odd.InvoiceRows[0].Description, `Kabel (${unit})`);
    }
    const { stored: known } = await plain(world);
    assert.equal(known.InvoiceRows[0].Unit, 'st');
  },
  async characters(world) {
    const { stored } = await plain(world, { description: ODD });
    assert.equal(
      stored.InvoiceRows[0].Description,
      'El-central – 63 A - ’’16’’ mm² x 5 (3-fas) (TN-S) (x/y) Åsa’s - ’’ny’’ -',
    );
    const texts = async (...descriptions: string[]) => {
      const rows = descriptions.map((description) => cable({ description }));
      const { stored } = await invoiced(world, { rows, offerId: 'o-3' });
      return stored.InvoiceRows.map(({ Description }) => Description);
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
      message: /article_number of row 1 has a character/,
    });
    const email = "o'brien@example.se";
    assert.equal(await accounting.findCustomer({ ...ANNA, email }, true), null);
    await accounting.createCustomer({ ...ANNA, name: '★ ☀', email });
    const { Name, Email } = world.fake.customers.at(-1) ?? assert.fail();
    assert.deepEqual([Name, Email], ['o’brien@example.se', '']);
  },
  async accountOfCustomer(world) {
    assert.equal((await plain(world, { account: 3003 })).stored.InvoiceRows[0].AccountNumber, 3003);
    world.fake.customers[0].VATType = 'SEREVERSEDVAT';
    await assertKind('conflict', world.accounting.findCustomer(ANNA, false));
    await assertKind('conflict', world.accounting.hasCustomer('1', false));
  },
  async rowText(world) {
    const description = `Panel\n435 W ${'x'.repeat(300)}`;
    const { stored } = await plain(world, { description, unit: 'pall', quantityThousandths: 2000 });
    const { Description } = stored.InvoiceRows[0];
    assert.ok(Description.startsWith('Panel 435 W xx') && Description.endsWith('xx (pall)'));
    assert.equal(Description.length, 255);
  },
  async deliveryOfCustomer(world) {
    await plain(world);
    world.fake.customers[0].DeliveryName = 'Bo Ek';
    assert.equal((await plain(world)).stored.DeliveryName, null);
  },
  async houseWorkSwitchedOff(world) {
    world.fake.company.houseWorkIsOn = false;
    await plain(world);
    await assertKind('invalid', invoiced(world));
  },
  async bookedStays({ accounting, fake }) {
    const { stored, number } = await invoiced({ accounting, fake });
    stored.Booked = true;
    await assertKind('invalid', accounting.cancelInvoice(number));
    assert.equal((await accounting.readInvoice(number)).isCancelled, false);
  },
};

const REDUCTIONS: Record<string, Case> = {
  async shortPersonalNumber(world) {
    await whole(world);
    world.fake.customers[0].OrganisationNumber = '7604120852';
    await assertKind('conflict', world.accounting.findCustomer(ANNA, true));
    assert.equal(await world.accounting.findCustomer(ANNA, false), '1');
    await assertKind('conflict', world.accounting.hasCustomer('1', true));
    assert.equal(await world.accounting.hasCustomer('1', false), true);
  },
  async postsOfOtherDocuments(world) {
    const { number } = await invoiced(world);
    const order = { ReferenceNumber: number, ReferenceDocumentType: 'ORDER', AskedAmount: 100 };
    const person = { CustomerName: 'Anna Ek', SocialSecurityNumber: '19760412-0852' };
    world.fake.reductions.push({ ...person, ...order });
    assert.deepEqual(await world.accounting.reductionsOf(number), []);
    await world.accounting.addReduction(number, PARTS[0]);
  },
};

test('what we send keeps every rule', async () => whole(await start()));
for (const [rule, act] of Object.entries({ ...CALLS, ...INVOICES, ...REDUCTIONS })) {
  test(rule, async () => void (await act(await start())));
}

const tokenRequests = ({ calls }: FortnoxFake) =>
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

test('a token is requested once, again when it expires, and again when it is revoked', async () => {
  const { accounting, fake, clock } = await start();
  await Promise.all([accounting.check(), accounting.check(), accounting.check()]);
  assert.equal(tokenRequests(fake), 1);
  clock.ms += 3_600_000;
  await accounting.check();
  assert.equal(tokenRequests(fake), 2);
  fake.revokeTokens();
  await accounting.check();
  assert.equal(tokenRequests(fake), 3);
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

test('a call that is answered with a redirect is not made again with a new token', async () => {
  const { accounting, fake } = await start();
  fake.spoils = ({ path }) =>
    path.endsWith('/customers')
      ? { status: 302, headers: { location: 'http://10.0.0.1/' } }
      : undefined;
  await assertKind('auth', accounting.createCustomer(ANNA));
  assert.deepEqual([fake.customers.length, tokenRequests(fake)], [1, 1]);
});

test('a company with the e-mail is no customer to invoice', async () => {
  const { accounting, fake } = await start();
  const company = await accounting.createCustomer(ANNA);
  fake.customers[0].Type = 'COMPANY';
  assert.equal(await accounting.findCustomer(ANNA, true), null);
  assert.notEqual(await accounting.createCustomer(ANNA), company);
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
