import { DAYS } from '../../schemas/codec/axes.ts';
import type { HolidayName } from '../../schemas/types.ts';

const DAY_MS = 86_400_000;
const SATURDAY = 6;

/** Days off that are no public holidays. */
const EVES: readonly HolidayName[] = ['midsummer_eve', 'christmas_eve', 'new_year_eve'];
const NO_HOLIDAYS = new Set<string>([...EVES, 'maundy_thursday']);

/** The year itself, or the next one if it is a leap year: simulations have 365 days. */
export function nonLeapYear(year: number): number {
  return isLeapYear(year) ? year + 1 : year;
}

function isLeapYear(year: number): boolean {
  return new Date(Date.UTC(year, 2, 0)).getUTCDate() === 29;
}

/** Weekday of 1 January: 0 is Monday, 6 Sunday. */
function firstWeekday(year: number): number {
  return (new Date(Date.UTC(year, 0, 1)).getUTCDay() + 6) % 7;
}

/** The named days of grid companies' price lists, ms UTC. */
const NAMED: Record<HolidayName, (year: number) => number> = {
  new_year: (year) => Date.UTC(year, 0, 1),
  epiphany: (year) => Date.UTC(year, 0, 6),
  maundy_thursday: (year) => easterMs(year) - 3 * DAY_MS,
  good_friday: (year) => easterMs(year) - 2 * DAY_MS,
  easter_monday: (year) => easterMs(year) + DAY_MS,
  may_day: (year) => Date.UTC(year, 4, 1),
  ascension: (year) => easterMs(year) + 39 * DAY_MS,
  national_day: (year) => Date.UTC(year, 5, 6),
  midsummer_eve: (year) => midsummerMs(year) - DAY_MS,
  christmas_eve: (year) => Date.UTC(year, 11, 24),
  christmas_day: (year) => Date.UTC(year, 11, 25),
  boxing_day: (year) => Date.UTC(year, 11, 26),
  new_year_eve: (year) => Date.UTC(year, 11, 31),
};

/** Day of the year on which a named day is, 0 is 1 January. */
export function namedDay(year: number, name: HolidayName): number {
  return dayOf(year, NAMED[name](year));
}

/** The thirteen public holidays of Swedish law (1989:253) in order of date. 0 is 1 January. */
export function publicHolidays(year: number): number[] {
  const easter = easterMs(year);
  const sundays = [easter, easter + 49 * DAY_MS];
  const saturdays = [midsummerMs(year), saturdayFromMs(Date.UTC(year, 9, 31))];
  const unnamed = [...sundays, ...saturdays].map((utcMs) => dayOf(year, utcMs));
  const named = Object.entries(NAMED)
    .filter(([name]) => !NO_HOLIDAYS.has(name))
    .map(([, utcMsIn]) => dayOf(year, utcMsIn(year)));
  return [...named, ...unnamed].toSorted((a, b) => a - b);
}

/**
 * 1 on every day of a year of 365 that is off: Saturdays, Sundays, public holidays, and the eves of
 * midsummer, Christmas and New Year, which the Annual Leave Act (1977:480, section 3 a) counts as Sundays.
 */
export function daysOff(year: number): Uint8Array {
  const days = weekendDays(year);
  const eves = EVES.map((name) => namedDay(year, name));
  for (const day of [...publicHolidays(year), ...eves]) days[day] = 1;
  return days;
}

/** 1 on every Saturday and Sunday of a year of 365. */
export function weekendDays(year: number): Uint8Array {
  const first = firstWeekday(year);
  return new Uint8Array(DAYS).map((_, day) => ((first + day) % 7 >= 5 ? 1 : 0));
}

function dayOf(year: number, utcMs: number): number {
  return (utcMs - Date.UTC(year, 0, 1)) / DAY_MS;
}

function saturdayFromMs(utcMs: number): number {
  return utcMs + (SATURDAY - new Date(utcMs).getUTCDay()) * DAY_MS;
}

/** Midsummer Day, a Saturday. */
function midsummerMs(year: number): number {
  return saturdayFromMs(Date.UTC(year, 5, 20));
}

/** Easter Sunday of the Gregorian calendar (the anonymous method of 1876, as in Meeus, Astronomical Algorithms). */
function easterMs(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leapCentury = Math.floor(century / 4);
  const lunar = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - leapCentury - lunar + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  return Date.UTC(year, 2, 22 + moon + weekday - 7 * late);
}
