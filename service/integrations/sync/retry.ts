import { ProviderError } from '../ports.ts';
import { NeedsAttention } from '../store/task.ts';

const LEAST_MS = 5_000;
const MOST_MS = 3_600_000;
const AUTH_PAUSE_MS = 15 * 60_000;
/** Time after which a task is given up. */
const GIVE_UP_MS = 48 * 3_600_000;

/** The consequence of a failure. */
export type Verdict =
  | { state: 'attention' | 'failed' }
  /** @property pausesKind whether the organisation's others of the kind would fail as well */
  | { state: 'open'; inMs: number; pausesKind: boolean };

/**
 * @param attempts from 1
 * @param failedForMs time since the first failure
 * @param random from 0 to 1
 */
export function verdictOn(
  error: unknown,
  attempts: number,
  failedForMs: number,
  random: number,
): Verdict {
  if (error instanceof NeedsAttention) return { state: 'attention' };
  const { kind, retryAfterMs } = error instanceof ProviderError ? error : OURS;
  if (kind === 'invalid' || kind === 'conflict' || kind === 'not_found') return { state: 'failed' };
  if (failedForMs >= GIVE_UP_MS) return { state: 'failed' };
  if (kind === 'auth') return { state: 'open', inMs: AUTH_PAUSE_MS, pausesKind: true };
  if (kind === 'rate_limited') {
    return { state: 'open', inMs: retryAfterMs ?? fullJitterMs(1, random), pausesKind: true };
  }
  const inMs = Math.max(fullJitterMs(attempts, random), retryAfterMs ?? 0);
  return { state: 'open', inMs, pausesKind: false };
}

/** A fault of this program, which passes when it is corrected. */
const OURS = { kind: 'unavailable', retryAfterMs: undefined } as const;

/** A random wait up to a limit that doubles each time, at least 5 s and at most an hour. */
function fullJitterMs(attempts: number, random: number): number {
  const mostMs = Math.min(MOST_MS, LEAST_MS * 2 ** Math.min(attempts, 20));
  return Math.max(LEAST_MS, Math.round(random * mostMs));
}
