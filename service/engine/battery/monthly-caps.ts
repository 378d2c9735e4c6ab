import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PowerComponent } from '../tariff/power-component.ts';
import { activeRules, capRules, lowerCaps } from './cap-rules.ts';
import { type CapProfile, PLAIN_PROFILE } from './cap-shape.ts';
import { CAP_MARGIN_KW, type CappedHours, capHours } from './capped-hours.ts';
import { ROUNDING_KWH } from './house.ts';
import { type MonthAhead, minimumSocBackward, minLevel, monthAhead } from './least-peak.ts';
import { type MarginalCostSegments, setLengths } from './marginal-cost-segments.ts';
import { capCheapest } from './month-levels.ts';
import { emptyPlan, planOnward } from './planner.ts';
import { valueAfter } from './range-cost.ts';

/**
 * Month by month the caps at which energy and power charge together cost least, carrying the stored energy;
 * the target where that is lower, as far as the battery can hold it. Leaves the pieces under these caps.
 * @param targetKw Infinity without a target
 */
export function cheapestCaps(
  pieces: MarginalCostSegments,
  power: readonly PowerComponent[],
  targetKw: number,
): void {
  const { hours } = pieces;
  const { floorKwh } = hours.battery;
  const plan = emptyPlan(floorKwh);
  const needKwh = new Float64Array(HOURS + 1);
  const { rules, joint } = capRules(power);
  const hasTarget = targetKw < Infinity;
  for (let month = 0; month < MONTHS; month++) {
    const levelKwh = plan.levelKwh[MONTH_START[month]];
    const ahead = monthAhead(hours, hasTarget ? PLAIN_PROFILE : joint, month, levelKwh, needKwh);
    const begin = { levelKwh, endNeedKwh: needKwh[ahead.to] };
    setLengths(pieces, ahead.to, ahead.tailEnd);
    hours.capKw.fill(Infinity, ahead.from, ahead.to);
    capCheapest(pieces, activeRules(rules, ahead), ahead, begin);
    if (hasTarget) {
      capByTarget(hours, joint, ahead, Math.max(targetKw, ahead.minKw), levelKwh, needKwh);
    }
    setLengths(pieces, ahead.from, ahead.to);
    const value = valueAfter(pieces, ahead.from, ahead.to, levelKwh);
    planOnward(pieces, value, { from: ahead.to, to: ahead.tailEnd }, floorKwh, plan);
  }
}

/** Lowers a month's caps to a peak; where the battery cannot hold both, the caps of the power charge give way. */
function capByTarget(
  hours: CappedHours,
  joint: CapProfile,
  { from, to }: MonthAhead,
  peakKw: number,
  levelKwh: number,
  needKwh: Float64Array,
): void {
  lowerCaps(hours.capKw, PLAIN_PROFILE, peakKw, { from, to });
  const endNeedKwh = needKwh[to];
  if (minimumSocBackward(hours, from, to, needKwh) <= levelKwh + ROUNDING_KWH) return;
  const otherKw = new Float64Array(HOURS);
  otherKw.fill(peakKw + CAP_MARGIN_KW, from, to);
  const shape = { ...joint, otherKw };
  capHours(hours, shape, { from, to }, minLevel(hours, shape, { from, to }, levelKwh, endNeedKwh));
}
