/** Bodies as an account's provider gets them, which a preview shows. */
import type { ProviderBody } from '../../../schemas/types.ts';
import type { Invoice, TaxReduction } from '../ports.ts';
import type { AccountingAccount } from './account.ts';
import { bridgeInvoice, bridgeReduction } from './bridges/standard-accounting.ts';
import { fortnoxInvoice, fortnoxReduction } from './fortnox-shapes.ts';

export function invoiceBody(
  account: AccountingAccount,
  invoice: Invoice,
  customer: string,
): ProviderBody {
  switch (account.provider) {
    case 'fortnox':
      return fortnoxInvoice(invoice, customer, account);
    case 'standard':
      return bridgeInvoice(invoice, customer);
    default:
      return account satisfies never;
  }
}

export function reductionBody(
  account: AccountingAccount,
  part: TaxReduction,
  invoice: string,
): ProviderBody {
  switch (account.provider) {
    case 'fortnox':
      return fortnoxReduction(part, invoice);
    case 'standard':
      return bridgeReduction(part);
    default:
      return account satisfies never;
  }
}
