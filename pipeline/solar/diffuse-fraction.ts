import { MONTH_DAYS } from '../../schemas/codec/axes.ts';
import { representativeDays } from './calendar.ts';
import { declinationRad, ghiExtraKwhM2, sunsetHourAngleRad } from './sun-position.ts';

/** The day of each month on which Klein (1977) takes the sunset hour angle of Erbs' regression. */
const KLEIN_DAYS: readonly number[] = [17, 16, 16, 15, 15, 11, 17, 16, 15, 15, 14, 10];
const WINTER_SUNSET_RAD = (81.4 * Math.PI) / 180;

/** Extraterrestrial irradiation on the horizontal in each month, kWh/m2, summed over every day. */
export function monthlyGhiExtraKwhM2(latRad: number): Float64Array {
  return Float64Array.from(MONTH_DAYS, (length, month) =>
    representativeDays(month, length).reduce((sum, d) => sum + ghiExtraKwhM2(latRad, d), 0),
  );
}

/** Whether each month counts as winter in Erbs' regression (sunset hour angle up to 81.4°). */
export function erbsWinterMonths(latRad: number): boolean[] {
  return KLEIN_DAYS.map((day, month) => {
    const dayOfYear = representativeDays(month, MONTH_DAYS[month])[day - 1];
    return sunsetHourAngleRad(latRad, declinationRad(dayOfYear)) <= WINTER_SUNSET_RAD;
  });
}

/**
 * Monthly diffuse fraction of the global irradiation from the monthly clearness index.
 *
 * Erbs, Klein & Duffie 1982 (Sol. Energy 28:293), valid for an index of 0.3..0.8. Below 0.3 a
 * straight line to 1 at index 0. 0.8..0.85 counts as 0.8. Above 0.85, which only months of
 * twilight reach, everything is diffuse.
 */
export function erbsDiffuseFraction(clearnessIndex: number, winter: boolean): number {
  if (!(clearnessIndex <= 0.85)) return 1;
  const k = Math.min(clearnessIndex, 0.8);
  if (k >= 0.3) return erbsPolynomial(k, winter);
  return 1 + (erbsPolynomial(0.3, winter) - 1) * (k / 0.3);
}

function erbsPolynomial(k: number, winter: boolean): number {
  return winter
    ? 1.391 + k * (-3.56 + k * (4.189 - 2.137 * k))
    : 1.311 + k * (-3.022 + k * (3.427 - 1.821 * k));
}
