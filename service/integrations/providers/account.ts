/** The accounts of an organisation at its providers, with their secrets. */
import type { DealStages } from '../../../schemas/types.ts';
import type { FortnoxAccount } from './fortnox.ts';
import type { HubspotAccount } from './hubspot.ts';
import type { ScriveAccount } from './scrive.ts';
import type { StandardAccount } from './standard-signature.ts';

/** What of a deal is updated from its offers. */
export interface DealProgressRules {
  amount: boolean;
  stages: DealStages;
}

export type CrmAccount = { provider: 'hubspot'; progress: DealProgressRules } & HubspotAccount;

interface InvoiceTerms {
  /** Days from the invoice to its due date. */
  paymentDays: number;
  /** Whether an offer must be signed before it is invoiced. */
  requiresSignature: boolean;
}

export type AccountingAccount = { provider: 'fortnox' } & InvoiceTerms & FortnoxAccount;

export type SignatureAccount =
  | ({ provider: 'scrive'; daysToSign: number } & ScriveAccount)
  | ({
      provider: 'standard';
      webhookSecrets: readonly string[];
      daysToSign: number;
    } & StandardAccount);

/** Null where the organisation has no such account. */
export interface Accounts {
  crm: CrmAccount | null;
  accounting: AccountingAccount | null;
  signature: SignatureAccount | null;
}
