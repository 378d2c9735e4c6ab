import { MONTH_START } from '../../../../schemas/codec/axes.ts';
import { ANY_YEAR, type YearMonth } from '../../raster.ts';

/** Seconds of a unit of time by its first letters (UDUNITS). */
const UNIT_SECONDS: [pattern: RegExp, seconds: number][] = [
  [/^d(ays?)?$/, 86400],
  [/^h((ou)?rs?)?$/, 3600],
  [/^min(ute)?s?$/, 60],
  [/^s(ec(ond)?s?)?$/, 1],
];

/** The number of a day in a calendar. Numbers of one calendar fit each other. */
type DayNumber = (year: number, month: number, day: number) => number;

const SINCE =
  /^\s*(\w+)\s+(?:since|after|from|ref|@)\s+(-?\d+)(?:-(\d+))?(?:-(\d+))?(?:[T\s]+(\d+)(?::(\d+))?(?::([\d.]+))?)?/i;
/** Dates as numbers, as CDO's absolute time and others write them: 20010131, 200101, 2001. */
const AS_DATE = /^\s*\w+\s+as\s+%Y(%m)?(%d)?/;

/**
 * Months that times lie in, by the CF conventions (section 4.4): "days since 1983-01-01", and the
 * calendars that climate models use. Months and years since a date count calendar months. Also dates written as
 * numbers: CDO's "day as %Y%m%d.%f", and 200101 or 20010131 without units.
 * @param units empty where the file states none
 * @throws Error naming the unit, calendar or time that is not known
 */
export function monthsOfTimes(
  times: readonly number[],
  units: string,
  calendar: string,
  owner: string,
): YearMonth[] {
  const months = monthsIn(times, units.trim(), calendar, owner);
  const odd = months.findIndex(({ year, month }) => !(month >= 1 && month <= 12 && year > -10_000));
  if (odd < 0) return months;
  throw new Error(
    `${owner}: the time at place ${odd + 1} is ${times[odd]} ${units}, which is no date. ${RELATIVE}`,
  );
}

/** Names of the dimension of times where nothing else says so. */
const TIME_NAMES = /^((valid_?|c|clim_?)?time(_counter|_?\d)?|t|date)$/i;
/** Names of a dimension of months. */
const MONTH_NAMES =
  /^(mon(ths?)?|mnths?|moy|months?_?(of_?(the_?)?year|number|num|index|no)|monthofyear)$/i;
/** Units of numbers that are months, and those of programs that know none (terra and raster of R). */
const MONTH_UNITS = /^(mon(ths?)?( of (the )?year)?|1|unknown)?$/i;

/** Whether a dimension is that of times, by its name (without groups) and the units of its coordinates. */
export function isTimeAxis(dimension: string, units: string): boolean {
  const isNamed = TIME_NAMES.test(dimension) || isMonthAxis(dimension);
  return /\s(since|as)\s/.test(units) || /^months?\b/i.test(units) || isNamed;
}

export function isMonthAxis(dimension: string): boolean {
  return MONTH_NAMES.test(dimension);
}

/**
 * Months of the places along a dimension: by numbers of months, or by dates.
 * @param dimension its name, without groups
 * @throws Error as `monthsOfTimes`
 */
export function monthsOfAxis(
  values: readonly number[],
  dimension: string,
  units: string,
  calendar: string,
  owner: string,
): YearMonth[] {
  const numbers = monthNumbers(values, dimension, units);
  if (numbers) return numbers.map((month) => ({ year: ANY_YEAR, month }));
  return monthsOfTimes(values, units, calendar, owner);
}

/**
 * The months that numbers are, from 1 or from 0, as xarray's groupby("time.month") writes them, or the middles of such.
 * Null for other times.
 */
function monthNumbers(
  values: readonly number[],
  dimension: string,
  units: string,
): readonly number[] | null {
  const isNamed = isMonthAxis(dimension) || MONTH_UNITS.test(units.trim());
  const isYear = values.length === 12;
  const whole = isYear ? values.map(Math.floor) : values;
  if (!isNamed || new Set(whole).size !== values.length) return null;
  const from = Math.min(...whole) === 0 && isYear ? 0 : 1;
  const isMonth = (value: number) => Number.isInteger(value) && value >= from && value < from + 12;
  return whole.every(isMonth) ? whole.map((value) => value + 1 - from) : null;
}

const RELATIVE =
  'Correct the times, and give them units such as "days since 1983-01-01", with: cdo -setreftime,1983-01-01,00:00:00,days -settaxis,2001-01-15,12:00:00,1month in.nc out.nc (2001-01 being the first month)';

function monthsIn(
  times: readonly number[],
  units: string,
  calendar: string,
  owner: string,
): YearMonth[] {
  const asDate = AS_DATE.exec(units);
  if (asDate) return times.map((time) => dateNumber(time, asDate[2] ? 2 : asDate[1] ? 1 : 0));
  if (units === '' || /^Y+M+(D+)?$/i.test(units)) {
    const digits = [2, 1].find((digits) => times.every((time) => isDateNumber(time, digits)));
    if (digits !== undefined) return times.map((time) => dateNumber(time, digits));
  }
  return monthsSince(times, units, calendar, owner);
}

/** Year and month of 20010131 (2 pairs of digits behind the year), 200101 (1) or 2001.5 (0). */
function dateNumber(time: number, pairs: number): YearMonth {
  if (pairs === 0) {
    const year = Math.floor(time);
    return { year, month: Math.floor((time - year) * 12 + 1e-6) + 1 };
  }
  const months = Math.floor(time / 100 ** (pairs - 1));
  return { year: Math.floor(months / 100), month: months % 100 };
}

function isDateNumber(time: number, pairs: number): boolean {
  const { year, month } = dateNumber(time, pairs);
  return Number.isInteger(time) && year >= 1800 && year < 2300 && month >= 1 && month <= 12;
}

function monthsSince(
  times: readonly number[],
  units: string,
  calendar: string,
  owner: string,
): YearMonth[] {
  const [, unit, start, ...parts] = SINCE.exec(units) ?? [];
  if (unit === undefined) {
    throw new Error(
      `${owner}: its time has the units "${units}", expected such as "days since 1983-01-01". ${RELATIVE}`,
    );
  }
  // 1983-01-01 or 19830101.
  const packed = parts[0] === undefined ? /^(\d{4})(\d\d)(\d\d)$/.exec(start) : null;
  const [y = 1, m = 1, d = 1] = (packed?.slice(1) ?? [start, ...parts]).map(optional);
  const [hour = 0, minute = 0, second = 0] = parts.slice(2).map(optional);
  if (!(m >= 1 && m <= 12 && d >= 1 && d <= 31)) {
    throw new Error(`${owner}: its time has the units "${units}", whose date is none. ${RELATIVE}`);
  }
  const perMonth = { month: 1, year: 12 }[unit.toLowerCase().replace(/s$/, '')];
  if (perMonth !== undefined) {
    return times.map((time) => addMonths(y, m, Math.floor(time * perMonth + 1e-6)));
  }
  const seconds = UNIT_SECONDS.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1];
  if (seconds === undefined) {
    throw new Error(
      `${owner}: its time counts "${unit}", expected days, hours, minutes, seconds, months or years. ${RELATIVE}`,
    );
  }
  const dayOf = calendarNamed(calendar, owner);
  const origin = dayOf(y, m, d) + (hour * 3600 + minute * 60 + second) / 86400;
  // A second's grace: 30 days may have become 29.999999999.
  return times.map((time) => monthOf(dayOf, Math.floor(origin + (time * seconds + 1) / 86400)));
}

function optional(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function addMonths(year: number, month: number, count: number): YearMonth {
  const index = year * 12 + month - 1 + count;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

/** The month that a day is in. Each step of whole months of 31 days leaves a fiftieth of the way. */
function monthOf(dayOf: DayNumber, day: number): YearMonth {
  const firstOf = ({ year, month }: YearMonth) => dayOf(year, month, 1);
  let found = addMonths(0, 1, 0);
  for (let step = 0; step < 9; step++) {
    found = addMonths(found.year, found.month, Math.floor((day - firstOf(found)) / 31));
  }
  const next = addMonths(found.year, found.month, 1);
  return firstOf(next) <= day ? next : found;
}

const gregorian: DayNumber = (year, month, day) =>
  new Date(0).setUTCFullYear(year, month - 1, day) / 86_400_000;

/** A leap year every four years: behind Gregorian dates by a day for each of their centuries without. */
const julian: DayNumber = (year, month, day) => {
  const century = Math.floor((month > 2 ? year : year - 1) / 100);
  return gregorian(year, month, day) + century - Math.floor(century / 4) - 2;
};

/** The calendar that history used: Julian before 15 October 1582. */
const standard: DayNumber = (year, month, day) =>
  (year * 10_000 + month * 100 + day < 15_821_015 ? julian : gregorian)(year, month, day);

/** Every year as one without a leap day, or as one with it. */
const noLeap: DayNumber = (year, month, day) => year * 365 + MONTH_START[month - 1] / 24 + day;
const allLeap: DayNumber = (year, month, day) =>
  noLeap(year, month, day) + year + (month > 2 ? 1 : 0);

const CALENDARS = new Map<string, DayNumber>([
  ['', standard],
  ['standard', standard],
  ['gregorian', standard],
  ['proleptic_gregorian', gregorian],
  ['julian', julian],
  ['noleap', noLeap],
  ['365_day', noLeap],
  ['all_leap', allLeap],
  ['366_day', allLeap],
  ['360_day', (year, month, day) => year * 360 + month * 30 + day],
]);

function calendarNamed(name: string, owner: string): DayNumber {
  const found = CALENDARS.get(name.trim().toLowerCase());
  if (found) return found;
  throw new Error(
    `${owner}: its time has the calendar "${name}", expected standard, proleptic_gregorian, julian, noleap, all_leap or 360_day. Name the right one with: ncatted -a calendar,time,o,c,standard in.nc`,
  );
}
