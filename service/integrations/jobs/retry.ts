import { ProviderError, type ProviderErrorKind } from '../ports.ts';
import { NeedsAttention } from '../store/tasks.ts';

const LEAST_MS = 5_000;
const MOST_MS = 3_600_000;
/** Pauses of an account that was refused, and of one behind a maintenance page. */
const AUTH_PAUSE_MS = 15 * 60_000;
const CLOSED_PAUSE_MS = 2 * 60_000;
/** Limits of the wait that a provider asks for. */
const LEAST_REQUESTED_MS = 1_000;
const MOST_REQUESTED_MS = 15 * 60_000;
/** Time after which a task is given up. */
const GIVE_UP_MS = 48 * 3_600_000;

/** Another try would fail, too. */
const FOR_A_PERSON: readonly ProviderErrorKind[] = [
  'invalid',
  'conflict',
  'not_found',
  'too_large',
];

/** The consequence of a failure. */
export type RetryDecision =
  | { state: 'attention' | 'failed' }
  /** The account is at fault: all of its tasks wait, and none fails for it. */
  | { state: 'account'; inMs: number }
  | { state: 'open'; inMs: number };

/**
 * @param attempts from 1
 * @param failedForMs time since the first failure
 * @param random from 0 to 1
 */
export function retryDecision(
  error: unknown,
  attempts: number,
  failedForMs: number,
  random: number,
): RetryDecision {
  if (error instanceof NeedsAttention) return { state: 'attention' };
  const { kind, retryAfterMs } = error instanceof ProviderError ? error : OURS;
  const requestedMs =
    retryAfterMs === undefined
      ? undefined
      : Math.min(MOST_REQUESTED_MS, Math.max(LEAST_REQUESTED_MS, retryAfterMs));
  if (FOR_A_PERSON.includes(kind)) return { state: 'failed' };
  if (kind === 'auth') return { state: 'account', inMs: AUTH_PAUSE_MS };
  if (kind === 'closed') return { state: 'account', inMs: requestedMs ?? CLOSED_PAUSE_MS };
  if (kind === 'rate_limited') {
    return { state: 'account', inMs: requestedMs ?? fullJitterMs(1, random) };
  }
  if (failedForMs >= GIVE_UP_MS) return { state: 'failed' };
  const inMs = Math.max(fullJitterMs(attempts, random), requestedMs ?? 0);
  return { state: 'open', inMs };
}

/** A fault of this program counts as temporary. */
const OURS = { kind: 'unavailable', retryAfterMs: undefined } as const;

/** A random wait up to a limit that doubles each time, at least 5 s and at most an hour. */
function fullJitterMs(attempts: number, random: number): number {
  const mostMs = Math.min(MOST_MS, LEAST_MS * 2 ** Math.min(attempts, 20));
  return Math.max(LEAST_MS, Math.round(random * mostMs));
}
