/** Polls an invoice until it is paid: the accounting system sends no events. */

import type { SyncDeps } from '../deps.ts';
import { readLink } from '../store/links.ts';
import { readOffer, setOfferState } from '../store/offers.ts';
import type { Handler } from '../store/tasks.ts';
import { changeOffer } from './offer-state.ts';

/** Time between two reads of an invoice. */
export const WATCH_MS = 6 * 3_600_000;

/** The handler of `invoice.watch`. Its subject is the offer. */
export function invoiceWatch(deps: SyncDeps): Handler {
  return async (run) => {
    const organisation = deps.organisation(run.org);
    const account = organisation?.accounting;
    const accounting = organisation && deps.providers(organisation).accounting;
    const db = deps.store.of(run.org);
    const offer = await readOffer(db, run.subject);
    if (!account || !accounting || !offer?.invoice || offer.invoice.paid_on) return undefined;
    const number = await readLink(db, 'invoice', offer.id, account.provider);
    // invoice.create enqueues this task when the invoice is there.
    if (number === null || offer.state !== 'invoiced') return undefined;
    const { paidOn, isCancelled } = await accounting.readInvoice(number);
    if (isCancelled) return undefined;
    if (paidOn === null) return { againInMs: WATCH_MS };
    await changeOffer({ run, deps, offer }, async (change, now) => {
      if (now.invoice === null) return;
      const invoice = { ...now.invoice, number, paid_on: paidOn };
      await setOfferState(change, { ...now, invoice });
    });
    return undefined;
  };
}
