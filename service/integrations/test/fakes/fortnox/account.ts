/** A company at the fake of Fortnox: its records, its registers, and its refusals. */
import { FORTNOX_RULES, type FortnoxRule } from '../../provider-rules/fortnox-rules.ts';
import type { ProviderRule } from '../../provider-rules/provider-rule.ts';
import type { FakeServer, Reply } from '../fake-server.ts';

export interface FakeCustomer {
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

export interface FakeRow {
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

/** What the company has registered. */
interface Company {
  units: string[];
  accounts: number[];
  /** Those of them that are not active. */
  closedAccounts: number[];
  /** The articles, each with its type of house work if it has one. */
  articles: Map<string, string | null>;
  termsOfPayment: string[];
  priceLists: string[];
  houseWorkIsOn: boolean;
}

/** The switches of what is not settled; each is at what would hurt more. */
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
  /** The rights of the app; a token has those of them that it was asked for. */
  scopes: string[];
  /** Whether the administrator declines the consent. */
  refusesConsent: boolean;
  /** Ends all tokens, as an administrator would. */
  revokeTokens(): void;
}

/** A fake with the state that its answers need in addition. */
export interface Account extends FortnoxFake {
  tokens: Map<string, FakeToken>;
  /** Codes of consents that are not exchanged. */
  codes: Map<string, { redirectUri: string; scopes: string[] }>;
  now(): number;
}

/** A token that was given out. */
export interface FakeToken {
  /** Its end, milliseconds since 1970. */
  untilMs: number;
  scopes: readonly string[];
}

/** The switches as a new fake has them. */
export const STRICT: Unsettled = {
  ceilingOfDocument: false,
  unknownUnitCode: '2000432',
  unknownAccountCode: '2001304',
  takesStraightQuotes: false,
  refusalsOfAccess: 400,
  tellsRetryAfter: false,
  refusesScope: false,
};

/** A company as Fortnox sets one up. */
export function newCompany(): Company {
  return {
    units: ['st', 'h', 'm'],
    accounts: [3001, 3002, 3003, 3004, 3231],
    closedAccounts: [],
    articles: new Map([
      ['P-435', null],
      ['STAD', 'CLEANING'],
    ]),
    termsOfPayment: ['30'],
    priceLists: ['A'],
    houseWorkIsOn: true,
  };
}

/** The refusal of a broken rule: members begin with a capital on 404, and with a small letter else. */
export function refuse(rule: FortnoxRule, unsettled: Unsettled = STRICT): Reply {
  const { refusal, unsettled: open }: ProviderRule = FORTNOX_RULES[rule];
  if (refusal === undefined) throw new Error(`The rule ${rule} refuses nothing.`);
  const { text } = refusal;
  const status = open?.switch === 'refusalsOfAccess' ? unsettled.refusalsOfAccess : refusal.status;
  const code = codeOf(rule, unsettled) ?? refusal.code;
  const number = code === null ? {} : { code: Number(code) };
  if (status === 401) return { status, body: { message: text } };
  const information = { error: 1, message: text, ...number };
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
