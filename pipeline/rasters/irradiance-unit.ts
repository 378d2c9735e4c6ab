/** Days of a mean calendar month, leap years included: what a mean in W/m2 is multiplied by. */
const MEAN_MONTH_DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** kWh/m2 in a month for a mean of 1 W/m2 over day and night. */
export function kwhM2PerWM2(month: number): number {
  return (MEAN_MONTH_DAYS[month] * 24) / 1000;
}
