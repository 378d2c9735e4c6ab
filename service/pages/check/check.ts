import type { Browser } from 'playwright-core';

/** Input to a check of some pages. */
export interface Checked {
  browser: Browser;
  /** Scheme, host and port of the service. */
  base: string;
  /** Says what was looked at, and remembers it when it does not hold. */
  expect(holds: boolean, what: string): void;
}
