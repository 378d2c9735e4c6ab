import { CLOCK_HOURS, HOURS } from '../../../schemas/codec/axes.ts';
import { minimumSocOfYear } from './caps.ts';
import { ROUNDING_KWH } from './house.ts';
import { type MarginalCostSegments, PIECES, SLIVER_KWH } from './marginal-cost-segments.ts';
import { cheapestEnd } from './value-function.ts';

/** A plan's decisions. Ranges of the year are planned into the same two arrays. */
export interface Plan {
  /** kWh into the store in each hour. Out of it below 0. */
  storedKwh: Float64Array;
  /** Stored energy at each hour's start, and as last value at the year's end, kWh. */
  levelKwh: Float64Array;
}

/** A year of an untouched battery. */
export function emptyPlan(floorKwh: number): Plan {
  return {
    storedKwh: new Float64Array(HOURS),
    levelKwh: new Float64Array(HOURS + 1).fill(floorKwh),
  };
}

/** Place of each piece among the slopes at its hour's end. One scratch: a plan is over before the next begins. */
const scratch = { placeKwh: new Float64Array(HOURS * PIECES) };

/**
 * Plans hours `from` to `to`-1 at least cost from `plan.levelKwh[from]`, ending at `minEndKwh` or above.
 * Energy left at the end is worth nothing. Exact: from the cheapest end backwards, each hour uses the part of its
 * pieces that is below its level.
 */
export function planHours(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  minEndKwh: number,
  { storedKwh, levelKwh }: Plan,
): void {
  const { lengthKwh, outKwh } = pieces;
  const { placeKwh } = scratch;
  let level = cheapestEnd(pieces, from, to, levelKwh[from], minEndKwh, placeKwh);
  for (let t = to - 1; t >= from; t--) {
    levelKwh[t + 1] = level;
    let stored = -outKwh[t];
    for (let piece = t * PIECES; piece < (t + 1) * PIECES; piece++) {
      stored += usedKwh(lengthKwh[piece], level - placeKwh[piece]);
    }
    const moved = stored > SLIVER_KWH || stored < -SLIVER_KWH;
    storedKwh[t] = moved ? stored : 0;
    if (moved) level -= stored;
  }
}

/** The used part of a piece, of which so much is below the hour's level, kWh. */
function usedKwh(lengthKwh: number, belowKwh: number): number {
  if (belowKwh <= 0) return 0;
  return belowKwh < lengthKwh ? belowKwh : lengthKwh;
}

/** Plans the whole year at once, every hour known, under the caps of its hours. */
export function planYear(pieces: MarginalCostSegments): Plan {
  const { floorKwh } = pieces.hours.battery;
  const plan = emptyPlan(floorKwh);
  planHours(pieces, 0, HOURS, floorKwh, plan);
  return plan;
}

/** Horizon of a midnight's plan: the prices of today and tomorrow. */
export const HORIZON_HOURS = 48;

/**
 * Plans the year at each midnight for 48 hours, of which the first 24 are used. Each plan leaves the energy with
 * which the later caps can be held.
 */
export function planDayAhead(pieces: MarginalCostSegments): Plan {
  const { hours } = pieces;
  const needKwh = minimumSocOfYear(hours);
  const plan = emptyPlan(hours.battery.floorKwh);
  for (let from = 0; from < HOURS; from += CLOCK_HOURS) {
    const to = Math.min(from + HORIZON_HOURS, HOURS);
    planHours(pieces, from, to, needKwh[to], plan);
  }
  return plan;
}

/**
 * Plans hours as `planHours` does. Returns the marginal cost of stored energy at the start of each, SEK per kWh:
 * the plan's dual values. Energy is worth 0 after the last hour. Up to there a value stays the same but where the
 * store is full or empty, and is always between the slopes left and right of the plan.
 */
export function planPricedHours(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  minEndKwh: number,
  plan: Plan,
): Float64Array {
  planHours(pieces, from, to, minEndKwh, plan);
  const [below, above] = slopesAround(pieces, from, to, plan.levelKwh);
  const sekPerKwh = new Float64Array(to - from);
  let sek = 0;
  for (let i = to - from - 1; i >= 0; i--) {
    sek = Math.min(above[i], Math.max(below[i], sek));
    sekPerKwh[i] = sek;
  }
  return sekPerKwh;
}

/** Slopes of the value function left and right of the level that each hour of a plan ends at. */
function slopesAround(
  { lengthKwh, slope, hours }: MarginalCostSegments,
  from: number,
  to: number,
  levelKwh: Float64Array,
): [below: Float64Array, above: Float64Array] {
  const { floorKwh, ceilingKwh } = hours.battery;
  const { placeKwh } = scratch;
  const below = new Float64Array(to - from);
  const above = new Float64Array(to - from);
  let [belowSek, aboveSek] = [-Infinity, Infinity];

  for (let t = from; t < to; t++) {
    for (let piece = t * PIECES; piece < (t + 1) * PIECES; piece++) {
      if (lengthKwh[piece] <= ROUNDING_KWH) continue;
      const used = levelKwh[t + 1] - placeKwh[piece];
      if (used > ROUNDING_KWH && slope[piece] > belowSek) belowSek = slope[piece];
      if (used < lengthKwh[piece] - ROUNDING_KWH && slope[piece] < aboveSek)
        aboveSek = slope[piece];
    }
    below[t - from] = belowSek;
    above[t - from] = aboveSek;
    if (levelKwh[t + 1] <= floorKwh + ROUNDING_KWH) belowSek = -Infinity;
    if (levelKwh[t + 1] >= ceilingKwh - ROUNDING_KWH) aboveSek = Infinity;
  }

  return [below, above];
}
