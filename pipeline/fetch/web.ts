/** What the outside world does for a download; tests put in their own clock and sleep. */
export interface Web {
  sleep(ms: number): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Longest wait for the start of an answer, connecting included. */
  answerMs: number;
  /** Longest silence inside an answer. */
  idleMs: number;
}

export const REAL_WEB: Web = {
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => Date.now(),
  answerMs: 30_000,
  idleMs: 60_000,
};
