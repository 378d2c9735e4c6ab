/** A month of a year; `month` from 1. */
export interface YearMonth {
  year: number;
  month: number;
}

/** Days before each month in a year without a leap day. */
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Seconds of a unit of time by its first letters (UDUNITS). */
const UNIT_SECONDS: [pattern: RegExp, seconds: number][] = [
  [/^d(ays?)?$/, 86400],
  [/^h((ou)?rs?)?$/, 3600],
  [/^min(ute)?s?$/, 60],
  [/^s(ec(ond)?s?)?$/, 1],
];

/** Day numbers of a calendar from dates and back; the dates only need to fit each other. */
interface Calendar {
  dayOf(year: number, month: number, day: number): number;
  monthOf(day: number): YearMonth;
}

/**
 * Months that times lie in, by the CF conventions (section 4.4): "days since 1983-01-01", and the
 * calendars that climate models use. Months and years since a date count calendar months.
 * @throws Error naming the unit or calendar that is not known
 */
export function monthsOfTimes(
  times: ArrayLike<number>,
  units: string,
  calendar: string,
  owner: string,
): YearMonth[] {
  const [, unit, y, m = '1', d = '1', hour = '0', minute = '0', second = '0'] =
    /^\s*(\w+)\s+since\s+(\d+)(?:-(\d+))?(?:-(\d+))?(?:[T\s]+(\d+)(?::(\d+))?(?::([\d.]+))?)?/i.exec(
      units,
    ) ?? [];
  if (unit === undefined) {
    throw new Error(
      `${owner}: its time has the units "${units}", expected such as "days since 1983-01-01". Set them with: ncatted -a units,time,o,c,"days since 1983-01-01" in.nc`,
    );
  }
  const months = { month: 1, year: 12 }[unit.toLowerCase().replace(/s$/, '')];
  if (months !== undefined) {
    return Array.from(times, (time) => addMonths(Number(y), Number(m), Math.floor(time * months)));
  }
  const seconds = UNIT_SECONDS.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1];
  if (seconds === undefined) {
    throw new Error(
      `${owner}: its time counts "${unit}", expected days, hours, minutes or seconds.`,
    );
  }
  const { dayOf, monthOf } = calendarNamed(calendar, owner);
  const clock = (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) / 86400;
  const origin = dayOf(Number(y), Number(m), Number(d)) + clock;
  // A second's grace: 30 days may have become 29.999999999.
  return Array.from(times, (time) => monthOf(Math.floor(origin + (time * seconds + 1) / 86400)));
}

function addMonths(year: number, month: number, count: number): YearMonth {
  const index = year * 12 + month - 1 + count;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

function calendarNamed(name: string, owner: string): Calendar {
  switch (name.toLowerCase()) {
    case '':
    case 'standard':
    case 'gregorian':
      return standard;
    case 'proleptic_gregorian':
      return gregorian;
    case 'noleap':
    case '365_day':
      return fixedYear(0);
    case 'all_leap':
    case '366_day':
      return fixedYear(1);
    case '360_day':
      return {
        dayOf: (year, month, day) => year * 360 + (month - 1) * 30 + day - 1,
        monthOf: (day) => addMonths(0, 1, Math.floor(day / 30)),
      };
    default:
      throw new Error(
        `${owner}: its time has the calendar "${name}", expected standard, proleptic_gregorian, noleap, all_leap or 360_day.`,
      );
  }
}

const gregorian: Calendar = {
  dayOf: (year, month, day) => {
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    return date.getTime() / 86_400_000;
  },
  monthOf: (day) => {
    const date = new Date(day * 86_400_000);
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
  },
};

/** The calendar that history used: Julian before 15 October 1582, from which some files count. */
const standard: Calendar = {
  ...gregorian,
  dayOf: (year, month, day) => {
    const century = Math.floor((month > 2 ? year : year - 1) / 100);
    const isJulian = year * 10_000 + month * 100 + day < 15_821_015;
    const behind = isJulian ? century - Math.floor(century / 4) - 2 : 0;
    return gregorian.dayOf(year, month, day) + behind;
  },
};

/** Every year has 365 days and `leapDays` in February. */
function fixedYear(leapDays: number): Calendar {
  const before = DAYS_BEFORE.map((days, month) => days + (month > 1 ? leapDays : 0));
  const yearDays = 365 + leapDays;
  return {
    dayOf: (year, month, day) => year * yearDays + before[month - 1] + day - 1,
    monthOf: (day) => {
      const year = Math.floor(day / yearDays);
      return { year, month: before.findLastIndex((days) => days <= day - year * yearDays) + 1 };
    },
  };
}
