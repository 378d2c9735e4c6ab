import type { RequestHandler, Response } from 'express';
import { WINDOW_S } from '../../http/guards/limits.ts';
import { memoryStores, type PointStore } from '../../http/guards/memory-store.ts';
import { announce, secondsUntil } from '../../http/guards/rate-limits.ts';
import type { Deps } from '../deps.ts';
import { IntegrationsError } from '../errors.ts';
import type { Organisation, OrganisationKey } from '../organisations/organisations.ts';
import { callerName, ownerOf } from '../organisations/organisations.ts';

const UNKNOWN =
  'The key is missing or unknown, expected the header "Authorization: Bearer ik_...".';
const NAME = 'calls';
/** Calls a minute and key. */
const CALLS_A_MINUTE = 600;

/** Admits callers whose key belongs to an active organisation, and counts the calls of each key in fixed windows. */
export function requireKey(
  { organisations }: Pick<Deps, 'organisations'>,
  callsAMinute = CALLS_A_MINUTE,
): RequestHandler {
  const store = memoryStores(NAME, WINDOW_S);
  return async (request, response, next) => {
    const [, text = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const known = ownerOf(organisations.current, text);
    if (known === null) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      throw new IntegrationsError('unauthorized', UNKNOWN);
    }
    const { organisation, key } = known;
    response.locals.keyLabel = callerName(known);
    await countCall(store, key.sha256.toString('hex'), callsAMinute, response);
    if (!organisation.isActive) {
      const message =
        'The subscription is suspended. No calls are accepted and nothing is sent to other systems.';
      throw new IntegrationsError('subscription_inactive', message);
    }
    response.locals.organisation = organisation;
    response.locals.key = key;
    next();
  };
}

/** The calling organisation. */
export function organisationOf(response: Response): Organisation {
  return response.locals.organisation;
}

/** The key of the call. */
export function keyOf(response: Response): OrganisationKey {
  return response.locals.key;
}

/** Counts the call and adds the key's remaining calls to the headers. */
async function countCall(
  store: PointStore,
  key: string,
  limit: number,
  response: Response,
): Promise<void> {
  const { totalHits: used, resetTime } = await store.add(key, 1);
  const resetS = secondsUntil(resetTime);
  announce(response, { name: NAME, limit, remaining: Math.max(0, limit - used), resetS });
  if (used <= limit) return;
  const message = `More than ${limit} calls a minute with this key. Try again in ${resetS} s.`;
  throw new IntegrationsError('rate_limited', message, undefined, resetS);
}
