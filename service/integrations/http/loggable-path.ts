import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { shortened } from '../../http/caller.ts';

/** Status in the log of an answer whose caller was gone before it was sent, as nginx has it. */
const CALLER_GONE = 499;
const MOST_SEGMENTS = 8;
/** What paths begin with that are logged; of others nobody knows what they hold. */
const OURS = ['integrations', 'assets', 'livez', 'readyz'];
const PLAIN = /^[A-Za-z0-9_-]{1,64}$/;
const PERSONAL_NUMBER = /^(\d{2})?\d{6}[-+]?\d{4}$/;

/**
 * Logs one line when the answer is sent or the caller gone: whose call it was, never what it held.
 * @param fullAddresses whether the log has the callers' whole addresses
 */
export function logWhenDone(
  log: Logger,
  request: Request,
  response: Response,
  fullAddresses: boolean,
): void {
  const beganMs = performance.now();
  const { method, path } = request;
  response.once('close', () => {
    const { requestId, ip, keyLabel } = response.locals;
    log.info({
      id: requestId,
      ip: fullAddresses ? ip : shortened(ip),
      organisation: keyLabel,
      method,
      path: loggable(path),
      status: response.writableFinished ? response.statusCode : CALLER_GONE,
      ms: Math.round(10 * (performance.now() - beganMs)) / 10,
    });
  });
}

/**
 * A path with its ids, and without what may be anybody's data or opens something: slugs of customers'
 * pages, macs of hooks, e-mails, numbers of persons.
 */
function loggable(path: string): string {
  const [, first, ...rest] = path.split('/').slice(0, MOST_SEGMENTS);
  if (first === 'i') return '/i/…';
  if (!OURS.includes(first)) return '/…';
  const shown = [first, ...rest].map((segment) => (isShown(segment) ? segment : '…'));
  return `/${shown.join('/')}`;
}

function isShown(segment: string): boolean {
  return segment === 'openapi.json' || (PLAIN.test(segment) && !PERSONAL_NUMBER.test(segment));
}
