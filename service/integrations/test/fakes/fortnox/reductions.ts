/** The tax reductions of persons on invoices at the fake of Fortnox. */
import type { FortnoxRule } from '../../provider-rules/fortnox-rules.ts';
import { type Call, jsonOf, type Reply } from '../fake-server.ts';
import { brokenRule, type Check } from '../rule-checks.ts';
import {
  type Account,
  type FakeInvoice,
  type FakeReduction,
  type FortnoxFake,
  refuse,
} from './account.ts';
import { ceilingSek, GREEN, reductionOfRows } from './green-work.ts';
import { hasShortNumber, invoiceAt } from './invoices.ts';
import { pageReply, wrongFilter } from './lists.ts';
import { hasForbiddenSign, hasUnknownMember } from './texts.ts';

interface Sent {
  reduction: FakeReduction;
  amounts: NonNullable<FakeReduction['TaxReductionAmounts']>;
  invoice: FakeInvoice;
  account: Account;
}

const CHECKS: readonly Check<FortnoxRule, Sent>[] = [
  ['unknownMember', ({ reduction }) => hasUnknownMember('reduction', reduction)],
  ['requiredMember', ({ reduction: one }) => !one.CustomerName || !one.SocialSecurityNumber],
  ['characters', ({ reduction, account }) => hasForbiddenSign(reduction, account)],
  ['personalNumberLength', ({ reduction }) => !isNumberLong(reduction)],
  [
    'personTwice',
    ({ reduction, account }) => account.reductions.some((other) => isSamePerson(other, reduction)),
  ],
  ['amountsMissing', ({ amounts }) => amounts.length === 0],
  ['workTypeTwice', ({ amounts }) => new Set(amounts.map(typeOf)).size < amounts.length],
  [
    'workTypeNotSold',
    ({ amounts, invoice }) => !amounts.every((one) => isSold(invoice, typeOf(one))),
  ],
  ['amountNoInteger', ({ amounts }) => !amounts.map(sekOf).every(Number.isInteger)],
  ['amountNegative', ({ amounts }) => amounts.some((one) => one.AskedAmount < 0)],
  [
    'housingAssociation',
    ({ reduction: one }) => !isOrganisation(one.ResidenceAssociationOrganisationNumber),
  ],
  ['reductionCeiling', isOverCeiling],
];

const typeOf = ({ WorkType }: { WorkType: string }) => WorkType;
const sekOf = ({ AskedAmount }: { AskedAmount: number }) => AskedAmount;

export function createReduction(account: Account, call: Call): Reply {
  const { TaxReduction: reduction } = jsonOf(call) as { TaxReduction: FakeReduction };
  const invoice = invoiceAt(account, reduction.ReferenceNumber);
  if (!invoice) return { status: 400, body: { ErrorInformation: { error: 1 } } };
  const amounts = reduction.TaxReductionAmounts ?? [];
  const rule = brokenRule(CHECKS, { reduction, amounts, invoice, account });
  if (rule) return refuse(rule, account.unsettled);
  account.reductions.push({ ...reduction, AskedAmount: sumOf(amounts) });
  const customer = account.customers.find((one) => one.CustomerNumber === invoice.CustomerNumber);
  const asked = postsOf(account, invoice).reduce((sum, one) => sum + one.AskedAmount, 0);
  invoice.TaxReduction = customer && hasShortNumber(customer) ? 0 : asked;
  return { status: 201, body: { TaxReduction: { Id: account.reductions.length, ...reduction } } };
}

/** Lists the posts of documents of every kind with that number, without their amounts. */
export function listReductions({ reductions }: FortnoxFake, call: Call): Reply {
  const wrong = wrongFilter(call, ['filter', 'referencenumber']);
  if (wrong) return wrong;
  const number = call.query.get('referencenumber');
  const found = reductions
    .filter((one) => one.ReferenceNumber === number)
    .map(({ AskedAmount, TaxReductionAmounts, ...listed }) => listed);
  return pageReply('TaxReductions', found, call);
}

/** Deletes a post, which our adapter never asks for. @param id counts from 1 */
export function deleteReduction(account: Account, _call: Call, id: string): Reply {
  const post = account.reductions[Number(id) - 1];
  const invoice = post && invoiceAt(account, post.ReferenceNumber);
  if (!invoice || postsOf(account, invoice).length === 1) return refuse('lastReductionStays');
  account.reductions.splice(Number(id) - 1, 1);
  return { status: 204 };
}

function postsOf({ reductions }: FortnoxFake, { DocumentNumber }: FakeInvoice): FakeReduction[] {
  return reductions.filter(
    (one) => one.ReferenceDocumentType === 'INVOICE' && one.ReferenceNumber === DocumentNumber,
  );
}

function isSamePerson(a: FakeReduction, b: FakeReduction): boolean {
  return (
    a.ReferenceDocumentType === b.ReferenceDocumentType &&
    a.ReferenceNumber === b.ReferenceNumber &&
    a.SocialSecurityNumber === b.SocialSecurityNumber
  );
}

function isNumberLong({ SocialSecurityNumber: { length } }: FakeReduction): boolean {
  return length >= 10 && length <= 13;
}

function isSold({ InvoiceRows }: FakeInvoice, type: string): boolean {
  const isGreen = GREEN.some((green) => green === type);
  return isGreen && InvoiceRows.some(({ HouseWorkType }) => HouseWorkType === type);
}

/** Whether more is asked for a type, all persons together, than its rows give. */
function isOverCeiling({ amounts, invoice, account }: Sent): boolean {
  const others = postsOf(account, invoice).flatMap((one) => one.TaxReductionAmounts ?? []);
  const all = [...others, ...amounts];
  if (account.unsettled.ceilingOfDocument) return sumOf(all) > reductionOfRows(invoice);
  return amounts.some(({ WorkType }) => {
    const asked = sumOf(all.filter((one) => one.WorkType === WorkType));
    return asked > ceilingSek(invoice, WorkType);
  });
}

/** Whether a number of ten digits has its check digit (Luhn); true where there is none. */
function isOrganisation(number: string | undefined): boolean {
  if (number === undefined) return true;
  const digits = [...number.replaceAll(/\D/g, '')].map(Number);
  const sum = digits.reduce((total, digit, i) => {
    const weighed = i % 2 === 0 ? 2 * digit : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return digits.length === 10 && sum % 10 === 0;
}

function sumOf(amounts: readonly { AskedAmount: number }[]): number {
  return amounts.reduce((sum, { AskedAmount }) => sum + AskedAmount, 0);
}
