/** A fake of Fortnox with our adapter on it, and what tests do by it. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Invoice, InvoiceRow, TaxReduction } from '../../ports.ts';
import { fortnox } from '../../providers/fortnox.ts';
import { ANNA, INVOICE, PARTS } from '../accounting-contract.ts';
import { testClock } from '../clock.ts';
import { type FortnoxFake, fortnoxAccount, startFortnoxFake } from '../fakes/fortnox-fake.ts';

const fakes: FortnoxFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

export type World = Awaited<ReturnType<typeof start>>;

/** A fake, and our adapter on it. */
export async function start() {
  const clock = testClock();
  const fake = await startFortnoxFake(clock.now);
  fakes.push(fake);
  const accounting = fortnox(fortnoxAccount(fake), clock);
  return { clock, fake, accounting };
}

/** A reduction of the order with the number of the first invoice, which our adapter never makes. */
export async function sendOrderReduction({ url, credentials }: FortnoxFake): Promise<void> {
  const { clientId, clientSecret, tenantId } = credentials;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const token = await fetch(`${url}/oauth-v1/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, tenantid: tenantId },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = JSON.parse(await token.text());
  const TaxReduction = {
    CustomerName: 'Anna Ek',
    SocialSecurityNumber: '19760412-0852',
    ReferenceNumber: '200',
    ReferenceDocumentType: 'ORDER',
    AskedAmount: 100,
    TaxReductionAmounts: [{ WorkType: 'SOLARCELLS', AskedAmount: 100 }],
  };
  const answer = await fetch(`${url}/3/taxreductions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ TaxReduction }),
  });
  assert.equal(answer.status, 201);
}

export const rowOf = (more: Partial<InvoiceRow> = {}): InvoiceRow => ({
  description: 'Kabel',
  quantityThousandths: 1000,
  unit: 'st',
  unitPriceOre: 100_00,
  vatPercent: 25,
  houseWorkType: null,
  ...more,
});

/** Makes an invoice by our adapter, with the persons' reductions. */
export async function invoiced(
  { accounting, fake }: Pick<World, 'accounting' | 'fake'>,
  more: Partial<Invoice> = {},
  parts: readonly TaxReduction[] = [],
) {
  const found = await accounting.findCustomer(ANNA, parts.length > 0);
  const customer = found ?? (await accounting.createCustomer(ANNA));
  const number = await accounting.createInvoice({ ...INVOICE, ...more }, customer);
  for (const part of parts) await accounting.addReduction(number, part);
  const kept = fake.invoices.find((one) => one.DocumentNumber === number) ?? assert.fail();
  return { number, kept, read: await accounting.readInvoice(number) };
}

export const plain = (world: World, row: Partial<InvoiceRow> = {}) =>
  invoiced(world, { rows: [rowOf(row)] });
export const whole = async (world: World) => {
  const { read } = await invoiced(world, {}, PARTS);
  assert.deepEqual([read.totalOre, read.reductionSek], [215_000_00, 63_535]);
};
/** What our adapter asks for in the whole of an invoice's life. */
export async function neverAsks(world: World, method: string, path: RegExp): Promise<void> {
  await whole(world);
  assert.ok(!world.fake.calls.some((one) => one.method === method && path.test(one.path)));
}
