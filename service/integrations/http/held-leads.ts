/** Held leads: those that came too many from one network. They are listed, and released one by one. */
import { Router } from 'express';
import type { HeldLeadList } from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import { notFound } from '../errors.ts';
import type { IntegrationsParts } from '../parts.ts';
import { heldLeadsAfter } from '../store/held-leads.ts';
import { readProspect, releaseProspect } from '../store/prospects.ts';
import { organisationOf } from './access.ts';
import { pathId, wholeNumberOf } from './request-values.ts';

/** GET /held-leads, POST /held-leads/{id}/release */
export function heldLeadRoutes(parts: IntegrationsParts): Router {
  const router = Router();
  router
    .route('/held-leads')
    .get(async (request, response) => {
      const after = wholeNumberOf(request, 'after', 0);
      const db = parts.store.of(organisationOf(response).id);
      response.json((await heldLeadsAfter(db, after)) satisfies HeldLeadList);
    })
    .all(allowOnly('GET, HEAD'));

  router
    .route('/held-leads/:id/release')
    .post(async (request, response) => {
      const { id: org, crm } = organisationOf(response);
      const id = pathId(request, 'prospect');
      const released = await parts.store.change(org, async (change) => {
        const prospect = await readProspect(change, id);
        if (prospect === null) throw notFound('prospect');
        if (prospect.state === 'held') await releaseProspect(change, prospect, crm !== null);
        return readProspect(change, id);
      });
      response.json(released);
    })
    .all(allowOnly('POST'));
  return router;
}
