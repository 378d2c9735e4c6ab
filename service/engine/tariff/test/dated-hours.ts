/** Hours of a year by their dates, as worked bills of grid companies name them. */
import { HOURS } from '../../../../schemas/codec/axes.ts';

const DAY_MS = 86_400_000;

/** Power of some hours, kW, by date and clock hour, as in '2025-01-06 09'. */
export type DatedHours = Readonly<Record<string, number>>;

/** Index of an hour in its year. */
export function hourAt(date: string): number {
  const [day, hour] = date.split(' ');
  const days = (Date.parse(day) - Date.UTC(Number(day.slice(0, 4)), 0, 1)) / DAY_MS;
  return 24 * days + Number(hour);
}

/** A year of 1 kW but for some hours, kWh. */
export function imports(kwAt: DatedHours): Float64Array {
  const kwh = new Float64Array(HOURS).fill(1);
  for (const [date, kw] of Object.entries(kwAt)) kwh[hourAt(date)] = kw;
  return kwh;
}

/** November of Sollentuna's own example: 19:00 and the Saturday do not count. */
export const NOVEMBER_WORKDAYS: DatedHours = {
  '2025-11-03 07': 6,
  '2025-11-03 18': 6.2,
  '2025-11-03 19': 9,
  '2025-11-04 12': 5.4,
  '2025-11-06 08': 5.5,
  '2025-11-08 12': 10,
};
