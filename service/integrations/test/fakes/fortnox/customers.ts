/** The customers of a company at the fake of Fortnox. */

import type { FortnoxRule } from '../../provider-rules/fortnox-rules.ts';
import { type Call, jsonOf, type Reply } from '../fake-server.ts';
import { brokenRule, type Check } from '../rule-checks.ts';
import { type Account, type FakeCustomer, type FortnoxFake, refuse } from './account.ts';
import { holds, pageReply, wrongFilter } from './lists.ts';
import { hasForbiddenSign, hasUnknownMember } from './texts.ts';

const CHECKS: readonly Check<FortnoxRule, { customer: FakeCustomer; account: Account }>[] = [
  ['unknownMember', ({ customer }) => hasUnknownMember('customer', customer)],
  ['requiredMember', ({ customer }) => !customer.Name],
  ['characters', ({ customer, account }) => hasForbiddenSign(customer, account)],
];

export function createCustomer(account: Account, call: Call): Reply {
  const { Customer: customer } = jsonOf(call) as { Customer: FakeCustomer };
  const rule = brokenRule(CHECKS, { customer, account });
  if (rule) return refuse(rule);
  const { customers } = account;
  const VATType = customer.VATType ?? 'SEVAT';
  const CustomerNumber = nextNumber(customers);
  const { Email = '' } = customer;
  const made = { Active: true, ...customer, Email, VATType, CustomerNumber };
  customers.push(made);
  return { status: 201, body: { Customer: made } };
}

export function listCustomers({ customers }: FortnoxFake, call: Call): Reply {
  const wrong = wrongFilter(call, ['email', 'name', 'organisationnumber']);
  if (wrong) return wrong;
  const found = customers
    .filter(({ Email }) => holds(Email, call.query.get('email')))
    .filter(({ Name }) => holds(Name, call.query.get('name')))
    .filter(({ OrganisationNumber = '' }) =>
      holds(OrganisationNumber, call.query.get('organisationnumber')),
    )
    .map(({ CustomerNumber, Name, Email }) => ({ CustomerNumber, Name, Email }));
  return pageReply('Customers', found, call);
}

export function readCustomer({ customers }: FortnoxFake, _call: Call, number: string): Reply {
  const Customer = customers.find(({ CustomerNumber }) => CustomerNumber === number);
  return Customer ? { status: 200, body: { Customer } } : refuse('customerNotFound');
}

/** The number after the last one, which is not used again. */
function nextNumber(customers: readonly FakeCustomer[]): string {
  return String(1 + Math.max(0, ...customers.map(({ CustomerNumber }) => Number(CustomerNumber))));
}
