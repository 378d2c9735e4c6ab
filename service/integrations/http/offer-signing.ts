/** Whether an offer is still shown, and how far signing is. */
import type { Offer } from '../../../schemas/types.ts';
import type { OfferContent } from '../../pages/views/contract.ts';

const DAY_MS = 86_400_000;
/** Days after its last day of validity in which an offer can still be seen. */
const KEPT_DAYS = 30;

/** Whether an offer is shown no more. */
export function isOver(validUntil: string, now: Date): boolean {
  return now.getTime() > Date.parse(validUntil) + (KEPT_DAYS + 1) * DAY_MS;
}

/** How far signing is, and how many of how many have signed. */
export function signingOf({
  state,
  agreement,
}: Pick<Offer, 'state' | 'agreement'>): OfferContent['signing'] {
  const signees = agreement?.signees ?? [];
  const signed = signees.filter(({ status }) => status === 'signed').length;
  return { state: signingState(state, agreement), signed, all: signees.length };
}

/** How far signing is: the agreement knows more than the offer of what has not left yet, or has ended. */
function signingState(
  state: Offer['state'],
  agreement: Offer['agreement'],
): OfferContent['signing']['state'] {
  if (state === 'out_for_signature')
    return agreement?.state === 'draft' ? 'sending' : 'outForSignature';
  if (state !== 'revoked') return state;
  if (agreement?.state === 'failed') return 'failed';
  return agreement?.signees.some(({ status }) => status === 'declined') ? 'declined' : 'revoked';
}
