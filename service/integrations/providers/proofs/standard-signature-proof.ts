/** A proof of a bridge of the contract "standard", which sends an agreement as soon as it is created. */
import type { Signature } from '../../ports.ts';
import { findingOf } from './finding.ts';
import { type FixTable, fixIn } from './fix-table.ts';
import type { SignatureProof } from './proof.ts';

const FIXES: FixTable = {
  unauthorized: { field: 'signature.token', fix: 'Compare signature.token with the bridge’s.' },
};

/** The proof of one organisation's bridge. */
export function standardSignatureProof(signature: Pick<Signature, 'check'>): SignatureProof {
  return {
    inspect: async () => [await findingOf(FIXES, 'reads the webhooks', () => signature.check())],
    fixOf: (error) => fixIn(FIXES, error),
    draft: null,
    questions: () => [],
  };
}
