import { CallRefused } from './api.ts';

/** Why a question has no answer. */
type Reason = 'crowded' | 'noPrices' | 'unreachable' | 'outside' | 'failed';

export interface NoAnswer {
  reason: Reason;
  /** When it is asked again by itself; null: asking again would not help. */
  againS: number | null;
}

/** A lost network says nothing of when it is back. */
const UNREACHABLE_AGAIN_S = 10;

const REASONS: Record<string, Reason> = {
  rate_limited: 'crowded',
  prices_unavailable: 'noPrices',
  outside_coverage: 'outside',
};

/** What an error of a call means to who waits for its answer. */
export function noAnswer(error: unknown): NoAnswer {
  if (!(error instanceof CallRefused)) return { reason: 'failed', againS: null };
  const { status, code, retryAfterS } = error;
  if (status === 0) return { reason: 'unreachable', againS: UNREACHABLE_AGAIN_S };
  return { reason: REASONS[code] ?? 'failed', againS: retryAfterS };
}
