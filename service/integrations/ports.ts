/**
 * What is asked of a CRM, an accounting system and an e-signature service, in our words: their own
 * shapes stop at the adapters. Every method throws ProviderError. Ids are the provider's unless said.
 */

/**
 * What went wrong at a provider. `unclear`: a POST got no answer, so that what it makes may be there
 * or not: look before making it again. `unavailable` and `rate_limited` pass; the others need a person.
 */
export type ProviderErrorKind =
  | 'auth'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'invalid'
  | 'unavailable'
  | 'unclear';

/** Its message goes into logs and to the organisation: kinds, statuses and codes, nobody's data. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  /** How long the provider asks to be left alone, ms. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: ProviderErrorKind, message: string, retryAfterMs?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Shared by the ports. */
interface Provider {
  /** One read, which tells whether address, credentials and rights are right. */
  check(): Promise<void>;
}

export interface Contact {
  /** Lower case. */
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
}

/** A property that a deal can have. */
export interface DealProperty {
  /** With the organisation's prefix. */
  name: string;
  label: string;
  kind: 'text' | 'number';
  /** No two deals have the same value: the key. */
  isUnique: boolean;
}

/** Values by the properties' names; an empty one clears. */
export type DealValues = Record<string, string>;

export interface Crm extends Provider {
  /** Makes the properties that deals lack. @throws ProviderError conflict when one is of another kind */
  setUp(properties: readonly DealProperty[]): Promise<void>;
  findContact(email: string): Promise<string | null>;
  /** The new contact, or the one that somebody else just made. */
  createContact(contact: Contact): Promise<string>;
  /** The deal of a prospect; its id is ours. */
  findDeal(prospectId: string): Promise<string | null>;
  /** A deal at the first stage, associated with the contact. */
  createDeal(
    prospectId: string,
    name: string,
    values: DealValues,
    contactId: string,
  ): Promise<string>;
  /** Touches nothing but these values. @throws ProviderError not_found when the deal was deleted */
  updateDeal(dealId: string, values: DealValues): Promise<void>;
  /** Nothing happens when they are associated. */
  associate(dealId: string, contactId: string): Promise<void>;
}

/** What kind of house work an invoice's row is. */
export type HouseWorkType =
  | 'SOLARCELLS'
  | 'STORAGESELFPRODUCEDELECTRICITY'
  | 'CHARGINGSTATIONELECTRICVEHICLE'
  | 'OTHERCOSTS';

export interface Customer {
  /** Ours: the prospect's id. */
  reference: string;
  name: string;
  email: string;
  /** 12 digits; null is unknown. */
  personalNumber: string | null;
  street: string;
  postalCode: string;
  city: string;
}

export interface InvoiceRow {
  description: string;
  /** Thousandths, integer. */
  quantityThousandths: number;
  unit: string;
  /** Price of one, with VAT, öre. */
  unitPriceOre: number;
  vatPercent: number;
  /** null is no house work. */
  houseWorkType: HouseWorkType | null;
  articleNumber?: string;
  account?: number;
}

export interface Invoice {
  /** Ours: the offer's id, by which it is found again. */
  offerId: string;
  /** The offer's number, which the customer knows. */
  offerNumber: string;
  /** YYYY-MM-DD. */
  invoiceDate: string;
  dueDate: string;
  rows: InvoiceRow[];
}

/** What one person asks for. */
export interface TaxReduction {
  name: string;
  /** 12 digits. */
  personalNumber: string;
  propertyDesignation?: string;
  housingAssociationNumber?: string;
  /** Whole SEK, above 0, by type of work. */
  amounts: { type: HouseWorkType; sek: number }[];
}

/** An invoice as the accounting system has reckoned it. */
interface ReadInvoice {
  /** With VAT, before reductions. */
  totalOre: number;
  reductionSek: number;
}

export interface Accounting extends Provider {
  /** A private person with that very e-mail; the oldest when there are several. */
  findCustomer(email: string): Promise<string | null>;
  createCustomer(customer: Customer): Promise<string>;
  /** The offer's invoice that is not cancelled. */
  findInvoice(offerId: string): Promise<string | null>;
  /** A draft: neither booked nor sent. @throws ProviderError unclear: look, and again, before another */
  createInvoice(invoice: Invoice, customerNumber: string): Promise<string>;
  readInvoice(invoiceNumber: string): Promise<ReadInvoice>;
  /** Who has a reduction on the invoice: the last ten digits of each personal number. */
  reductionsOf(invoiceNumber: string): Promise<string[]>;
  /** Nothing happens when the person has one on the invoice. */
  addReduction(invoiceNumber: string, reduction: TaxReduction): Promise<void>;
}

export interface Signee {
  /** Ours. */
  id: string;
  name: string;
  email: string;
  phone?: string;
  method: 'bankid' | 'standard';
  /** 12 digits, where the provider is to know whose BankID it is. */
  personalNumber?: string;
}

export interface AgreementOrder {
  /** Ours. */
  agreementId: string;
  title: string;
  daysToSign: number;
  /** Where the provider tells that something has changed. */
  hookUrl: string;
  signees: Signee[];
}

/** A signee as the provider has them. Times ISO UTC; null: not happened, or the provider has none. */
export interface ReadSignee {
  id: string;
  status: 'pending' | 'opened' | 'signed' | 'declined';
  openedAt: string | null;
  signedAt: string | null;
}

/** An agreement as the provider has it. */
export interface ReadAgreement {
  /** `deleted`: it is not there any more. `failed`: the provider cannot go on with it. */
  state: 'draft' | 'pending' | 'completed' | 'revoked' | 'deleted' | 'failed';
  /** Why it was revoked or failed, in the provider's word. */
  reason: string | null;
  signees: ReadSignee[];
}

export interface Signature extends Provider {
  /** Where the organisation's hook has to be registered: makes it so, with all kinds of event. */
  registerHook(url: string): Promise<void>;
  /**
   * Puts the document there. A provider that takes our id as its key sends it at once and makes it
   * once; another keeps a draft, which nobody hears of when its id is lost.
   */
  create(order: AgreementOrder, pdf: Buffer): Promise<string>;
  /** Sends it to the signees. Nothing happens when it is sent. */
  start(agreementRef: string, order: AgreementOrder): Promise<void>;
  /** @param signeeIds ours, in the order in which they were sent */
  read(agreementRef: string, signeeIds: readonly string[]): Promise<ReadAgreement>;
  /** The signed document as it is now, at most 20 MB. @throws ProviderError unavailable, not_found for a while */
  signedDocument(agreementRef: string): Promise<Buffer>;
  /** @throws ProviderError conflict when it is completed */
  revoke(agreementRef: string): Promise<void>;
}
