/** Customers, invoices and tax reductions of the fake of Fortnox. */
import type { HouseWorkType } from '../../ports.ts';
import { isOrganisationNumber } from '../../rules/identity-numbers.ts';
import { type FortnoxRule, refuse } from './fortnox-rules.ts';
import { brokenRule, type Call, type Check, jsonOf, type Reply } from './server.ts';

export interface FakeCustomer {
  CustomerNumber: string;
  Name: string;
  Email: string;
  Type: 'PRIVATE' | 'COMPANY';
  /** The personal number, or the company's. */
  OrganisationNumber?: string;
  VATType: 'SEVAT' | 'SEREVERSEDVAT';
  DeliveryName?: string;
}

interface FakeRow {
  Description: string;
  DeliveredQuantity: string;
  Price: number;
  Unit?: string | null;
  ArticleNumber?: string;
  AccountNumber?: number;
  HouseWork?: boolean;
  HouseWorkType?: string | null;
}

export interface FakeInvoice {
  DocumentNumber: string;
  CustomerNumber: string;
  InvoiceDate: string;
  ExternalInvoiceReference1: string;
  TaxReductionType?: string;
  Currency: string;
  InvoiceRows: FakeRow[];
  Cancelled: boolean;
  Booked: boolean;
  Total: number;
  /** Null where the invoice has no reduction. */
  TaxReduction: number | null;
  /** The day on which all of it was paid. Null if it is not. */
  FinalPayDate: string | null;
  DeliveryName?: string | null;
}

export interface FakeReduction {
  CustomerName: string;
  SocialSecurityNumber: string;
  ReferenceNumber: string;
  ReferenceDocumentType: string;
  AskedAmount: number;
  ResidenceAssociationOrganisationNumber?: string;
  TaxReductionAmounts?: { WorkType: string; AskedAmount: number }[];
}

/** Registers of the company. */
export interface Company {
  units: string[];
  accounts: number[];
  /** Accounts of the company that are not active. */
  closedAccounts: number[];
  /** The articles, each with its type of house work if it has one. */
  articles: Map<string, string | null>;
  houseWorkIsOn: boolean;
}

/** Books of the company. */
export interface FortnoxBooks {
  customers: FakeCustomer[];
  invoices: FakeInvoice[];
  reductions: FakeReduction[];
  company: Company;
  /** Number of requests at which the list of invoices lacks new ones. */
  hiddenLooks: number;
}

/** The signs that the guide lists next to letters, digits, blanks and line breaks. */
const SIGNS = '–.:,;´`’^¤#%§£$€¢¥©™°&/()=+-*_!?²³®½@\\';
const ALLOWED = /^[\p{L}\p{Nd} \u00a0\r\n]$/u;

/** Whether a text, however deep in the body, has a sign that Fortnox does not take. */
function hasForbiddenSign(body: unknown): boolean {
  if (typeof body === 'object' && body !== null) {
    return Object.values(body).some(hasForbiddenSign);
  }
  if (typeof body !== 'string') return false;
  return [...body].some((sign) => !ALLOWED.test(sign) && !SIGNS.includes(sign));
}

/** The members that the fake knows of each resource: those that our requests use. */
const MEMBERS = {
  customer:
    'Name Email Type OrganisationNumber Address1 ZipCode City CountryCode ExternalReference VATType DeliveryName',
  invoice:
    'CustomerNumber InvoiceDate DueDate Currency VATIncluded TaxReductionType ExternalInvoiceReference1 YourOrderNumber InvoiceRows DeliveryName DeliveryAddress1 DeliveryAddress2 DeliveryZipCode DeliveryCity DeliveryCountry',
  row: 'ArticleNumber AccountNumber Description DeliveredQuantity Unit Price VAT HouseWork HouseWorkType',
  reduction:
    'CustomerName SocialSecurityNumber ReferenceNumber ReferenceDocumentType AskedAmount PropertyDesignation ResidenceAssociationOrganisationNumber TaxReductionAmounts',
};

/** Whether the resource has a member that Fortnox does not know. */
function hasUnknownMember(kind: keyof typeof MEMBERS, resource: object): boolean {
  const known = MEMBERS[kind].split(' ');
  return Object.keys(resource).some((name) => !known.includes(name));
}

const PAGE = 100;
const LONGEST_PAGE = 500;

/**
 * A page of the records, unless a filter is not the list's, or there is no such page.
 * @param name the list's name in the answer
 */
export function listReply(
  name: string,
  records: readonly object[],
  { query }: Call,
  filters: readonly string[] = [],
): Reply {
  const known = [...filters, 'limit', 'page'];
  if (![...query.keys()].every((one) => known.includes(one))) return refuse('unknownFilter');
  const limit = Number(query.get('limit') ?? PAGE);
  const page = Number(query.get('page') ?? 1);
  const isPage = Number.isInteger(limit) && limit >= 1 && limit <= LONGEST_PAGE && page >= 1;
  if (!isPage) return refuse('filterValue');
  const MetaInformation = {
    '@TotalResources': records.length,
    '@TotalPages': Math.max(1, Math.ceil(records.length / limit)),
    '@CurrentPage': page,
  };
  const shown = records.slice((page - 1) * limit, page * limit);
  return { status: 200, body: { MetaInformation, [name]: shown } };
}

/** Whether a text holds a filter's value, in whatever case. */
function holds(text: string, value: string | null): boolean {
  return text.toLowerCase().includes((value ?? '').toLowerCase());
}

/** Percent of each type, since July 2025. */
const PERCENT: Record<Exclude<HouseWorkType, 'OTHERCOSTS'>, number> = {
  SOLARCELLS: 15,
  STORAGESELFPRODUCEDELECTRICITY: 50,
  CHARGINGSTATIONELECTRICVEHICLE: 50,
};

const GREEN = Object.keys(PERCENT) as (keyof typeof PERCENT)[];

/** A row's cost in öre: quantity and price are rounded half up to two decimals first. */
function rowOre({ DeliveredQuantity, Price }: FakeRow): number {
  return Math.round((hundredths(Number(DeliveredQuantity)) * hundredths(Price)) / 100);
}

/** The most that may be asked for work of a type, whole kronor. */
function ceilingSek({ InvoiceRows }: FakeInvoice, type: string): number {
  const green = GREEN.find((one) => one === type);
  if (!green) return 0;
  const ore = InvoiceRows.filter(({ HouseWorkType }) => HouseWorkType === type)
    .map(rowOre)
    .reduce((sum, one) => sum + one, 0);
  return Math.floor((PERCENT[green] * Math.floor(ore / 100)) / 100);
}

/** The reduction that the rows give, whole kronor. */
function reductionOfRows(invoice: FakeInvoice): number {
  return GREEN.reduce((sum, type) => sum + ceilingSek(invoice, type), 0);
}

function hundredths(value: number): number {
  return Math.round(Number((value * 100).toFixed(6)));
}

const CUSTOMER_CHECKS: readonly Check<FortnoxRule, FakeCustomer>[] = [
  ['unknownMember', (customer) => hasUnknownMember('customer', customer)],
  ['requiredMember', ({ Name }) => !Name],
  ['characters', hasForbiddenSign],
];

export function createCustomer({ customers }: FortnoxBooks, call: Call): Reply {
  const { Customer: customer } = jsonOf(call) as { Customer: FakeCustomer };
  const rule = brokenRule(CUSTOMER_CHECKS, customer);
  if (rule) return refuse(rule);
  const VATType = customer.VATType ?? 'SEVAT';
  const CustomerNumber = nextNumber(customers);
  const { Email = '' } = customer;
  const made = { ...customer, Email, VATType, CustomerNumber };
  customers.push(made);
  return { status: 201, body: { Customer: made } };
}

export function listCustomers({ customers }: FortnoxBooks, call: Call): Reply {
  const found = customers
    .filter(({ Email }) => holds(Email, call.query.get('email')))
    .filter(({ Name }) => holds(Name, call.query.get('name')))
    .filter(({ OrganisationNumber = '' }) =>
      holds(OrganisationNumber, call.query.get('organisationnumber')),
    )
    .map(({ CustomerNumber, Name, Email }) => ({ CustomerNumber, Name, Email }));
  return listReply('Customers', found, call, ['email', 'name', 'organisationnumber']);
}

export function readCustomer({ customers }: FortnoxBooks, _call: Call, number: string): Reply {
  const Customer = customers.find(({ CustomerNumber }) => CustomerNumber === number);
  return Customer ? { status: 200, body: { Customer } } : refuse('customerNotFound');
}

/** The number after the last one, which is not used again. */
function nextNumber(customers: readonly FakeCustomer[]): string {
  return String(1 + Math.max(0, ...customers.map(({ CustomerNumber }) => Number(CustomerNumber))));
}

const TEXT = 255;

interface SentInvoice {
  invoice: FakeInvoice;
  rows: FakeRow[];
  account: FortnoxBooks;
}

const anyRow =
  (isBroken: (row: FakeRow, sent: SentInvoice) => boolean) =>
  (sent: SentInvoice): boolean =>
    sent.rows.some((row) => isBroken(row, sent));
const isIn = (known: readonly string[], value: unknown) =>
  value === undefined || known.includes(String(value));
const hasNoReduction = ({ TaxReductionType = 'none' }: FakeInvoice) => TaxReductionType === 'none';

const INVOICE_CHECKS: readonly Check<FortnoxRule, SentInvoice>[] = [
  ['noRows', ({ rows }) => rows.length === 0],
  ['unknownMember', ({ invoice }) => hasUnknownMember('invoice', invoice)],
  ['unknownMember', anyRow((row) => hasUnknownMember('row', row))],
  ['requiredMember', ({ invoice }) => !invoice.CustomerNumber],
  ['characters', ({ invoice }) => hasForbiddenSign(invoice)],
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

export function createInvoice(account: FortnoxBooks, call: Call): Reply {
  const { Invoice: invoice } = jsonOf(call) as { Invoice: SentInvoice['invoice'] };
  const sent = { invoice, rows: invoice.InvoiceRows ?? [], account };
  const rule = brokenRule(INVOICE_CHECKS, sent);
  if (rule) return refuse(rule);
  const customer = account.customers.find((one) => one.CustomerNumber === invoice.CustomerNumber);
  if (!customer) return { ...refuse('customerNotFound'), status: 400 };
  const made = storedInvoice(invoice, customer, String(200 + account.invoices.length));
  account.invoices.push(made);
  return { status: 201, body: { Invoice: made } };
}

/** The invoice as Fortnox keeps it. */
function storedInvoice(sent: FakeInvoice, customer: FakeCustomer, number: string): FakeInvoice {
  const invoice: FakeInvoice = {
    DeliveryName: customer.DeliveryName ?? null,
    ...sent,
    DocumentNumber: number,
    InvoiceRows: sent.InvoiceRows.map(storedRow),
    Cancelled: false,
    Booked: false,
    Total: 0,
    TaxReduction: null,
    FinalPayDate: null,
  };
  invoice.Total = invoice.InvoiceRows.map(rowOre).reduce((sum, one) => sum + one, 0) / 100;
  if (!hasNoReduction(sent)) {
    invoice.TaxReduction = hasShortNumber(customer) ? 0 : reductionOfRows(invoice);
  }
  return invoice;
}

function storedRow(row: FakeRow): FakeRow {
  return { ...row, Description: row.Description.replaceAll(/[\r\n]+/g, '').slice(0, TEXT) };
}

/** Whether a card has a personal number of ten digits. */
function hasShortNumber({ OrganisationNumber = '' }: FakeCustomer): boolean {
  return OrganisationNumber.replaceAll(/\D/g, '').length === 10;
}

export function listInvoices(fake: FortnoxBooks, call: Call): Reply {
  const isHidden = fake.hiddenLooks > 0;
  if (isHidden) fake.hiddenLooks--;
  const reference = call.query.get('externalinvoicereference1');
  const found = fake.invoices
    .filter(({ ExternalInvoiceReference1 }) => holds(ExternalInvoiceReference1, reference))
    .map(({ InvoiceRows, TaxReduction, ...listed }) => listed);
  return listReply('Invoices', isHidden ? [] : found, call, ['externalinvoicereference1']);
}

export function readInvoice(fake: FortnoxBooks, _call: Call, number: string): Reply {
  const Invoice = invoiceAt(fake, number);
  return Invoice ? { status: 200, body: { Invoice } } : { status: 404, body: NO_DOCUMENT };
}

/** Cancels an invoice, which keeps its number. */
export function cancelInvoice(fake: FortnoxBooks, _call: Call, number: string): Reply {
  const invoice = invoiceAt(fake, number);
  if (!invoice) return { status: 404, body: NO_DOCUMENT };
  if (invoice.Booked) return refuse('bookedStays');
  invoice.Cancelled = true;
  return { status: 200, body: { Invoice: invoice } };
}

function invoiceAt({ invoices }: FortnoxBooks, number: string): FakeInvoice | undefined {
  return invoices.find(({ DocumentNumber }) => DocumentNumber === number);
}

const NO_DOCUMENT = { ErrorInformation: { Error: 1, Message: 'Kan inte hitta dokumentet.' } };

interface SentReduction {
  reduction: FakeReduction;
  amounts: NonNullable<FakeReduction['TaxReductionAmounts']>;
  invoice: FakeInvoice;
  account: FortnoxBooks;
}

const REDUCTION_CHECKS: readonly Check<FortnoxRule, SentReduction>[] = [
  ['unknownMember', ({ reduction }) => hasUnknownMember('reduction', reduction)],
  ['requiredMember', ({ reduction: one }) => !one.CustomerName || !one.SocialSecurityNumber],
  ['characters', ({ reduction }) => hasForbiddenSign(reduction)],
  ['personalNumberLength', ({ reduction }) => !isNumberLong(reduction)],
  [
    'personTwice',
    ({ reduction, account }) => account.reductions.some((other) => isSamePerson(other, reduction)),
  ],
  ['amountsMissing', ({ amounts }) => amounts.length === 0],
  ['workTypeTwice', ({ amounts }) => new Set(amounts.map(typeOf)).size < amounts.length],
  [
    'workTypeNotSold',
    ({ amounts, invoice }) => !amounts.every((one) => isSold(invoice, typeOf(one))),
  ],
  ['amountNoInteger', ({ amounts }) => !amounts.map(sekOf).every(Number.isInteger)],
  ['amountNegative', ({ amounts }) => amounts.some((one) => one.AskedAmount < 0)],
  [
    'housingAssociation',
    ({ reduction: { ResidenceAssociationOrganisationNumber: number } }) =>
      number !== undefined && !isOrganisationNumber(number),
  ],
  ['reductionCeiling', isOverCeiling],
];

const typeOf = ({ WorkType }: { WorkType: string }) => WorkType;
const sekOf = ({ AskedAmount }: { AskedAmount: number }) => AskedAmount;

export function createReduction(account: FortnoxBooks, call: Call): Reply {
  const { TaxReduction: reduction } = jsonOf(call) as { TaxReduction: FakeReduction };
  const invoice = invoiceAt(account, reduction.ReferenceNumber);
  if (!invoice) return { status: 400, body: { ErrorInformation: { error: 1 } } };
  const amounts = reduction.TaxReductionAmounts ?? [];
  const rule = brokenRule(REDUCTION_CHECKS, { reduction, amounts, invoice, account });
  if (rule) return refuse(rule);
  account.reductions.push({ ...reduction, AskedAmount: sumOf(amounts) });
  const customer = account.customers.find((one) => one.CustomerNumber === invoice.CustomerNumber);
  const requestedSek = postsOf(account, invoice).reduce((sum, one) => sum + one.AskedAmount, 0);
  invoice.TaxReduction = customer && hasShortNumber(customer) ? 0 : requestedSek;
  return { status: 201, body: { TaxReduction: { Id: account.reductions.length, ...reduction } } };
}

/** Lists the posts of documents of every kind with that number, without their amounts. */
export function listReductions({ reductions }: FortnoxBooks, call: Call): Reply {
  const number = call.query.get('referencenumber');
  const found = reductions
    .filter((one) => one.ReferenceNumber === number)
    .map(({ AskedAmount, TaxReductionAmounts, ...listed }) => listed);
  return listReply('TaxReductions', found, call, ['filter', 'referencenumber']);
}

function postsOf({ reductions }: FortnoxBooks, { DocumentNumber }: FakeInvoice): FakeReduction[] {
  return reductions.filter(
    (one) => one.ReferenceDocumentType === 'INVOICE' && one.ReferenceNumber === DocumentNumber,
  );
}

function isSamePerson(a: FakeReduction, b: FakeReduction): boolean {
  return (
    a.ReferenceDocumentType === b.ReferenceDocumentType &&
    a.ReferenceNumber === b.ReferenceNumber &&
    a.SocialSecurityNumber === b.SocialSecurityNumber
  );
}

function isNumberLong({ SocialSecurityNumber: { length } }: FakeReduction): boolean {
  return length >= 10 && length <= 13;
}

function isSold({ InvoiceRows }: FakeInvoice, type: string): boolean {
  const isGreen = GREEN.some((green) => green === type);
  return isGreen && InvoiceRows.some(({ HouseWorkType }) => HouseWorkType === type);
}

/** Whether more is asked for a type, all persons together, than its rows give. */
function isOverCeiling({ amounts, invoice, account }: SentReduction): boolean {
  const others = postsOf(account, invoice).flatMap((one) => one.TaxReductionAmounts ?? []);
  const all = [...others, ...amounts];
  return amounts.some(({ WorkType }) => {
    const requestedSek = sumOf(all.filter((one) => one.WorkType === WorkType));
    return requestedSek > ceilingSek(invoice, WorkType);
  });
}

function sumOf(amounts: readonly { AskedAmount: number }[]): number {
  return amounts.reduce((sum, { AskedAmount }) => sum + AskedAmount, 0);
}
