/** An offer follows its newest agreement. */
import type { Agreement, OfferState } from '../../../schemas/types.ts';
import { isFinal } from '../rules/agreement.ts';
import { agreementOf, type StoredAgreement } from '../store/agreements.ts';
import type { Change } from '../store/store.ts';

type Followed = 'out_for_signature' | 'signed' | 'revoked';

/** The states from which an offer may move to each state. An offer that was changed or invoiced since is not moved. */
const LEAVES: Record<Followed, string> = {
  out_for_signature: `'revoked'`,
  revoked: `'out_for_signature'`,
  signed: `'out_for_signature', 'revoked'`,
};

/** Moves the offer to the state of its agreement: signed, out for signature, or revoked, when it can be changed again. */
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

/** Whether an agreement was signed after its offer was changed or sent again. A person has to look at that. */
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
