/** A bridge that keeps the contract of schemas/integrations/accounting-bridge.yaml, on loopback. */
import type { AccountingAccount } from '../../providers/account.ts';
import {
  type Call,
  type FakeServer,
  jsonOf,
  type Reply,
  type Route,
  startFake,
} from './fake-server.ts';

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
  paid_on: string | null;
  reductions: { personal_number: string; amounts: { work_type: string; sek: number }[] }[];
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
    headers.authorization === `Bearer ${TOKEN}`
      ? undefined
      : refused(401, 'unauthorized', 'The token does not hold.');
  return await startFake({ token: TOKEN, customers: [], invoices: [] }, ROUTES, guard, 0);
}

function refused(status: number, code: string, message: string): Reply {
  return { status, body: { code, message } };
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
  return customer
    ? { status: 200, body: customer }
    : refused(404, 'not_found', 'No such customer.');
}

function deleteCustomer(fake: AccountingBridgeFake, _call: Call, id: string): Reply {
  if (fake.invoices.some(({ customer }) => customer === id)) {
    return refused(409, 'in_use', 'Invoices name the customer.');
  }
  fake.customers = fake.customers.filter((one) => one.id !== id);
  return { status: 204 };
}

function findInvoices({ invoices }: AccountingBridgeFake, { query }: Call): Reply {
  const found = invoices.filter(({ reference }) => reference === query.get('reference'));
  return { status: 200, body: { invoices: found } };
}

function createInvoice({ customers, invoices }: AccountingBridgeFake, call: Call): Reply {
  const sent = jsonOf(call) as BridgeInvoice;
  if (!customers.some(({ id }) => id === sent.customer)) {
    return refused(422, 'no_customer', 'No such customer.');
  }
  const id = String(FIRST_NUMBER + invoices.length);
  invoices.push({ ...sent, id, is_cancelled: false, paid_on: null, reductions: [] });
  return { status: 201, body: { id } };
}

function withInvoice(act: (invoice: BridgeInvoice, call: Call) => Reply) {
  return ({ invoices }: AccountingBridgeFake, call: Call, number: string): Reply => {
    const invoice = invoices.find(({ id }) => id === number);
    return invoice ? act(invoice, call) : refused(404, 'not_found', 'No such invoice.');
  };
}

function cancel(invoice: BridgeInvoice): Reply {
  invoice.is_cancelled = true;
  return { status: 204 };
}

function addReduction({ reductions, rows }: BridgeInvoice, call: Call): Reply {
  const sent = jsonOf(call) as BridgeInvoice['reductions'][number];
  if (reductions.some((one) => one.personal_number === sent.personal_number)) {
    return { status: 200, body: {} };
  }
  const isSold = (type: string) => rows.some(({ work_type }) => work_type === type);
  if (!sent.amounts.every(({ work_type }) => isSold(work_type))) {
    return refused(422, 'work_not_sold', 'The invoice has no such work.');
  }
  reductions.push(sent);
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
