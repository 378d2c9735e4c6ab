/** How Fortnox's refusals are mended, by its codes: rules/fortnox-rules.ts has their facts. */
import type { ProviderError } from '../../ports.ts';
import type { FixTable } from './fix-table.ts';
import type { Fix } from './proof.ts';

const CONSENT = 'the app in Fortnox’s developer portal, then a new consent by an administrator';

export const FORTNOX_FIXES: FixTable = {
  '2000359': {
    field: 'a text',
    fix: 'Fortnox takes fewer signs than were known: report the text, and leave the sign out of offers.',
  },
  '2000432': {
    field: 'InvoiceRows.Unit',
    fix: 'Register the code in Fortnox (Inställningar, Register, Enheter), or take the unit out of accounting.units.',
  },
  '2001303': {
    field: 'InvoiceRows.AccountNumber',
    fix: 'Open the account in Fortnox (Bokföring, Kontoplan), or write another one into accounting.accounts.',
  },
  '2001304': {
    field: 'InvoiceRows.AccountNumber',
    fix: 'Open the account in Fortnox (Bokföring, Kontoplan), or write another one into accounting.accounts.',
  },
  '2000433': {
    field: 'CustomerNumber',
    fix: 'The customer is gone from Fortnox: run the proof again.',
  },
  '2003228': {
    field: 'TaxReductionAmounts.AskedAmount',
    fix: 'Fortnox allows less for this work than the law’s rates: compare the rates in the company’s settings.',
  },
  '2004001': {
    field: 'InvoiceRows.HouseWork',
    fix: 'Switch on house work (Inställningar, Fakturering, Skattereduktion) in Fortnox.',
  },
  '2004021': {
    field: 'InvoiceRows.HouseWorkType',
    fix: 'Switch on green technology (Inställningar, Fakturering, Skattereduktion) in Fortnox.',
  },
  '2004209': {
    field: 'TaxReductionAmounts.WorkType',
    fix: 'Switch on green technology (Inställningar, Fakturering, Skattereduktion) in Fortnox.',
  },
  '2000310': { field: 'the login', fix: `Give consent anew: ${CONSENT}.` },
  '2000311': { field: 'the login', fix: `Give consent anew: ${CONSENT}.` },
  '2000663': {
    field: 'accounting.scope',
    fix: `Add the rights "customer" and "invoice": ${CONSENT}; accounting.scope asks for no more than the app has.`,
  },
  '2001101': {
    field: 'the licence',
    fix: 'Order the licence Kundfaktura (or Order) for the company, and give the service account access.',
  },
  '2001103': { field: 'the licence', fix: 'Order the licence Integration for the company.' },
  invalid_client: {
    field: 'accounting.client_id, client_secret, tenant_id',
    fix: 'Compare id and secret with the developer portal, and tenant_id with the company’s database number.',
  },
  invalid_grant: {
    field: 'accounting.scope',
    fix: `Let an administrator of the company give consent with a service account, or leave the scope to the app with "scope": "": ${CONSENT}.`,
  },
};

/** Words of refusals whose codes no source has, and the code of the same matter. */
const WORDS: readonly (readonly [words: RegExp, code: string])[] = [
  [/husarbete|skattereduktion|grön teknik/i, '2004001'],
  [/enhet/i, '2000432'],
  [/konto/i, '2001304'],
  [/licens/i, '2001101'],
  [/behörighet/i, '2000663'],
];

/** The fix of a refusal by its words. Null if they are about something else. */
export function fixInWords({ words = '' }: ProviderError): Fix | null {
  const found = WORDS.find(([pattern]) => pattern.test(words));
  return found ? FORTNOX_FIXES[found[1]] : null;
}
