/**
 * Webhooks of the e-signature services. A call is only a hint: it enqueues a read of the agreement, which shows what has
 * changed. Its content is not used, and it may come twice or late.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { type Request, type RequestHandler, Router } from 'express';
import { Webhook } from 'standardwebhooks';
import { bodyBudget } from '../../http/guards/body-budget.ts';
import { allowOnly } from '../../http/http-error.ts';
import { bodyReader } from '../../http/read-body.ts';
import type { Deps } from '../deps.ts';
import { IntegrationsError, notFound } from '../errors.ts';
import { UNSIGNED_HOOK } from '../providers/account.ts';
import { hookText, readAgreement } from '../store/agreements.ts';
import type { Change } from '../store/store.ts';
import { enqueueTask } from '../store/tasks.ts';

const MAX_BODY_BYTES = 1_048_576;
/** Time for which the ids of signed calls are stored. */
const SEEN_MS = 7 * 86_400_000;
const BODY_LIMITS = { nodeBytes: 32 * MAX_BODY_BYTES, addressBytes: 8 * MAX_BODY_BYTES };
const MAC = /^([\w-]{1,64})\.([\w-]{43})$/;

/** The hooks' routes. They work for suspended organisations, too: no contract under signature is lost. */
export function hookRoutes(deps: Deps): Router {
  const router = Router();
  const readBody = bodyReader(bodyBudget(BODY_LIMITS), MAX_BODY_BYTES);

  router
    .route(`/integrations/hooks/${UNSIGNED_HOOK}/:org/:agreement`)
    .post(requireOurAddress(deps), readBody, async ({ params }, response) => {
      const { agreementId } = response.locals;
      const isKnown = await deps.store.change(String(params.org), (change) =>
        enqueueRefresh(change, agreementId, deps),
      );
      if (!isKnown) throw notFound('hook');
      response.status(204).end();
    })
    .all(allowOnly('POST'));

  router
    .route('/integrations/hooks/standard/:org')
    .post(requireBridge(deps), readBody, async (request, response) => {
      await acceptStandardHook(deps, String(request.params.org), request);
      response.status(204).end();
    })
    .all(allowOnly('POST'));

  return router;
}

/** Rejects calls to an address that we did not give out, before their body is read. These calls are not signed. */
function requireOurAddress(deps: Deps): RequestHandler {
  return ({ params }, response, next) => {
    const [, id = '', mac = ''] = MAC.exec(String(params.agreement)) ?? [];
    if (!deps.encryption.isMac(hookText(String(params.org), id), mac)) throw notFound('hook');
    response.locals.agreementId = id;
    next();
  };
}

function requireBridge(deps: Deps): RequestHandler {
  return ({ params }, _response, next) => {
    webhookSecretsOf(deps, String(params.org));
    next();
  };
}

/** @throws IntegrationsError not_found when the organisation has no bridge */
function webhookSecretsOf({ organisations }: Deps, org: string): readonly string[] {
  const { signature } = organisations.current.find(({ id }) => id === org) ?? {};
  if (signature?.provider !== 'standard') throw notFound('hook');
  return signature.webhookSecrets;
}

/** @throws IntegrationsError not_found when the organisation has no bridge, unauthorized */
export async function acceptStandardHook(
  deps: Deps,
  org: string,
  { body, headers }: Pick<Request, 'body' | 'headers'>,
): Promise<void> {
  const { id, json } = verifyHook(body, headers, webhookSecretsOf(deps, org));
  const reference = referenceOf(json);
  const isKnown = await deps.store.change(org, async (change) => {
    if (!(await isNewHook(change, id, deps.now().toISOString()))) return true;
    return enqueueRefresh(change, reference, deps);
  });
  if (!isKnown) deps.log.info({ org }, 'A hook named an unknown agreement.');
}

/** The agreement that a call names. */
function referenceOf(json: unknown): string {
  const { reference } = Object(Object(json).data);
  return typeof reference === 'string' ? reference : '';
}

/** @returns whether there is such an agreement */
async function enqueueRefresh(
  change: Change,
  agreementId: string,
  { now }: Deps,
): Promise<boolean> {
  if ((await readAgreement(change, agreementId)) === null) return false;
  await enqueueTask(change, 'sign.refresh', agreementId, now().toISOString());
  return true;
}

export interface VerifiedHook {
  /** The call's id, which is the same in a retry. */
  id: string;
  json: unknown;
}

/**
 * Checks a call signed by Standard Webhooks: over its bytes, at most five minutes old or early.
 * @param secrets two while they rotate
 * @throws IntegrationsError unauthorized
 */
export function verifyHook(
  body: Buffer,
  headers: IncomingHttpHeaders,
  secrets: readonly string[],
): VerifiedHook {
  // Node makes one text of each header but set-cookie.
  const sent = headers as Record<string, string>;
  for (const secret of secrets) {
    try {
      return { id: sent['webhook-id'], json: new Webhook(secret).verify(body, sent) };
    } catch {
      // It may be signed with the other secret.
    }
  }
  const message = 'The signature or the timestamp of the call is invalid.';
  throw new IntegrationsError('unauthorized', message);
}

/**
 * Records a hook by its id, within the change that it makes.
 * @param now ISO UTC
 * @returns whether it comes for the first time in seven days
 */
export async function isNewHook(change: Change, id: string, now: string): Promise<boolean> {
  const expiredAt = new Date(Date.parse(now) - SEEN_MS).toISOString();
  await change.query('delete from hook_seen where org = $1 and at < $2', expiredAt);
  const rows = await change.query(
    'insert into hook_seen (org, id, at) values ($1, $2, $3) on conflict do nothing returning id',
    id,
    now,
  );
  return rows.length > 0;
}
