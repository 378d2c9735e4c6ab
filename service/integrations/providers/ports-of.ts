/** Creates the adapters of an organisation's accounts. */
import type { Accounting, Crm, Signature } from '../ports.ts';
import type { Accounts, SignatureAccount } from './account.ts';
import { fortnox } from './fortnox.ts';
import { hubspot } from './hubspot.ts';
import type { Clock } from './rate-limit.ts';
import { scrive } from './scrive.ts';
import { standardSignature } from './standard-signature.ts';

/** The adapters of an organisation. Null if it has no such account. */
export interface Providers {
  crm: Crm | null;
  accounting: Accounting | null;
  signature: Signature | null;
}

/** The clock of an account, with its rate limit. */
export type ClockOf = (port: keyof Providers) => Clock;

export function providersOf(
  { crm, accounting, signature }: Accounts,
  clockOf: ClockOf,
  fetch: typeof globalThis.fetch,
): Providers {
  return {
    crm: crm && hubspot(crm, clockOf('crm'), fetch),
    accounting: accounting && fortnox(accounting, clockOf('accounting'), fetch),
    signature: signature && signatureOf(signature, clockOf('signature'), fetch),
  };
}

/** The adapter of an e-signature account. */
export function signatureOf(
  account: SignatureAccount,
  clock: Clock,
  fetch: typeof globalThis.fetch,
): Signature {
  switch (account.provider) {
    case 'scrive':
      return scrive(account, clock, fetch);
    case 'standard':
      return standardSignature(account, clock, fetch);
    default:
      return account satisfies never;
  }
}
