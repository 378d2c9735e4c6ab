import { CallRefused } from './api.ts';

/** Why a question has no answer. */
type Reason = 'rateLimited' | 'noPrices' | 'unreachable' | 'outside' | 'failed' | 'slow';

export interface NoAnswer {
  reason: Reason;
  /** Seconds until it is retried by itself. Null where a retry would not help. */
  againS: number | null;
}

/** Rest after a lost network or a fault of the server, which do not say when they are over. */
const AGAIN_S = 10;

/** An answer that takes longer is said to be slow. */
const SLOW_MS = 4000;

const REASONS: Record<string, Reason> = {
  rate_limited: 'rateLimited',
  prices_unavailable: 'noPrices',
  outside_coverage: 'outside',
};

/** Explains an error of a call by why there is no answer. */
export function explainError(error: unknown): NoAnswer {
  if (!(error instanceof CallRefused)) return { reason: 'failed', againS: null };
  const { status, code, retryAfterS } = error;
  if (status === 0) return { reason: 'unreachable', againS: AGAIN_S };
  const isPassing = status === 429 || (status >= 500 && !(code in REASONS));
  const reason = status === 429 ? 'rateLimited' : (REASONS[code] ?? 'failed');
  return { reason, againS: retryAfterS ?? (isPassing ? AGAIN_S : null) };
}

/**
 * Asks after a rest, and again for as long as a retry helps. At once when a lost network is back.
 * @param report gets each answer, or why there is none. That it is slow to come, too
 * @param network emits `online` when it is back: the window
 * @returns a function that gives up. Nothing is reported afterwards
 */
export function retry<Body>(
  restMs: number,
  ask: (signal: AbortSignal) => Promise<Body>,
  report: (answer: { body: Body } | NoAnswer) => void,
  network: EventTarget,
): () => void {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const asking = async () => {
    network.removeEventListener('online', askNow);
    const slow = setTimeout(() => report({ reason: 'slow', againS: null }), SLOW_MS);
    signal.addEventListener('abort', () => clearTimeout(slow));
    const answer = await ask(signal).then((body) => ({ body }), explainError);
    clearTimeout(slow);
    if (signal.aborted) return;
    report(answer);
    if ('body' in answer || answer.againS === null) return;
    timer = setTimeout(asking, 1000 * answer.againS);
    if (answer.reason === 'unreachable') network.addEventListener('online', askNow, { signal });
  };
  const askNow = () => {
    clearTimeout(timer);
    asking();
  };
  let timer = setTimeout(asking, restMs);
  return () => {
    clearTimeout(timer);
    giveUp.abort();
  };
}
