/** The agreement of an offer: its document, sending it, revoking it, and its signed document. */

import { randomBytes } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { validator } from '../../../schemas/checks/validate.ts';
import type {
  Agreement,
  AgreementDocument,
  AgreementRequest,
  AgreementRequestSignee,
} from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import type { Deps } from '../deps.ts';
import { IntegrationsError, notFound } from '../errors.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { draftAgreement, isFinal, type NewSignee } from '../rules/agreement.ts';
import { personalNumberOf } from '../rules/identity-numbers.ts';
import { agreementOf, putAgreement, type StoredAgreement } from '../store/agreements.ts';
import { documentsOf, markSent, putDocument, readDocument } from '../store/documents.ts';
import { readOffer, type StoredOffer, setOfferState } from '../store/offers.ts';
import type { Change, OwnStatements } from '../store/store.ts';
import { enqueueTask } from '../store/tasks.ts';
import { organisationOf } from './access.ts';
import { checkedBody, checkedId, invalid, pathId } from './request-values.ts';

const checkAgreement = validator('integrations/agreement-request.schema.json');
const PDF = Buffer.from('%PDF-');

/**
 * @param readBody reads small bodies
 * @param readPdf reads documents
 */
export function agreementRoutes(
  deps: Deps,
  readBody: RequestHandler,
  readPdf: RequestHandler,
): Router {
  const { store, now } = deps;
  const router = Router();

  router
    .route('/offers/:id/agreement/document')
    .put(readPdf, async (request, response) => {
      const id = pathId(request, 'offer');
      const content: Buffer = request.body;
      if (!content.subarray(0, PDF.length).equals(PDF)) {
        throw invalid('', 'is not a PDF, expected one that begins with %PDF-');
      }
      const createdAt = now().toISOString();
      const document = await store.change(organisationOf(response).id, async (change) => {
        const offer = await requireOffer(change, id);
        refuseLocked(offer);
        return putDocument(change, {
          offerId: id,
          agreementId: null,
          kind: 'agreement',
          content,
          createdAt,
        });
      });
      response.json(document satisfies AgreementDocument);
    })
    .all(allowOnly('PUT'));

  router
    .route('/offers/:id/agreement')
    .get(async (request, response) => {
      const db = store.of(organisationOf(response).id);
      const offer = await requireOffer(db, pathId(request, 'offer'));
      response.json((await requireAgreement(db, offer.id)).agreement satisfies Agreement);
    })
    .post(readBody, async (request, response) => {
      const { signees } = checkedBody(request, checkAgreement);
      const checked = checkSignees(signees);
      const id = pathId(request, 'offer');
      const agreement = await sendOffer(deps, organisationOf(response), id, checked);
      response.status(202).json(agreement);
    })
    .all(allowOnly('GET, HEAD, POST'));

  router
    .route('/offers/:id/agreement/revoke')
    .post(async (request, response) => {
      const id = pathId(request, 'offer');
      const agreement = await store.change(organisationOf(response).id, async (change) => {
        const stored = await requireAgreement(change, (await requireOffer(change, id)).id);
        refuseFinal(stored.agreement);
        await enqueueTask(change, 'sign.revoke', stored.agreement.id);
        return stored.agreement;
      });
      response.status(202).json(agreement);
    })
    .all(allowOnly('POST'));

  router
    .route('/offers/:id/documents/:document')
    .get(async (request, response) => {
      const db = store.of(organisationOf(response).id);
      const documentId = pathId(request, 'document', 'document');
      const pdf = await readDocument(db, pathId(request, 'offer'), documentId);
      if (pdf === null) throw notFound('document');
      response.setHeader('Content-Disposition', `attachment; filename="${documentId}.pdf"`);
      response.type('application/pdf').send(pdf);
    })
    .all(allowOnly('GET, HEAD'));

  return router;
}

async function requireOffer(db: OwnStatements, id: string): Promise<StoredOffer> {
  const offer = await readOffer(db, id);
  if (offer === null) throw notFound('offer');
  return offer;
}

async function requireAgreement(db: OwnStatements, offerId: string): Promise<StoredAgreement> {
  const stored = await agreementOf(db, offerId);
  if (stored === null) throw notFound('agreement');
  return stored;
}

function refuseLocked({ state }: StoredOffer): void {
  if (state === 'draft' || state === 'revoked') return;
  const message = `The offer is ${state.replaceAll('_', ' ')}: what is signed cannot be changed.`;
  throw new IntegrationsError('conflict', message);
}

function refuseFinal(agreement: Agreement): void {
  if (!isFinal(agreement)) return;
  const message = `The agreement is ${agreement.state.replaceAll('_', ' ')} and cannot be revoked.`;
  throw new IntegrationsError('conflict', message);
}

function checkSignees(signees: AgreementRequest['signees']): Signees {
  const ids = signees.map(({ id }, i) => checkedId(`signees[${i}].id`, id));
  const twice = ids.findIndex((id, i) => ids.indexOf(id) < i);
  if (twice >= 0)
    throw invalid(`signees[${twice}].id`, 'is the id of another signee, expected a different id');
  return {
    signees: signees.map(({ personal_number, email, ...signee }) => ({
      ...signee,
      email: email.toLowerCase(),
    })),
    personalNumbers: signees.map(numberOf),
  };
}

function numberOf({ personal_number }: AgreementRequestSignee, i: number): string | null {
  if (personal_number === undefined) return null;
  const digits = personalNumberOf(personal_number);
  if (digits !== null) return digits;
  throw invalid(`signees[${i}].personal_number`, 'is not a Swedish personal number');
}

/** Sends an offer for signature. While it is out, a repeat returns the same agreement. */
async function sendOffer(
  { store, now }: Deps,
  { id: org, signature }: Organisation,
  offerId: string,
  checked: Signees,
): Promise<Agreement> {
  return store.change(org, async (change) => {
    const offer = await requireOffer(change, offerId);
    if (offer.state === 'out_for_signature')
      return requireSameSignees(change, offerId, checked.signees);
    refuseLocked(offer);
    if (signature === null) {
      const message = 'The organisation has no e-signature service in its file.';
      throw new IntegrationsError('provider_not_configured', message);
    }
    const documents = await documentsOf(change, offerId);
    if (!documents.some(({ kind }) => kind === 'agreement')) {
      const message =
        'The offer has no document to sign: PUT /offers/{id}/agreement/document first.';
      throw new IntegrationsError('conflict', message);
    }
    return sendOut(change, offer, checked, now());
  });
}

async function requireSameSignees(
  change: Change,
  offerId: string,
  signees: readonly NewSignee[],
): Promise<Agreement> {
  const { agreement } = await requireAgreement(change, offerId);
  const ids = (all: readonly NewSignee[]) => all.map(({ id, email }) => `${id} ${email}`).join();
  if (ids(agreement.signees) === ids(signees)) return agreement;
  const message = 'The offer is out for signature with other signees. Revoke the agreement first.';
  throw new IntegrationsError('conflict', message);
}

const ID_BYTES = 12;

/** The signees and, in the same order, their personal numbers of twelve digits. Null if unknown. */
interface Signees {
  signees: NewSignee[];
  personalNumbers: (string | null)[];
}

/** Sends an offer for signature within a change. A task does the rest. @returns its agreement */
async function sendOut(
  change: Change,
  offer: StoredOffer,
  { signees, personalNumbers }: Signees,
  now: Date,
): Promise<Agreement> {
  const id = `ag_${randomBytes(ID_BYTES).toString('base64url')}`;
  const agreement = draftAgreement(id, now.toISOString(), signees);
  await setOfferState(change, { ...offer, state: 'out_for_signature' });
  await putAgreement(change, offer.id, agreement, personalNumbers);
  await markSent(change, offer.id, id);
  await enqueueTask(change, 'sign.send', id);
  return agreement;
}
