/** The offer that a lead has become, for the page of its proposal in the public process. */
import { Router } from 'express';
import type { GlancedOffer, OfferGlance } from '../../../schemas/types.ts';
import { isObject } from '../../http/body-part.ts';
import { bodyBudget } from '../../http/guards/body-budget.ts';
import { allowOnly } from '../../http/http-error.ts';
import { bodyReader } from '../../http/read-body.ts';
import { notFound } from '../errors.ts';
import type { Organisation } from '../organisations/organisations.ts';
import type { IntegrationsParts } from '../parts.ts';
import { offersOf } from '../store/offers.ts';
import { findProspects } from '../store/prospects.ts';
import { findSignees } from './accept-offer.ts';
import { offerAnswer } from './offer-answer.ts';
import { findSigning, isOver } from './offer-signing.ts';
import { invalid } from './request-values.ts';
import { verifyHook } from './signed-hook.ts';

const MAX_BODY_BYTES = 1024;
const BODY_LIMITS = { nodeBytes: 64 * MAX_BODY_BYTES, addressBytes: 64 * MAX_BODY_BYTES };
const REFERENCE = /^[A-Za-z0-9_-]{1,40}$/;

/** Answers whoever has the secret that leads are signed with. It changes nothing, so a call may come twice. */
export function offerGlanceRoutes(parts: IntegrationsParts): Router {
  const router = Router();
  router
    .route('/integrations/hooks/offers/:org')
    .post(bodyReader(bodyBudget(BODY_LIMITS), MAX_BODY_BYTES), async (request, response) => {
      const organisation = parts.organisations.current.find(({ id }) => id === request.params.org);
      if (!organisation?.isActive || organisation.leadSecrets.length === 0) throw notFound('hook');
      const { json } = verifyHook(request.body, request.headers, organisation.leadSecrets);
      const reference = isObject(json) ? json.reference : undefined;
      if (typeof reference !== 'string' || !REFERENCE.test(reference)) {
        throw invalid('reference', 'is none, expected that of a lead');
      }
      const offer = await newestOffer(parts, organisation, reference);
      response.json({ offer } satisfies OfferGlance);
    })
    .all(allowOnly('POST'));
  return router;
}

/** The offer of the lead's prospect that was changed last and can still be seen. Null if there is none. */
async function newestOffer(
  { store, baseUrl, now }: IntegrationsParts,
  organisation: Organisation,
  reference: string,
): Promise<GlancedOffer | null> {
  const db = store.of(organisation.id);
  const [found] = await findProspects(db, { reference }, 0, 1);
  if (!found) return null;
  const offers = await offersOf(db, found.prospect.id);
  const seen = offers.filter(({ body }) => !isOver(body.valid_until, now()));
  const [offer] = seen.sort((a, b) => b.seq - a.seq);
  if (!offer) return null;
  const answer = await offerAnswer(db, offer, baseUrl);
  const { number, title, total_ore, to_pay_ore, public_url: url } = answer;
  const can_accept = (await findSignees(db, organisation, offer, now())) !== null;
  const chance = { canAccept: can_accept, now: now() };
  const { state, signed, all } = await findSigning(db, organisation, answer, chance);
  return { number, title, state, signed, signees: all, can_accept, total_ore, to_pay_ore, url };
}
