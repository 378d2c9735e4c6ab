/** A Fortnox account on loopback. Its lists hold less than its records, a page at a time, and filters match parts. */
import { randomUUID } from 'node:crypto';
import type { AccountingAccount } from '../../providers/account.ts';
import {
  type Company,
  cancelInvoice,
  createCustomer,
  createInvoice,
  createReduction,
  type FortnoxBooks,
  listCustomers,
  listInvoices,
  listReductions,
  listReply,
  readCustomer,
  readInvoice,
} from './fortnox-documents.ts';
import { type FortnoxRule, refuse } from './fortnox-rules.ts';
import { type Call, type FakeServer, type Reply, type Route, startFake } from './server.ts';

export interface FortnoxFake extends FakeServer, FortnoxBooks {
  credentials: { clientId: string; clientSecret: string; tenantId: string };
  /** The rule by which every call but that for a token is refused, if there is one. */
  access: FortnoxRule | null;
  /** The rights of the app. A token has those of them that it was asked for. */
  scopes: string[];
  /** Whether a request for a token may not name its scope. */
  refusesScope: boolean;
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

interface FakeToken {
  /** Its end, milliseconds since 1970. */
  untilMs: number;
  scopes: readonly string[];
}

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

function listUnits({ company }: FortnoxFake, call: Call): Reply {
  const units = company.units.map((Code) => ({ Code, Description: Code }));
  return listReply('Units', units, call);
}

function readAccount({ company }: FortnoxFake, _call: Call, number: string): Reply {
  if (!company.accounts.includes(Number(number))) return refuse('accountNotFound');
  return { status: 200, body: { Account: accountOf(company, Number(number)) } };
}

function accountOf({ closedAccounts }: Company, number: number) {
  return { Number: number, Description: 'Konto', Active: !closedAccounts.includes(number) };
}

function listAccounts({ company }: FortnoxFake, call: Call): Reply {
  const accounts = company.accounts.map((number) => accountOf(company, number));
  return listReply('Accounts', accounts, call);
}

function readCompany({ credentials }: FortnoxFake): Reply {
  return {
    status: 200,
    body: { CompanyInformation: { DatabaseNumber: Number(credentials.tenantId) } },
  };
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
export async function startFortnoxFake(now = Date.now): Promise<FortnoxFake> {
  const tokens = new Map<string, FakeToken>();
  const state: Omit<Account, keyof FakeServer> = {
    credentials: { clientId: 'fake-client', clientSecret: 'fake-secret', tenantId: '4711' },
    customers: [],
    invoices: [],
    reductions: [],
    company: newCompany(),
    access: null,
    hiddenLooks: 0,
    scopes: ['customer', 'invoice', 'settings', 'bookkeeping', 'companyinformation'],
    codes: new Map(),
    refusesScope: false,
    refusesConsent: false,
    revokeTokens: () => tokens.clear(),
    tokens,
    now,
  };
  const fake: FortnoxFake = await startFake(state, ROUTES, (call) => guard(call));
  const guard = guardOf(fake, tokens, now);
  return fake;
}

/** Checks the token and the number of calls with it. */
function guardOf(fake: FortnoxFake, tokens: Map<string, FakeToken>, now: () => number) {
  let recentMs: number[] = [];
  return ({ path, headers, body }: Call): Reply | undefined => {
    recentMs = recentMs.filter((ms) => ms > now() - WINDOW_MS);
    if (recentMs.length >= CALLS) return refuse('callLimit');
    recentMs.push(now());
    if (path.startsWith('/oauth-v1/')) return undefined;
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    const given = tokens.get(token);
    if (!given || given.untilMs <= now()) return refuse('unauthorized');
    if (!/json|\*\/\*/.test(headers.accept ?? '*/*')) return refuse('acceptHeader');
    if (body.length > 0 && !/json/.test(headers['content-type'] ?? ''))
      return refuse('contentType');
    if (!given.scopes.includes(SCOPES[path.split('/')[2]])) return refuse('noPermission');
    return fake.access === null ? undefined : refuse(fake.access);
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

/** A token for client credentials, or for a code, which is exchanged once at the address that it was given for. */
function giveToken(account: Account, { headers, body }: Call): Reply {
  const { clientId, clientSecret, tenantId } = account.credentials;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const sent = new URLSearchParams(body.toString());
  const code = sent.get('code');
  if (headers.authorization !== basic || (code === null && headers.tenantid !== tenantId)) {
    return { status: 401, body: { error: 'invalid_client' } };
  }
  const scopes = code === null ? scopesOf(account, sent) : scopesOfCode(account, code, sent);
  if (scopes === null) return { status: 400, body: { error: 'invalid_grant' } };
  return tokenReply(account, scopes);
}

/** The scopes that are asked for, all without any. Null if the grant does not hold. */
function scopesOf({ scopes, refusesScope }: Account, sent: URLSearchParams) {
  if (sent.get('grant_type') !== 'client_credentials') return null;
  const scope = sent.get('scope');
  if (scope === null) return scopes;
  return refusesScope ? null : scope.split(' ');
}

/** The scopes of a consent. Null if the code does not hold. */
function scopesOfCode({ codes }: Account, code: string, sent: URLSearchParams) {
  const given = codes.get(code);
  codes.delete(code);
  const isGrant = sent.get('grant_type') === 'authorization_code';
  return isGrant && given?.redirectUri === sent.get('redirect_uri') ? given.scopes : null;
}

function tokenReply(account: Account, requested: readonly string[]): Reply {
  const token = randomUUID();
  const scopes = account.scopes.filter((one) => requested.includes(one));
  account.tokens.set(token, { untilMs: account.now() + 1000 * TOKEN_S, scopes });
  const given = { access_token: token, token_type: 'bearer', expires_in: TOKEN_S };
  return { status: 200, body: { ...given, scope: scopes.join(' ') } };
}
