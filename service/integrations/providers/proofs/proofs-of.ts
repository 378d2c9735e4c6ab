/** The proofs of an organisation's accounts. */
import type { Signature } from '../../ports.ts';
import type { AccountingAccount, Accounts, CrmAccount } from '../account.ts';
import type { Clock } from '../call-window.ts';
import { fortnoxProof } from './fortnox-proof.ts';
import { hubspotProof } from './hubspot-proof.ts';
import type { AccountingProof, CrmProof, Proofs } from './proof.ts';
import { scriveProof } from './scrive-proof.ts';
import { standardAccountingProof } from './standard-accounting-proof.ts';
import { standardSignatureProof } from './standard-signature-proof.ts';
import { trytonProof } from './tryton-proof.ts';

/** @param clockOf the clock of each port, with the window of its calls */
export function proofsOf(
  { crm, accounting, signature }: Accounts,
  ports: { signature: Signature | null },
  clockOf: (port: keyof Proofs) => Clock,
  fetch = globalThis.fetch,
): Proofs {
  return {
    crm: crm && crmProof(crm, clockOf('crm'), fetch),
    accounting: accounting && accountingProof(accounting, clockOf('accounting'), fetch),
    signature:
      signature?.provider === 'scrive'
        ? scriveProof(signature, clockOf('signature'), fetch)
        : ports.signature && standardSignatureProof(ports.signature),
  };
}

function accountingProof(
  account: AccountingAccount,
  clock: Clock,
  fetch: typeof globalThis.fetch,
): AccountingProof {
  if (account.provider === 'fortnox') return fortnoxProof(account, clock, fetch);
  return standardAccountingProof(account, clock, fetch);
}

function crmProof(account: CrmAccount, clock: Clock, fetch: typeof globalThis.fetch): CrmProof {
  if (account.provider === 'hubspot') return hubspotProof(account, clock, fetch);
  return trytonProof(account, clock, fetch);
}
