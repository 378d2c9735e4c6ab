/** Bodies as an account's provider gets them, which a preview shows. */
import type { Invoice, TaxReduction } from '../ports.ts';
import type { AccountingAccount } from './account.ts';
import { bridgeInvoice, bridgeReduction } from './bridges/standard-accounting.ts';
import { fortnoxInvoice, fortnoxReduction } from './fortnox-shapes.ts';

export function invoiceBody(account: AccountingAccount, invoice: Invoice, customer: string) {
  if (account.provider === 'fortnox') return fortnoxInvoice(invoice, customer, account);
  return bridgeInvoice(invoice, customer);
}

export function reductionBody(account: AccountingAccount, part: TaxReduction, invoice: string) {
  if (account.provider === 'fortnox') return fortnoxReduction(part, invoice);
  return bridgeReduction(part);
}
