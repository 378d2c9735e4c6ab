import { CLOCK_HOURS, HOURS } from '../../../schemas/codec/axes.ts';
import type { HourPieces } from './hour-pieces.ts';
import { emptyPlan, type Plan, planHours } from './planner.ts';

/** Horizon of a midnight's plan: the prices of today and tomorrow. */
export const HORIZON_HOURS = 48;

/**
 * A year of plans made at each midnight for 48 hours, of which the first 24 are kept.
 * @param needKwh stored energy that must be left at each hour's start, 8761 values
 */
export function planDayAhead(pieces: HourPieces, needKwh: Float64Array): Plan {
  const plan = emptyPlan(pieces.hours.battery.floorKwh);
  for (let from = 0; from < HOURS; from += CLOCK_HOURS) {
    const to = Math.min(from + HORIZON_HOURS, HOURS);
    planHours(pieces, from, to, needKwh[to], plan);
  }
  return plan;
}
