/** Offers: stored, read, polled, invoiced. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type RequestHandler, type Response, Router } from 'express';
import { sumOf } from '#engine/deduction/rates.ts';
import { swedishDay } from '#engine/swedish-day.ts';
import type {
  InvoiceState,
  Offer,
  OfferList,
  OfferState,
  Prospect,
} from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import type { Deps } from '../deps.ts';
import { IntegrationsError, notFound } from '../errors.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { customerOf, partsWithoutNumber, pendingInvoice } from '../rules/invoice.ts';
import {
  computeTotalOre,
  type OfferBody,
  paymentDateFault,
  reductionOf,
} from '../rules/reduction.ts';
import { agreementOf } from '../store/agreements.ts';
import { documentsOf } from '../store/documents.ts';
import {
  offersAfter,
  putOffer,
  readOffer,
  type StoredOffer,
  setOfferState,
} from '../store/offers.ts';
import { readProspect } from '../store/prospects.ts';
import type { Change } from '../store/store.ts';
import { enqueueTask } from '../store/tasks.ts';
import { organisationOf } from './access.ts';
import { offerAnswer } from './offer-answer.ts';
import { checkOffer, type SettledOffer, settleOffer } from './offer-request.ts';
import { checkedBody, checkedId, invalid, pathId, wholeNumberOf } from './request-values.ts';

const SLUG_BYTES = 16;
const MOST_AT_A_TIME = 100;

const CAN_CHANGE: Record<OfferState, boolean> = {
  draft: true,
  revoked: true,
  out_for_signature: false,
  signed: false,
  invoiced: false,
};

const CAN_ASK_AGAIN: Record<InvoiceState, boolean> = {
  pending: false,
  created: false,
  attention: true,
  failed: true,
};

/** @param readBody reads small bodies */
export function offerRoutes(deps: Deps, readBody: RequestHandler): Router {
  const { store, baseUrl, now } = deps;
  const router = Router();

  async function answer(response: Response, id: string, status: number): Promise<void> {
    const db = store.of(organisationOf(response).id);
    const offer = await readOffer(db, id);
    if (offer === null) throw notFound('offer');
    response.status(status).json(await offerAnswer(db, offer, baseUrl));
  }

  router
    .route('/offers')
    .get(async (request, response) => {
      const after = wholeNumberOf(request, 'after', 0);
      const db = store.of(organisationOf(response).id);
      const found = await offersAfter(db, after, MOST_AT_A_TIME);
      const offers: Offer[] = [];
      for (const offer of found) offers.push(await offerAnswer(db, offer, baseUrl));
      response.json({ offers, next: found.at(-1)?.seq ?? after } satisfies OfferList);
    })
    .all(allowOnly('GET, HEAD'));

  router
    .route('/offers/:id')
    .get((request, response) => answer(response, pathId(request, 'offer'), 200))
    .put(readBody, async (request, response) => {
      const organisation = organisationOf(response);
      const id = checkedId('id', request.params.id);
      const today = swedishDay(now());
      const input = settleOffer(checkedBody(request, checkOffer), organisation, today);
      const isNew = await storeOffer(deps, organisation, id, input);
      await answer(response, id, isNew ? 201 : 200);
    })
    .all(allowOnly('GET, HEAD, PUT'));

  router
    .route('/offers/:id/invoice')
    .post(async (request, response) => {
      const id = pathId(request, 'offer');
      await askForInvoice(deps, organisationOf(response), id);
      await answer(response, id, 202);
    })
    .all(allowOnly('POST'));

  return router;
}

/** Stores an offer that has changed. @returns whether it is new */
async function storeOffer(
  { store }: Deps,
  organisation: Organisation,
  id: string,
  { body, personalNumbers }: SettledOffer,
): Promise<boolean> {
  const slug = randomBytes(SLUG_BYTES).toString('base64url');
  const numbers = personalNumbers.some(Boolean) ? personalNumbers : [];
  return store.change(organisation.id, async (change) => {
    const before = await readOffer(change, id);
    const isSame = before && isDeepStrictEqual(before.body, body);
    if (isSame && isDeepStrictEqual(before.decryptPersonalNumbers(), numbers)) return false;
    if (before) refuseLocked(before, body);
    if ((await readProspect(change, body.prospect_id)) === null) {
      throw invalid('prospect_id', 'is the id of no prospect, expected one that was stored before');
    }
    if (before && before.body.prospect_id !== body.prospect_id) {
      await refuseWithDocuments(change, id);
    }
    await putOffer(change, {
      id,
      slug,
      body,
      personalNumbers,
      version: (before?.version ?? 0) + 1,
      state: before?.state === 'signed' ? 'signed' : 'draft',
    });
    return before === null;
  });
}

/** Rejects another prospect if documents name the first one: they are erased with that one. */
async function refuseWithDocuments(change: Change, id: string): Promise<void> {
  const hasAny = (await documentsOf(change, id)).length > 0;
  if (!hasAny && (await agreementOf(change, id)) === null) return;
  const message = 'The offer has documents of its prospect. Make a new offer for another prospect.';
  throw new IntegrationsError('conflict', message);
}

/** Rejects a change of a locked offer. A signed offer may be corrected if that is needed to invoice it. */
function refuseLocked({ state, body: before, invoice }: StoredOffer, body: OfferBody): void {
  if (CAN_CHANGE[state]) return;
  const isNewDate = isDeepStrictEqual({ ...before, payment_date: body.payment_date }, body);
  const isOpen = state === 'signed' && (isNewDate || invoice?.state === 'failed');
  if (!isOpen) {
    const advice = state === 'out_for_signature' ? ' Revoke the agreement first.' : '';
    const message = `The offer is ${state.replaceAll('_', ' ')} and cannot be changed.${advice}`;
    throw new IntegrationsError('conflict', message);
  }
  if (computeTotalOre(before) === computeTotalOre(body)) return;
  const message =
    'The customer has signed another total. Correct other parts of the offer, or make a new offer.';
  throw new IntegrationsError('conflict', message);
}

/** Enqueues the invoice of an offer, which is then locked. A failed one is retried. */
async function askForInvoice(
  { store, now }: Deps,
  organisation: Organisation,
  id: string,
): Promise<void> {
  await store.change(organisation.id, async (change) => {
    const offer = await readOffer(change, id);
    if (offer === null) throw notFound('offer');
    if (offer.invoice && !CAN_ASK_AGAIN[offer.invoice.state]) return;
    if (offer.state !== 'invoiced') await refuseUninvoiceable(change, organisation, offer, now());
    const invoice = pendingInvoice(offer.invoice);
    await setOfferState(change, { ...offer, state: 'invoiced', invoice });
    await enqueueTask(change, 'invoice.create', id);
  });
}

async function refuseUninvoiceable(
  change: Change,
  { accounting }: Organisation,
  { body, state }: StoredOffer,
  now: Date,
): Promise<void> {
  if (accounting === null) {
    const message = 'The organisation has no accounting system in its file.';
    throw new IntegrationsError('provider_not_configured', message);
  }
  if (state === 'out_for_signature' || (accounting.requiresSignature && CAN_CHANGE[state])) {
    const message = `The offer is ${state.replaceAll('_', ' ')}, expected one that is signed.`;
    throw new IntegrationsError('conflict', message);
  }
  const fault = paymentDateFault(body, swedishDay(now));
  if (fault !== null) {
    throw new IntegrationsError('conflict', `The offer ${fault}.`, 'payment_date');
  }
  const prospect = await readProspect(change, body.prospect_id);
  if (prospect === null || customerOf(prospect.id, prospect, null) === null) {
    const message =
      'The prospect has neither a name nor an e-mail. The customer needs one of them.';
    throw new IntegrationsError('conflict', message);
  }
  refuseReductionOf(prospect, body);
  refuseMissingApplicants(body);
}

/** Rejects a reduction for a company: only persons get one. */
function refuseReductionOf({ company }: Prospect, body: OfferBody): void {
  const reduction = reductionOf(body);
  if (company === undefined || reduction === null || sumOf(reduction.amountsSek) === 0) return;
  const message =
    'The prospect is a company or a housing association, which gets no tax reduction. Set claim_reduction to false.';
  throw new IntegrationsError('conflict', message, 'claim_reduction');
}

/** Rejects a reduction without a personal number for everybody who asks for a part. */
function refuseMissingApplicants(body: OfferBody): void {
  const reduction = reductionOf(body);
  if (reduction === null || sumOf(reduction.amountsSek) === 0) return;
  const [first] = partsWithoutNumber(body, reduction);
  if (reduction.parts.length > 0 && first === undefined) return;
  const who =
    first === undefined
      ? 'nobody who asks for it'
      : `applicant ${first + 1}, who has a part of it, without a personal number`;
  const message = `A tax reduction is due and there is ${who}. Add what is missing, or set claim_reduction to false.`;
  throw new IntegrationsError(
    'applicants_missing',
    message,
    first === undefined ? 'applicants' : `applicants[${first}].personal_number`,
  );
}
