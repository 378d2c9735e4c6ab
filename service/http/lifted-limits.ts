import type { RateLimits } from '../limits.ts';

const LIFTED = { withoutKey: 1e9, withKey: 1e9 };

/** Limits that nobody reaches, for tests and the bench. */
export const LIFTED_LIMITS: RateLimits = {
  lookups: LIFTED,
  matrix: LIFTED,
  meta: LIFTED,
  simulationRequests: LIFTED,
  simulationCells: LIFTED,
};
