import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PowerComponent } from '../tariff/power-component.ts';
import type { CappedHours } from './battery.ts';
import { activeRules, capRules } from './cap-rules.ts';
import {
  applyCap,
  CAP_MARGIN_KW,
  type CapProfile,
  capHours,
  findLevel,
  lowerCaps,
  type MonthAhead,
  minimumSocBackward,
  minLevel,
  PLAIN_PROFILE,
} from './caps.ts';
import { type AcFlows, type HourRange, idleFlows, ROUNDING_KWH } from './house.ts';
import type { MarginalCostSegments } from './marginal-cost-segments.ts';
import { seekCaps } from './month-levels.ts';
import { emptyPlan, planHours } from './planner.ts';

/** Hours of the next month that a month's cap must leave energy for. */
const TAIL_HOURS = 96;

/** Step by which a tail's cap is raised until the month can serve it, kW. */
const TAIL_STEP_KW = 0.05;

/**
 * Sets month by month the caps at which energy and power charge together cost least, or the target where that is
 * lower, as far as the battery can hold it. A month begins with the energy that its predecessor leaves. The
 * pieces stay under these caps.
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
    seekCaps(hours, pieces, activeRules(rules, ahead), ahead);
    if (hasTarget) capByTarget(hours, joint, ahead, Math.max(targetKw, ahead.minKw), needKwh);
    planHours(pieces, ahead.from, ahead.tailEnd, floorKwh, plan);
  }
}

/** Lowers a month's caps to a peak. Where the battery cannot hold both, the caps of the power charge give way. */
function capByTarget(
  hours: CappedHours,
  joint: CapProfile,
  ahead: MonthAhead,
  peakKw: number,
  needKwh: Float64Array,
): void {
  const { from, to, levelKwh, endNeedKwh } = ahead;
  lowerCaps(hours.capKw, PLAIN_PROFILE, peakKw, ahead);
  if (minimumSocBackward(hours, from, to, needKwh) <= levelKwh + ROUNDING_KWH) return;
  const otherKw = new Float64Array(HOURS);
  otherKw.fill(peakKw + CAP_MARGIN_KW, from, to);
  const profile = { ...joint, otherKw };
  capHours(hours, profile, ahead, minLevel(hours, profile, ahead, levelKwh, endNeedKwh));
}

/**
 * Lowest caps that the battery can hold month by month, but none below the target. Leaves the hours under them.
 * @param targetKw 0 without a target
 * @returns the least peak of each month that the battery can hold, kW
 */
export function minCaps(hours: CappedHours, targetKw: number): Float64Array {
  const minKw: number[] = [];
  capMonths(hours, PLAIN_PROFILE, (ahead) => {
    minKw.push(ahead.minKw);
    capHours(hours, PLAIN_PROFILE, ahead, Math.max(targetKw, ahead.minKw));
  });
  return Float64Array.from(minKw);
}

/** Caps month by month at which the power charges cost least, whatever energy costs. Leaves the hours under them. */
export function cheapestPower(hours: CappedHours, power: readonly PowerComponent[]): void {
  const { rules, joint } = capRules(power);
  capMonths(hours, joint, (ahead) => {
    seekCaps(hours, null, activeRules(rules, ahead), ahead);
  });
}

/** Caps month by month. A month begins with the energy that its predecessor leaves under its caps. */
function capMonths(
  hours: CappedHours,
  profile: CapProfile,
  capMonth: (ahead: MonthAhead) => void,
): void {
  const needKwh = new Float64Array(HOURS + 1);
  const scratch = idleFlows();
  let levelKwh = hours.battery.floorKwh;
  for (let month = 0; month < MONTHS; month++) {
    const ahead = monthAhead(hours, profile, month, levelKwh, needKwh);
    capMonth(ahead);
    levelKwh = holdCaps(hours, ahead, levelKwh, needKwh, scratch);
  }
}

/** A year under the caps of the hours, whatever the prices: what is not needed for them serves self-consumption. */
export function shavePeaks(hours: CappedHours): AcFlows {
  const { floorKwh } = hours.battery;
  const needKwh = new Float64Array(HOURS + 1).fill(floorKwh);
  const flows = idleFlows();
  holdCaps(hours, { from: 0, to: HOURS }, floorKwh, needKwh, flows);
  return flows;
}

/**
 * Runs a range under its caps from a stored energy into `flows`.
 * @param needKwh gets the need at each hour's start. `needKwh[to]`, the need at the end, is given
 * @returns the stored energy after the range
 */
function holdCaps(
  hours: CappedHours,
  { from, to }: HourRange,
  levelKwh: number,
  needKwh: Float64Array,
  flows: AcFlows,
): number {
  const { netKwh, chargeLimitKwh, capKw, battery } = hours;
  const { powerKw, floorKwh, ceilingKwh, efficiency } = battery;
  const { chargeKwh, dischargeKwh } = flows;
  minimumSocBackward(hours, from, to, needKwh);
  // The sign makes it a number for the compiler, which would else box the value of each hour.
  let level = +levelKwh;
  for (let t = from; t < to; t++) {
    const net = netKwh[t];
    const room = Math.max(0, capKw[t] - net);
    const spareKwh = (level - needKwh[t + 1]) * efficiency;
    const lackKwh = (needKwh[t + 1] - level) / efficiency;
    let charge = 0;
    let discharge = 0;
    if (net > capKw[t]) {
      const forced = Math.min(net - capKw[t], (level - floorKwh) * efficiency);
      discharge = Math.min(Math.max(forced, spareKwh), net, powerKw);
    } else if (net < 0) {
      charge = Math.max(Math.min(-net, (ceilingKwh - level) / efficiency), Math.min(lackKwh, room));
      charge = Math.min(charge, chargeLimitKwh[t]);
    } else if (lackKwh > 0) charge = Math.min(lackKwh, room, chargeLimitKwh[t]);
    else discharge = Math.min(net, powerKw, spareKwh);
    chargeKwh[t] = charge;
    dischargeKwh[t] = discharge;
    level += charge * efficiency - discharge / efficiency;
  }
  return level;
}

/**
 * Least level of a month's caps from a stored energy, so that the next month can begin with its own least
 * level. Sets the caps of the tail and leaves those of the month to the caller.
 * @param needKwh scratch, 8761 values. Gets the need at the month's end
 */
function monthAhead(
  hours: CappedHours,
  profile: CapProfile,
  month: number,
  levelKwh: number,
  needKwh: Float64Array,
): MonthAhead {
  const { netKwh, capKw, battery } = hours;
  const from = MONTH_START[month];
  const to = MONTH_START[month + 1];
  const isLast = month === MONTHS - 1;
  const tailEnd = isLast ? to : to + TAIL_HOURS;
  needKwh[tailEnd] = battery.floorKwh;
  if (!isLast) {
    const next = { from: to, to: MONTH_START[month + 2] };
    const tailMinKw = minLevel(hours, profile, next, battery.ceilingKwh, battery.floorKwh);
    applyCap(capKw, profile, { from, to }, findLevel(profile, netKwh, { from, to }));
    raiseTail((steps) => {
      capHours(hours, profile, { from: to, to: tailEnd }, tailMinKw + steps * TAIL_STEP_KW);
      minimumSocBackward(hours, to, tailEnd, needKwh);
      return minimumSocBackward(hours, from, to, needKwh) <= levelKwh + ROUNDING_KWH;
    });
  }
  const endNeedKwh = needKwh[to];
  const minKw = minLevel(hours, profile, { from, to }, levelKwh, endNeedKwh);
  return { from, to, levelKwh, endNeedKwh, tailEnd, minKw };
}

/** Sets the fewest steps with which the month serves its tail: doubled until they do, then halved between. */
function raiseTail(serves: (steps: number) => boolean): void {
  if (serves(0)) return;
  let enough = 1;
  while (!serves(enough)) enough *= 2;
  let tooFew = enough >> 1;
  while (enough - tooFew > 1) {
    const middle = (tooFew + enough) >> 1;
    if (serves(middle)) enough = middle;
    else tooFew = middle;
  }
  serves(enough);
}
