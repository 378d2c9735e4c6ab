/** The accounts of an organisation at its providers, with their secrets. */
import type { FortnoxAccount } from './fortnox.ts';
import type { HubspotAccount } from './hubspot.ts';
import type { ScriveAccount } from './scrive.ts';
import type { StandardAccount } from './standard-signature.ts';
import type { TrytonAccount } from './tryton.ts';

export type CrmAccount =
  | ({ provider: 'hubspot' } & HubspotAccount)
  | ({ provider: 'tryton'; prefix: string } & TrytonAccount);

export interface AccountingAccount extends FortnoxAccount {
  provider: 'fortnox';
  /** Days from the invoice to its due date. */
  paymentDays: number;
  /** Whether an offer must be signed before it is invoiced. */
  requiresSignature: boolean;
}

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
