import { monthQuantiles, normalQuantile } from '#clock/fixed-order.ts';
import { daysOff } from '#clock/swedish-calendar.ts';
import { CLOCK_HOURS, DAYS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';

/** A year as a house meets it. */
export interface HouseYear {
  /** Mean outdoor temperature of each month, °C. */
  monthC: ArrayLike<number>;
  /** Mean outdoor temperature of each day, °C. */
  dayC: Float64Array;
  /** 1 on a day off, 0 on a working day. */
  dayOff: Uint8Array;
}

/** Cold and mild days in the order of every place. 0.87 gives days that resemble the day before as much as SMHI's do. */
const COLD_DAYS = monthQuantiles(2402, 0.87, 1).map(normalQuantile);

/** The days of a calendar year at a place, by its 12 monthly mean temperatures (°C). */
export function houseYear(monthC: ArrayLike<number>, calendarYear: number): HouseYear {
  const dayC = new Float64Array(DAYS);
  for (let month = 0; month < MONTHS; month++) {
    const spreadC = daySpread(monthC[month]);
    const end = MONTH_START[month + 1] / CLOCK_HOURS;
    for (let day = MONTH_START[month] / CLOCK_HOURS; day < end; day++) {
      dayC[day] = monthC[month] + spreadC * COLD_DAYS[day];
    }
  }
  return { monthC, dayC, dayOff: daysOff(calendarYear) };
}

/**
 * Standard deviation of the daily means within a month, °C, by the month's own mean: a fit to SMHI's
 * daily means of 1991-2023 at Göteborg, Stockholm and Falun (3.4 to 5.1 in January, 2.2 to 2.4 in July).
 */
function daySpread(monthC: number): number {
  return monthC < 0 ? Math.min(6.5, 3.6 - 0.32 * monthC) : Math.max(2.2, 3.6 - 0.06 * monthC);
}
