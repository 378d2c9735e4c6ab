import { Router } from 'express';
import type { EventList } from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import type { IntegrationsParts } from '../parts.ts';
import { eventsAfter } from '../store/events.ts';
import { organisationOf } from './access.ts';
import { wholeNumberOf } from './request-values.ts';

/** GET /events */
export function eventRoutes({ store }: IntegrationsParts): Router {
  const router = Router();
  router
    .route('/events')
    .get(async (request, response) => {
      const after = wholeNumberOf(request, 'after', 0);
      const db = store.of(organisationOf(response).id);
      response.json((await eventsAfter(db, after)) satisfies EventList);
    })
    .all(allowOnly('GET, HEAD'));
  return router;
}
