import type { Agreement, AgreementSignee } from '../../../schemas/types.ts';

/** A signee who has done nothing yet. */
export type NewSignee = Pick<AgreementSignee, 'id' | 'name' | 'email' | 'phone' | 'method'>;

/**
 * An agreement before it goes out.
 * @param createdAt ISO UTC
 */
export function draftAgreement(
  id: string,
  createdAt: string,
  signees: readonly NewSignee[],
): Agreement {
  return {
    id,
    state: 'draft',
    reason: null,
    created_at: createdAt,
    sent_at: null,
    completed_at: null,
    revoked_at: null,
    deleted_at: null,
    signees: signees.map((signee) => ({
      ...signee,
      status: 'pending',
      opened_at: null,
      signed_at: null,
      signed_at_source: null,
    })),
  };
}
