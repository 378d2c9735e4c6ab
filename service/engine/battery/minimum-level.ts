import { MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import {
  applyCap,
  type CapProfile,
  type CappedHours,
  capHours,
  findLevel,
  NO_CAP,
  nonBindingCap,
} from './caps.ts';
import { type HourRange, ROUNDING_KWH } from './house.ts';

/** Hours of the next month that a month's cap must leave energy for. */
const TAIL_HOURS = 96;

/** Step by which a tail's cap is raised until the month can serve it, kW. */
const TAIL_STEP_KW = 0.05;

/** A cap is raised by no less, kW: less is rounding. */
const MIN_STEP_KW = 1e-9;

/** The bounds that the caps of a month must respect. */
export interface MonthAhead extends HourRange {
  /** End of the hours that follow, whose caps are set. `to` in December. */
  tailEnd: number;
  /** Least level of the month that the battery can hold, with the tail, kW. */
  minKw: number;
}

/** The stored energy that a month begins with, and what it must leave at its end, kWh. */
export interface MonthStore {
  levelKwh: number;
  endNeedKwh: number;
}

/**
 * Least level of a month's caps from a stored energy, so that the next month can begin with its own least
 * level. Sets the caps of the tail and leaves those of the month to the caller.
 * @param needKwh scratch, 8761 values. Gets the need at the month's end
 */
export function monthAhead(
  hours: CappedHours,
  profile: CapProfile,
  month: number,
  levelKwh: number,
  needKwh: Float64Array,
): MonthAhead {
  const { netKwh, capKw, battery } = hours;
  const from = MONTH_START[month];
  const to = MONTH_START[month + 1];
  if (month === MONTHS - 1) {
    needKwh[to] = battery.floorKwh;
    const minKw = minLevel(hours, profile, { from, to }, levelKwh, battery.floorKwh);
    return { from, to, tailEnd: to, minKw };
  }
  const tailEnd = to + TAIL_HOURS;
  const tail = { from: to, to: tailEnd };
  const tailMinKw = minLevelFromFull(hours, profile, month + 1);
  needKwh[tailEnd] = battery.floorKwh;
  applyCap(capKw, profile, { from, to }, findLevel(profile, netKwh, { from, to }));
  raiseTail((steps) => {
    capHours(hours, profile, tail, tailMinKw + steps * TAIL_STEP_KW);
    minimumSocBackward(hours, to, tailEnd, needKwh);
    return minimumSocBackward(hours, from, to, needKwh) <= levelKwh + ROUNDING_KWH;
  });
  const minKw = minLevel(hours, profile, { from, to }, levelKwh, needKwh[to]);
  return { from, to, tailEnd, minKw };
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

function minLevelFromFull(hours: CappedHours, profile: CapProfile, month: number): number {
  const { floorKwh, ceilingKwh } = hours.battery;
  const range = { from: MONTH_START[month], to: MONTH_START[month + 1] };
  return minLevel(hours, profile, range, ceilingKwh, floorKwh);
}

/**
 * Least level of caps, kW, under which a range can be run from `levelKwh` and end at `endNeedKwh` or above. If no
 * lower one will do, the level of the net load, or one that holds nothing under other rules' caps. Newton's method
 * from below: each hour's need is convex in the level and piecewise linear, so a step ends at the true value or below.
 * @param notBelowKw a level that is known not to be above the least one
 */
export function minLevel(
  hours: CappedHours,
  profile: CapProfile,
  range: HourRange,
  levelKwh: number,
  endNeedKwh: number,
  notBelowKw = 0,
): number {
  // Other rules' caps may ask for energy that must be charged above the house's own level.
  const isOnlyRule = profile.otherKw === NO_CAP;
  const highestKw = isOnlyRule
    ? findLevel(profile, hours.netKwh, range)
    : nonBindingCap(hours, profile, range);
  let capKw = Math.max(notBelowKw, levelOfPower(hours, profile, range));
  while (capKw < highestKw) {
    const raiseKw = lackingKw(hours, profile, range, capKw, levelKwh, endNeedKwh);
    if (raiseKw === 0) return capKw;
    capKw += Math.max(MIN_STEP_KW, raiseKw);
  }
  return highestKw;
}

/** The level that a battery's power can hold, were its store never empty, kW. */
function levelOfPower(
  { netKwh, battery }: CappedHours,
  { factor, minLevelKw }: CapProfile,
  { from, to }: HourRange,
): number {
  let highest = 0;
  for (let t = from; t < to; t++) {
    const kw = factor[t] * (netKwh[t] - battery.powerKw);
    if (kw > highest && kw > minLevelKw[t]) highest = kw;
  }
  return highest;
}

/** The least raise by which a level of caps can be held on a range from a stored energy, kW. 0 if it can be held. */
function lackingKw(
  { netKwh, chargeLimitKwh, battery }: CappedHours,
  { factor, minLevelKw, otherKw }: CapProfile,
  { from, to }: HourRange,
  levelKw: number,
  levelKwh: number,
  endNeedKwh: number,
): number {
  // The sign makes it a number for the compiler, which would else box the value of each hour.
  const floorKwh = +battery.floorKwh;
  const { ceilingKwh, efficiency } = battery;
  const maxKwh = ceilingKwh + ROUNDING_KWH;
  let raiseKw = 0;
  let need = +endNeedKwh;
  /** The fall in need for each kW of level, kWh. */
  let perKw = 0;
  for (let t = to - 1; t >= from; t--) {
    const weight = factor[t];
    const other = otherKw[t];
    const min = minLevelKw[t];
    const own = weight === 0 ? Infinity : (levelKw > min ? levelKw : min) / weight;
    const follows = own < other && levelKw >= min;
    const room = (own < other ? own : other) - netKwh[t];
    if (room < 0) {
      need -= room / efficiency;
      if (follows) perKw += 1 / (efficiency * weight);
      if (need > maxKwh) {
        // No level helps where only other caps ask for more than the store holds.
        if (perKw === 0) return Infinity;
        raiseKw = Math.max(raiseKw, (need - ceilingKwh) / perKw);
      }
    } else if (need > floorKwh) {
      const limit = chargeLimitKwh[t];
      if (limit < room) need -= efficiency * limit;
      else {
        need -= efficiency * room;
        if (follows) perKw += efficiency / weight;
      }
      if (need < floorKwh) {
        need = floorKwh;
        perKw = 0;
      }
    }
  }
  if (need <= levelKwh + ROUNDING_KWH) return raiseKw;
  return perKw > 0 ? Math.max(raiseKw, (need - levelKwh) / perKw) : Infinity;
}

/**
 * The hours that make the caps of a month impossible to hold, so that their energy must be there before. Null if
 * the caps can be held.
 */
export function blockingHours(
  { netKwh, chargeLimitKwh, capKw, battery }: CappedHours,
  { from, to }: HourRange,
  { levelKwh, endNeedKwh }: MonthStore,
): HourRange | null {
  const { powerKw, floorKwh, ceilingKwh, efficiency } = battery;
  let need = endNeedKwh;
  let end = to;
  for (let t = to - 1; t >= from; t--) {
    const room = capKw[t] - netKwh[t];
    if (-room > powerKw) return { from: t, to: t + 1 };
    if (room < 0) {
      need -= room / efficiency;
      if (need > ceilingKwh + ROUNDING_KWH) return { from: t, to: end };
    } else if (need > floorKwh) {
      const limit = chargeLimitKwh[t];
      need -= efficiency * (limit < room ? limit : room);
    }
    if (need <= floorKwh) {
      need = floorKwh;
      end = t;
    }
  }
  return need > levelKwh + ROUNDING_KWH ? { from, to: end } : null;
}

/**
 * Walks hours `to`-1 down to `from` and notes the least stored energy from which all later caps can be held.
 * @param needKwh gets the need at each hour's start. `needKwh[to]`, the need at the end, is given
 * @returns the need at `from`. Infinite when no level suffices
 */
export function minimumSocBackward(
  hours: CappedHours,
  from: number,
  to: number,
  needKwh: Float64Array,
): number {
  const { netKwh, chargeLimitKwh, capKw } = hours;
  const { powerKw, floorKwh, ceilingKwh, efficiency } = hours.battery;
  let need = needKwh[to];
  for (let t = to - 1; t >= from; t--) {
    const room = capKw[t] - netKwh[t];
    if (room < 0) {
      if (-room > powerKw) return Infinity;
      need -= room / efficiency;
      if (need > ceilingKwh) return Infinity;
    } else if (need > floorKwh) {
      const limit = chargeLimitKwh[t];
      need -= efficiency * (limit < room ? limit : room);
      if (need < floorKwh) need = floorKwh;
    }
    needKwh[t] = need;
  }
  return need;
}
