/** A fake of Fortnox with our adapter on it, and calls that our adapter would never make. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import {
  type FortnoxFake,
  fortnoxAccount,
  startFortnoxFake,
} from '../../demo/fakes/fortnox-fake.ts';
import type { Invoice, InvoiceRow, TaxReduction } from '../../ports.ts';
import { ANNA, INVOICE, PARTS } from '../../test/accounting-contract.ts';
import { testClock } from '../../test/clock.ts';
import { fortnox } from '../fortnox.ts';
import type { RawAnswer, RuleCase } from './rule-cases.test-kit.ts';

const fakes: FortnoxFake[] = [];
after(() => Promise.all(fakes.map((fake) => fake.close())));

export type World = Awaited<ReturnType<typeof start>>;
export type Case = RuleCase<World>;

/** A fake, our adapter on it, and calls that our adapter would never make. */
export async function start() {
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

export async function raw(
  { url }: FortnoxFake,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | URLSearchParams | undefined,
): Promise<RawAnswer> {
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

export function askToken(fake: FortnoxFake, more = {}, grant = 'client_credentials') {
  const { clientId, clientSecret, tenantId } = fake.credentials;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, tenantid: tenantId, ...more };
  return raw(fake, 'POST', '/oauth-v1/token', headers, new URLSearchParams({ grant_type: grant }));
}

async function tokenOf(fake: FortnoxFake): Promise<string> {
  return JSON.parse((await askToken(fake)).text).access_token;
}

export type Members = Record<string, unknown>;
export const ROW: Members = { Description: 'Rad', DeliveredQuantity: '1', Price: 1000, VAT: 25 };
export const GREEN_ROW: Members = { ...ROW, HouseWork: true, HouseWorkType: 'SOLARCELLS' };

/** Sends an invoice to a customer who is there. */
export async function sendInvoice({ fake, send }: World, row: Members = {}, head: Members = {}) {
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

export const sendGreen = (world: World, row: Members = {}, head: Members = {}) =>
  sendInvoice(world, { ...GREEN_ROW, ...row }, { TaxReductionType: 'green', ...head });

/** Sends a person's reduction on an invoice of 1000 kr of solar cells. */
export async function sendReduction(world: World, more: Members = {}, amounts: Members[] = [{}]) {
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

/** The case of a call that we never make. */
export const neverCase = (breaks: Case['breaks'], method: string, path: RegExp): Case => ({
  breaks,
  ours: (world) => neverAsks(world, method, path),
});
