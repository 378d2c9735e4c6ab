import { randomBytes } from 'node:crypto';
import type { Agreement } from '../../../schemas/types.ts';
import { draftAgreement, type NewSignee } from '../rules/agreement.ts';
import { putAgreement } from '../store/agreements.ts';
import { markSent } from '../store/documents.ts';
import { type StoredOffer, setOfferState } from '../store/offers.ts';
import type { Change } from '../store/store.ts';
import { enqueueTask } from '../store/tasks.ts';

const ID_BYTES = 12;

/** Who signs, and the personal numbers of these, twelve digits each, in their order. Null if unknown. */
export interface Signees {
  signees: NewSignee[];
  personalNumbers: (string | null)[];
}

/** Sends an offer out to be signed, with the change that it is part of: the rest is a task's. @returns its agreement */
export async function sendOut(
  change: Change,
  offer: StoredOffer,
  { signees, personalNumbers }: Signees,
  now: Date,
): Promise<Agreement> {
  const id = `ag_${randomBytes(ID_BYTES).toString('base64url')}`;
  const agreement = draftAgreement(id, now.toISOString(), signees);
  await setOfferState(change, { ...offer, state: 'out_for_signature' });
  await putAgreement(change, offer.id, agreement, personalNumbers);
  await markSent(change, offer.id, id);
  await enqueueTask(change, 'sign.send', id);
  return agreement;
}
