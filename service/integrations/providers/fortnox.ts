/** Fortnox's accounting as the port. Source: fortnox.se/developer, and the facts of test/fakes/fortnox-rules.ts. */
import { oreOf } from '#engine/money.ts';
import { type Accounting, type Customer, type Invoice, ProviderError } from '../ports.ts';
import { listAt, memberAt, numberAt, textAt } from './answer-fields.ts';
import { type FortnoxCredentials, fortnoxToken, readFortnoxRefusal } from './fortnox-oauth.ts';
import {
  type FortnoxRegisters,
  fortnoxCustomer,
  fortnoxInvoice,
  fortnoxReduction,
  fortnoxText,
  hyphened,
  isFortnoxText,
} from './fortnox-shapes.ts';
import { type AccountCall, ask, type ProviderApi } from './http.ts';
import { type Clock, callWindow } from './rate-limit.ts';

export interface FortnoxAccount extends FortnoxCredentials, FortnoxRegisters {
  baseUrl: string;
  /** Address that issues tokens, without its path. */
  tokenUrl: string;
}

/** Fortnox allows 25 calls in 5 s. */
const CALLS = 20;
const WINDOW_MS = 5_000;
/** Records of a page, the most that Fortnox allows. */
const PAGE = 500;
const PERSON_HAS_ONE = '2000600';

/** The accounting of one organisation. */
export function fortnox(account: FortnoxAccount, clock: Clock): Accounting {
  const { call } = fortnoxAccess(account, clock);
  return {
    async check() {
      await call({ what: 'read customers', method: 'GET', path: '/3/customers?limit=1' });
    },
    findCustomer: (customer, hasReduction) => findCustomer(call, customer, hasReduction),
    async hasCustomer(number, hasReduction) {
      const customer = await readCard(call, number);
      if (customer !== null) refuseUnfit(customer, hasReduction);
      return customer !== null;
    },
    async createCustomer(customer) {
      const body = fortnoxCustomer(customer);
      const path = '/3/customers';
      const { json } = await call({ what: 'create a customer', method: 'POST', path, body });
      return textAt(json, 'Customer', 'CustomerNumber');
    },
    findInvoice: (offerId) => findInvoice(call, offerId),
    async createInvoice(invoice, customerNumber) {
      refuseOddArticle(invoice);
      const body = fortnoxInvoice(invoice, customerNumber, account);
      const path = '/3/invoices';
      const { json } = await call({ what: 'create an invoice', method: 'POST', path, body });
      return textAt(json, 'Invoice', 'DocumentNumber');
    },
    async readInvoice(invoiceNumber) {
      const path = `/3/invoices/${invoiceNumber}`;
      const { json } = await call({ what: 'read an invoice', method: 'GET', path });
      const reduction = memberAt(json, 'Invoice', 'TaxReduction');
      const paidOn = memberAt(json, 'Invoice', 'FinalPayDate');
      return {
        totalOre: oreOf(numberAt(json, 'Invoice', 'Total')),
        // Null where the invoice has none.
        reductionSek: reduction === null ? 0 : numberAt(json, 'Invoice', 'TaxReduction'),
        isCancelled: memberAt(json, 'Invoice', 'Cancelled') === true,
        paidOn: typeof paidOn === 'string' && paidOn !== '' ? paidOn : null,
      };
    },
    async cancelInvoice(invoiceNumber) {
      const path = `/3/invoices/${invoiceNumber}/cancel`;
      await call({ what: 'cancel an invoice', method: 'PUT', path });
    },
    reductionsOf: (invoiceNumber) => reductionsOf(call, invoiceNumber),
    async addReduction(invoiceNumber, reduction) {
      const body = fortnoxReduction(reduction, invoiceNumber);
      const path = '/3/taxreductions';
      try {
        await call({ what: 'add a tax reduction', method: 'POST', path, body });
      } catch (error) {
        if (!(error instanceof ProviderError) || error.code !== PERSON_HAS_ONE) throw error;
      }
    },
  };
}

/** The account's calls, and its token. */
export function fortnoxAccess(account: FortnoxAccount, clock: Clock) {
  const shared = {
    name: 'Fortnox',
    turn: callWindow(CALLS, WINDOW_MS, clock),
    readRefusal: readFortnoxRefusal,
  };
  const api: ProviderApi = { ...shared, baseUrl: account.baseUrl };
  const token = fortnoxToken({ ...shared, baseUrl: account.tokenUrl }, account, clock);
  const call: AccountCall = (request) =>
    token.using((bearer) =>
      ask(api, { ...request, headers: { authorization: `Bearer ${bearer}` } }),
    );
  return { call, token };
}

/** All records of a list, page after page. */
export async function listAll(
  call: AccountCall,
  what: string,
  path: string,
  name: string,
): Promise<unknown[]> {
  const records: unknown[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { json } = await call({
      what,
      method: 'GET',
      path: `${path}&limit=${PAGE}&page=${page}`,
    });
    records.push(...listAt(json, name));
    pages = Number(memberAt(json, 'MetaInformation', '@TotalPages') ?? 1);
  }
  return records;
}

/** A customer's card. Null if there is none. */
async function readCard(call: AccountCall, number: string): Promise<unknown> {
  const path = `/3/customers/${encodeURIComponent(number)}`;
  const what = 'read a customer';
  const { status, json } = await call({ what, method: 'GET', path, also: [404] });
  return status === 404 ? null : memberAt(json, 'Customer');
}

/** A filter of the list of customers, and how a match is confirmed. */
interface Lookup {
  filter: string;
  /** Whether the card of a match has to be read. */
  isListed(match: unknown): boolean;
  isMatch(card: unknown): boolean;
}

/** Null if no card can have the customer's e-mail. */
function lookupOf({ reference, name, email, ...customer }: Customer): Lookup | null {
  const { organisationNumber, personalNumber } = customer;
  const member = (card: unknown, name: string) => String(memberAt(card, name) ?? '');
  const number = organisationNumber ?? (email === null ? personalNumber : null);
  if (number !== null) {
    const digits = number.replace(/\D/g, '').slice(-10);
    return {
      filter: `organisationnumber=${organisationNumber ?? hyphened(number)}`,
      isListed: () => true,
      isMatch: (card) =>
        member(card, 'OrganisationNumber').replace(/\D/g, '').slice(-10) === digits,
    };
  }
  if (email === null) {
    return {
      filter: `name=${encodeURIComponent(fortnoxText(name))}`,
      isListed: () => true,
      isMatch: (card) => member(card, 'ExternalReference') === reference,
    };
  }
  if (!isFortnoxText(email)) return null;
  const hasEmail = (card: unknown) => member(card, 'Email').toLowerCase() === email;
  return {
    filter: `email=${encodeURIComponent(email)}`,
    isListed: hasEmail,
    isMatch: hasEmail,
  };
}

/** Reads the card of each match: the filter matches parts, and the list has no type and no reference. */
async function findCustomer(
  call: AccountCall,
  customer: Customer,
  hasReduction: boolean,
): Promise<string | null> {
  const lookup = lookupOf(customer);
  if (lookup === null) return null;
  const path = `/3/customers?${lookup.filter}`;
  const numbers = (await listAll(call, 'find a customer', path, 'Customers'))
    .filter(lookup.isListed)
    .map((found) => textAt(found, 'CustomerNumber'))
    .sort(byNumber);
  const type = customer.organisationNumber === null ? 'PRIVATE' : 'COMPANY';
  for (const number of numbers) {
    const card = await readCard(call, number);
    if (memberAt(card, 'Type') !== type || !lookup.isMatch(card)) continue;
    refuseUnfit(card, hasReduction);
    return number;
  }
  return null;
}

/** @throws ProviderError conflict if the card would change accounts or lose the reduction */
function refuseUnfit(customer: unknown, hasReduction: boolean): void {
  const vatType = memberAt(customer, 'VATType') ?? 'SEVAT';
  const digits = String(memberAt(customer, 'OrganisationNumber') ?? '').replaceAll(/\D/g, '');
  const found = 'Fortnox, find a customer: the prospect’s card has';
  const advice = 'Correct the card in Fortnox, then request the invoice again.';
  if (vatType !== 'SEVAT') {
    throw new ProviderError('conflict', `${found} another VAT type than SEVAT. ${advice}`);
  }
  if (hasReduction && digits.length === 10) {
    const why = 'a personal number of ten digits, which gives no reduction: twelve are needed.';
    throw new ProviderError('conflict', `${found} ${why} ${advice}`);
  }
}

/** @throws ProviderError invalid if an article number has a sign that Fortnox does not accept */
function refuseOddArticle({ rows }: Invoice): void {
  const row = rows.findIndex(({ articleNumber = '' }) => !isFortnoxText(articleNumber));
  if (row < 0) return;
  throw new ProviderError(
    'invalid',
    `Fortnox, create an invoice: article_number of row ${row + 1} has a character that Fortnox does not accept. Write the article number as in the register.`,
  );
}

async function findInvoice(call: AccountCall, offerId: string): Promise<string | null> {
  const path = `/3/invoices?externalinvoicereference1=${offerId}`;
  const numbers = (await listAll(call, 'find an invoice', path, 'Invoices'))
    .filter((invoice) => memberAt(invoice, 'ExternalInvoiceReference1') === offerId)
    .filter((invoice) => memberAt(invoice, 'Cancelled') !== true)
    .map((invoice) => textAt(invoice, 'DocumentNumber'));
  return numbers.sort(byNumber).at(0) ?? null;
}

async function reductionsOf(call: AccountCall, invoiceNumber: string): Promise<string[]> {
  const path = `/3/taxreductions?filter=invoices&referencenumber=${invoiceNumber}`;
  return (
    (await listAll(call, 'find tax reductions', path, 'TaxReductions'))
      .filter((reduction) => String(memberAt(reduction, 'ReferenceNumber')) === invoiceNumber)
      // Orders and offers have number series of their own.
      .filter((reduction) => memberAt(reduction, 'ReferenceDocumentType') === 'INVOICE')
      .map((reduction) => textAt(reduction, 'SocialSecurityNumber').replace(/\D/g, '').slice(-10))
  );
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
