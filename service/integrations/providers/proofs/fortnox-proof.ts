/** A proof of a Fortnox company. Source: the facts of rules/fortnox-rules.ts. */
import { type InvoiceRow, ProviderError } from '../../ports.ts';
import { memberAt } from '../answer-fields.ts';
import type { Clock } from '../call-window.ts';
import { type FortnoxAccount, fortnoxAccess, listAll } from '../fortnox.ts';
import { fortnoxCustomer, fortnoxInvoice, fortnoxReduction } from '../fortnox-shapes.ts';
import type { AccountCall } from '../provider-http.ts';
import { findingOf } from './finding.ts';
import { fixIn } from './fix-table.ts';
import { FORTNOX_FIXES, fixInWords } from './fortnox-fixes.ts';
import { fortnoxQuestions } from './fortnox-questions.ts';
import type { AccountingProof, Finding, Kept } from './proof.ts';

/** The rights that the work needs, and those that a check reads registers by. */
const NEEDED = ['customer', 'invoice'];

/** The proof of one organisation's company. */
export function fortnoxProof(
  account: FortnoxAccount,
  clock: Clock,
  fetch = globalThis.fetch,
): AccountingProof {
  const access = fortnoxAccess(account, clock, fetch);
  return {
    inspect: () => inspect(account, access),
    fixOf: (error) => fixIn(FORTNOX_FIXES, error) ?? fixInWords(error),
    customer: customerKept(access.call),
    invoice: {
      wanted: ({ invoice, customerNumber }) =>
        fortnoxInvoice(invoice, customerNumber, account).Invoice,
      read: (number) => readOne(access.call, 'Invoice', `/3/invoices/${number}`),
      remove: (number) => cancelInvoice(access.call, number),
    },
    rows: trialRows(account),
    reduction: (part, number) => fortnoxReduction(part, number).TaxReduction,
    questions: (mark) => fortnoxQuestions(account, clock, fetch, mark),
  };
}

function customerKept(call: AccountCall): AccountingProof['customer'] {
  const kept: Kept<Parameters<AccountingProof['customer']['wanted']>[0]> = {
    wanted: (customer) => fortnoxCustomer(customer).Customer,
    read: (number) => readOne(call, 'Customer', `/3/customers/${number}`),
    remove: (number) => removeCustomer(call, number),
  };
  return kept;
}

async function readOne(call: AccountCall, name: string, path: string): Promise<unknown> {
  const { json } = await call({ what: `read back: ${name}`, method: 'GET', path });
  return memberAt(json, name);
}

/** Deletes a customer; one whom an invoice names, cancelled or not, is made inactive. */
async function removeCustomer(call: AccountCall, number: string): Promise<string | null> {
  const path = `/3/customers/${number}`;
  try {
    await call({ what: 'delete a customer', method: 'DELETE', path, also: [404] });
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError) || !['invalid', 'conflict'].includes(error.kind))
      throw error;
    const body = { Customer: { Active: false } };
    await call({ what: 'make a customer inactive', method: 'PUT', path, body });
    return `the customer ${number}, inactive: cancelled invoices name it`;
  }
}

async function cancelInvoice(call: AccountCall, number: string): Promise<string> {
  const invoice = await readOne(call, 'Invoice', `/3/invoices/${number}`);
  if (memberAt(invoice, 'Cancelled') !== true) {
    const path = `/3/invoices/${number}/cancel`;
    await call({ what: 'cancel an invoice', method: 'PUT', path });
  }
  return `the invoice ${number}, cancelled: its number stays used`;
}

/** A row for each unit and each account of the settings; without any, one as offers have it. */
function trialRows({ units, accounts }: FortnoxAccount): AccountingProof['rows'] {
  const plain: InvoiceRow = {
    description: 'Prov',
    quantityThousandths: 1000,
    unit: 'st',
    unitPriceOre: 125_00,
    vatPercent: 25,
    houseWorkType: null,
  };
  const ofUnits = Object.keys(units).map((unit) => ({
    what: `unit "${unit}" (${units[unit]} in the register)`,
    row: { ...plain, unit },
  }));
  const ofAccounts = Object.entries(accounts).map(([vat, account]) => ({
    what: `account ${account} with ${vat} % VAT`,
    // A unit that is not in the settings is not sent.
    row: { ...plain, unit: '', vatPercent: Number(vat) },
  }));
  const all = [...ofUnits, ...ofAccounts];
  return all.length > 0 ? all : [{ what: 'no unit and no account', row: plain }];
}

async function inspect(
  account: FortnoxAccount,
  { call, token }: ReturnType<typeof fortnoxAccess>,
): Promise<Finding[]> {
  const reads = (what: string, path: string) =>
    findingOf(FORTNOX_FIXES, what, () => call({ what, method: 'GET', path }));
  return [
    await findingOf(FORTNOX_FIXES, `the rights ${NEEDED.join(' and ')}`, async () => {
      const scopes = await token.scopes();
      const lacking = NEEDED.filter((one) => scopes !== null && !scopes.includes(one));
      if (lacking.length === 0) return;
      const found = `The token has not ${lacking.join(', ')}.`;
      throw new ProviderError('auth', found, undefined, { code: '2000663' });
    }),
    await reads('reads customers', '/3/customers?limit=1'),
    await reads('reads invoices', '/3/invoices?limit=1'),
    ...(await inspectUnits(account, call)),
    ...(await inspectAccounts(account, call)),
  ];
}

async function inspectUnits({ units }: FortnoxAccount, call: AccountCall): Promise<Finding[]> {
  const codes = Object.values(units);
  if (codes.length === 0) return [];
  const what = `the units ${codes.join(', ')}`;
  const finding = await findingOf(FORTNOX_FIXES, what, async () => {
    const there = await listAll(call, 'read the units', '/3/units?', 'Units');
    const known = there.map((unit) => String(memberAt(unit, 'Code')));
    const lacking = codes.filter((code) => !known.includes(code));
    if (lacking.length === 0) return;
    const found = `The company has not ${lacking.join(', ')}, but ${known.join(', ')}.`;
    throw new ProviderError('conflict', found, undefined, { code: '2000432' });
  });
  return [unlessForbidden(finding, 'settings')];
}

async function inspectAccounts(
  { accounts }: FortnoxAccount,
  call: AccountCall,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const number of Object.values(accounts)) {
    const finding = await findingOf(FORTNOX_FIXES, `the account ${number}`, async () => {
      const path = `/3/accounts/${number}`;
      const what = `read the account ${number}`;
      const { status, json } = await call({ what, method: 'GET', path, also: [404] });
      if (status !== 404 && memberAt(json, 'Account', 'Active') === true) return;
      const found = `The books have no active account ${number}.`;
      throw new ProviderError('conflict', found, undefined, { code: '2001304' });
    });
    findings.push(unlessForbidden(finding, 'bookkeeping'));
  }
  return findings;
}

/** Registers are read by rights that the work itself does not need: without them that is a note. */
function unlessForbidden({ what, fault }: Finding, scope: string): Finding {
  if (fault === null || !fault.includes('2000663')) return { what, fault };
  const note = `cannot be read: the app has not the right "${scope}", or accounting.scope does not ask for it`;
  return { what, fault: note, isNote: true };
}
