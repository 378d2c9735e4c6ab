/** Prospects: stored, read, erased. */
import { type RequestHandler, Router } from 'express';
import { validator } from '../../../schemas/checks/validate.ts';
import type { ProspectRequest } from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import { IntegrationsError, notFound } from '../errors.ts';
import type { IntegrationsParts } from '../parts.ts';
import { offersOf } from '../store/offers.ts';
import { eraseProspect, putProspect, readProspect } from '../store/prospects.ts';
import { organisationOf } from './access.ts';
import { audited } from './audit.ts';
import { checkedBody, checkedId, pathId } from './request-values.ts';

const check = validator('integrations/prospect-request.schema.json');

/** @param readBody reads small bodies */
export function prospectRoutes(parts: IntegrationsParts, readBody: RequestHandler): Router {
  const { store } = parts;
  const router = Router();
  router
    .route('/prospects/:id')
    .get(async (request, response) => {
      const id = pathId(request, 'prospect');
      const prospect = await readProspect(store.of(organisationOf(response).id), id);
      if (prospect === null) throw notFound('prospect');
      response.json(prospect);
    })
    .put(readBody, async (request, response) => {
      const { id: org, crm } = organisationOf(response);
      const id = checkedId('id', request.params.id);
      const input = withLowerCaseEmail(checkedBody(request, check));
      const kept = await audited(parts, response).store.change(org, async (change) => {
        const prospect = { id, request: input, source: 'api' as const, hasCrm: crm !== null };
        const isNew = await putProspect(change, prospect);
        return { isNew, prospect: await readProspect(change, id) };
      });
      response.status(kept.isNew ? 201 : 200).json(kept.prospect);
    })
    .delete(async (request, response) => {
      const id = pathId(request, 'prospect');
      await audited(parts, response).store.change(organisationOf(response).id, async (change) => {
        if ((await readProspect(change, id)) === null) throw notFound('prospect');
        const offers = await offersOf(change, id);
        if (offers.some(({ state }) => state === 'out_for_signature')) {
          const message =
            'An offer of the prospect is out for signature. Revoke its agreement first.';
          throw new IntegrationsError('conflict', message);
        }
        await eraseProspect(
          change,
          id,
          offers.map((offer) => offer.id),
        );
      });
      response.status(204).end();
    })
    .all(allowOnly('GET, HEAD, PUT, DELETE'));
  return router;
}

/** The request with its e-mail in lower case, by which contacts are distinguished. */
function withLowerCaseEmail(request: ProspectRequest): ProspectRequest {
  return { ...request, email: request.email?.toLowerCase() ?? null };
}
