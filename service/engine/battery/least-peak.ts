import { MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { type CappedHours, capHours } from './capped-hours.ts';
import { findPeak } from './house.ts';
import type { Stretch } from './simulated-year.ts';

/** Hours of the next month that a month's cap must leave energy for. */
const TAIL_HOURS = 96;

/** Step by which a tail's cap is raised until the month can serve it, kW. */
const TAIL_STEP_KW = 0.05;

/** A cap is raised by no less, kW: less is rounding. */
const LEAST_STEP_KW = 1e-9;

/** A level that misses its need by less is rounding, kWh. */
const ROUNDING_KWH = 1e-10;

/** The bounds that a cap on a month must respect. */
export interface MonthAhead extends Stretch {
  /** End of the hours that follow, whose caps are set; `to` in December. */
  tailEnd: number;
  /** Least import peak of the month that the battery can hold, with the tail, kW. */
  leastKw: number;
}

/**
 * Least peak of a month from a stored energy, so that the next month can begin with its own least peak.
 * Sets the caps of the tail and leaves those of the month to the caller.
 * @param needKwh scratch, 8761 values; gets the need at the month's end
 */
export function monthAhead(
  hours: CappedHours,
  month: number,
  levelKwh: number,
  needKwh: Float64Array,
): MonthAhead {
  const { netKwh, capKw, battery } = hours;
  const from = MONTH_START[month];
  const to = MONTH_START[month + 1];
  if (month === MONTHS - 1) {
    needKwh[to] = battery.floorKwh;
    const leastKw = leastPeak(hours, from, to, levelKwh, battery.floorKwh);
    return { from, to, tailEnd: to, leastKw };
  }
  const tailEnd = to + TAIL_HOURS;
  const tailLeastKw = leastPeakFromFull(hours, month + 1);
  needKwh[tailEnd] = battery.floorKwh;
  const highest = findPeak(netKwh, from, to);
  capKw.fill(highest, from, to);
  raiseTail((steps) => {
    capHours(hours, to, tailEnd, tailLeastKw + steps * TAIL_STEP_KW);
    fillNeed(hours, to, tailEnd, needKwh);
    return fillNeed(hours, from, to, needKwh) <= levelKwh + ROUNDING_KWH;
  });
  return { from, to, tailEnd, leastKw: leastPeak(hours, from, to, levelKwh, needKwh[to]) };
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

function leastPeakFromFull(hours: CappedHours, month: number): number {
  const { floorKwh, ceilingKwh } = hours.battery;
  return leastPeak(hours, MONTH_START[month], MONTH_START[month + 1], ceilingKwh, floorKwh);
}

/**
 * Least cap on import, kW, under which hours `from` to `to`-1 can be run from `levelKwh` and end at
 * `endNeedKwh` or above; the highest net load when no cap below it will do. Newton's method from below: each
 * hour's need is convex in the cap and piecewise linear, so a step ends at the true value or below it.
 */
export function leastPeak(
  hours: CappedHours,
  from: number,
  to: number,
  levelKwh: number,
  endNeedKwh: number,
): number {
  const { netKwh, battery } = hours;
  const highestKw = findPeak(netKwh, from, to);
  let capKw = Math.max(0, highestKw - battery.powerKw);
  while (capKw < highestKw) {
    const raiseKw = lackingKw(hours, { from, to }, capKw, levelKwh, endNeedKwh);
    if (raiseKw === 0) return capKw;
    capKw += Math.max(LEAST_STEP_KW, raiseKw);
  }
  return highestKw;
}

/** The least raise by which a cap on a stretch can be held from a level, kW; 0 if it can be held. */
function lackingKw(
  { netKwh, chargeLimitKwh, battery }: CappedHours,
  { from, to }: Stretch,
  capKw: number,
  levelKwh: number,
  endNeedKwh: number,
): number {
  const { floorKwh, ceilingKwh, efficiency } = battery;
  const mostKwh = ceilingKwh + ROUNDING_KWH;
  let raiseKw = 0;
  let need = endNeedKwh;
  /** The fall in need for each kW of cap, kWh. */
  let perKw = 0;
  for (let t = to - 1; t >= from; t--) {
    const room = capKw - netKwh[t];
    if (room < 0) {
      need -= room / efficiency;
      perKw += 1 / efficiency;
      if (need > mostKwh) raiseKw = Math.max(raiseKw, (need - ceilingKwh) / perKw);
    } else if (need > floorKwh) {
      const limit = chargeLimitKwh[t];
      if (limit < room) need -= efficiency * limit;
      else {
        need -= efficiency * room;
        perKw += efficiency;
      }
      if (need < floorKwh) {
        need = floorKwh;
        perKw = 0;
      }
    }
  }
  return need > levelKwh + ROUNDING_KWH ? Math.max(raiseKw, (need - levelKwh) / perKw) : raiseKw;
}

/**
 * Walks hours `to`-1 down to `from` and notes the least stored energy from which all later caps can be held.
 * @param needKwh gets the need at each hour's start; `needKwh[to]`, the need at the end, is given
 * @returns the need at `from`; infinite when no level suffices
 */
export function fillNeed(
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
