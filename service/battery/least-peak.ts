import { peak } from './bill.ts';
import { type CappedHours, capHours } from './capped-hours.ts';
import { MONTH_START, MONTHS, type Stretch } from './simulated-year.ts';

/** Hours of the next month that a month's cap must leave energy for. */
const TAIL_HOURS = 96;

/** Step by which a tail's cap is raised until the month can serve it, kW. */
const TAIL_STEP_KW = 0.05;

/** Least peaks are found to this, kW. */
const TOLERANCE_KW = 1e-7;

/** A level that misses its need by less is rounding, kWh. */
const ROUNDING_KWH = 1e-10;

/** What a cap on a month must respect. */
export interface MonthAhead extends Stretch {
  /** End of the hours that follow, whose caps are set; `to` in December. */
  tailEnd: number;
  /** Least import peak of the month that the battery can hold, with the tail, kW. */
  leastKw: number;
}

/**
 * Least peak of a month from a stored energy, so that the next month can begin with its own least peak.
 * Sets the caps of the tail and leaves those of the month to the caller.
 * @param needKwh scratch, 8761 values
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
    return { from, to, tailEnd: to, leastKw: leastPeak(hours, from, to, levelKwh, needKwh) };
  }
  const tailEnd = to + TAIL_HOURS;
  const tailLeastKw = leastPeakFromFull(hours, month + 1, needKwh);
  needKwh[tailEnd] = battery.floorKwh;
  const highest = peak(netKwh, from, to);
  capKw.fill(highest, from, to);
  raiseTail((steps) => {
    capHours(hours, to, tailEnd, tailLeastKw + steps * TAIL_STEP_KW);
    fillNeed(hours, to, tailEnd, needKwh);
    return fillNeed(hours, from, to, needKwh) <= levelKwh + ROUNDING_KWH;
  });
  return { from, to, tailEnd, leastKw: leastPeak(hours, from, to, levelKwh, needKwh) };
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

function leastPeakFromFull(hours: CappedHours, month: number, needKwh: Float64Array): number {
  const { floorKwh, ceilingKwh } = hours.battery;
  const to = MONTH_START[month + 1];
  needKwh[to] = floorKwh;
  return leastPeak(hours, MONTH_START[month], to, ceilingKwh, needKwh);
}

/**
 * Least cap on import, kW, under which hours `from` to `to`-1 can be run from `levelKwh` and end at
 * `needKwh[to]` or above. Bisection, above the true value by less than 1e-7; the highest net load when no
 * cap below it will do. Uses the caps of these hours as scratch.
 */
export function leastPeak(
  hours: CappedHours,
  from: number,
  to: number,
  levelKwh: number,
  needKwh: Float64Array,
): number {
  const { netKwh, capKw, battery } = hours;
  let high = peak(netKwh, from, to);
  let low = Math.max(0, high - battery.powerKw);
  while (high - low > TOLERANCE_KW) {
    const middle = (low + high) / 2;
    capKw.fill(middle, from, to);
    if (fillNeed(hours, from, to, needKwh) <= levelKwh + ROUNDING_KWH) high = middle;
    else low = middle;
  }
  return high;
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
