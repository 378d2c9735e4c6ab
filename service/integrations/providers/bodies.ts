/** Bodies as an account's provider gets them, which a preview shows. */
import type { ProviderBody } from '../../../schemas/types.ts';
import type { Invoice, TaxReduction } from '../ports.ts';
import type { AccountingAccount } from './account.ts';
import { fortnoxInvoice, fortnoxReduction } from './fortnox-shapes.ts';

export function invoiceBody(
  account: AccountingAccount,
  invoice: Invoice,
  customer: string,
): ProviderBody {
  return fortnoxInvoice(invoice, customer, account);
}

export function reductionBody(
  _account: AccountingAccount,
  part: TaxReduction,
  invoice: string,
): ProviderBody {
  return fortnoxReduction(part, invoice);
}
