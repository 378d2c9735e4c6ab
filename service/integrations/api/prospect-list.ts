/** Prospects page by page, and those that are found by e-mail, phone or reference. */
import { type Request, Router } from 'express';
import type { ProspectList } from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import type { Deps } from '../deps.ts';
import { FINDABLE_BY, type FindableField, findProspects } from '../store/prospects.ts';
import { organisationOf } from './access.ts';
import { invalid, wholeNumberOf } from './request-values.ts';

const MOST_AT_A_TIME = 100;
const LONGEST_VALUE = 254;

/** GET /prospects */
export function prospectListRoutes({ store }: Deps): Router {
  const router = Router();
  router
    .route('/prospects')
    .get(async (request, response) => {
      const after = wholeNumberOf(request, 'after', 0);
      const db = store.of(organisationOf(response).id);
      const found = await findProspects(db, wantedValues(request), after, MOST_AT_A_TIME);
      const prospects = found.map(({ prospect }) => prospect);
      response.json({ prospects, next: found.at(-1)?.seq ?? after } satisfies ProspectList);
    })
    .all(allowOnly('GET, HEAD'));
  return router;
}

/** The values of the query that prospects are to be found by. @throws IntegrationsError invalid_parameter */
function wantedValues({ query }: Request): Partial<Record<FindableField, string>> {
  const given = FINDABLE_BY.filter((field) => query[field] !== undefined);
  return Object.fromEntries(
    given.map((field) => {
      const value = query[field];
      const isText = typeof value === 'string' && value.trim() !== '';
      if (isText && value.length <= LONGEST_VALUE) return [field, value];
      throw invalid(
        field,
        `is something else, expected a text of 1 to ${LONGEST_VALUE} characters`,
      );
    }),
  );
}
