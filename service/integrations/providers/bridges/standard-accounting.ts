/**
 * Any accounting system behind a bridge that keeps the contract "standard":
 * schemas/integrations/accounting-bridge.yaml.
 */
import type { Accounting, Customer, Invoice, InvoiceRow, TaxReduction } from '../../ports.ts';
import { codeAt, listAt, memberAt, numberAt, textAt } from '../answer-fields.ts';
import { type Clock, callWindow } from '../call-window.ts';
import { type AccountCall, ask, jsonOnly, type ProviderApi } from '../provider-http.ts';

/** The bridge of an organisation. */
export interface StandardAccountingAccount {
  baseUrl: string;
  token: string;
}

const CALLS = 10;
const WINDOW_MS = 1_000;
const THOUSAND = 1000;
/** Answers without a body. */
const NO_CONTENT = 204;
const readRefusal = (body: unknown) => ({
  ...codeAt(body, 'code'),
  words: memberAt(body, 'message'),
});

/** The accounting of one organisation. */
export function standardAccounting(
  account: StandardAccountingAccount,
  clock: Clock,
  fetch = globalThis.fetch,
): Accounting {
  const call = bridgeCall(account, clock, fetch);
  const post = async (what: string, path: string, body: object) =>
    textAt((await call({ what, method: 'POST', path, body })).json, 'id');

  return {
    async check() {
      await listOf(call, 'read customers', '/customers?email=nobody', 'customers');
    },
    async findCustomer(email) {
      const path = `/customers?email=${encodeURIComponent(email)}`;
      const [first] = await listOf(call, 'find a customer', path, 'customers');
      return first === undefined ? null : textAt(first, 'id');
    },
    async hasCustomer(id) {
      const path = `/customers/${encodeURIComponent(id)}`;
      const what = 'read a customer';
      return (await call({ what, method: 'GET', path, also: [404] })).status !== 404;
    },
    createCustomer: (customer) => post('create a customer', '/customers', bridgeCustomer(customer)),
    findInvoice: (offerId) => findInvoice(call, offerId),
    createInvoice: (invoice, customer) =>
      post('create an invoice', '/invoices', bridgeInvoice(invoice, customer)),
    readInvoice: (number) => readInvoice(call, number),
    async cancelInvoice(number) {
      await call({ what: 'cancel an invoice', method: 'POST', path: `/invoices/${number}/cancel` });
    },
    async reductionsOf(number) {
      const path = `/invoices/${number}/reductions`;
      const there = await listOf(call, 'find tax reductions', path, 'reductions');
      return there.map((one) => textAt(one, 'personal_number').slice(-10));
    },
    async addReduction(number, part) {
      const path = `/invoices/${number}/reductions`;
      const body = bridgeReduction(part);
      await call({ what: 'add a tax reduction', method: 'POST', path, body });
    },
  };
}

/** The bridge's calls. */
export function bridgeCall(
  { baseUrl, token }: StandardAccountingAccount,
  clock: Clock,
  fetch: typeof globalThis.fetch,
): AccountCall {
  const turn = callWindow(CALLS, WINDOW_MS, clock);
  const api: ProviderApi = { name: 'Bridge', baseUrl, fetch, turn, readRefusal };
  const headers = { authorization: `Bearer ${token}` };
  return async (request) => {
    const answer = await ask(api, { ...request, headers });
    const isEmpty = answer.status === NO_CONTENT;
    return isEmpty ? answer : jsonOnly(api.name, request, answer);
  };
}

async function listOf(
  call: AccountCall,
  what: string,
  path: string,
  name: string,
): Promise<unknown[]> {
  return listAt((await call({ what, method: 'GET', path })).json, name);
}

async function findInvoice(call: AccountCall, offerId: string): Promise<string | null> {
  const path = `/invoices?reference=${encodeURIComponent(offerId)}`;
  const there = await listOf(call, 'find an invoice', path, 'invoices');
  const standing = there
    .filter((invoice) => memberAt(invoice, 'reference') === offerId)
    .find((invoice) => memberAt(invoice, 'is_cancelled') !== true);
  return standing === undefined ? null : textAt(standing, 'id');
}

async function readInvoice(call: AccountCall, number: string) {
  const path = `/invoices/${number}`;
  const { json } = await call({ what: 'read an invoice', method: 'GET', path });
  const paidOn = memberAt(json, 'paid_on');
  return {
    totalOre: numberAt(json, 'total_ore'),
    reductionSek: numberAt(json, 'reduction_sek'),
    isCancelled: memberAt(json, 'is_cancelled') === true,
    paidOn: typeof paidOn === 'string' ? paidOn : null,
  };
}

/** A customer to create. */
export function bridgeCustomer(customer: Customer) {
  const { personalNumber, postalCode, ...same } = customer;
  return { ...same, personal_number: personalNumber, postal_code: postalCode };
}

/** An invoice to create. */
export function bridgeInvoice(invoice: Invoice, customer: string) {
  const { offerId, offerNumber, invoiceDate, dueDate, rows } = invoice;
  return {
    reference: offerId,
    number: offerNumber,
    customer,
    invoice_date: invoiceDate,
    due_date: dueDate,
    rows: rows.map(bridgeRow),
  };
}

function bridgeRow(row: InvoiceRow) {
  const { description, unit, quantityThousandths, unitPriceOre, vatPercent, account } = row;
  return {
    description,
    quantity: quantityThousandths / THOUSAND,
    unit,
    unit_price_ore: unitPriceOre,
    vat_percent: vatPercent,
    work_type: row.houseWorkType,
    ...(row.articleNumber !== undefined && { article_number: row.articleNumber }),
    ...(account !== undefined && { account }),
  };
}

/** A person's part of a reduction. */
export function bridgeReduction(part: TaxReduction) {
  const { name, personalNumber, propertyDesignation, housingAssociationNumber, amounts } = part;
  return {
    name,
    personal_number: personalNumber,
    ...(propertyDesignation !== undefined && { property_designation: propertyDesignation }),
    ...(housingAssociationNumber !== undefined && {
      housing_association_number: housingAssociationNumber,
    }),
    amounts: amounts
      .filter(({ sek }) => sek > 0)
      .map(({ type, sek }) => ({ work_type: type, sek })),
  };
}
