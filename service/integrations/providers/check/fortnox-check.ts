/** Checks what invoices in a Fortnox company need. Source: the facts of test/fakes/fortnox-rules.ts. */
import { ProviderError } from '../../ports.ts';
import { memberAt, textAt } from '../answer-fields.ts';
import { type FortnoxAccount, fortnoxAccess, listAll } from '../fortnox.ts';
import type { AccountCall } from '../http.ts';
import type { Clock } from '../rate-limit.ts';
import { type Choice, type Finding, type Fixes, findingOf } from './finding.ts';

/** The scopes that the tasks need. */
const NEEDED = ['customer', 'invoice'];
const CONSENT = 'the app in Fortnox’s developer portal, then a new consent by an administrator';
const ACCOUNT_FIX =
  'Open the account in Fortnox (Bokföring, Kontoplan), or write another one into accounting.accounts.';
const FIXES: Fixes = {
  '2000432':
    'Register the code in Fortnox (Inställningar, Register, Enheter), or remove the unit from accounting.units.',
  '2001304': ACCOUNT_FIX,
  '2000310': `Give consent again: ${CONSENT}.`,
  '2000311': `Give consent again: ${CONSENT}.`,
  '2000663': `Add the rights "customer" and "invoice": ${CONSENT}; accounting.scope asks for no more than the app has.`,
  '2001101':
    'Order the licence Kundfaktura (or Order) for the company, and give the service account access.',
  '2001103': 'Order the licence Integration for the company.',
  invalid_client:
    'Compare id and secret with the developer portal, and tenant_id with the company’s database number.',
  invalid_grant: `Let an administrator of the company give consent with a service account, or leave the scope to the app with "scope": "": ${CONSENT}.`,
};

/** Sales accounts of the Swedish chart of accounts (BAS). */
const SALES = /^3[0-8]\d\d$/;

/** Reads rights, units and accounts. Nothing is written. */
export async function checkFortnox(account: FortnoxAccount, clock: Clock): Promise<Finding[]> {
  const { call, token } = fortnoxAccess(account, clock);
  const reads = (what: string, path: string) =>
    findingOf(FIXES, what, () => call({ what, method: 'GET', path }));
  return [
    await findingOf(FIXES, `the rights ${NEEDED.join(' and ')}`, async () => {
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
  const finding = await findingOf(FIXES, what, async () => {
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
    const finding = await findingOf(FIXES, `the account ${number}`, async () => {
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

/** A missing scope for a register is only a note: the tasks do not need it. */
function unlessForbidden({ what, fault }: Finding, scope: string): Finding {
  if (fault === null || !fault.includes('2000663')) return { what, fault };
  const note = `cannot be read: the app has not the right "${scope}", or accounting.scope does not ask for it`;
  return { what, fault: note, isNote: true };
}

/** The active sales accounts and the units of a company. @throws ProviderError */
export async function readRegisters(
  account: FortnoxAccount,
  clock: Clock,
): Promise<{ accounts: Choice[]; units: Choice[] }> {
  const { call } = fortnoxAccess(account, clock);
  const accounts = await listAll(call, 'read the accounts', '/3/accounts?', 'Accounts');
  const units = await listAll(call, 'read the units', '/3/units?', 'Units');
  return {
    accounts: accounts
      .filter(
        (one) => memberAt(one, 'Active') === true && SALES.test(String(memberAt(one, 'Number'))),
      )
      .map((one) => choiceOf(String(memberAt(one, 'Number')), memberAt(one, 'Description'))),
    units: units.map((one) => choiceOf(textAt(one, 'Code'), memberAt(one, 'Description'))),
  };
}

function choiceOf(value: string, description: unknown): Choice {
  return { value, name: description ? `${value} ${description}` : value };
}
