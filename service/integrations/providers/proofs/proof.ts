/**
 * A proof makes one of everything in an organisation's own account by the ports, as the tasks do. For what the ports
 * do not need there is this: reading back in the provider's own members, and removing.
 */
import type {
  AgreementOrder,
  Contact,
  Customer,
  DealProperty,
  DealValues,
  Invoice,
  InvoiceRow,
  ProviderError,
  TaxReduction,
} from '../../ports.ts';

/** A fact that was read of an account. */
export interface Finding {
  what: string;
  /** Null if it is as it should be. */
  fault: string | null;
  /** Whether the account works without it. */
  isNote?: boolean;
}

/** A refusal's field in the provider's words, and how to mend it. */
export interface Fix {
  field: string;
  fix: string;
}

/** Things of a kind in an account. */
export interface Kept<Order> {
  /** The values that it is to have, in the provider's own members. */
  wanted(order: Order): object;
  /** Its values, with at least those members. */
  read(id: string): Promise<unknown>;
  /** Removes or cancels it. @returns what stays nonetheless; null if nothing does */
  remove(id: string): Promise<string | null>;
}

/** Makes a thing whose removal is noted first. `key` is what it is found by. @throws ProviderError when refused */
export type Tries = (kind: string, key: string, make: () => Promise<string>) => Promise<string>;

/** A question that no source has settled, and that the account itself can answer. */
export interface Question {
  asks: string;
  /** Measures the answer; a text in its place says why it cannot be measured. */
  measure: string | ((tries: Tries, made: ReadonlyMap<string, string>) => Promise<string>);
}

interface Proof {
  /** The field of a refusal and its mending. Null if this refusal has none. */
  fixOf(error: ProviderError): Fix | null;
  questions(mark: string): readonly Question[];
}

/** A deal as it is created. */
export interface DealOrder {
  prospectId: string;
  name: string;
  values: DealValues;
  contactId: string;
}

export interface CrmProof extends Proof {
  /** Reads what writing needs: rights, properties, stages. Nothing is written. */
  inspect(properties: readonly DealProperty[]): Promise<Finding[]>;
  contact: Kept<Contact>;
  deal: Kept<DealOrder>;
}

export interface AccountingProof extends Proof {
  /** Reads what an invoice needs: rights, units, accounts. Nothing is written. */
  inspect(): Promise<Finding[]>;
  customer: Kept<Customer>;
  invoice: Kept<{ invoice: Invoice; customerNumber: string }>;
  /** A row for each unit and account of the settings, each with what is tried by it. */
  rows: readonly { what: string; row: InvoiceRow }[];
  /** The reduction as it is sent, for those who read what a proof will do. */
  reduction(part: TaxReduction, invoiceNumber: string): object;
}

/** Drafts, where the provider has what nobody is told of. */
export interface DraftKept extends Kept<AgreementOrder> {
  create(order: AgreementOrder, pdf: Buffer): Promise<string>;
}

export interface SignatureProof extends Proof {
  inspect(): Promise<Finding[]>;
  /** Null where an agreement goes out as soon as it is created. */
  draft: DraftKept | null;
}

/** Null where the organisation has no such account. */
export interface Proofs {
  crm: CrmProof | null;
  accounting: AccountingProof | null;
  signature: SignatureProof | null;
}
