/** An offer follows its newest agreement. */
import type { Agreement, OfferState } from '../../../schemas/types.ts';
import { isFinal } from '../rules/agreement.ts';
import { agreementOf, type StoredAgreement } from '../store/agreements.ts';
import type { Change } from '../store/store.ts';

type Followed = 'out_for_signature' | 'signed' | 'revoked';

/** The states that an offer may leave for another: one that was changed, or invoiced, since stays as it is. */
const LEAVES: Record<Followed, string> = {
  out_for_signature: `'revoked'`,
  revoked: `'out_for_signature'`,
  signed: `'out_for_signature', 'revoked'`,
};

/**
 * Moves the offer where its agreement has moved: signed, or, when that ends otherwise, to where it may be
 * changed and sent again. And back while nobody has.
 */
export async function moveOffer(
  change: Change,
  { offerId, agreement: before }: StoredAgreement,
  agreement: Agreement,
): Promise<void> {
  const state = stateOf(agreement);
  if (state === stateOf(before) || !(await isNewest(change, offerId, agreement))) return;
  await change.query(
    `update offer set state = $3 where org = $1 and id = $2 and state in (${LEAVES[state]})`,
    offerId,
    state,
  );
}

/** Whether it was signed although its offer is missing on without it, which a person has to know. */
export async function signedAfterOfferChanged(
  change: Change,
  offerId: string,
  agreement: Agreement,
): Promise<boolean> {
  if (agreement.state !== 'completed') return false;
  const [offer] = await change.query<{ state: OfferState }>(
    'select state from offer where org = $1 and id = $2',
    offerId,
  );
  const isItsOwn = offer?.state === 'signed' || offer?.state === 'invoiced';
  return !isItsOwn || !(await isNewest(change, offerId, agreement));
}

async function isNewest(change: Change, offerId: string, { id }: Agreement): Promise<boolean> {
  return (await agreementOf(change, offerId))?.agreement.id === id;
}

function stateOf(agreement: Agreement): Followed {
  if (agreement.state === 'completed') return 'signed';
  return isFinal(agreement) ? 'revoked' : 'out_for_signature';
}
