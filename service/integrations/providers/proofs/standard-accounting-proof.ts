/** A proof of an accounting bridge of the contract "standard". */
import { ProviderError } from '../../ports.ts';
import {
  bridgeCall,
  bridgeCustomer,
  bridgeInvoice,
  bridgeReduction,
  type StandardAccountingAccount,
  standardAccounting,
} from '../bridges/standard-accounting.ts';
import type { Clock } from '../call-window.ts';
import { findingOf } from './finding.ts';
import { type FixTable, fixIn } from './fix-table.ts';
import type { AccountingProof } from './proof.ts';

const FIXES: FixTable = {
  unauthorized: { field: 'accounting.token', fix: 'Compare accounting.token with the bridge’s.' },
};

/** The proof of one organisation's bridge. */
export function standardAccountingProof(
  account: StandardAccountingAccount,
  clock: Clock,
  fetch = globalThis.fetch,
): AccountingProof {
  const call = bridgeCall(account, clock, fetch);
  const read = async (path: string) =>
    (await call({ what: 'read back', method: 'GET', path })).json;
  return {
    inspect: async () => [
      await findingOf(FIXES, 'reads customers', () =>
        standardAccounting(account, clock, fetch).check(),
      ),
    ],
    fixOf: (error) => fixIn(FIXES, error),
    customer: {
      wanted: bridgeCustomer,
      read: (id) => read(`/customers/${id}`),
      async remove(id) {
        try {
          await call({ what: 'remove a customer', method: 'DELETE', path: `/customers/${id}` });
          return null;
        } catch (error) {
          if (!(error instanceof ProviderError) || error.kind !== 'conflict') throw error;
          return `the customer ${id}: cancelled invoices name it`;
        }
      },
    },
    invoice: {
      wanted: ({ invoice, customerNumber }) => bridgeInvoice(invoice, customerNumber),
      read: (number) => read(`/invoices/${number}`),
      async remove(number) {
        const path = `/invoices/${number}/cancel`;
        await call({ what: 'cancel an invoice', method: 'POST', path });
        return `the invoice ${number}, cancelled: its number stays used`;
      },
    },
    rows: [25, 12, 6, 0].map((vatPercent) => ({
      what: `${vatPercent} % VAT`,
      row: {
        description: 'Prov',
        quantityThousandths: 1500,
        unit: 'st',
        unitPriceOre: 100_00,
        vatPercent,
        houseWorkType: null,
      },
    })),
    reduction: bridgeReduction,
    questions: () => [],
  };
}
