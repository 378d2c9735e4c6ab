/** One line of log for each request. pino-http 10 takes 70 us of processor time for it where this takes 10, more than a whole lookup. */
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { shortenAddress } from './caller.ts';

const ACCEPTED = /^[\w.:-]{1,128}$/;

/** W3C Trace Context, section 3.2: version, trace-id, parent-id, flags. Zeros only are no id. */
const TRACEPARENT =
  /^(?:00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}|(?!00|ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?)$/;

/**
 * Puts an X-Request-Id on the answer: the caller's own when it is a plain word, else the trace-id of a
 * well-formed traceparent, else a new one.
 */
export function nameRequest(request: Request, response: Response): void {
  const { 'x-request-id': given, traceparent } = request.headers;
  const id =
    typeof given === 'string' && ACCEPTED.test(given)
      ? given
      : (traceIdOf(traceparent) ?? randomUUID());
  response.locals.requestId = id;
  response.setHeader('X-Request-Id', id);
}

function traceIdOf(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, ofVersion0, ofLater] = TRACEPARENT.exec(traceparent) ?? [];
  return ofVersion0 ?? ofLater;
}

/** Status in the log of an answer whose caller left before it was sent, as in nginx. */
const CALLER_GONE = 499;

/** A request that is over. */
export interface Done {
  method: string;
  path: string;
  status: number;
  ms: number;
  /** The counter whose limit refused it. */
  refusedBy: string | undefined;
}

/** How the requests of a process are logged. */
export interface RequestLog {
  log: Logger;
  /** Whether the log has the callers' whole addresses. */
  fullAddresses: boolean;
  /** The name in the log of who has called: the key's label, never the key. */
  caller: string;
  /** A path without what nobody else may know. */
  loggable(path: string): string;
  /** Called with every request that is over. */
  observe?: ((done: Done) => void) | undefined;
}

/**
 * Logs one line when the answer is sent or the caller has left. Without the query and the body, which show
 * where someone lives and who it is.
 */
export function logWhenDone(
  { log, fullAddresses, caller, loggable, observe }: RequestLog,
  request: Request,
  response: Response,
): void {
  const beganMs = performance.now();
  const { method, path } = request;
  response.on('close', () => {
    const { requestId, ip, keyLabel, refusedBy } = response.locals;
    const status = response.writableFinished ? response.statusCode : CALLER_GONE;
    const ms = performance.now() - beganMs;
    observe?.({ method, path, status, ms, refusedBy });
    log.info({
      id: requestId,
      ip: fullAddresses ? ip : shortenAddress(ip),
      [caller]: keyLabel,
      method,
      path: loggable(path),
      status,
      ms: Math.round(10 * ms) / 10,
    });
  });
}

/** Kind of an answer: those of one kind take about as long as each other. */
export function outcomeOf(status: number): string {
  if (status < 400) return 'answered';
  if (status === 429) return 'limited';
  if (status === CALLER_GONE) return 'gone';
  if (status === 503) return 'unavailable';
  return status < 500 ? 'refused' : 'failed';
}
