/** The things that a proof makes in an organisation's accounts, in their order. */
import { dealName, dealProperties, dealValues } from '../mapping/deal-properties.ts';
import type { Organisation } from '../organisations/organisations.ts';
import type { Accounting, Crm } from '../ports.ts';
import type { Providers } from '../providers/ports-of.ts';
import type {
  AccountingProof,
  CrmProof,
  Proofs,
  SignatureProof,
} from '../providers/proofs/proof.ts';
import type { Entry } from './journal.ts';
import {
  emailOf,
  GREEN_ROWS,
  PARTS,
  PROOF_PDF,
  proofAgreement,
  proofContact,
  proofCustomer,
  proofInvoice,
  proofProspect,
} from './proof-orders.ts';

/** The ids of what was made, by name. */
type Made = ReadonlyMap<string, string>;

export interface Thing extends Pick<Entry, 'port' | 'kind' | 'key'> {
  /** The name by which others need it. */
  name: string;
  /** Its name, for those who read what a proof does. */
  what: string;
  /** Names of what has to be there before. */
  needs: readonly string[];
  /** False where it is a part of another thing, and goes with it. */
  isOwn: boolean;
  make(made: Made): Promise<string>;
  wanted(made: Made): object;
  read(id: string, made: Made): Promise<unknown>;
  /** Smaller things that are tried where it is refused, to learn what of it is. */
  parts: readonly Thing[];
}

/** A proof's names and days. */
export interface Trial {
  /** The beginning of all its names. */
  mark: string;
  /** YYYY-MM-DD. */
  today: string;
  hookUrl: string;
}

const ALONE = { needs: [], isOwn: true, parts: [] };

/** @returns nothing for a port that the organisation has not */
export function thingsOf(
  { crm, accounting, signature }: Organisation,
  ports: Providers,
  proofs: Proofs,
  trial: Trial,
): Thing[] {
  return [
    ...(crm && ports.crm && proofs.crm ? crmThings(crm.prefix, ports.crm, proofs.crm, trial) : []),
    ...(accounting && ports.accounting && proofs.accounting
      ? accountingThings(accounting.paymentDays, ports.accounting, proofs.accounting, trial)
      : []),
    ...(signature && proofs.signature?.draft
      ? [draftThing(signature.daysToSign, proofs.signature.draft, trial)]
      : []),
  ];
}

function crmThings(prefix: string, port: Crm, proof: CrmProof, { mark }: Trial): Thing[] {
  const contact = proofContact(mark);
  const prospect = proofProspect(mark);
  const values = dealValues(prospect, prefix);
  const dealOf = (made: Made) => ({
    prospectId: mark,
    name: dealName(prospect),
    values,
    contactId: made.get('contact') ?? '',
  });
  return [
    {
      ...ALONE,
      port: 'crm',
      kind: 'contact',
      name: 'contact',
      key: contact.email,
      what: `a contact, ${contact.firstName} ${contact.lastName}, ${contact.email}`,
      make: () => port.createContact(contact),
      wanted: () => proof.contact.wanted(contact),
      read: proof.contact.read,
    },
    {
      ...ALONE,
      port: 'crm',
      kind: 'deal',
      name: 'deal',
      key: mark,
      what: `a deal with all ${dealProperties(prefix).length} properties`,
      needs: ['contact'],
      make: (made) => port.createDeal(mark, dealName(prospect), values, made.get('contact') ?? ''),
      wanted: (made) => proof.deal.wanted(dealOf(made)),
      read: proof.deal.read,
    },
  ];
}

function accountingThings(
  paymentDays: number,
  port: Accounting,
  proof: AccountingProof,
  { mark, today }: Trial,
): Thing[] {
  const customer = proofCustomer(mark);
  const invoiceThing = (
    name: string,
    what: string,
    rows: Parameters<typeof proofInvoice>[1],
    parts: readonly Thing[] = [],
  ): Thing => {
    const key = `${mark}-${name}`;
    const invoice = proofInvoice(key, rows, today, paymentDays);
    const customerOf = (made: Made) => made.get('customer') ?? '';
    return {
      ...ALONE,
      port: 'accounting',
      kind: 'invoice',
      name,
      key,
      what,
      needs: ['customer'],
      parts,
      make: (made) => port.createInvoice(invoice, customerOf(made)),
      wanted: (made) => proof.invoice.wanted({ invoice, customerNumber: customerOf(made) }),
      read: proof.invoice.read,
    };
  };
  const { rows } = proof;
  const parts = rows.map(({ what, row }, i) => invoiceThing(`row-${i}`, what, [row]));
  const plain = `an unbooked invoice without a reduction: ${rows.map(({ what }) => what).join(', ')}`;
  return [
    {
      ...ALONE,
      port: 'accounting',
      kind: 'customer',
      name: 'customer',
      key: emailOf(mark),
      what: `a customer, ${customer.name}, ${customer.email}`,
      make: () => port.createCustomer(customer),
      wanted: () => proof.customer.wanted(customer),
      read: proof.customer.read,
    },
    invoiceThing(
      'plain',
      plain,
      rows.map(({ row }) => row),
      rows.length > 1 ? parts : [],
    ),
    invoiceThing('green', 'an unbooked invoice with green work of all three kinds', GREEN_ROWS),
    reductionsThing(port, mark),
  ];
}

function reductionsThing(port: Accounting, mark: string): Thing {
  const invoiceOf = (made: Made) => made.get('green') ?? '';
  const sums = PARTS.flatMap(({ amounts }) => amounts.map(({ sek }) => sek));
  return {
    port: 'accounting',
    kind: 'reductions',
    name: 'reductions',
    key: mark,
    what: `the tax reductions of ${PARTS.length} persons on that invoice`,
    needs: ['green'],
    isOwn: false,
    parts: [],
    async make(made) {
      for (const part of PARTS) await port.addReduction(invoiceOf(made), part);
      return invoiceOf(made);
    },
    wanted: () => ({
      persons: PARTS.map(({ personalNumber }) => personalNumber.slice(-10)).sort(),
      reductionSek: sums.reduce((sum, sek) => sum + sek, 0),
    }),
    async read(number) {
      const { reductionSek } = await port.readInvoice(number);
      return { persons: (await port.reductionsOf(number)).sort(), reductionSek };
    },
  };
}

function draftThing(
  daysToSign: number,
  draft: NonNullable<SignatureProof['draft']>,
  { mark, hookUrl }: Trial,
): Thing {
  const order = proofAgreement(mark, daysToSign, hookUrl);
  return {
    ...ALONE,
    port: 'signature',
    kind: 'draft',
    name: 'draft',
    key: order.title,
    what: `a draft of an agreement with ${order.signees.length} persons, which is never started`,
    make: () => draft.create(order, PROOF_PDF),
    wanted: () => draft.wanted(order),
    read: draft.read,
  };
}
