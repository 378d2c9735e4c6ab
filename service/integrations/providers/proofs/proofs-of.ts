/** The proofs of an organisation's accounts. */
import type { Signature } from '../../ports.ts';
import type { Accounts, SignatureAccount } from '../account.ts';
import type { Clock } from '../call-window.ts';
import { fortnoxProof } from './fortnox-proof.ts';
import { hubspotProof } from './hubspot-proof.ts';
import type { Proofs, SignatureProof } from './proof.ts';
import { scriveProof } from './scrive-proof.ts';
import { standardSignatureProof } from './standard-signature-proof.ts';

/** @param clockOf the clock of each port, with the window of its calls */
export function proofsOf(
  { crm, accounting, signature }: Accounts,
  ports: { signature: Signature | null },
  clockOf: (port: keyof Proofs) => Clock,
  fetch = globalThis.fetch,
): Proofs {
  return {
    crm: crm && hubspotProof(crm, clockOf('crm'), fetch),
    accounting: accounting && fortnoxProof(accounting, clockOf('accounting'), fetch),
    signature:
      signature &&
      ports.signature &&
      signatureProof(signature, ports.signature, clockOf('signature'), fetch),
  };
}

function signatureProof(
  account: SignatureAccount,
  signature: Signature,
  clock: Clock,
  fetch: typeof globalThis.fetch,
): SignatureProof {
  switch (account.provider) {
    case 'scrive':
      return scriveProof(account, clock, fetch);
    case 'standard':
      return standardSignatureProof(signature);
    default:
      return account satisfies never;
  }
}
