/** Offers with their tasks, as the API leaves them in the store. */
import { pdf } from '../demo/fakes/fake-agreement.ts';
import { draftAgreement, type NewSignee } from '../mapping/merge-agreement.ts';
import type { OfferBody } from '../mapping/row-totals.ts';
import { agreementContext, putAgreement, putDocument } from '../store/agreements.ts';
import { applicantsContext, putOffer } from '../store/offers.ts';
import type { Sealer } from '../store/seal.ts';
import type { Change } from '../store/store.ts';
import { enqueueTask } from '../store/task.ts';
import { NUMBERS, OFFER } from './bodies.ts';
import { ORG } from './organisation.ts';

export const OFFER_BODY: OfferBody = {
  ...OFFER,
  turnkey: true,
  claim_reduction: true,
  split: { mode: 'per_started_cap' },
  applicants: [
    {
      name: 'Anna Ek',
      has_personal_number: true,
      allowance_sek: 50_000,
      property_designation: 'Hede 1:2',
    },
    { name: 'Bo Ek', has_personal_number: true, allowance_sek: 50_000 },
  ],
};

const SIGNEES: NewSignee[] = [
  { id: 's-1', name: 'Anna Ek', email: 'anna@example.com', method: 'bankid' },
  { id: 's-2', name: 'Bo Ek', email: 'bo@example.com', method: 'standard' },
];

/** Stores an offer to be invoiced. */
export async function keepInvoiced(
  change: Change,
  sealer: Sealer,
  id: string,
  body: OfferBody,
): Promise<void> {
  await putOffer(change, {
    id,
    slug: `slug-${id}`,
    body,
    sealed: sealer.seal(JSON.stringify(NUMBERS), applicantsContext(ORG, id)),
    state: 'invoiced',
    version: 1,
    invoice: { state: 'pending', number: null, error: null },
  });
  await enqueueTask(change, 'invoice.create', id);
}

/** Stores an agreement whose offer, of the id `o-` and the agreement's, is out for signature. */
export async function keepOrdered(
  change: Change,
  sealer: Sealer,
  id: string,
  createdAt: string,
  personalNumbers: readonly (string | null)[] = [],
): Promise<void> {
  const offerId = `o-${id}`;
  await putOffer(change, {
    id: offerId,
    slug: `slug-${id}`,
    body: { ...OFFER_BODY, title: 'Solceller, Storgatan 1' },
    sealed: null,
    state: 'out_for_signature',
    version: 1,
    invoice: null,
  });
  const document = { offerId, agreementId: null, kind: 'agreement' as const };
  await putDocument(change, { ...document, content: pdf('agreement'), createdAt });
  const sealed = sealer.seal(JSON.stringify(personalNumbers), agreementContext(ORG, id));
  await putAgreement(change, {
    offerId,
    agreement: draftAgreement(id, createdAt, SIGNEES),
    sealed,
  });
}
