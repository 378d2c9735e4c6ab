/** The outside world of a download; tests put in their own clock. */
export interface Web {
  sleep(ms: number): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Rings after so long, unless the function that it returns is called before. */
  alarm(ms: number, ring: () => void): () => void;
  /** Longest wait for the start of an answer, connecting included. */
  answerMs: number;
  /** Longest silence inside an answer. */
  idleMs: number;
}

export const REAL_WEB: Web = {
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => Date.now(),
  alarm(ms, ring) {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
  answerMs: 30_000,
  idleMs: 60_000,
};
