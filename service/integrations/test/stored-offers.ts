/** Offers with their tasks, as the API leaves them in the store. */

import assert from 'node:assert/strict';
import { draftAgreement, type NewSignee } from '../rules/agreement.ts';
import { pendingInvoice } from '../rules/invoice.ts';
import type { OfferBody } from '../rules/reduction.ts';
import { putAgreement } from '../store/agreements.ts';
import { putDocument } from '../store/documents.ts';
import { putOffer, readOffer, type StoredOffer, setOfferState } from '../store/offers.ts';
import { putProspect, readProspect } from '../store/prospects.ts';
import type { Change, Store } from '../store/store.ts';
import { enqueueTask } from '../store/tasks.ts';
import { NUMBERS, OFFER, PROSPECT } from './bodies.ts';
import { pdf } from './fakes/agreement.ts';

const ADULT = { has_personal_number: true, allowance_sek: 50_000 };

export const OFFER_BODY: OfferBody = {
  ...OFFER,
  turnkey: true,
  claim_reduction: true,
  split: { mode: 'per_started_cap' },
  applicants: [
    { ...ADULT, name: 'Anna Ek', property_designation: 'Hede 1:2' },
    { ...ADULT, name: 'Bo Ek' },
  ],
};

const SIGNEES: NewSignee[] = [
  { id: 's-1', name: 'Anna Ek', email: 'anna@example.com', method: 'bankid' },
  { id: 's-2', name: 'Bo Ek', email: 'bo@example.com', method: 'standard' },
];

/** Changes the state of a stored offer, as a task does. */
export async function moveOffer(
  store: Store,
  org: string,
  id: string,
  more: Partial<Pick<StoredOffer, 'state' | 'invoice'>>,
): Promise<void> {
  await store.change(org, async (change) => {
    const offer = (await readOffer(change, id)) ?? assert.fail(`no ${id}`);
    await setOfferState(change, { ...offer, ...more });
  });
}

/** Stores an offer to be invoiced, and its prospect if that is not there. */
export async function keepInvoiced(change: Change, id: string, body: OfferBody): Promise<void> {
  await keepProspectOf(change, body);
  await putOffer(change, { id, slug: `slug-${id}`, body, personalNumbers: NUMBERS, version: 1 });
  const invoice = pendingInvoice(null);
  await setOfferState(change, { id, state: 'invoiced', invoice, invoicedVersion: null });
  await enqueueTask(change, 'invoice.create', id);
}

/** Stores an agreement whose offer, of the id `o-` and the agreement's, is out for signature. */
export async function keepOrdered(
  change: Change,
  id: string,
  createdAt: string,
  personalNumbers: readonly (string | null)[] = [],
): Promise<void> {
  const offerId = `o-${id}`;
  const body = { ...OFFER_BODY, title: 'Solceller, Storgatan 1' };
  await keepProspectOf(change, body);
  await putOffer(change, {
    id: offerId,
    slug: `slug-${id}`,
    body,
    personalNumbers: [],
    version: 1,
  });
  const state = 'out_for_signature';
  await setOfferState(change, { id: offerId, state, invoice: null, invoicedVersion: null });
  const document = { offerId, agreementId: null, kind: 'agreement' as const };
  await putDocument(change, { ...document, content: pdf('agreement'), createdAt });
  await putAgreement(change, offerId, draftAgreement(id, createdAt, SIGNEES), personalNumbers);
}

async function keepProspectOf(change: Change, { prospect_id: id }: OfferBody): Promise<void> {
  if ((await readProspect(change, id)) !== null) return;
  await putProspect(change, { id, request: PROSPECT, source: 'api', hasCrm: false });
}
