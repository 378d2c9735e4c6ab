/**
 * The ports of a CRM, an accounting system and an e-signature service, in our words: their own shapes
 * stop at the adapters. Every method throws ProviderError. Ids are the provider's unless noted.
 */

/**
 * The kind of failure at a provider. `auth`: the account's credentials, rights, licence or address are wrong. `closed`: a
 * maintenance page came instead of an answer. Neither is the fault of a single call. `outcome_unknown`: a POST got no
 * answer, so what it creates may exist: look for it before creating it again. `too_large`: the answer was, and refuses
 * nothing. `unavailable` and `rate_limited` pass by themselves. The others need a person.
 */
export type ProviderErrorKind =
  | 'auth'
  | 'closed'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'invalid'
  | 'too_large'
  | 'unavailable'
  | 'outcome_unknown';

/** Details that the provider returns about a refusal. */
interface RefusalDetail {
  code?: string | undefined;
  /** Its message, which may be about people: shown to the organisation, stored encrypted, never logged. */
  words?: string | undefined;
  /** The cause, where it is known: a contact's e-mail, properties that `setUp` creates, or an address that has moved. */
  about?: 'email' | 'set_up' | 'address' | undefined;
}

/** The message goes into logs and to the organisation: kinds, statuses and codes, no personal data. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  /** Time for which the provider asks for no calls, ms. */
  readonly retryAfterMs: number | undefined;
  readonly code: string | undefined;
  readonly words: string | undefined;
  readonly about: RefusalDetail['about'];

  constructor(
    kind: ProviderErrorKind,
    message: string,
    retryAfterMs?: number,
    detail: RefusalDetail = {},
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.code = detail.code;
    this.words = detail.words;
    this.about = detail.about;
  }
}

/** Calls that all ports share. */
interface Provider {
  /** Reads once, which shows whether address, credentials and rights are right. */
  check(): Promise<void>;
}

export interface Contact {
  /** The address in lower case. Empty if there is none. */
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
}

export interface DealProperty {
  /** The name with the organisation's prefix. */
  name: string;
  label: string;
  kind: 'text' | 'number';
  /** Whether no two deals may have the same value. */
  isUnique: boolean;
}

/** Values by the properties' names. An empty value clears. */
export type DealValues = Record<string, string>;

/** A deal as the CRM has it, at once after a write. */
export interface ReadDeal {
  /** One of its contacts. Null if it has none. */
  contactId: string | null;
  /** Its stage in the pipeline. Null if the CRM has none of its own. */
  stage: string | null;
  /** Null if it is empty. */
  amountOre: number | null;
}

/** How far a deal has come. Null stays as it is. */
export interface DealProgress {
  stage: string | null;
  amountOre: number | null;
}

export interface Crm extends Provider {
  /** Creates the properties that deals lack. @throws ProviderError conflict when one is of another kind */
  setUp(properties: readonly DealProperty[]): Promise<void>;
  findContact(email: string): Promise<string | null>;
  /**
   * Creates a contact, or returns the one that somebody else has just created.
   * @param dealId a deal to associate it with: `readDeal` finds the contact if the answer is lost
   */
  createContact(contact: Contact, dealId?: string): Promise<string>;
  /** Finds the deal of a prospect, whose id is ours. */
  findDeal(prospectId: string): Promise<string | null>;
  /** Reads a deal. @throws ProviderError not_found when it was deleted */
  readDeal(dealId: string): Promise<ReadDeal>;
  /** Creates a deal at the first stage, associated with the contact if there is one. */
  createDeal(
    prospectId: string,
    name: string,
    values: DealValues,
    contactId: string | null,
  ): Promise<string>;
  /** Changes only these values. @throws ProviderError not_found when the deal was deleted */
  updateDeal(dealId: string, values: DealValues): Promise<void>;
  /** @throws ProviderError not_found when the deal was deleted, invalid when it has no such stage */
  moveDeal(dealId: string, progress: DealProgress): Promise<void>;
  /** Associates them. Nothing happens when they are associated already. */
  associate(dealId: string, contactId: string): Promise<void>;
}

/** The kind of house work of an invoice's row. */
export type HouseWorkType =
  | 'SOLARCELLS'
  | 'STORAGESELFPRODUCEDELECTRICITY'
  | 'CHARGINGSTATIONELECTRICVEHICLE'
  | 'OTHERCOSTS';

export interface Customer {
  /** The prospect's id, which is ours. */
  reference: string;
  name: string;
  /** Null if there is none. */
  email: string | null;
  /** Twelve digits. Null if it is unknown. */
  personalNumber: string | null;
  /** Ten digits with a hyphen, of a company or a housing association. Null of a person. */
  organisationNumber: string | null;
  street: string;
  postalCode: string;
  city: string;
}

export interface InvoiceRow {
  description: string;
  quantityThousandths: number;
  unit: string;
  /** Price of one, with VAT, öre. */
  unitPriceOre: number;
  vatPercent: number;
  /** Null if the row is no house work. */
  houseWorkType: HouseWorkType | null;
  articleNumber?: string;
  account?: number;
}

export interface Invoice {
  /** The offer's id, which is ours: the invoice is found again by it. */
  offerId: string;
  /** The offer's number, which the customer knows. */
  offerNumber: string;
  /** YYYY-MM-DD. */
  invoiceDate: string;
  dueDate: string;
  rows: InvoiceRow[];
}

/** The reduction that one person asks for. */
export interface TaxReduction {
  name: string;
  /** Twelve digits. */
  personalNumber: string;
  propertyDesignation?: string;
  housingAssociationNumber?: string;
  /** Whole SEK, above 0, by type of work. */
  amounts: { type: HouseWorkType; sek: number }[];
}

/** An invoice as the accounting system has computed it. */
interface ReadInvoice {
  /** The total with VAT, before reductions. */
  totalOre: number;
  reductionSek: number;
  isCancelled: boolean;
  /** The day on which all of it was paid, YYYY-MM-DD. Null if it is not. */
  paidOn: string | null;
}

export interface Accounting extends Provider {
  /**
   * Finds a company by its number. A private person by exactly that e-mail, without one by the personal number, without
   * that by name and our reference. The oldest when there are several.
   * @throws ProviderError conflict when that customer's card does not fit the invoice
   */
  findCustomer(customer: Customer, hasReduction: boolean): Promise<string | null>;
  /**
   * Whether a customer whom we know by the number is still there.
   * @throws ProviderError conflict when that customer's card does not fit the invoice
   */
  hasCustomer(customerNumber: string, hasReduction: boolean): Promise<boolean>;
  createCustomer(customer: Customer): Promise<string>;
  /** Finds the offer's invoice that is not cancelled. */
  findInvoice(offerId: string): Promise<string | null>;
  /** Creates a draft, neither booked nor sent. @throws ProviderError outcome_unknown: look for it twice before creating another */
  createInvoice(invoice: Invoice, customerNumber: string): Promise<string>;
  readInvoice(invoiceNumber: string): Promise<ReadInvoice>;
  /** Cancels an invoice that is not booked. Its number stays used. */
  cancelInvoice(invoiceNumber: string): Promise<void>;
  /** Lists the persons with a reduction on the invoice: the last ten digits of each personal number. */
  reductionsOf(invoiceNumber: string): Promise<string[]>;
  /** Adds a reduction. Nothing happens when the person has one on the invoice. */
  addReduction(invoiceNumber: string, reduction: TaxReduction): Promise<void>;
}

export interface Signee {
  /** Our id. */
  id: string;
  name: string;
  email: string;
  phone?: string;
  method: 'bankid' | 'standard';
  /** Twelve digits, where the provider has to know whose BankID it is. */
  personalNumber?: string;
}

export interface AgreementOrder {
  /** Our id. */
  agreementId: string;
  title: string;
  daysToSign: number;
  /** The address that the provider calls when something has changed. */
  hookUrl: string;
  signees: Signee[];
}

/** A signee to look for in an agreement at the provider. */
export interface SigneeRef extends Pick<Signee, 'id' | 'name' | 'email'> {
  /** The provider's id of the signee. Null if it is not known yet. */
  providerId: string | null;
}

/** A signee at the provider. Times are ISO UTC. Null if it has not happened, or has no time there. */
export interface ReadSignee {
  id: string;
  /** Null if the provider has none, or the signee was not found there. */
  providerId: string | null;
  status: 'pending' | 'opened' | 'signed' | 'declined';
  openedAt: string | null;
  signedAt: string | null;
}

export interface ReadAgreement {
  /**
   * `expired`: the time to sign is over, and may be prolonged. `deleted`: the provider calls it deleted.
   * `missing`: the provider does not show it to this account, which may be misconfigured, or it is deleted. `failed`: the
   * provider cannot complete it. `unknown`: the provider's word for it is not known here.
   */
  state:
    | 'draft'
    | 'pending'
    | 'completed'
    | 'revoked'
    | 'expired'
    | 'deleted'
    | 'missing'
    | 'failed'
    | 'unknown';
  /** Why it is neither pending nor completed, in the provider's word. */
  reason: string | null;
  signees: ReadSignee[];
}

export interface Signature extends Provider {
  /** Registers the organisation's hook for all kinds of event, where a provider needs that. */
  registerHook(url: string): Promise<void>;
  /**
   * Uploads the document. A provider that accepts our id as its key sends it at once and creates it
   * once. Another keeps a draft, which is found again by our id.
   */
  create(order: AgreementOrder, pdf: Buffer): Promise<string>;
  /** Sends it to the signees. Nothing happens when it is sent. */
  start(agreementRef: string, order: AgreementOrder): Promise<void>;
  read(agreementRef: string, signees: readonly SigneeRef[]): Promise<ReadAgreement>;
  /** The signed document as it is now, at most 20 MB. @throws ProviderError unavailable, not_found for a while */
  signedDocument(agreementRef: string): Promise<Buffer>;
  /** @throws ProviderError conflict when it is completed */
  revoke(agreementRef: string): Promise<void>;
}
