/** The rules of an accounting bridge, as its contract has them: schemas/integrations/accounting-bridge.yaml. */
import type { ProviderRule } from './provider-rule.ts';

const contract = { source: 'the contract "standard"', date: '2026-11-26', trust: 'A' } as const;
const refused = (status: number, code: string, text: string) => ({ status, code, text });

export const ACCOUNTING_BRIDGE_RULES = {
  badToken: {
    ...contract,
    fact: 'A token that does not hold is 401.',
    refusal: refused(401, 'unauthorized', 'The token does not hold.'),
  },
  exactEmail: {
    ...contract,
    fact: 'Customers are found by exactly their e-mail, the oldest first; none is an empty list.',
  },
  customerGone: {
    ...contract,
    fact: 'A customer who is not there is 404.',
    refusal: refused(404, 'not_found', 'No such customer.'),
  },
  usedCustomerStays: {
    ...contract,
    fact: 'A customer whom invoices name cannot be removed.',
    refusal: refused(409, 'in_use', 'Invoices name the customer.'),
  },
  noCustomer: {
    ...contract,
    fact: 'An invoice names a customer who is there.',
    refusal: refused(422, 'no_customer', 'No such customer.'),
  },
  noRows: {
    ...contract,
    fact: 'An invoice has a row at least.',
    refusal: refused(422, 'no_rows', 'The invoice has no rows.'),
  },
  twoDecimals: {
    ...contract,
    fact: 'A quantity has two decimals at most, and a price is whole öre.',
    refusal: refused(422, 'bad_row', 'A row has more decimals than it may.'),
  },
  findsCancelled: {
    ...contract,
    fact: 'Invoices are found by exactly their reference, cancelled ones too.',
  },
  nothingIsUnique: {
    ...contract,
    fact: 'A reference may be used again: an invoice is looked for before another is made.',
  },
  invoiceGone: {
    ...contract,
    fact: 'An invoice that is not there is 404.',
    refusal: refused(404, 'not_found', 'No such invoice.'),
  },
  cancelledAgain: {
    ...contract,
    fact: 'To cancel an invoice once more changes nothing.',
  },
  bookedStays: {
    ...contract,
    fact: 'An invoice that is booked cannot be cancelled.',
    refusal: refused(409, 'booked', 'The invoice is booked.'),
  },
  workNotSold: {
    ...contract,
    fact: 'A reduction is for work that the invoice has.',
    refusal: refused(422, 'work_not_sold', 'The invoice has no such work.'),
  },
  badReduction: {
    ...contract,
    fact: 'A reduction has twelve digits of a person, and whole kronor above 0 of each work.',
    refusal: refused(422, 'bad_reduction', 'Expected twelve digits and whole kronor.'),
  },
  personTwice: {
    ...contract,
    fact: 'Another reduction of the same person changes nothing.',
  },
  reductionOfRows: {
    ...contract,
    fact: 'The reduction is the sum that persons ask for; before anybody has, what the rows give.',
  },
} satisfies Record<string, ProviderRule>;

export type AccountingBridgeRule = keyof typeof ACCOUNTING_BRIDGE_RULES;
