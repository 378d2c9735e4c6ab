/** An offer is frozen while its invoice is made, and open to be corrected once that was refused. */
import type { OfferInvoice } from '../../../schemas/types.ts';
import { pendingInvoice } from '../rules/invoice.ts';
import { agreementOf } from '../store/agreements.ts';
import { readOffer, type StoredOffer, setOfferState } from '../store/offers.ts';
import type { Change } from '../store/store.ts';
import { NeedsAttention, type TaskRun } from '../store/tasks.ts';
import type { SyncDeps } from './sync-deps.ts';

/** An offer at work. */
interface OfferAtWork {
  run: TaskRun;
  deps: SyncDeps;
  offer: StoredOffer;
}

/**
 * The offer of a task, frozen: one whose invoice was refused is frozen again when its task is tried again.
 * @returns null if it was erased, or is not to be invoiced
 */
export async function lockedOffer(deps: SyncDeps, run: TaskRun): Promise<StoredOffer | null> {
  const found = await readOffer(deps.store.of(run.org), run.subject);
  if (found === null || found.state === 'invoiced') return found;
  return deps.store.change(run.org, async (change) => {
    const offer = await readOffer(change, run.subject);
    if (offer === null || offer.state === 'invoiced') return offer;
    const isThawed = offer.state === 'signed' || offer.state === 'draft';
    if (!isThawed || offer.invoice?.state !== 'failed') return null;
    const invoice = pendingInvoice(offer.invoice);
    const frozen: StoredOffer = { ...offer, state: 'invoiced', invoice };
    await setOfferState(change, frozen);
    return frozen;
  });
}

/** Opens an offer to be corrected: it is again what it was before its invoice was asked for. */
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

/** Changes what belongs to the offer. @throws NeedsAttention when it was erased: nothing of it comes back */
export async function changeOffer(
  { run, deps, offer }: OfferAtWork,
  store: (change: Change, offer: StoredOffer) => Promise<void>,
): Promise<void> {
  await deps.store.change(run.org, async (change) => {
    const now = await readOffer(change, offer.id);
    if (now === null) throw new NeedsAttention('The offer was erased meanwhile.');
    await store(change, now);
  });
}
