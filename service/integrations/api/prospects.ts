/** Prospects: stored, read, found, erased. */
import { type Request, type RequestHandler, Router } from 'express';
import { validator } from '../../../schemas/checks/validate.ts';
import type { ProspectList, ProspectRequest } from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import type { Deps } from '../deps.ts';
import { IntegrationsError, notFound } from '../errors.ts';
import { isOrganisationNumber } from '../rules/identity-numbers.ts';
import { eraseProspect } from '../store/erase.ts';
import {
  FINDABLE_BY,
  type FindableField,
  findProspects,
  putProspect,
  readProspect,
} from '../store/prospects.ts';
import type { Change } from '../store/store.ts';
import { organisationOf } from './access.ts';
import { checkedBody, checkedId, invalid, pathId, wholeNumberOf } from './request-values.ts';

const check = validator('integrations/prospect-request.schema.json');
const MOST_AT_A_TIME = 100;
const LONGEST_VALUE = 254;

/** @param readBody reads small bodies */
export function prospectRoutes({ store, erasures }: Deps, readBody: RequestHandler): Router {
  const router = Router();
  router
    .route('/prospects')
    .get(async (request, response) => {
      const after = wholeNumberOf(request, 'after', 0);
      const db = store.of(organisationOf(response).id);
      const found = await findProspects(db, queryValues(request), after, MOST_AT_A_TIME);
      const prospects = found.map(({ prospect }) => prospect);
      response.json({ prospects, next: found.at(-1)?.seq ?? after } satisfies ProspectList);
    })
    .all(allowOnly('GET, HEAD'));

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
      checkCompany(input);
      const stored = await store.change(org, async (change) => {
        const prospect = { id, request: input, source: 'api' as const, hasCrm: crm !== null };
        const isNew = await putProspect(change, prospect);
        return { isNew, prospect: await readProspect(change, id) };
      });
      response.status(stored.isNew ? 201 : 200).json(stored.prospect);
    })
    .delete(async (request, response) => {
      const id = pathId(request, 'prospect');
      const isErased = await store.change(organisationOf(response).id, async (change) => {
        await refuseOutForSignature(change, id);
        return eraseProspect(change, id);
      });
      // Even if there is none: this may be a retry after a tombstone could not be written.
      await erasures.settle();
      if (!isErased) throw notFound('prospect');
      response.status(204).end();
    })
    .all(allowOnly('GET, HEAD, PUT, DELETE'));
  return router;
}

async function refuseOutForSignature(change: Change, id: string): Promise<void> {
  // Nothing is decrypted here: a prospect whose key is lost can be erased, too.
  const rows = await change.query(
    `select id from offer where org = $1 and prospect_id = $2 and state = 'out_for_signature'`,
    id,
  );
  if (rows.length === 0) return;
  const message = 'An offer of the prospect is out for signature. Revoke its agreement first.';
  throw new IntegrationsError('conflict', message);
}

/** @throws IntegrationsError where the organisation number has a wrong check digit */
function checkCompany({ company }: ProspectRequest): void {
  if (company === undefined || isOrganisationNumber(company.organisation_number)) return;
  throw invalid(
    'company.organisation_number',
    'has a wrong check digit, expected a number as in 769600-1234',
  );
}

function withLowerCaseEmail(request: ProspectRequest): ProspectRequest {
  return { ...request, email: request.email?.toLowerCase() ?? null };
}

/** The values of the query to find prospects by. @throws IntegrationsError invalid_parameter */
function queryValues({ query }: Request): Partial<Record<FindableField, string>> {
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
