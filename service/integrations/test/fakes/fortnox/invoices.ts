/** The invoices of a company at the fake of Fortnox. */
import type { FortnoxRule } from '../../provider-rules/fortnox-rules.ts';
import { type Call, jsonOf, type Reply } from '../fake-server.ts';
import { brokenRule, type Check } from '../rule-checks.ts';
import {
  type Account,
  type FakeCustomer,
  type FakeInvoice,
  type FakeRow,
  type FortnoxFake,
  refuse,
} from './account.ts';
import { GREEN, reductionOfRows, rowOre } from './green-work.ts';
import { holds, pageReply, wrongFilter } from './lists.ts';
import { hasForbiddenSign, hasUnknownMember } from './texts.ts';

const ENDED = ['COOKING', 'TUTORING'];
const TEXT = 255;
const ORDER_NUMBER = 30;
/** The account of sales by the VAT type of a customer's card. */
const ACCOUNTS = { SEVAT: 3001, SEREVERSEDVAT: 3231, EXPORT: 3004 };

/** Members that our adapter does not send. */
interface UnusedMembers {
  YourReference?: string;
  Comments?: string;
  TermsOfPayment?: string;
  PriceList?: string;
}

/** An invoice as it is sent. */
interface Sent {
  invoice: FakeInvoice & UnusedMembers;
  rows: FakeRow[];
  account: Account;
}

const anyRow =
  (isBroken: (row: FakeRow, sent: Sent) => boolean) =>
  (sent: Sent): boolean =>
    sent.rows.some((row) => isBroken(row, sent));
const isIn = (known: readonly string[], value: unknown) =>
  value === undefined || known.includes(String(value));
const tooLong = (value: unknown, most: number) => String(value ?? '').length > most;
const hasNoReduction = ({ TaxReductionType = 'none' }: FakeInvoice) => TaxReductionType === 'none';

const CHECKS: readonly Check<FortnoxRule, Sent>[] = [
  ['noRows', ({ rows }) => rows.length === 0],
  ['unknownMember', ({ invoice }) => hasUnknownMember('invoice', invoice)],
  ['unknownMember', anyRow((row) => hasUnknownMember('row', row))],
  ['requiredMember', ({ invoice }) => !invoice.CustomerNumber],
  ['characters', ({ invoice, account }) => hasForbiddenSign(invoice, account)],
  ['yourReference', ({ invoice }) => tooLong(invoice.YourReference, 50)],
  ['comments', ({ invoice }) => tooLong(invoice.Comments, 1024)],
  [
    'paymentTerms',
    ({ invoice, account }) => !isIn(account.company.termsOfPayment, invoice.TermsOfPayment),
  ],
  ['priceList', ({ invoice, account }) => !isIn(account.company.priceLists, invoice.PriceList)],
  ['nullUnit', anyRow(({ Unit }) => Unit === null)],
  [
    'unknownUnit',
    anyRow(({ Unit }, { account }) => !isIn(account.company.units, Unit ?? undefined)),
  ],
  [
    'unknownAccount',
    anyRow(
      ({ AccountNumber }, { account }) =>
        !isIn(account.company.accounts.map(String), AccountNumber),
    ),
  ],
  ['endedHouseWorkType', anyRow(({ HouseWorkType }) => ENDED.includes(String(HouseWorkType)))],
  [
    'otherCostsAreNoHouseWork',
    anyRow(({ HouseWork, HouseWorkType }) => HouseWorkType === 'OTHERCOSTS' && HouseWork === true),
  ],
  [
    'emptyHouseWork',
    anyRow(
      (row, { invoice }) =>
        hasNoReduction(invoice) && row.HouseWork === false && row.HouseWorkType === undefined,
    ),
  ],
  [
    'articleHouseWork',
    anyRow(
      (row, { invoice, account }) =>
        hasNoReduction(invoice) &&
        row.HouseWork === undefined &&
        (account.company.articles.get(row.ArticleNumber ?? '') ?? null) !== null,
    ),
  ],
  [
    'unnamedReduction',
    ({ invoice, rows }) => invoice.TaxReductionType === undefined && rows.some(isHouseWork),
  ],
  [
    'houseWorkWithoutReduction',
    ({ invoice, rows }) => hasNoReduction(invoice) && rows.some(isHouseWork),
  ],
  [
    'houseWorkSwitchedOff',
    ({ rows, account }) => !account.company.houseWorkIsOn && rows.some(isHouseWork),
  ],
  ['wrongHouseWorkType', anyRow((row) => isHouseWork(row) && !isGreen(row))],
];

function isHouseWork({ HouseWork }: FakeRow): boolean {
  return HouseWork === true;
}

function isGreen({ HouseWorkType }: FakeRow): boolean {
  return GREEN.some((type) => type === HouseWorkType);
}

export function createInvoice(account: Account, call: Call): Reply {
  const { Invoice: invoice } = jsonOf(call) as { Invoice: Sent['invoice'] };
  const sent = { invoice, rows: invoice.InvoiceRows ?? [], account };
  const rule = brokenRule(CHECKS, sent);
  if (rule) return refuse(rule, account.unsettled);
  const customer = account.customers.find((one) => one.CustomerNumber === invoice.CustomerNumber);
  if (!customer) return { ...refuse('customerNotFound'), status: 400 };
  const made = invoiceOf(invoice, customer, String(200 + account.invoices.length));
  account.invoices.push(made);
  return { status: 201, body: { Invoice: made } };
}

/** The invoice as Fortnox keeps it. */
function invoiceOf(sent: FakeInvoice, customer: FakeCustomer, number: string): FakeInvoice {
  const invoice: FakeInvoice = {
    DeliveryName: customer.DeliveryName ?? null,
    ...sent,
    DocumentNumber: number,
    InvoiceRows: sent.InvoiceRows.map((row) => keptRow(row, customer)),
    Cancelled: false,
    Booked: false,
    Total: 0,
    TaxReduction: null,
    FinalPayDate: null,
  };
  const YourOrderNumber = String((sent as { YourOrderNumber?: string }).YourOrderNumber ?? '');
  Object.assign(invoice, { YourOrderNumber: YourOrderNumber.slice(0, ORDER_NUMBER) });
  invoice.Total = invoice.InvoiceRows.map(rowOre).reduce((sum, one) => sum + one, 0) / 100;
  if (!hasNoReduction(sent)) {
    invoice.TaxReduction = hasShortNumber(customer) ? 0 : reductionOfRows(invoice);
  }
  return invoice;
}

function keptRow(row: FakeRow, { VATType }: FakeCustomer): FakeRow {
  return {
    AccountNumber: ACCOUNTS[VATType],
    ...row,
    Description: row.Description.replaceAll(/[\r\n]+/g, '').slice(0, TEXT),
  };
}

/** Whether a card has a personal number of ten digits. */
export function hasShortNumber({ OrganisationNumber = '' }: FakeCustomer): boolean {
  return OrganisationNumber.replaceAll(/\D/g, '').length === 10;
}

export function listInvoices(fake: FortnoxFake, call: Call): Reply {
  const wrong = wrongFilter(call, ['externalinvoicereference1']);
  if (wrong) return wrong;
  const isHidden = fake.hiddenLooks > 0;
  if (isHidden) fake.hiddenLooks--;
  const reference = call.query.get('externalinvoicereference1');
  const found = fake.invoices
    .filter(({ ExternalInvoiceReference1 }) => holds(ExternalInvoiceReference1, reference))
    .map(({ InvoiceRows, TaxReduction, ...listed }) => listed);
  return pageReply('Invoices', isHidden ? [] : found, call);
}

export function readInvoice(fake: FortnoxFake, _call: Call, number: string): Reply {
  const Invoice = invoiceAt(fake, number);
  return Invoice ? { status: 200, body: { Invoice } } : { status: 404, body: NO_DOCUMENT };
}

/** Cancels an invoice, which keeps its number. */
export function cancelInvoice(fake: FortnoxFake, _call: Call, number: string): Reply {
  const invoice = invoiceAt(fake, number);
  if (!invoice) return { status: 404, body: NO_DOCUMENT };
  if (invoice.Booked) return refuse('bookedStays');
  invoice.Cancelled = true;
  return { status: 200, body: { Invoice: invoice } };
}

/** Changes rows, which our adapter never asks for. */
export function changeInvoice(fake: FortnoxFake, call: Call, number: string): Reply {
  const { Invoice } = jsonOf(call) as { Invoice: Pick<FakeInvoice, 'InvoiceRows'> };
  const invoice = invoiceAt(fake, number);
  if (!invoice) return { status: 404, body: NO_DOCUMENT };
  if (invoice.Booked) return refuse('bookedStays');
  const changed = { ...invoice, ...Invoice };
  const asked = fake.reductions
    .filter((one) => one.ReferenceDocumentType === 'INVOICE' && one.ReferenceNumber === number)
    .reduce((sum, { AskedAmount }) => sum + AskedAmount, 0);
  if (asked > reductionOfRows(changed)) return refuse('loweredRows');
  Object.assign(invoice, changed);
  return { status: 200, body: { Invoice: invoice } };
}

export function invoiceAt({ invoices }: FortnoxFake, number: string): FakeInvoice | undefined {
  return invoices.find(({ DocumentNumber }) => DocumentNumber === number);
}

const NO_DOCUMENT = { ErrorInformation: { Error: 1, Message: 'Kan inte hitta dokumentet.' } };
