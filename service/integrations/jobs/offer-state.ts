/** The state of an offer: locked while it is invoiced, unlocked if that is refused, moved with its agreement. */
import type { Agreement, OfferInvoice, OfferState } from '../../../schemas/types.ts';
import type { SyncDeps } from '../deps.ts';
import { isFinal } from '../rules/agreement.ts';
import { pendingInvoice } from '../rules/invoice.ts';
import { agreementOf, type StoredAgreement } from '../store/agreements.ts';
import { readOffer, type StoredOffer, setOfferState } from '../store/offers.ts';
import type { Change } from '../store/store.ts';
import { NeedsAttention, type TaskRun } from '../store/tasks.ts';

interface OfferAtWork {
  run: TaskRun;
  deps: SyncDeps;
  offer: StoredOffer;
}

/**
 * Reads the offer of a task. An offer whose invoice was refused is locked again.
 * @returns null if it was erased, or is not to be invoiced
 */
export async function lockedOffer(deps: SyncDeps, run: TaskRun): Promise<StoredOffer | null> {
  const found = await readOffer(deps.store.of(run.org), run.subject);
  if (found === null || found.state === 'invoiced') return found;
  return deps.store.change(run.org, async (change) => {
    const offer = await readOffer(change, run.subject);
    if (offer === null || offer.state === 'invoiced') return offer;
    const isUnlocked = offer.state === 'signed' || offer.state === 'draft';
    if (!isUnlocked || offer.invoice?.state !== 'failed') return null;
    const invoice = pendingInvoice(offer.invoice);
    const locked: StoredOffer = { ...offer, state: 'invoiced', invoice };
    await setOfferState(change, locked);
    return locked;
  });
}

/** Unlocks an offer for corrections: it gets the state that it had before. */
export async function unlockOffer(
  work: OfferAtWork,
  refused: Partial<OfferInvoice>,
): Promise<void> {
  await changeOffer(work, async (change, now) => {
    const agreement = await agreementOf(change, now.id);
    const state = agreement?.agreement.state === 'completed' ? 'signed' : 'draft';
    const invoice = { ...pendingInvoice(now.invoice), ...refused };
    await setOfferState(change, { ...now, state, invoice });
  });
}

/** Changes data of the offer. @throws NeedsAttention if it was erased */
export async function changeOffer(
  { run, deps, offer }: OfferAtWork,
  store: (change: Change, offer: StoredOffer) => Promise<void>,
): Promise<void> {
  await deps.store.change(run.org, async (change) => {
    const now = await readOffer(change, offer.id);
    if (now === null) throw new NeedsAttention('The offer has been erased.');
    await store(change, now);
  });
}

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
