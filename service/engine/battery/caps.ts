import { HOURS } from '../../../schemas/codec/axes.ts';
import type { CappedHours } from './battery.ts';
import { type HourRange, ROUNDING_KWH } from './house.ts';

/**
 * Caps on the import of each hour that rise and fall with one level: the level divided by the hour's factor, but
 * no more than another cap, and no less than the cap of a least level of the hour.
 */
export interface CapProfile {
  /** Factor of each hour. 0 where the level caps nothing. */
  factor: Float64Array;
  /** Level below which an hour's cap does not follow, kW. */
  minLevelKw: Float64Array;
  /** Cap of each hour that another rule sets, kW. */
  otherKw: Float64Array;
}

const EVERY_HOUR = new Float64Array(HOURS).fill(1);
export const NO_LEVEL = new Float64Array(HOURS);
export const NO_CAP = new Float64Array(HOURS).fill(Infinity);

/** One cap on all hours. */
export const PLAIN_PROFILE: CapProfile = profileOf(EVERY_HOUR);

/** Caps by the factors only. */
export function profileOf(factor: Float64Array): CapProfile {
  return { factor, minLevelKw: NO_LEVEL, otherKw: NO_CAP };
}

/** The highest level that a range reaches by itself, kW. 0 without import. */
export function findLevel(
  { factor }: CapProfile,
  gridKwh: Float64Array,
  { from, to }: HourRange,
): number {
  let highest = 0;
  for (let t = from; t < to; t++) {
    const kw = factor[t] * gridKwh[t];
    if (kw > highest) highest = kw;
  }
  return highest;
}

/** The greatest factor of a range. 0 where the level caps nothing. */
export function greatestFactor({ factor }: CapProfile, { from, to }: HourRange): number {
  let greatest = 0;
  for (let t = from; t < to; t++) if (factor[t] > greatest) greatest = factor[t];
  return greatest;
}

/** Margin added to a level before a run: the rounding of its search must not make its caps infeasible. */
export const CAP_MARGIN_KW = 1e-7;

/** Puts the caps of a profile's level, kW, on hours `from` to `to`-1. */
export function capHours(
  { capKw }: CappedHours,
  profile: CapProfile,
  { from, to }: HourRange,
  levelKw: number,
): void {
  applyCap(capKw, profile, { from, to }, levelKw + CAP_MARGIN_KW);
}

/** Fills hours `from` to `to`-1 with the caps of a profile's level, kW, as they are. */
export function applyCap(
  capKw: Float64Array,
  { factor, minLevelKw, otherKw }: CapProfile,
  { from, to }: HourRange,
  levelKw: number,
): void {
  for (let t = from; t < to; t++) {
    const weight = factor[t];
    const other = otherKw[t];
    if (weight === 0) capKw[t] = other;
    else {
      const min = minLevelKw[t];
      const level = levelKw > min ? levelKw : min;
      const own = weight === 1 ? level : level / weight;
      capKw[t] = own < other ? own : other;
    }
  }
}

/** A level that holds nothing, kW. */
export function nonBindingCap(hours: CappedHours, profile: CapProfile, range: HourRange): number {
  const { netKwh, battery } = hours;
  return findLevel(profile, netKwh, range) + battery.powerKw * greatestFactor(profile, range);
}

/** Lowers caps to those of a profile's level, whatever else caps it. */
export function lowerCaps(
  capKw: Float64Array,
  { factor, minLevelKw }: CapProfile,
  levelKw: number,
  range: HourRange,
): void {
  applyCap(capKw, { factor, minLevelKw, otherKw: capKw }, range, levelKw + CAP_MARGIN_KW);
}

/** A month, and the bounds that its caps must respect. */
export interface MonthAhead extends HourRange {
  /** Stored energy that it begins with, and what it must leave at its end, kWh. */
  levelKwh: number;
  endNeedKwh: number;
  /** End of the hours that follow, whose caps are set. `to` in December. */
  tailEnd: number;
  /** Least level of the month that the battery can hold, with the tail, kW. */
  minKw: number;
}

/** A cap is raised by no less, kW: less is rounding. */
const MIN_STEP_KW = 1e-9;

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
    const level = levelKw > min ? levelKw : min;
    // Most factors are 1, and a division takes longer than the rest of an hour.
    const own = weight === 1 ? level : weight === 0 ? Infinity : level / weight;
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

/** Least stored energy at each hour's start from which the year's caps can be held, and as last value the floor. */
export function minimumSocOfYear(hours: CappedHours): Float64Array {
  const needKwh = new Float64Array(HOURS + 1).fill(hours.battery.floorKwh);
  minimumSocBackward(hours, 0, HOURS, needKwh);
  return needKwh;
}
