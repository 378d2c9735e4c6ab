/**
 * A Fortnox account on loopback. Its lists hold less than its records, a page at a time, and filters match parts.
 *
 * Sources: blikk is prodigystudios/BlikkIntegration_ekovilla, measured in a test company. Cassettes are the live
 * answers recorded by accodeing/fortnox-api. Sdk is softwerkab/fortnox-csharp-api-sdk with its live tests. Guide is
 * fortnox.se/developer and its support pages. Openapi is the file of fortnox-mcp-wrapper-typescript.
 * Facts about what our adapter never sends. The fake refuses it as unknown, so a new use shows:
 * - A change of a document renews the ids of its reductions, and the type none removes them. Rows that are lowered below what
 * the persons ask for are refused: 2003227. The last reduction of a document stays: 2001246 (blikk, 2026-10, A).
 * - YourReference over 50 characters is refused: 2001600. So are Comments over 1024: 2001896 (blikk, 2026-10, A).
 * - Terms of payment and price lists must be registered (cassettes, 2024-12, A).
 * - Types of house work that the law no longer has, such as COOKING, are refused: 2003157 (cassettes, 2024-12, A).
 * - A unit that is read by its code and is not there is 404 with 2000432 (cassettes, 2024-12, A).
 *
 * Each rule has the fact with source, date and trust. A: official, or a recorded answer. B: second-hand and consistent. C: single or
 * doubtful.
 */
import { randomUUID } from 'node:crypto';
import type { HouseWorkType } from '../../ports.ts';
import type { AccountingAccount } from '../../providers/account.ts';
import {
  brokenRule,
  type Call,
  type Check,
  type FakeServer,
  jsonOf,
  type Refusal,
  type Reply,
  type Route,
  startFake,
} from './server.ts';

/**
 * Facts without a refusal:
 * - twoDecimals: Quantity and price are rounded half up to two decimals (cassettes, 2024-12, A).
 * - accountOfCustomer: A row without an account is booked by the VAT type of the customer’s card (blikk, guide,
 * 2026-09-29, A).
 * - rowText: A row’s text is cut at 255 characters and loses its line breaks. An order number is cut at 30 (blikk,
 * 2026-10, A).
 * - nothingIsUnique: Two invoices may have the same external reference: nothing is locked (blikk, 2026-10, A).
 * - deliveryOfCustomer: Where the delivery is not sent, it is the customer’s card’s. Only null clears it (blikk,
 * 2026-10, A).
 * - finalPayDate: An invoice has the day on which all of it was paid, YYYY-MM-DD, and null until then. Nobody is informed of
 * it (four public programs, 2026-11, B).
 * - noReductionIsNull: The invoice says TaxReduction null, not 0, where it has no reduction (cassettes, four invoices,
 * 2024-12-02, A).
 * - shortPersonalNumber: A customer’s personal number of ten digits is stored, and silently gives no reduction (blikk,
 * personalNumber, 2026-10, B).
 * - postsOfOtherDocuments: Invoices, orders and offers are numbered apart, and the list of reductions has those of all
 * three (blikk, openapi, sdk, 2026-10, A).
 * - reductionOfRows: Until a person has a reduction, the invoice shows the one that its rows give. Then the sum of the
 * persons’ (blikk, taxReductions, 2026-10-02, A).
 * - paging: A list has 100 records a page, or up to 500 by limit. MetaInformation reports the pages (guide, cassettes,
 * 2026, A).
 * - filterMatchesParts: A filter finds whatever contains or begins with its value, in any case of letters (guide, blikk,
 * externalinvoicereference1, 2026-10, A).
 * - maintenancePage: An API that is down answers a page of HTML, whatever its status (guide, 2026, B).
 * - tokenScope: A token of client credentials needs the company’s number in the header TenantId, and may do without a
 * scope (zenta-ab/fortnox.NET#55, sdk, issue 340, 2026-01, B). Not settled: Whether the scope is to be sent.
 */
export const FORTNOX_RULES = {
  // Where an invoice has no reduction, a row with HouseWork false and no empty type is refused (blikk, helpers,
  // 2026-10-02, A).
  emptyHouseWork: {
    status: 400,
    code: '2004021',
    text: 'Felaktig typ av husarbete (EMPTYHOUSEWORK).',
  },
  // A row takes the type of house work of its article, unless it says false and, where there is no reduction, an empty
  // type (blikk, helpers, 2026-10-02, A).
  articleHouseWork: {
    status: 400,
    code: '2004001',
    text: 'Husarbete kräver typ av skattereduktion.',
  },
  // A unit that the company has not registered refuses the whole document (blikk, orders, sdk, 2026-09-29, A). Not
  // settled: The code of the refusal.
  unknownUnit: { status: 400, code: null, text: 'Enheten finns inte.' },
  // A unit of null is refused. One that is left out is the article’s (blikk, orders, 2026-09-29, A).
  nullUnit: { status: 400, code: '2000699', text: 'Ogiltig enhet.' },
  // Texts hold letters, digits and a list of signs. Any other sign refuses the document or the customer (guide, formats
  // and encoding, blikk, for the em dash, 2026, A). Not settled: Straight quotes are not on the list. Whether they are
  // refused was not seen.
  characters: { status: 400, code: '2000359', text: 'Fältet innehåller ogiltiga tecken.' },
  // An account that the company does not have refuses the whole document (blikk, 2026-09-29, A). Not settled: Which of
  // 2001304 and 2001303 is its code.
  unknownAccount: { status: 400, code: null, text: 'Kontot finns inte.' },
  // Other costs with HouseWork true are refused. With false they stand under every reduction (cassettes, orders, changelog
  // of fortnox-api, 2026, A).
  otherCostsAreNoHouseWork: {
    status: 400,
    code: '2002980',
    text: 'Övriga kostnader kan inte vara husarbete.',
  },
  // A type of house work of another reduction than the invoice’s is refused (blikk, cassettes, 2026-10, A).
  wrongHouseWorkType: { status: 400, code: '2004021', text: 'Felaktig typ av husarbete.' },
  // House work on an invoice whose reduction is none is refused (blikk, cassettes, 2026-10, A).
  houseWorkWithoutReduction: {
    status: 400,
    code: '2004001',
    text: 'Husarbete kräver typ av skattereduktion.',
  },
  // House work on an invoice that does not name its reduction is refused (blikk, 2026-10, A).
  unnamedReduction: { status: 400, code: null, text: 'Typ av skattereduktion saknas.' },
  // A list of rows without a row is refused (blikk, 2026-10, A).
  noRows: { status: 400, code: null, text: 'Fakturarader saknas.' },
  // House work has to be switched on in the company’s settings (sdk, guide, 2026, B).
  houseWorkSwitchedOff: { status: 400, code: null, text: 'Husarbete är inte aktiverat.' },
  // A booked invoice cannot be changed (sdk, guide, 2026, A).
  bookedStays: { status: 400, code: null, text: 'Fakturan är bokförd.' },
  // A class of work gives the rate of its price in whole kronor, rounded down. Asking for a krona more is refused (blikk,
  // taxReductions, measured for ROT, 2026-10-02, B). Not settled: Whether the ceiling of mixed green rows is one of each
  // class, which is the lower, or of the document.
  reductionCeiling: {
    status: 400,
    code: '2003228',
    text: 'Begärt belopp överstiger möjlig skattereduktion.',
  },
  // A person has one reduction on a document (openapi, 2026, A).
  personTwice: { status: 400, code: '2000600', text: 'Personen finns redan på dokumentet.' },
  // A type of work that the invoice does not have cannot be asked for (openapi, 2026, A).
  workTypeNotSold: { status: 400, code: '2004209', text: 'Felaktig typ av arbete.' },
  // Amounts are whole kronor (openapi, 2026, A).
  amountNoInteger: { status: 400, code: '2004217', text: 'Beloppet är inget heltal.' },
  // Amounts are not below 0 (openapi, 2026, A).
  amountNegative: { status: 400, code: '2004218', text: 'Beloppet är negativt.' },
  // A type of work stands once in a person’s reduction (openapi, 2026, A).
  workTypeTwice: { status: 400, code: '2004262', text: 'Samma typ av arbete två gånger.' },
  // A person’s green reduction has an amount for each type of work (openapi, 2026, A).
  amountsMissing: { status: 400, code: '2004263', text: 'Belopp per typ av arbete saknas.' },
  // A personal number has 10 to 13 characters (sdk, 2026-02, A).
  personalNumberLength: { status: 400, code: null, text: 'Felaktigt personnummer.' },
  // A housing association’s number whose check digit is wrong refuses the person’s reduction (blikk, 2026-10, A).
  housingAssociation: {
    status: 400,
    code: null,
    text: 'Felaktigt organisationsnummer för bostadsrättsförening.',
  },
  // A list refuses a filter that it does not know. Names are in lower case (blikk, 2026-10, A).
  unknownFilter: { status: 400, code: '2000587', text: 'Okänt filter.' },
  // A list refuses a value that its filter cannot have (blikk, 2026-10, A).
  filterValue: { status: 400, code: '2000588', text: 'Ogiltigt värde för filtret.' },
  // A member that a resource does not have refuses all of it (blikk, cassettes, 2026-10, A).
  unknownMember: { status: 400, code: '2001399', text: 'Okänt fält.' },
  // A required member that is missing refuses the resource (cassettes, 2024-12, A).
  requiredMember: { status: 400, code: '2000204', text: 'Ett obligatoriskt fält saknas.' },
  // A customer who is not there is 404 with a body, whose members begin with a capital (cassettes, 2024-12, A).
  customerNotFound: { status: 404, code: '2000433', text: 'Kan inte hitta kunden.' },
  // An account that the books do not have is 404 (openapi, 2026, B).
  accountNotFound: { status: 404, code: null, text: 'Kan inte hitta kontot.' },
  // A token that does not hold is 401 with a message and no code (cassettes, blikk, 2026-10, A).
  unauthorized: { status: 401, code: null, text: 'unauthorized' },
  // A fault of the system has a code of its own (guide, 2026, A).
  systemError: { status: 500, code: '1000003', text: 'Systemfel.' },
  // Another kind of answer than JSON cannot be asked for (sdk, 2026-02, A).
  acceptHeader: { status: 400, code: '1000030', text: 'Ogiltig svarstyp.' },
  // A company without the licence is refused (guide, 2026, A). Not settled: Whether the status is 400 or 403.
  noLicence: { status: 400, code: '2001101', text: 'Licens saknas.' },
  // A company without the licence of the API is refused (guide, 2026, A). Not settled: Whether the status is 400 or 403.
  noApiLicence: { status: 400, code: '2001103', text: 'API-licens saknas.' },
  // A user or an app without the right is refused (guide, 2026, A). Not settled: Whether the status is 400 or 403.
  noPermission: { status: 400, code: '2000663', text: 'Behörighet saknas.' },
  // A login that does not hold is refused with 2000310 or 2000311 (guide, 2026, A). Not settled: Whether the status is 400
  // or 403.
  noLogin: { status: 400, code: '2000311', text: 'Ogiltig inloggning.' },
  // More than 25 calls in 5 s of one company are refused until the average falls (guide, blikk, 2026, A). Not settled:
  // Whether there is a Retry-After.
  callLimit: { status: 429, code: null, text: 'Too Many Requests' },
  // A wrong client or company gets no token: 401 invalid_client (blikk, 2026-10-01, A).
  tokenClient: { status: 401, code: 'invalid_client', text: '' },
  // A grant that does not hold gets no token: 400 invalid_grant (blikk, 2026-10-01, A).
  tokenGrant: { status: 400, code: 'invalid_grant', text: '' },
} satisfies Record<string, Refusal>;

export type FortnoxRule = keyof typeof FORTNOX_RULES;

interface FakeCustomer {
  CustomerNumber: string;
  Name: string;
  Email: string;
  Type: 'PRIVATE' | 'COMPANY';
  /** The personal number, or the company's. */
  OrganisationNumber?: string;
  VATType: 'SEVAT' | 'SEREVERSEDVAT' | 'EXPORT';
  Active?: boolean;
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

interface FakeInvoice {
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

interface FakeReduction {
  CustomerName: string;
  SocialSecurityNumber: string;
  ReferenceNumber: string;
  ReferenceDocumentType: string;
  AskedAmount: number;
  ResidenceAssociationOrganisationNumber?: string;
  TaxReductionAmounts?: { WorkType: string; AskedAmount: number }[];
}

/** What the company has registered. */
interface Company {
  units: string[];
  accounts: number[];
  /** Those of them that are not active. */
  closedAccounts: number[];
  /** The articles, each with its type of house work if it has one. */
  articles: Map<string, string | null>;
  houseWorkIsOn: boolean;
}

/** The switches of what is not settled. Each is at what would hurt more. */
interface Unsettled {
  ceilingOfDocument: boolean;
  unknownUnitCode: string;
  unknownAccountCode: string;
  takesStraightQuotes: boolean;
  /** The status of refusals of licences, rights and logins. */
  refusalsOfAccess: 400 | 403;
  tellsRetryAfter: boolean;
  refusesScope: boolean;
}

export interface FortnoxFake extends FakeServer {
  credentials: { clientId: string; clientSecret: string; tenantId: string };
  customers: FakeCustomer[];
  invoices: FakeInvoice[];
  reductions: FakeReduction[];
  company: Company;
  unsettled: Unsettled;
  /** The rule by which every call but that for a token is refused, if there is one. */
  access: FortnoxRule | null;
  /** Number of requests at which the list of invoices lacks new ones. */
  hiddenLooks: number;
  /** The rights of the app. A token has those of them that it was asked for. */
  scopes: string[];
  /** Whether the administrator declines the consent. */
  refusesConsent: boolean;
  /** Ends all tokens, as an administrator would. */
  revokeTokens(): void;
}

/** A fake with the state that its answers need in addition. */
interface Account extends FortnoxFake {
  tokens: Map<string, FakeToken>;
  /** Codes of consents that are not exchanged. */
  codes: Map<string, { redirectUri: string; scopes: string[] }>;
  now(): number;
}

/** A token that was given out. */
interface FakeToken {
  /** Its end, milliseconds since 1970. */
  untilMs: number;
  scopes: readonly string[];
}

/** The switches as a new fake has them. */
const STRICT: Unsettled = {
  ceilingOfDocument: false,
  unknownUnitCode: '2000432',
  unknownAccountCode: '2001304',
  takesStraightQuotes: false,
  refusalsOfAccess: 400,
  tellsRetryAfter: false,
  refusesScope: false,
};

/** A company as Fortnox sets one up. */
function newCompany(): Company {
  return {
    units: ['st', 'h', 'm'],
    accounts: [3001, 3002, 3003, 3004, 3231],
    closedAccounts: [],
    articles: new Map([
      ['P-435', null],
      ['STAD', 'CLEANING'],
    ]),
    houseWorkIsOn: true,
  };
}

/** Rules whose status is not settled. */
const ACCESS: readonly FortnoxRule[] = ['noLicence', 'noApiLicence', 'noPermission', 'noLogin'];

/** The refusal of a broken rule. Members begin with a capital letter on 404, else with a small one. */
export function refuse(rule: FortnoxRule, unsettled: Unsettled = STRICT): Reply {
  const refusal: Refusal = FORTNOX_RULES[rule];
  const { text: message } = refusal;
  const status = ACCESS.includes(rule) ? unsettled.refusalsOfAccess : refusal.status;
  const code = codeOf(rule, unsettled) ?? refusal.code;
  const number = code === null ? {} : { code: Number(code) };
  if (status === 401) return { status, body: { message } };
  const information = { error: 1, message, ...number };
  return {
    status,
    body: { ErrorInformation: status === 404 ? capitals(information) : information },
  };
}

/** The code of a rule of which it is not settled. */
function codeOf(rule: FortnoxRule, unsettled: Unsettled): string | null {
  if (rule === 'unknownUnit') return unsettled.unknownUnitCode;
  return rule === 'unknownAccount' ? unsettled.unknownAccountCode : null;
}

function capitals(members: object): object {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name[0].toUpperCase() + name.slice(1), value]),
  );
}

/** The signs that the guide lists next to letters, digits, blanks and line breaks. */
const SIGNS = '–.:,;´`’^¤#%§£$€¢¥©™°&/()=+-*_!?²³®½@\\';
const ALLOWED = /^[\p{L}\p{Nd} \u00a0\r\n]$/u;

/** Whether a text, however deep in the body, has a sign that Fortnox does not take. */
function hasForbiddenSign(body: unknown, { unsettled }: Pick<Account, 'unsettled'>): boolean {
  if (typeof body === 'object' && body !== null) {
    return Object.values(body).some((value) => hasForbiddenSign(value, { unsettled }));
  }
  if (typeof body !== 'string') return false;
  const also = unsettled.takesStraightQuotes ? `"'` : '';
  return [...body].some((sign) => !ALLOWED.test(sign) && !(SIGNS + also).includes(sign));
}

/** The members that the fake knows of each resource: those that our requests use. */
const MEMBERS = {
  customer:
    'Name Email Type OrganisationNumber Address1 ZipCode City CountryCode ExternalReference VATType DeliveryName Active',
  invoice:
    'CustomerNumber InvoiceDate DueDate Currency VATIncluded TaxReductionType ExternalInvoiceReference1 YourOrderNumber InvoiceRows DeliveryName DeliveryAddress1 DeliveryAddress2 DeliveryZipCode DeliveryCity DeliveryCountry',
  row: 'ArticleNumber AccountNumber Description DeliveredQuantity Unit Price VAT HouseWork HouseWorkType HouseWorkHoursToReport',
  reduction:
    'CustomerName SocialSecurityNumber ReferenceNumber ReferenceDocumentType AskedAmount PropertyDesignation ResidenceAssociationOrganisationNumber TaxReductionAmounts',
  amount: 'WorkType AskedAmount',
};

/** Whether the resource has a member that Fortnox does not know. */
function hasUnknownMember(kind: keyof typeof MEMBERS, resource: object): boolean {
  const known = MEMBERS[kind].split(' ');
  return Object.keys(resource).some((name) => !known.includes(name));
}

const PAGE = 100;
const LONGEST_PAGE = 500;
const OF_EVERY_LIST = ['limit', 'page'];

/** The refusal of a filter that the list does not have, or of a page that cannot be. */
function wrongFilter({ query }: Call, known: readonly string[]): Reply | undefined {
  const names = [...query.keys()];
  if (names.some((name) => !known.includes(name) && !OF_EVERY_LIST.includes(name))) {
    return refuse('unknownFilter');
  }
  const { limit, page } = pageOf(query);
  const isPage = Number.isInteger(limit) && limit >= 1 && limit <= LONGEST_PAGE && page >= 1;
  return isPage ? undefined : refuse('filterValue');
}

/** A page of the records. @param name the list's name in the answer */
function pageReply(name: string, records: readonly object[], { query }: Call): Reply {
  const { limit, page } = pageOf(query);
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

function pageOf(query: URLSearchParams) {
  return { limit: Number(query.get('limit') ?? PAGE), page: Number(query.get('page') ?? 1) };
}

/** Percent of each type: from 2023 to June 2025 solar cells gave more. */
const PERCENT: Record<Exclude<HouseWorkType, 'OTHERCOSTS'>, (date: string) => number> = {
  SOLARCELLS: (date) => (date >= '2023-01-01' && date < '2025-07-01' ? 20 : 15),
  STORAGESELFPRODUCEDELECTRICITY: () => 50,
  CHARGINGSTATIONELECTRICVEHICLE: () => 50,
};

const GREEN = Object.keys(PERCENT) as (keyof typeof PERCENT)[];

/** A row's cost in öre: quantity and price are rounded half up to two decimals first. */
function rowOre({ DeliveredQuantity, Price }: FakeRow): number {
  return Math.round((hundredths(Number(DeliveredQuantity)) * hundredths(Price)) / 100);
}

/** The most that may be asked for work of a type, whole kronor. */
function ceilingSek({ InvoiceRows, InvoiceDate }: FakeInvoice, type: string): number {
  const green = GREEN.find((one) => one === type);
  if (!green) return 0;
  const ore = InvoiceRows.filter(({ HouseWorkType }) => HouseWorkType === type)
    .map(rowOre)
    .reduce((sum, one) => sum + one, 0);
  return Math.floor((PERCENT[green](InvoiceDate) * Math.floor(ore / 100)) / 100);
}

/** The reduction that the rows give, whole kronor. */
function reductionOfRows(invoice: FakeInvoice): number {
  return GREEN.reduce((sum, type) => sum + ceilingSek(invoice, type), 0);
}

function hundredths(value: number): number {
  return Math.round(Number((value * 100).toFixed(6)));
}

function listUnits({ company }: FortnoxFake, call: Call): Reply {
  const wrong = wrongFilter(call, []);
  if (wrong) return wrong;
  const units = company.units.map((Code) => ({ Code, Description: Code }));
  return pageReply('Units', units, call);
}

function readAccount({ company }: FortnoxFake, _call: Call, number: string): Reply {
  if (!company.accounts.includes(Number(number))) return refuse('accountNotFound');
  const Account = {
    Number: Number(number),
    Active: !company.closedAccounts.includes(Number(number)),
  };
  return { status: 200, body: { Account } };
}

function listAccounts({ company }: FortnoxFake, call: Call): Reply {
  const wrong = wrongFilter(call, []);
  if (wrong) return wrong;
  const accounts = company.accounts.map((number) => {
    return {
      Number: number,
      Description: 'Konto',
      Active: !company.closedAccounts.includes(number),
    };
  });
  return pageReply('Accounts', accounts, call);
}

function readCompany({ credentials }: FortnoxFake): Reply {
  return {
    status: 200,
    body: { CompanyInformation: { DatabaseNumber: Number(credentials.tenantId) } },
  };
}

const CUSTOMER_CHECKS: readonly Check<FortnoxRule, { customer: FakeCustomer; account: Account }>[] =
  [
    ['unknownMember', ({ customer }) => hasUnknownMember('customer', customer)],
    ['requiredMember', ({ customer }) => !customer.Name],
    ['characters', ({ customer, account }) => hasForbiddenSign(customer, account)],
  ];

function createCustomer(account: Account, call: Call): Reply {
  const { Customer: customer } = jsonOf(call) as { Customer: FakeCustomer };
  const rule = brokenRule(CUSTOMER_CHECKS, { customer, account });
  if (rule) return refuse(rule);
  const { customers } = account;
  const VATType = customer.VATType ?? 'SEVAT';
  const CustomerNumber = nextNumber(customers);
  const { Email = '' } = customer;
  const made = { Active: true, ...customer, Email, VATType, CustomerNumber };
  customers.push(made);
  return { status: 201, body: { Customer: made } };
}

function listCustomers({ customers }: FortnoxFake, call: Call): Reply {
  const wrong = wrongFilter(call, ['email', 'name', 'organisationnumber']);
  if (wrong) return wrong;
  const found = customers
    .filter(({ Email }) => holds(Email, call.query.get('email')))
    .filter(({ Name }) => holds(Name, call.query.get('name')))
    .filter(({ OrganisationNumber = '' }) =>
      holds(OrganisationNumber, call.query.get('organisationnumber')),
    )
    .map(({ CustomerNumber, Name, Email }) => ({ CustomerNumber, Name, Email }));
  return pageReply('Customers', found, call);
}

function readCustomer({ customers }: FortnoxFake, _call: Call, number: string): Reply {
  const Customer = customers.find(({ CustomerNumber }) => CustomerNumber === number);
  return Customer ? { status: 200, body: { Customer } } : refuse('customerNotFound');
}

/** The number after the last one, which is not used again. */
function nextNumber(customers: readonly FakeCustomer[]): string {
  return String(1 + Math.max(0, ...customers.map(({ CustomerNumber }) => Number(CustomerNumber))));
}

const TEXT = 255;
const ORDER_NUMBER = 30;
/** The account of sales by the VAT type of a customer's card. */
const ACCOUNTS = { SEVAT: 3001, SEREVERSEDVAT: 3231, EXPORT: 3004 };

/** An invoice as it is sent. */
interface SentInvoice {
  invoice: FakeInvoice;
  rows: FakeRow[];
  account: Account;
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
  ['characters', ({ invoice, account }) => hasForbiddenSign(invoice, account)],
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

function createInvoice(account: Account, call: Call): Reply {
  const { Invoice: invoice } = jsonOf(call) as { Invoice: SentInvoice['invoice'] };
  const sent = { invoice, rows: invoice.InvoiceRows ?? [], account };
  const rule = brokenRule(INVOICE_CHECKS, sent);
  if (rule) return refuse(rule, account.unsettled);
  const customer = account.customers.find((one) => one.CustomerNumber === invoice.CustomerNumber);
  if (!customer) return { ...refuse('customerNotFound'), status: 400 };
  const made = keptInvoice(invoice, customer, String(200 + account.invoices.length));
  account.invoices.push(made);
  return { status: 201, body: { Invoice: made } };
}

/** The invoice as Fortnox keeps it. */
function keptInvoice(sent: FakeInvoice, customer: FakeCustomer, number: string): FakeInvoice {
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
function hasShortNumber({ OrganisationNumber = '' }: FakeCustomer): boolean {
  return OrganisationNumber.replaceAll(/\D/g, '').length === 10;
}

function listInvoices(fake: FortnoxFake, call: Call): Reply {
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

function readInvoice(fake: FortnoxFake, _call: Call, number: string): Reply {
  const Invoice = invoiceAt(fake, number);
  return Invoice ? { status: 200, body: { Invoice } } : { status: 404, body: NO_DOCUMENT };
}

/** Cancels an invoice, which keeps its number. */
function cancelInvoice(fake: FortnoxFake, _call: Call, number: string): Reply {
  const invoice = invoiceAt(fake, number);
  if (!invoice) return { status: 404, body: NO_DOCUMENT };
  if (invoice.Booked) return refuse('bookedStays');
  invoice.Cancelled = true;
  return { status: 200, body: { Invoice: invoice } };
}

function invoiceAt({ invoices }: FortnoxFake, number: string): FakeInvoice | undefined {
  return invoices.find(({ DocumentNumber }) => DocumentNumber === number);
}

const NO_DOCUMENT = { ErrorInformation: { Error: 1, Message: 'Kan inte hitta dokumentet.' } };

interface SentReduction {
  reduction: FakeReduction;
  amounts: NonNullable<FakeReduction['TaxReductionAmounts']>;
  invoice: FakeInvoice;
  account: Account;
}

const REDUCTION_CHECKS: readonly Check<FortnoxRule, SentReduction>[] = [
  ['unknownMember', ({ reduction }) => hasUnknownMember('reduction', reduction)],
  ['requiredMember', ({ reduction: one }) => !one.CustomerName || !one.SocialSecurityNumber],
  ['characters', ({ reduction, account }) => hasForbiddenSign(reduction, account)],
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
    ({ reduction: one }) => !isOrganisation(one.ResidenceAssociationOrganisationNumber),
  ],
  ['reductionCeiling', isOverCeiling],
];

const typeOf = ({ WorkType }: { WorkType: string }) => WorkType;
const sekOf = ({ AskedAmount }: { AskedAmount: number }) => AskedAmount;

function createReduction(account: Account, call: Call): Reply {
  const { TaxReduction: reduction } = jsonOf(call) as { TaxReduction: FakeReduction };
  const invoice = invoiceAt(account, reduction.ReferenceNumber);
  if (!invoice) return { status: 400, body: { ErrorInformation: { error: 1 } } };
  const amounts = reduction.TaxReductionAmounts ?? [];
  const rule = brokenRule(REDUCTION_CHECKS, { reduction, amounts, invoice, account });
  if (rule) return refuse(rule, account.unsettled);
  account.reductions.push({ ...reduction, AskedAmount: sumOf(amounts) });
  const customer = account.customers.find((one) => one.CustomerNumber === invoice.CustomerNumber);
  const asked = postsOf(account, invoice).reduce((sum, one) => sum + one.AskedAmount, 0);
  invoice.TaxReduction = customer && hasShortNumber(customer) ? 0 : asked;
  return { status: 201, body: { TaxReduction: { Id: account.reductions.length, ...reduction } } };
}

/** Lists the posts of documents of every kind with that number, without their amounts. */
function listReductions({ reductions }: FortnoxFake, call: Call): Reply {
  const wrong = wrongFilter(call, ['filter', 'referencenumber']);
  if (wrong) return wrong;
  const number = call.query.get('referencenumber');
  const found = reductions
    .filter((one) => one.ReferenceNumber === number)
    .map(({ AskedAmount, TaxReductionAmounts, ...listed }) => listed);
  return pageReply('TaxReductions', found, call);
}

function postsOf({ reductions }: FortnoxFake, { DocumentNumber }: FakeInvoice): FakeReduction[] {
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
  if (account.unsettled.ceilingOfDocument) return sumOf(all) > reductionOfRows(invoice);
  return amounts.some(({ WorkType }) => {
    const asked = sumOf(all.filter((one) => one.WorkType === WorkType));
    return asked > ceilingSek(invoice, WorkType);
  });
}

/** Whether a number of ten digits has its check digit (Luhn). True where there is none. */
function isOrganisation(number: string | undefined): boolean {
  if (number === undefined) return true;
  const digits = [...number.replaceAll(/\D/g, '')].map(Number);
  const sum = digits.reduce((total, digit, i) => {
    const weighed = i % 2 === 0 ? 2 * digit : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return digits.length === 10 && sum % 10 === 0;
}

function sumOf(amounts: readonly { AskedAmount: number }[]): number {
  return amounts.reduce((sum, { AskedAmount }) => sum + AskedAmount, 0);
}

const CALLS = 25;
const WINDOW_MS = 5_000;
const TOKEN_S = 3600;

const ROUTES: readonly Route<Account>[] = [
  ['GET', '/oauth-v1/auth', giveConsent],
  ['POST', '/oauth-v1/token', giveToken],
  ['GET', '/3/companyinformation', readCompany],
  ['GET', '/3/accounts', listAccounts],
  ['GET', '/3/customers', listCustomers],
  ['POST', '/3/customers', createCustomer],
  ['GET', '/3/customers/:number', readCustomer],
  ['GET', '/3/units', listUnits],
  ['GET', '/3/accounts/:number', readAccount],
  ['GET', '/3/invoices', listInvoices],
  ['POST', '/3/invoices', createInvoice],
  ['GET', '/3/invoices/:number', readInvoice],
  ['PUT', '/3/invoices/:number/cancel', cancelInvoice],
  ['GET', '/3/taxreductions', listReductions],
  ['POST', '/3/taxreductions', createReduction],
];

/** The right that each resource needs. */
const SCOPES: Readonly<Record<string, string>> = {
  customers: 'customer',
  invoices: 'invoice',
  taxreductions: 'invoice',
  units: 'settings',
  accounts: 'bookkeeping',
  companyinformation: 'companyinformation',
};

/** The account as the organisations' file would have it. */
export function fortnoxAccount({
  url,
  credentials,
}: Pick<FortnoxFake, 'url' | 'credentials'>): Extract<AccountingAccount, { provider: 'fortnox' }> {
  return {
    provider: 'fortnox',
    baseUrl: url,
    tokenUrl: url,
    ...credentials,
    scope: 'customer invoice',
    units: { st: 'st' },
    accounts: { '25': 3001 },
    paymentDays: 30,
    requiresSignature: true,
  };
}

/** Starts an account with nothing in it. */
export async function startFortnoxFake(now = Date.now, port = 0): Promise<FortnoxFake> {
  const tokens = new Map<string, FakeToken>();
  const state: Omit<Account, keyof FakeServer> = {
    credentials: { clientId: 'fake-client', clientSecret: 'fake-secret', tenantId: '4711' },
    customers: [],
    invoices: [],
    reductions: [],
    company: newCompany(),
    unsettled: { ...STRICT },
    access: null,
    hiddenLooks: 0,
    scopes: ['customer', 'invoice', 'settings', 'bookkeeping', 'companyinformation'],
    codes: new Map(),
    refusesConsent: false,
    revokeTokens: () => tokens.clear(),
    tokens,
    now,
  };
  const fake: FortnoxFake = await startFake(state, ROUTES, (call) => guard(call), port);
  const guard = guardOf(fake, tokens, now);
  return fake;
}

/** Checks the token and the number of calls with it. */
function guardOf(fake: FortnoxFake, tokens: Map<string, FakeToken>, now: () => number) {
  let recentMs: number[] = [];
  return ({ path, headers }: Call): Reply | undefined => {
    recentMs = recentMs.filter((ms) => ms > now() - WINDOW_MS);
    if (recentMs.length >= CALLS) {
      const told = fake.unsettled.tellsRetryAfter ? { headers: { 'retry-after': '5' } } : {};
      return { ...refuse('callLimit'), ...told };
    }
    recentMs.push(now());
    if (path.startsWith('/oauth-v1/')) return undefined;
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    const given = tokens.get(token);
    if (!given || given.untilMs <= now()) return refuse('unauthorized');
    if (!/json|\*\/\*/.test(headers.accept ?? '*/*')) return refuse('acceptHeader');
    if (!given.scopes.includes(SCOPES[path.split('/')[2]])) {
      return refuse('noPermission', fake.unsettled);
    }
    return fake.access === null ? undefined : refuse(fake.access, fake.unsettled);
  };
}

/** An administrator logs in and agrees, unless the parameters that Fortnox requires are wrong. */
function giveConsent(account: Account, { query }: Call): Reply {
  const redirectUri = query.get('redirect_uri') ?? '';
  const isWhole =
    query.get('client_id') === account.credentials.clientId &&
    query.get('response_type') === 'code' &&
    query.get('account_type') === 'service' &&
    query.has('state') &&
    query.has('scope');
  if (!isWhole) return { status: 400, body: { error: 'invalid_request' } };
  const to = new URL(redirectUri);
  to.searchParams.set('state', query.get('state') ?? '');
  if (account.refusesConsent) to.searchParams.set('error', 'access_denied');
  else {
    const code = randomUUID();
    account.codes.set(code, { redirectUri, scopes: (query.get('scope') ?? '').split(' ') });
    to.searchParams.set('code', code);
  }
  return { status: 302, headers: { location: to.href } };
}

/** A code is exchanged once, at the address that it was given for. */
function exchangeCode(
  account: Account,
  basic: string,
  headers: Call['headers'],
  sent: URLSearchParams,
): Reply {
  if (headers.authorization !== basic) return { status: 401, body: { error: 'invalid_client' } };
  const code = sent.get('code') ?? '';
  const given = account.codes.get(code);
  account.codes.delete(code);
  if (!given || given.redirectUri !== sent.get('redirect_uri')) {
    return { status: 400, body: { error: 'invalid_grant' } };
  }
  return tokenReply(account, given.scopes);
}

function giveToken(account: Account, { headers, body }: Call): Reply {
  const { clientId, clientSecret, tenantId } = account.credentials;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const sent = new URLSearchParams(body.toString());
  if (sent.get('grant_type') === 'authorization_code')
    return exchangeCode(account, basic, headers, sent);
  if (headers.authorization !== basic || headers.tenantid !== tenantId) {
    return { status: 401, body: { error: 'invalid_client' } };
  }
  const isGrant = sent.get('grant_type') === 'client_credentials';
  const isScope = !(account.unsettled.refusesScope && sent.has('scope'));
  if (!isGrant || !isScope) return { status: 400, body: { error: 'invalid_grant' } };
  return tokenReply(account, sent.get('scope')?.split(' ') ?? account.scopes);
}

function tokenReply(account: Account, asked: readonly string[]): Reply {
  const token = randomUUID();
  const scopes = account.scopes.filter((one) => asked.includes(one));
  account.tokens.set(token, { untilMs: account.now() + 1000 * TOKEN_S, scopes });
  const given = { access_token: token, token_type: 'bearer', expires_in: TOKEN_S };
  return { status: 200, body: { ...given, scope: scopes.join(' ') } };
}
