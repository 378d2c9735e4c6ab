/** Shading of a face in its forms: one multiplier, 12 of the months, or 12 x 24 of their clock hours. */
import { CLOCK_HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import type { FaceShading } from '../../../schemas/types.ts';

/** The multiplier of a lookup that would have the same yield. Left out for the lookup's own default, and for a table. */
export function oneFactor(shading: FaceShading | undefined): { shading?: number } {
  const factors = [shading ?? []].flat(2);
  const isOne = factors.length > 0 && factors.every((factor) => factor === factors[0]);
  return isOne ? { shading: factors[0] } : {};
}

/** Multipliers by month and clock hour. Undefined where they are all the same. */
export function factorTable(shading: FaceShading | undefined): number[][] | undefined {
  if (!Array.isArray(shading) || oneFactor(shading).shading !== undefined) return undefined;
  return shading.map((month) => (Array.isArray(month) ? month : Array(CLOCK_HOURS).fill(month)));
}

/** Shades the hours of a face and its months with them. @returns the share of each month that is left */
export function shadeHours(
  factors: readonly number[][],
  hours: Float64Array,
  monthlyKwh: Float64Array,
): Float64Array {
  return monthlyKwh.map((unshadedKwh, month) => {
    let kwh = 0;
    for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
      hours[t] *= factors[month][t % CLOCK_HOURS];
      kwh += hours[t];
    }
    monthlyKwh[month] = kwh;
    return unshadedKwh > 0 ? kwh / unshadedKwh : 1;
  });
}
