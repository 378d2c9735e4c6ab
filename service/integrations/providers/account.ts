/** The accounts of an organisation at its providers, and how the organisations file has them. */
import type {
  DealStages,
  OrganisationRecord,
  SecretReference,
  SecretReferences,
} from '../../../schemas/types.ts';
import type { FortnoxAccount } from './fortnox.ts';
import type { HubspotAccount } from './hubspot.ts';
import type { ScriveAccount } from './scrive.ts';
import type { StandardAccount } from './standard-signature.ts';

/** Fields of a deal that are updated from its offers. */
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

export const PORTS = ['crm', 'accounting', 'signature'] as const satisfies (keyof Accounts)[];
export type Port = (typeof PORTS)[number];

/** Addresses of the providers' APIs. */
export const ADDRESSES = {
  hubspot: 'https://api.hubapi.com',
  fortnox: 'https://api.fortnox.se',
  /** Where consent is given and tokens are fetched. */
  fortnoxAuth: 'https://apps.fortnox.se',
  scrive: 'https://scrive.com/api/v2',
};
export type ProviderAddresses = typeof ADDRESSES;

/** The path segment of hooks that are not signed. Their last segment has a mac of ours. */
export const UNSIGNED_HOOK = 'scrive';

const FORTNOX_SCOPE = 'customer invoice';

export type ReadSecret = (field: string, reference: SecretReference) => string;

export function accountsOf(record: OrganisationRecord, secret: ReadSecret): Accounts {
  return {
    crm: crmOf(record, secret),
    accounting: record.accounting ? accountingOf(record.accounting, secret) : null,
    signature: signatureOf(record, secret),
  };
}

/** The values of one secret, or of two while they rotate. */
export function secretsOf(
  field: string,
  references: SecretReferences | undefined,
  secret: ReadSecret,
): string[] {
  if (references === undefined) return [];
  return [references].flat().map((reference) => secret(field, reference));
}

function crmOf({ crm }: OrganisationRecord, secret: ReadSecret): CrmAccount | null {
  if (crm === undefined) return null;
  const { prefix, amount = true } = crm;
  const { version = '2026-09', pipeline, stage, stages = {}, base_url = ADDRESSES.hubspot } = crm;
  const token = secret('crm.token', crm.token);
  const progress = { amount, stages };
  const account = { baseUrl: base_url, version, token, prefix, pipeline, stage, progress };
  return { provider: 'hubspot', ...account };
}

export function accountingOf(
  accounting: NonNullable<OrganisationRecord['accounting']>,
  secret: ReadSecret,
): AccountingAccount {
  return {
    paymentDays: accounting.payment_days ?? 30,
    requiresSignature: accounting.requires_signature ?? true,
    provider: 'fortnox',
    baseUrl: accounting.base_url ?? ADDRESSES.fortnox,
    tokenUrl: accounting.token_url ?? ADDRESSES.fortnoxAuth,
    clientId: accounting.client_id,
    clientSecret: secret('accounting.client_secret', accounting.client_secret),
    tenantId: accounting.tenant_id,
    scope: accounting.scope ?? FORTNOX_SCOPE,
    units: accounting.units ?? {},
    accounts: { ...accounting.accounts },
  };
}

function signatureOf(
  { signature }: OrganisationRecord,
  secret: ReadSecret,
): SignatureAccount | null {
  if (signature === undefined) return null;
  const daysToSign = signature.days_to_sign ?? 30;
  switch (signature.provider) {
    case 'scrive': {
      const credentials = secret('signature.credentials', signature.credentials);
      const baseUrl = signature.base_url ?? ADDRESSES.scrive;
      return { provider: 'scrive', baseUrl, credentials, daysToSign };
    }
    case 'standard':
      return {
        provider: 'standard',
        baseUrl: signature.base_url,
        token: secret('signature.token', signature.token),
        webhookSecrets: secretsOf('signature.webhook_secret', signature.webhook_secret, secret),
        daysToSign,
      };
    default:
      return signature satisfies never;
  }
}
