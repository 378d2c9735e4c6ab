import type { Browser } from 'playwright-core';

/** Input to a check of some pages. */
export interface Checked {
  browser: Browser;
  /** Scheme, host and port of the service. */
  base: string;
  /** Says what was looked at, and remembers it when it does not hold. */
  expect(holds: boolean, what: string): void;
}

/** Input to a check that measures how long a page takes, too. */
export interface Measured extends Checked {
  /** Says how long something took. `make browser-times` compares the median of three runs with the most it may be. */
  time(ms: number, mostMs: number, what: string): void;
}
