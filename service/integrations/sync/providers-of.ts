import type { CrmAccount, Organisation, SignatureAccount } from '../organisations/organisations.ts';
import type { Accounting, Crm, Signature } from '../ports.ts';
import type { Clock } from '../providers/call-window.ts';
import { fortnox } from '../providers/fortnox.ts';
import { hubspot } from '../providers/hubspot.ts';
import { scrive } from '../providers/scrive.ts';
import { standardSignature } from '../providers/standard-signature.ts';
import { tryton } from '../providers/tryton.ts';

/** The adapters of an organisation. Null if it has not configured one. */
export interface Providers {
  crm: Crm | null;
  accounting: Accounting | null;
  signature: Signature | null;
}

/**
 * The providers of organisations, created once each: an adapter counts its calls and holds its token. An
 * organisation that was read again has new ones.
 */
export function providersSource(
  clock: Clock,
  fetch = globalThis.fetch,
): (organisation: Organisation) => Providers {
  const made = new WeakMap<Organisation, Providers>();
  return (organisation) => {
    const providers = made.get(organisation) ?? providersOf(organisation, clock, fetch);
    made.set(organisation, providers);
    return providers;
  };
}

function providersOf(
  { crm, accounting, signature }: Organisation,
  clock: Clock,
  fetch: typeof globalThis.fetch,
): Providers {
  return {
    crm: crm && crmOf(crm, clock, fetch),
    accounting: accounting && fortnox(accounting, clock, fetch),
    signature: signature && signatureOf(signature, clock, fetch),
  };
}

function crmOf(account: CrmAccount, clock: Clock, fetch: typeof globalThis.fetch): Crm {
  if (account.provider === 'hubspot') return hubspot(account, clock, fetch);
  return tryton(account, clock, fetch);
}

function signatureOf(account: SignatureAccount, clock: Clock, fetch: typeof globalThis.fetch) {
  if (account.provider === 'scrive') return scrive(account, clock, fetch);
  return standardSignature(account, clock, fetch);
}
