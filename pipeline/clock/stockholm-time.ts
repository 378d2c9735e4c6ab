// Central European time by the EU rule in force since 1996 (Directive 2000/84/EC): summer time from
// the last Sunday of March to the last Sunday of October, both at 01:00 UTC.

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MARCH = 2;
const OCTOBER = 9;

/** Local time minus UTC in Sweden, ms. */
export function utcOffsetMs(utcMs: number): number {
  if (!(utcMs >= recent.fromMs && utcMs < recent.toMs))
    recent = summerTime(new Date(utcMs).getUTCFullYear());
  const { startMs, endMs } = recent;
  return utcMs >= startMs && utcMs < endMs ? 2 * HOUR_MS : HOUR_MS;
}

/** Start of a local month (0..11), ms UTC. No clock changes on the first of a month. */
export function localMonthStartMs(year: number, month: number): number {
  const utcMs = Date.UTC(year, month, 1);
  return utcMs - utcOffsetMs(utcMs);
}

/** Start of a local calendar year, ms UTC. */
export function localYearStartMs(year: number): number {
  return localMonthStartMs(year, 0);
}

/** 8760 or 8784. The year's two clock changes cancel. */
export function hoursInYear(year: number): number {
  return (localYearStartMs(year + 1) - localYearStartMs(year)) / HOUR_MS;
}

/** When a year has summer time, in hours of that year in winter time (UTC+1). */
export function summerTimeOf(year: number): SummerTime {
  const { startMs, endMs } = summerTime(year);
  const hourOf = (utcMs: number) => (utcMs - localYearStartMs(year)) / HOUR_MS;
  return { from: hourOf(startMs), to: hourOf(endMs) };
}

/** An hour by the clock in Sweden: month 0..11, day of month from 1, clock hour 0..23. */
export function localHour(utcMs: number): { month: number; day: number; hour: number } {
  const wall = wallClock(utcMs);
  return { month: wall.getUTCMonth(), day: wall.getUTCDate(), hour: wall.getUTCHours() };
}

/** The day in Sweden, '2025-03-30'. */
export function localDay(utcMs: number): string {
  return wallClock(utcMs).toISOString().slice(0, 10);
}

/** The local day as a number: days since 1970-01-01. */
export function localDayNumber(utcMs: number): number {
  return Math.floor(wallMs(utcMs) / DAY_MS);
}

/** Hours of the local day that holds an instant: 24, or 23 and 25 when the clock changes. */
export function hoursInLocalDay(utcMs: number): number {
  const midnightMs = localDayNumber(utcMs) * DAY_MS;
  // In summer this is 01:00 local time, not 00:00. No clock changes between the two.
  const offsetAtStart = utcOffsetMs(midnightMs - HOUR_MS);
  const offsetAtEnd = utcOffsetMs(midnightMs + DAY_MS - HOUR_MS);
  return 24 + (offsetAtStart - offsetAtEnd) / HOUR_MS;
}

/** A date whose UTC fields read as the clock in Sweden. */
function wallClock(utcMs: number): Date {
  return new Date(wallMs(utcMs));
}

function wallMs(utcMs: number): number {
  return utcMs + utcOffsetMs(utcMs);
}

/** A year of UTC and its summer time. */
function summerTime(year: number) {
  return {
    ...{ fromMs: Date.UTC(year, 0), toMs: Date.UTC(year + 1, 0) },
    ...{ startMs: lastSundayMs(year, MARCH), endMs: lastSundayMs(year, OCTOBER) },
  };
}

/** The year of the previous call: a file has a hundred thousand times one after the other. */
let recent = summerTime(2025);

/** 01:00 UTC on the last Sunday of a month of 31 days. */
function lastSundayMs(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31, 1));
  return last.getTime() - last.getUTCDay() * DAY_MS;
}

/** Hours `from` to `to`-1 of a year, counted in winter time (UTC+1), in which the clock shows summer time. */
export interface SummerTime {
  from: number;
  to: number;
}

/**
 * Moves a year's hours in place from winter time all year (UTC+1) to the Swedish clock: those of
 * summer time one place later. The hour that spring skips gets 0, the one that autumn repeats the
 * mean of its two.
 */
export function toSwedishClock(hours: Float64Array, { from, to }: SummerTime): void {
  const twice = (hours[to - 1] + hours[to]) / 2;
  hours.copyWithin(from + 1, from, to);
  hours[from] = 0;
  hours[to] = twice;
}
