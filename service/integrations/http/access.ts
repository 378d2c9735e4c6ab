import type { RequestHandler, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { announceAlso } from '../../http/rate-limits.ts';
import { WINDOW_S } from '../../limits.ts';
import { IntegrationsError } from '../errors.ts';
import { ownerOf } from '../keys.ts';
import type { Organisation } from '../organisations.ts';
import type { IntegrationsParts } from '../parts.ts';

/** Calls a minute and key. */
export const CALLS_A_MINUTE = 600;

/**
 * Lets those in who have a key, which alone decides whose the call is, while their subscription is
 * active; counts the calls of each key in fixed windows.
 */
export function access(
  { organisations }: Pick<IntegrationsParts, 'organisations'>,
  callsAMinute = CALLS_A_MINUTE,
): RequestHandler {
  const limiter = new RateLimiterMemory({ points: callsAMinute, duration: WINDOW_S });
  return async (request, response, next) => {
    const [, key = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const known = ownerOf(organisations.current, key);
    if (known === null) throw unauthorized(response);
    const { organisation, sha256 } = known;
    // For the log.
    response.locals.keyLabel = organisation.id;
    await count(limiter, sha256, callsAMinute, response);
    if (!organisation.isActive) {
      const message = 'The subscription is suspended: nothing is taken in and nothing goes out.';
      throw new IntegrationsError('subscription_inactive', message);
    }
    response.locals.organisation = organisation;
    next();
  };
}

/** Whose call it is. */
export function organisationOf(response: Response): Organisation {
  return response.locals.organisation;
}

function unauthorized(response: Response): IntegrationsError {
  response.setHeader('WWW-Authenticate', 'Bearer');
  const message =
    'The key is missing or not known, expected the header "Authorization: Bearer ik_...".';
  return new IntegrationsError('unauthorized', message);
}

async function count(
  limiter: RateLimiterMemory,
  key: string,
  limit: number,
  response: Response,
): Promise<void> {
  try {
    tell(response, limit, await limiter.consume(key));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const retryAfterS = tell(response, limit, refused);
    const message = `More than ${limit} calls a minute with this key. Try again in ${retryAfterS} s.`;
    throw new IntegrationsError('rate_limited', message, undefined, retryAfterS);
  }
}

/** @returns seconds until the window ends */
function tell(
  response: Response,
  limit: number,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): number {
  const resetS = Math.max(1, Math.ceil(msBeforeNext / 1000));
  announceAlso(response, { name: 'calls', limit, remaining: Math.max(0, remainingPoints), resetS });
  return resetS;
}
