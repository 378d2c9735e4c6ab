import { summerTimeOf } from '#clock/stockholm-time.ts';
import { namedDay, weekendDays } from '#clock/swedish-calendar.ts';
import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type {
  TariffClock,
  TariffHolidays,
  TariffHourSpan,
  TariffWhen,
} from '../../../schemas/types.ts';

/** The hours of a year of 365 days by the Swedish clock, as a price list sees each of them. */
export interface TariffHours {
  /** 1 to 12. */
  month: Uint8Array;
  /** Clock hour by the list's clock. */
  hour: Uint8Array;
  /** 1 on Saturday and Sunday. */
  weekend: Uint8Array;
  /** 1 on days off: weekends and the list's holidays. */
  off: Uint8Array;
}

/** Lays out a calendar year for a list. */
export function tariffHours(
  clock: TariffClock,
  holidays: TariffHolidays,
  year: number,
): TariffHours {
  const weekendDay = weekendDays(year);
  const offDay = weekendDay.slice();
  for (const name of holidays) offDay[namedDay(year, name)] = 1;
  const at = clock === 'cet' ? winterHour(year) : (t: number) => t;
  const month = new Uint8Array(HOURS);
  for (let m = 0; m < MONTHS; m++) month.fill(m + 1, MONTH_START[m], MONTH_START[m + 1]);
  const byHour = (valueAt: (hour: number) => number) =>
    new Uint8Array(HOURS).map((_, t) => valueAt(at(t)));
  return {
    month,
    hour: byHour((t) => t % CLOCK_HOURS),
    weekend: byHour((t) => weekendDay[Math.floor(t / CLOCK_HOURS)]),
    off: byHour((t) => offDay[Math.floor(t / CLOCK_HOURS)]),
  };
}

/** The hour in winter time, which is one less than the Swedish clock's in summer. */
function winterHour(year: number): (t: number) => number {
  const { from, to } = summerTimeOf(year);
  return (t) => (t > from && t < to ? t - 1 : t);
}

/** 1 in every hour that is in any of the windows, or in all hours without windows. */
export function hoursInside(
  windows: readonly TariffWhen[] | undefined,
  hours: TariffHours,
): Uint8Array {
  const inside = new Uint8Array(HOURS);
  if (!windows) return inside.fill(1);
  for (const window of windows) markInside(window, hours, inside);
  return inside;
}

function markInside(
  { months, days = 'all', hours: spans }: TariffWhen,
  { month, hour, weekend, off }: TariffHours,
  inside: Uint8Array,
): void {
  const counts = {
    all: () => true,
    'mon-fri': (t: number) => weekend[t] === 0,
    workday: (t: number) => off[t] === 0,
    offday: (t: number) => off[t] === 1,
  }[days];
  const isHour = clockHours(spans ?? [[0, CLOCK_HOURS]]);
  for (let t = 0; t < HOURS; t++) {
    if (isHour[hour[t]] && (months?.includes(month[t]) ?? true) && counts(t)) inside[t] = 1;
  }
}

/** 1 in every clock hour of a day that is in any of the spans. */
export function clockHours(spans: readonly TariffHourSpan[]): Uint8Array {
  const inside = new Uint8Array(CLOCK_HOURS);
  for (const [from, to] of spans) {
    const end = to > from ? to : to + CLOCK_HOURS;
    for (let hour = from; hour < end; hour++) inside[hour % CLOCK_HOURS] = 1;
  }
  return inside;
}
