/** An offer is locked while it is invoiced, and unlocked for corrections if the invoice is refused. */
import type { OfferInvoice } from '../../../schemas/types.ts';
import { pendingInvoice } from '../rules/invoice.ts';
import { agreementOf } from '../store/agreements.ts';
import { readOffer, type StoredOffer, setOfferState } from '../store/offers.ts';
import type { Change } from '../store/store.ts';
import { NeedsAttention, type TaskRun } from '../store/tasks.ts';
import type { SyncDeps } from './sync-deps.ts';

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
