import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { IntegrationsError } from '../errors.ts';
import type { Change } from '../store/store.ts';

const KEPT_MS = 7 * 86_400_000;

/** A call with a valid signature. */
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
  const id = textOf(headers['webhook-id']);
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': textOf(headers['webhook-timestamp']),
    'webhook-signature': textOf(headers['webhook-signature']),
  };
  for (const secret of secrets) {
    try {
      return { id, json: new Webhook(secret).verify(body, signed) };
    } catch {
      // It may be signed with the other secret.
    }
  }
  const message = 'The signature or the timestamp of the call is invalid.';
  throw new IntegrationsError('unauthorized', message);
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}

/**
 * Records a hook by its id, within the change that it makes.
 * @param now ISO UTC
 * @returns whether it comes for the first time in seven days
 */
export async function isNewHook(change: Change, id: string, now: string): Promise<boolean> {
  const forgottenAt = new Date(Date.parse(now) - KEPT_MS).toISOString();
  await change.query('delete from hook_seen where org = $1 and at < $2', forgottenAt);
  const rows = await change.query(
    'insert into hook_seen (org, id, at) values ($1, $2, $3) on conflict do nothing returning id',
    id,
    now,
  );
  return rows.length > 0;
}
