import { HOUR_MS } from '#clock/stockholm-time.ts';
import { CLOCK_HOURS, HOURS, MONTH_START } from '../../../../schemas/codec/axes.ts';
import { toSwedish } from '../times/clock.ts';
import type { Intervals } from './intervals.ts';

/** Hours of UTC one after the other: the energy that was measured in each, and the part of it that was. */
export interface HourSums {
  /** First hour, in hours since 1970. */
  first: number;
  kwh: Float64Array;
  cover: Float64Array;
}

/** An hour of which less was measured is missing. */
const LEAST_COVER = 0.45;
/** A sum of several rounded parts of an hour is whole. */
const WHOLE = 0.001;

/** Adds up intervals by hours of UTC. One that crosses hours is divided by time. */
export function sumHours({ startMs, endMs, kwh }: Intervals): HourSums {
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < kwh.length; i++) {
    if (Number.isNaN(kwh[i])) continue;
    firstMs = Math.min(firstMs, startMs[i]);
    lastMs = Math.max(lastMs, endMs[i]);
  }
  const first = Math.floor(firstMs / HOUR_MS);
  const count = kwh.length === 0 || firstMs > lastMs ? 0 : Math.ceil(lastMs / HOUR_MS) - first;
  const sums = { first, kwh: new Float64Array(count), cover: new Float64Array(count) };
  for (let i = 0; i < kwh.length; i++) {
    if (!Number.isNaN(kwh[i]) && endMs[i] > startMs[i])
      addInterval(sums, startMs[i], endMs[i], kwh[i]);
  }
  return sums;
}

function addInterval(sums: HourSums, startMs: number, endMs: number, kwh: number): void {
  const length = endMs - startMs;
  for (let hour = Math.floor(startMs / HOUR_MS); hour * HOUR_MS < endMs; hour++) {
    const part = Math.min(endMs, (hour + 1) * HOUR_MS) - Math.max(startMs, hour * HOUR_MS);
    sums.kwh[hour - sums.first] += (kwh * part) / length;
    sums.cover[hour - sums.first] += part / HOUR_MS;
  }
}

/** Hours of which more than all was measured: the same time stands several times. */
export function countOverlaps({ cover }: HourSums): number {
  return cover.filter((part) => part > 1.2).length;
}

/** Energy of each hour as if all of it had been measured. NaN for one that is missing. */
export function wholeHours({ first, kwh, cover }: HourSums): { first: number; kwh: Float64Array } {
  const whole = kwh.map((energy, i) => {
    if (cover[i] < LEAST_COVER) return Number.NaN;
    return Math.abs(cover[i] - 1) < WHOLE ? energy : energy / cover[i];
  });
  return { first, kwh: whole };
}

/**
 * Puts hours of UTC into a year of 8760 Swedish clock hours: of several years the newest that has the hour, without
 * 29 February. The hour that autumn repeats is the mean of its two. NaN where one is missing. Counts the hours for which
 * an older year had a value, too.
 * @param isBare whether hours are a year's clock hours already
 */
export function toClockYear({ first, kwh }: { first: number; kwh: Float64Array }, isBare: boolean) {
  const sums = new Float64Array(HOURS).fill(Number.NaN);
  const [years, counts] = [new Int16Array(HOURS), new Uint8Array(HOURS)];
  let [older, hasLeapDay] = [0, false];
  for (let i = 0; i < kwh.length; i++) {
    if (Number.isNaN(kwh[i])) continue;
    const { y, t } = placeHour((first + i) * HOUR_MS, isBare);
    if (t < 0) {
      hasLeapDay = true;
    } else if (y === years[t]) {
      sums[t] += kwh[i];
      counts[t]++;
    } else {
      if (years[t] > 0) older++;
      [years[t], counts[t], sums[t]] = [y, 1, kwh[i]];
    }
  }
  return { kwh: sums.map((sum, t) => sum / Math.max(1, counts[t])), older, hasLeapDay };
}

const LEAP_DAY = 29;

/** Year and hour of the 8760. -1 on 29 February. */
function placeHour(ms: number, isBare: boolean): { y: number; t: number } {
  const wall = new Date(isBare ? ms : toSwedish(ms));
  const [y, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  if (month === 1 && day === LEAP_DAY) return { y, t: -1 };
  return { y, t: MONTH_START[month] + (day - 1) * CLOCK_HOURS + wall.getUTCHours() };
}
