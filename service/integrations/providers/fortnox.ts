/** Fortnox's accounting as the port. Source: fortnox.se/developer and its OpenAPI file. */
import { oreOf } from '#engine/money.ts';
import { type Accounting, ProviderError } from '../ports.ts';
import { listAt, memberAt, numberAt, textAt } from './answer-fields.ts';
import { type Clock, callWindow } from './call-window.ts';
import { fortnoxCustomer, fortnoxInvoice, fortnoxReduction } from './fortnox-shapes.ts';
import { type FortnoxCredentials, fortnoxToken } from './fortnox-token.ts';
import { type AccountCall, ask, type ProviderApi, type Refusal } from './provider-http.ts';

/** The account of an organisation. */
export interface FortnoxAccount extends FortnoxCredentials {
  baseUrl: string;
  /** Address that gives tokens out, without its path. */
  tokenUrl: string;
}

/** Fortnox allows 25 calls in 5 s. */
const CALLS = 20;
const WINDOW_MS = 5_000;
const PERSON_HAS_ONE = '2000600';

/** The accounting of one organisation. */
export function fortnox(
  account: FortnoxAccount,
  clock: Clock,
  fetch = globalThis.fetch,
): Accounting {
  const shared = { name: 'Fortnox', fetch, turn: callWindow(CALLS, WINDOW_MS, clock), readRefusal };
  const api: ProviderApi = { ...shared, baseUrl: account.baseUrl };
  const token = fortnoxToken({ ...shared, baseUrl: account.tokenUrl }, account, clock);
  const call: AccountCall = (request) =>
    token.using((bearer) =>
      ask(api, { ...request, headers: { authorization: `Bearer ${bearer}` } }),
    );

  return {
    async check() {
      await call({ what: 'read customers', method: 'GET', path: '/3/customers?limit=1' });
    },
    findCustomer: (email) => findCustomer(call, email),
    async createCustomer(customer) {
      const body = fortnoxCustomer(customer);
      const path = '/3/customers';
      const { json } = await call({ what: 'create a customer', method: 'POST', path, body });
      return textAt(json, 'Customer', 'CustomerNumber');
    },
    findInvoice: (offerId) => findInvoice(call, offerId),
    async createInvoice(invoice, customerNumber) {
      const body = fortnoxInvoice(invoice, customerNumber);
      const path = '/3/invoices';
      const { json } = await call({ what: 'create an invoice', method: 'POST', path, body });
      return textAt(json, 'Invoice', 'DocumentNumber');
    },
    async readInvoice(invoiceNumber) {
      const path = `/3/invoices/${invoiceNumber}`;
      const { json } = await call({ what: 'read an invoice', method: 'GET', path });
      return {
        totalOre: oreOf(numberAt(json, 'Invoice', 'Total')),
        reductionSek: numberAt(json, 'Invoice', 'TaxReduction'),
      };
    },
    reductionsOf: (invoiceNumber) => reductionsOf(call, invoiceNumber),
    async addReduction(invoiceNumber, reduction) {
      const body = fortnoxReduction(reduction, invoiceNumber);
      const { status, json } = await call({
        what: 'add a tax reduction',
        method: 'POST',
        path: '/3/taxreductions',
        body,
        also: [400],
      });
      const { code } = readRefusal(json);
      if (status !== 400 || code === PERSON_HAS_ONE) return;
      throw new ProviderError('invalid', `Fortnox, add a tax reduction: answered 400 (${code}).`);
    },
  };
}

/** Reads each match: the list has everybody whose e-mail contains the text, without their type. */
async function findCustomer(call: AccountCall, email: string): Promise<string | null> {
  const path = `/3/customers?email=${encodeURIComponent(email)}`;
  const { json } = await call({ what: 'find a customer', method: 'GET', path });
  const numbers = listAt(json, 'Customers')
    .filter((customer) => String(memberAt(customer, 'Email')).toLowerCase() === email)
    .map((customer) => textAt(customer, 'CustomerNumber'))
    .sort(byNumber);
  for (const number of numbers) {
    const path = `/3/customers/${encodeURIComponent(number)}`;
    const { json } = await call({ what: 'read a customer', method: 'GET', path });
    if (memberAt(json, 'Customer', 'Type') === 'PRIVATE') return number;
  }
  return null;
}

async function findInvoice(call: AccountCall, offerId: string): Promise<string | null> {
  const path = `/3/invoices?externalinvoicereference1=${offerId}`;
  const { json } = await call({ what: 'find an invoice', method: 'GET', path });
  const numbers = listAt(json, 'Invoices')
    .filter((invoice) => memberAt(invoice, 'ExternalInvoiceReference1') === offerId)
    .filter((invoice) => memberAt(invoice, 'Cancelled') !== true)
    .map((invoice) => textAt(invoice, 'DocumentNumber'));
  return numbers.sort(byNumber).at(0) ?? null;
}

async function reductionsOf(call: AccountCall, invoiceNumber: string): Promise<string[]> {
  const path = `/3/taxreductions?filter=invoices&referencenumber=${invoiceNumber}`;
  const { json } = await call({ what: 'find tax reductions', method: 'GET', path });
  return listAt(json, 'TaxReductions')
    .filter((reduction) => String(memberAt(reduction, 'ReferenceNumber')) === invoiceNumber)
    .map((reduction) => textAt(reduction, 'SocialSecurityNumber').replace(/\D/g, '').slice(-10));
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Reads the code, in upper or lower case; the message is about people. */
function readRefusal(body: unknown): Refusal {
  const code = String(memberAt(body, 'ErrorInformation', 'Code'));
  return /^\d{1,9}$/.test(code) ? { code } : {};
}
