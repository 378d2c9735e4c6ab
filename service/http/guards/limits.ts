import type { BodyLimits } from './body-budget.ts';

/** Calls, or simulated cells, a minute (or `windowS`) and IP address. */
export interface TierLimit {
  withoutKey: number;
  withKey: number;
  /** Length of the fixed window, a minute or an hour. */
  windowS?: number;
}

/** An IPv6 /48 has so many times the limit of an address, and 256 networks of callers. */
export const TIMES_OF_SITE = 10;

/** Limits on what is counted. The app takes these values, so that tests can lift them. */
export interface CallLimits {
  /** Single lookups, batch calls and series calls together. */
  lookups: TierLimit;
  matrix: TierLimit;
  meta: TierLimit;
  simulationRequests: TierLimit;
  simulationCells: TierLimit;
}

export const DEFAULT_RATE_LIMITS: CallLimits = {
  lookups: { withoutKey: 60, withKey: 600 },
  matrix: { withoutKey: 10, withKey: 60 },
  meta: { withoutKey: 60, withKey: 600 },
  simulationRequests: { withoutKey: 10, withKey: 100 },
  simulationCells: { withoutKey: 50, withKey: 500 },
};

/** Simulations refused by 400, 413 or 422 that do not count, a minute and IP address. */
export const FREE_REFUSALS = 60;

/** Length of the fixed window of the API's rate limits. */
export const WINDOW_S = 60;

/** After inflation. */
export const MAX_BODY_BYTES = 2_097_152;

/** Size of what a person has typed into a form. */
export const MAX_FORM_BYTES = 16_384;

/** Visitors who ask for an offer, an hour and IP address. */
export const LEADS: TierLimit = { withoutKey: 5, withKey: 5, windowS: 3600 };

/** Leads of a configurator, a day and network: IPv6 /48 or IPv4 /24, and /32 or /16. */
export const LEADS_OF_NETWORK = { prefix48: 20, prefix32: 60 };

/** Openings of public links, a minute and IP address. */
export const LINKS: TierLimit = { withoutKey: 60, withKey: 60 };

/** Links of those whose page comes with its verdict, which takes a comparison. */
export const LINK_VERDICTS: TierLimit = { withoutKey: 20, withKey: 20 };

/** Space for 24 callers with the largest body each, for four of them behind one address, and for small bodies. */
export const DEFAULT_BODY_LIMITS: BodyLimits = {
  nodeBytes: 32 * MAX_BODY_BYTES,
  addressBytes: 4 * MAX_BODY_BYTES,
};

/** Simulations that one node computes at a time. */
export const CONCURRENT_SIMULATIONS = 2;
