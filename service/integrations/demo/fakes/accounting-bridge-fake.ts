/**
 * A bridge that keeps the contract of schemas/integrations/accounting-bridge.yaml, on loopback: what breaks a rule of
 * providers/rules/accounting-bridge-rules.ts is refused.
 */
import type { AccountingAccount } from '../../providers/account.ts';
import {
  ACCOUNTING_BRIDGE_RULES,
  type AccountingBridgeRule,
} from '../../providers/rules/accounting-bridge-rules.ts';
import type { ProviderRule } from '../../providers/rules/provider-rule.ts';
import {
  type Call,
  type FakeServer,
  jsonOf,
  type Reply,
  type Route,
  startFake,
} from './fake-server.ts';
import { brokenRule, type Check } from './rule-checks.ts';

interface BridgeRow {
  quantity: number;
  unit_price_ore: number;
  work_type: string | null;
}

interface BridgeInvoice {
  id: string;
  reference: string;
  customer: string;
  rows: BridgeRow[];
  is_cancelled: boolean;
  is_booked: boolean;
  paid_on: string | null;
  reductions: BridgeReduction[];
}

interface BridgeReduction {
  personal_number: string;
  amounts: { work_type: string; sek: number }[];
}

export interface AccountingBridgeFake extends FakeServer {
  token: string;
  customers: ({ id: string; email: string } & Record<string, unknown>)[];
  invoices: BridgeInvoice[];
}

const TOKEN = 'books-token';
const FIRST_NUMBER = 500;
/** Percent of each work that is deducted. */
const PERCENT: Record<string, number> = {
  SOLARCELLS: 15,
  STORAGESELFPRODUCEDELECTRICITY: 50,
  CHARGINGSTATIONELECTRICVEHICLE: 50,
};

const ROUTES: readonly Route<AccountingBridgeFake>[] = [
  ['GET', '/customers', findCustomers],
  ['POST', '/customers', createCustomer],
  ['GET', '/customers/:id', readCustomer],
  ['DELETE', '/customers/:id', deleteCustomer],
  ['GET', '/invoices', findInvoices],
  ['POST', '/invoices', createInvoice],
  ['GET', '/invoices/:id', withInvoice((invoice) => ({ status: 200, body: readOf(invoice) }))],
  ['POST', '/invoices/:id/cancel', withInvoice(cancel)],
  [
    'GET',
    '/invoices/:id/reductions',
    withInvoice(({ reductions }) => ({ status: 200, body: { reductions } })),
  ],
  ['POST', '/invoices/:id/reductions', withInvoice(addReduction)],
];

/** The account as the organisations' file would have it. */
export function accountingBridgeAccount({
  url,
  token,
}: Pick<AccountingBridgeFake, 'url' | 'token'>): Extract<
  AccountingAccount,
  { provider: 'standard' }
> {
  return { provider: 'standard', baseUrl: url, token, paymentDays: 30, requiresSignature: true };
}

/** Starts a bridge with nothing behind it. */
export async function startAccountingBridgeFake(): Promise<AccountingBridgeFake> {
  const guard = ({ headers }: Call): Reply | undefined =>
    headers.authorization === `Bearer ${TOKEN}` ? undefined : refuse('badToken');
  return await startFake({ token: TOKEN, customers: [], invoices: [] }, ROUTES, guard, 0);
}

/** The refusal of a broken rule. */
function refuse(rule: AccountingBridgeRule): Reply {
  const { refusal }: ProviderRule = ACCOUNTING_BRIDGE_RULES[rule];
  if (refusal === undefined) throw new Error(`The rule ${rule} refuses nothing.`);
  const { status, code, text: message } = refusal;
  return { status, body: { code, message } };
}

const INVOICE_CHECKS: readonly Check<
  AccountingBridgeRule,
  { invoice: BridgeInvoice; fake: AccountingBridgeFake }
>[] = [
  ['noCustomer', ({ invoice, fake }) => !fake.customers.some(({ id }) => id === invoice.customer)],
  ['noRows', ({ invoice }) => invoice.rows.length === 0],
  ['twoDecimals', ({ invoice }) => !invoice.rows.every(isRow)],
];

const REDUCTION_CHECKS: readonly Check<
  AccountingBridgeRule,
  { reduction: BridgeReduction; rows: readonly BridgeRow[] }
>[] = [
  ['badReduction', ({ reduction }) => !isReduction(reduction)],
  [
    'workNotSold',
    ({ reduction, rows }) =>
      !reduction.amounts.every((one) => rows.some(({ work_type }) => work_type === one.work_type)),
  ],
];

function isRow({ quantity, unit_price_ore }: BridgeRow): boolean {
  return Number.isInteger(unit_price_ore) && Number(quantity.toFixed(2)) === quantity;
}

function isReduction({ personal_number, amounts }: BridgeReduction): boolean {
  const areWhole = amounts.every(({ sek }) => Number.isInteger(sek) && sek > 0);
  return /^\d{12}$/.test(personal_number) && amounts.length > 0 && areWhole;
}

function findCustomers({ customers }: AccountingBridgeFake, { query }: Call): Reply {
  const found = customers.filter(({ email }) => email === query.get('email'));
  return { status: 200, body: { customers: found.map(({ id }) => ({ id })) } };
}

function createCustomer({ customers }: AccountingBridgeFake, call: Call): Reply {
  const sent = jsonOf(call) as { email: string };
  const id = `c${customers.length + 1}`;
  customers.push({ ...sent, id });
  return { status: 201, body: { id } };
}

function readCustomer({ customers }: AccountingBridgeFake, _call: Call, id: string): Reply {
  const customer = customers.find((one) => one.id === id);
  return customer ? { status: 200, body: customer } : refuse('customerGone');
}

function deleteCustomer(fake: AccountingBridgeFake, _call: Call, id: string): Reply {
  if (fake.invoices.some(({ customer }) => customer === id)) {
    return refuse('usedCustomerStays');
  }
  fake.customers = fake.customers.filter((one) => one.id !== id);
  return { status: 204 };
}

function findInvoices({ invoices }: AccountingBridgeFake, { query }: Call): Reply {
  const found = invoices.filter(({ reference }) => reference === query.get('reference'));
  return { status: 200, body: { invoices: found } };
}

function createInvoice(fake: AccountingBridgeFake, call: Call): Reply {
  const invoice = jsonOf(call) as BridgeInvoice;
  const rule = brokenRule(INVOICE_CHECKS, { invoice, fake });
  if (rule) return refuse(rule);
  const id = String(FIRST_NUMBER + fake.invoices.length);
  const made = { is_cancelled: false, is_booked: false, paid_on: null, reductions: [] };
  fake.invoices.push({ ...invoice, ...made, id });
  return { status: 201, body: { id } };
}

function withInvoice(act: (invoice: BridgeInvoice, call: Call) => Reply) {
  return ({ invoices }: AccountingBridgeFake, call: Call, number: string): Reply => {
    const invoice = invoices.find(({ id }) => id === number);
    return invoice ? act(invoice, call) : refuse('invoiceGone');
  };
}

function cancel(invoice: BridgeInvoice): Reply {
  if (invoice.is_booked) return refuse('bookedStays');
  invoice.is_cancelled = true;
  return { status: 204 };
}

function addReduction({ reductions, rows }: BridgeInvoice, call: Call): Reply {
  const reduction = jsonOf(call) as BridgeReduction;
  if (reductions.some((one) => one.personal_number === reduction.personal_number)) {
    return { status: 200, body: {} };
  }
  const rule = brokenRule(REDUCTION_CHECKS, { reduction, rows });
  if (rule) return refuse(rule);
  reductions.push(reduction);
  return { status: 201, body: {} };
}

function readOf(invoice: BridgeInvoice) {
  const { rows, reductions } = invoice;
  const amounts = reductions.flatMap((one) => one.amounts);
  const asked = amounts.reduce((sum, { sek }) => sum + sek, 0);
  return {
    ...invoice,
    total_ore: rows.reduce((sum, row) => sum + oreOf(row), 0),
    reduction_sek: reductions.length > 0 ? asked : givenBy(rows),
  };
}

function oreOf({ quantity, unit_price_ore }: BridgeRow): number {
  return Math.round(quantity * unit_price_ore);
}

/** The reduction that the rows give: of each work its base in whole kronor, and the product rounded down. */
function givenBy(rows: readonly BridgeRow[]): number {
  return Object.entries(PERCENT).reduce((sum, [type, percent]) => {
    const ore = rows
      .filter(({ work_type }) => work_type === type)
      .reduce((all, row) => all + oreOf(row), 0);
    return sum + Math.floor((percent * Math.floor(ore / 100)) / 100);
  }, 0);
}
