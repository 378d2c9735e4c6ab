/**
 * A Fortnox account on loopback, which obeys the documented rules: client credentials with a tenant,
 * tokens of an hour, 25 calls in 5 s, types of house work, the codes of tax reductions, errors in
 * both cases. Its lists hold less than its records, and filters match parts.
 */
import { randomUUID } from 'node:crypto';
import type { AccountingAccount } from '../../organisations/organisations.ts';
import type { HouseWorkType } from '../../ports.ts';
import {
  type Call,
  type FakeServer,
  found,
  jsonOf,
  type Reply,
  type Route,
  startFake,
} from './fake-server.ts';

interface FakeCustomer {
  CustomerNumber: string;
  Name: string;
  Email: string;
  Type: 'PRIVATE' | 'COMPANY';
}

interface FakeRow {
  Description: string;
  DeliveredQuantity: string;
  Price: number;
  HouseWork: boolean;
  HouseWorkType?: string;
}

interface FakeInvoice {
  DocumentNumber: string;
  CustomerNumber: string;
  ExternalInvoiceReference1: string;
  TaxReductionType: string;
  Currency: string;
  InvoiceRows: FakeRow[];
  Cancelled: boolean;
  Total: number;
  TaxReduction: number;
}

interface FakeReduction {
  CustomerName: string;
  SocialSecurityNumber: string;
  ReferenceNumber: string;
  ReferenceDocumentType: string;
  AskedAmount: number;
  TaxReductionAmounts?: { WorkType: string; AskedAmount: number }[];
}

export interface FortnoxFake extends FakeServer {
  credentials: { clientId: string; clientSecret: string; tenantId: string };
  customers: FakeCustomer[];
  invoices: FakeInvoice[];
  reductions: FakeReduction[];
  /** Number of requests at which the list of invoices lacks new ones. */
  hiddenLooks: number;
  /** Ends all tokens, as an administrator would. */
  revokeTokens(): void;
}

const GREEN: readonly HouseWorkType[] = [
  'SOLARCELLS',
  'STORAGESELFPRODUCEDELECTRICITY',
  'CHARGINGSTATIONELECTRICVEHICLE',
];
const CALLS = 25;
const WINDOW_MS = 5_000;
const TOKEN_S = 3600;

/** A fake with the state that its answers need in addition. */
interface Account extends FortnoxFake {
  /** The end of each token, milliseconds since 1970. */
  tokens: Map<string, number>;
  now(): number;
}

const ROUTES: readonly Route<Account>[] = [
  ['POST', '/oauth-v1/token', giveToken],
  ['GET', '/3/customers', listCustomers],
  ['POST', '/3/customers', createCustomer],
  ['GET', '/3/customers/:number', readCustomer],
  ['GET', '/3/invoices', listInvoices],
  ['POST', '/3/invoices', createInvoice],
  ['GET', '/3/invoices/:number', readInvoice],
  ['GET', '/3/taxreductions', listReductions],
  ['POST', '/3/taxreductions', createReduction],
];

/** The account as the organisations' file would have it. */
export function fortnoxAccount({
  url,
  credentials,
}: Pick<FortnoxFake, 'url' | 'credentials'>): AccountingAccount {
  return {
    provider: 'fortnox',
    baseUrl: url,
    tokenUrl: url,
    ...credentials,
    paymentDays: 30,
    requiresSignature: true,
  };
}

/** Starts an account with nothing in it. */
export async function startFortnoxFake(now = Date.now, port = 0): Promise<FortnoxFake> {
  const tokens = new Map<string, number>();
  const state: Omit<Account, keyof FakeServer> = {
    credentials: { clientId: 'fake-client', clientSecret: 'fake-secret', tenantId: '4711' },
    customers: [],
    invoices: [],
    reductions: [],
    hiddenLooks: 0,
    revokeTokens: () => tokens.clear(),
    tokens,
    now,
  };
  return await startFake(state, ROUTES, guardOf(tokens, now), port);
}

/** Checks the token and the number of calls with it. */
function guardOf(tokens: Map<string, number>, now: () => number) {
  let recentMs: number[] = [];
  return ({ path, headers }: Call): Reply | undefined => {
    recentMs = recentMs.filter((ms) => ms > now() - WINDOW_MS);
    if (recentMs.length >= CALLS) return { status: 429 };
    recentMs.push(now());
    if (path === '/oauth-v1/token') return undefined;
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    return (tokens.get(token) ?? 0) > now() ? undefined : { status: 401 };
  };
}

/** An error, in upper or lower case by its code. */
function refusal(code: number, message: string): Reply {
  const body =
    code % 2 === 0 ? { error: 1, message, code } : { Error: 1, Message: message, Code: code };
  return { status: 400, body: { ErrorInformation: body } };
}

function giveToken({ credentials, tokens, now }: Account, { headers, body }: Call): Reply {
  const { clientId, clientSecret, tenantId } = credentials;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const isGrant = new URLSearchParams(body.toString()).get('grant_type') === 'client_credentials';
  if (headers.authorization !== basic || headers.tenantid !== tenantId) return { status: 401 };
  if (!isGrant) return { status: 400, body: { error: 'unsupported_grant_type' } };
  const token = randomUUID();
  tokens.set(token, now() + 1000 * TOKEN_S);
  return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: TOKEN_S } };
}

function createCustomer({ customers }: FortnoxFake, call: Call): Reply {
  const { Customer } = jsonOf(call) as { Customer: FakeCustomer };
  if (!Customer.Name) return refusal(2000433, 'Ange kundens namn.');
  const customer = { ...Customer, CustomerNumber: String(customers.length + 1) };
  customers.push(customer);
  return { status: 201, body: { Customer: customer } };
}

function listCustomers({ customers }: FortnoxFake, { query }: Call): Reply {
  const email = query.get('email') ?? '';
  const Customers = customers
    .filter(({ Email }) => Email.includes(email))
    .map(({ CustomerNumber, Name, Email }) => ({ CustomerNumber, Name, Email }));
  return { status: 200, body: { MetaInformation: {}, Customers } };
}

function readCustomer({ customers }: FortnoxFake, _call: Call, number: string): Reply {
  const Customer = customers.find(({ CustomerNumber }) => CustomerNumber === number);
  return found(Customer && { Customer });
}

function createInvoice({ customers, invoices }: FortnoxFake, call: Call): Reply {
  const { Invoice } = jsonOf(call) as { Invoice: FakeInvoice };
  if (!customers.some(({ CustomerNumber }) => CustomerNumber === Invoice.CustomerNumber)) {
    return refusal(2000433, 'Kunden finns inte.');
  }
  const wrong = wrongInvoice(Invoice);
  if (wrong) return wrong;
  const invoice: FakeInvoice = {
    ...Invoice,
    DocumentNumber: String(200 + invoices.length),
    Cancelled: false,
    Total: totalOf(Invoice),
    TaxReduction: 0,
  };
  invoices.push(invoice);
  return { status: 201, body: { Invoice: invoice } };
}

function totalOf({ InvoiceRows }: FakeInvoice): number {
  const total = InvoiceRows.reduce(
    (sum, { Price, DeliveredQuantity }) => sum + Price * Number(DeliveredQuantity),
    0,
  );
  return Math.round(100 * total) / 100;
}

function listInvoices(fake: FortnoxFake, { query }: Call): Reply {
  const isHidden = fake.hiddenLooks > 0;
  if (isHidden) fake.hiddenLooks--;
  const reference = query.get('externalinvoicereference1') ?? '';
  const Invoices = fake.invoices
    .filter(({ ExternalInvoiceReference1 }) => ExternalInvoiceReference1.includes(reference))
    .map(({ InvoiceRows, TaxReduction, ...listed }) => listed);
  return { status: 200, body: { Invoices: isHidden ? [] : Invoices } };
}

function readInvoice(fake: FortnoxFake, _call: Call, number: string): Reply {
  const Invoice = invoiceAt(fake, number);
  return found(Invoice && { Invoice });
}

function invoiceAt({ invoices }: FortnoxFake, number: string): FakeInvoice | undefined {
  return invoices.find(({ DocumentNumber }) => DocumentNumber === number);
}

function createReduction(fake: FortnoxFake, call: Call): Reply {
  const { TaxReduction } = jsonOf(call) as { TaxReduction: FakeReduction };
  const { reductions } = fake;
  const invoice = invoiceAt(fake, TaxReduction.ReferenceNumber);
  if (!invoice) return refusal(2001304, 'Dokumentet finns inte.');
  if (reductions.some((other) => isSamePerson(other, TaxReduction))) {
    return refusal(2000600, 'Personen finns redan.');
  }
  const wrong = wrongReduction(TaxReduction, invoice);
  if (wrong) return wrong;
  reductions.push(TaxReduction);
  invoice.TaxReduction += sumOf(TaxReduction);
  return { status: 201, body: { TaxReduction: { Id: reductions.length, ...TaxReduction } } };
}

function isSamePerson(a: FakeReduction, b: FakeReduction): boolean {
  return (
    a.ReferenceNumber === b.ReferenceNumber && a.SocialSecurityNumber === b.SocialSecurityNumber
  );
}

function listReductions({ reductions }: FortnoxFake, { query }: Call): Reply {
  const number = query.get('referencenumber');
  const TaxReductions = reductions.filter((one) => one.ReferenceNumber === number);
  return { status: 200, body: { TaxReductions } };
}

function wrongInvoice({ InvoiceRows, TaxReductionType, Currency }: FakeInvoice): Reply | undefined {
  const houseWork = InvoiceRows.filter(({ HouseWork }) => HouseWork);
  if (InvoiceRows.some(({ Description }) => Description.length > 255)) {
    return refusal(2000359, 'Beskrivningen är för lång.');
  }
  if (InvoiceRows.some(({ DeliveredQuantity }) => typeof DeliveredQuantity !== 'string')) {
    return refusal(2000755, 'Antalet är ingen text.');
  }
  if (houseWork.length === 0) return undefined;
  if (TaxReductionType !== 'green' || Currency !== 'SEK') {
    return refusal(2004016, 'Husarbete kräver typ av skattereduktion och SEK.');
  }
  const isGreen = houseWork.every(({ HouseWorkType = '' }) => isGreenType(HouseWorkType));
  return isGreen ? undefined : refusal(2004015, 'Felaktig typ av husarbete.');
}

function wrongReduction(reduction: FakeReduction, invoice: FakeInvoice): Reply | undefined {
  const { TaxReductionAmounts: amounts, SocialSecurityNumber, AskedAmount } = reduction;
  if (!amounts?.length) return refusal(2004263, 'Belopp per typ saknas.');
  const types = amounts.map(({ WorkType }) => WorkType);
  if (new Set(types).size < types.length) return refusal(2004262, 'Samma typ två gånger.');
  const sold = new Set(invoice.InvoiceRows.map(({ HouseWorkType }) => HouseWorkType));
  if (!types.every((type) => isGreenType(type) && sold.has(type))) {
    return refusal(2004209, 'Felaktig typ av arbete.');
  }
  if (!amounts.every((one) => Number.isInteger(one.AskedAmount))) {
    return refusal(2004217, 'Beloppet är inget heltal.');
  }
  if (!amounts.every((one) => one.AskedAmount >= 1)) return refusal(2004218, 'Minst en krona.');
  if (!Number.isInteger(AskedAmount) || AskedAmount < 1)
    return refusal(2004217, 'Beloppet saknas.');
  const { length } = SocialSecurityNumber;
  if (length < 10 || length > 13) return refusal(2000600 + 1, 'Felaktigt personnummer.');
  return undefined;
}

function isGreenType(type: string): boolean {
  return GREEN.some((green) => green === type);
}

function sumOf({ TaxReductionAmounts = [] }: FakeReduction): number {
  return TaxReductionAmounts.reduce((sum, { AskedAmount }) => sum + AskedAmount, 0);
}
