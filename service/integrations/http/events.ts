import { type Request, Router } from 'express';
import type { EventList } from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import type { IntegrationsParts } from '../parts.ts';
import { eventsAfter, isCursor } from '../store/events.ts';
import { organisationOf } from './access.ts';
import { invalid } from './request-values.ts';

/** GET /events */
export function eventRoutes({ store }: IntegrationsParts): Router {
  const router = Router();
  router
    .route('/events')
    .get(async (request, response) => {
      const db = store.of(organisationOf(response).id);
      response.json((await eventsAfter(db, cursorOf(request))) satisfies EventList);
    })
    .all(allowOnly('GET, HEAD'));
  return router;
}

function cursorOf({ query }: Request): string {
  const { after = '0' } = query;
  if (typeof after === 'string' && isCursor(after)) return after;
  throw invalid('after', 'is something else, expected the next of an answer before, or 0');
}
