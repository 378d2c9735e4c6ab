import { DAYS } from '../../schemas/codec/axes.ts';

const DAY_MS = 86_400_000;
const SATURDAY = 6;

/** Weekday of 1 January: 0 is Monday, 6 Sunday. */
export function firstWeekday(year: number): number {
  return (new Date(Date.UTC(year, 0, 1)).getUTCDay() + 6) % 7;
}

/** The thirteen public holidays of Swedish law (1989:253) in their order: days of the year, 0 is 1 January. */
export function publicHolidays(year: number): number[] {
  const easter = easterMs(year);
  const days = [
    Date.UTC(year, 0, 1),
    Date.UTC(year, 0, 6),
    ...[-2, 0, 1, 39, 49].map((after) => easter + after * DAY_MS),
    Date.UTC(year, 4, 1),
    Date.UTC(year, 5, 6),
    saturdayFromMs(Date.UTC(year, 5, 20)),
    saturdayFromMs(Date.UTC(year, 9, 31)),
    Date.UTC(year, 11, 25),
    Date.UTC(year, 11, 26),
  ];
  return days.map((utcMs) => dayOf(year, utcMs)).toSorted((a, b) => a - b);
}

/**
 * 1 on every day of a year of 365 that is off: Saturdays, Sundays, public holidays, and the eves of
 * midsummer, Christmas and New Year, which the Annual Leave Act (1977:480, section 3 a) counts as Sundays.
 */
export function daysOff(year: number): Uint8Array {
  const first = firstWeekday(year);
  const days = new Uint8Array(DAYS).map((_, day) => ((first + day) % 7 >= 5 ? 1 : 0));
  const midsummer = dayOf(year, saturdayFromMs(Date.UTC(year, 5, 20)));
  const eves = [midsummer - 1, dayOf(year, Date.UTC(year, 11, 24)), DAYS - 1];
  for (const day of [...publicHolidays(year), ...eves]) days[day] = 1;
  return days;
}

function dayOf(year: number, utcMs: number): number {
  return (utcMs - Date.UTC(year, 0, 1)) / DAY_MS;
}

/** The first Saturday on or after a day. */
function saturdayFromMs(utcMs: number): number {
  return utcMs + (SATURDAY - new Date(utcMs).getUTCDay()) * DAY_MS;
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
