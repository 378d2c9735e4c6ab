import { median } from 'd3-array';
import { MONTHS } from '../../schemas/codec/axes.ts';

/** Months with less than this expected (kWh/m2) are too dim to be told apart. */
const LEAST_EXPECTED_KWH_M2 = 20;

/**
 * How far the contrast of two months must be from the usual one, as a difference of logarithms. Means
 * of 16 years differ by 0.03 from those of others (one standard deviation: a month's 8 to 10 % between years,
 * over its root, twice); June and July in each other's place by 0.1.
 */
const LEAST_CONTRAST = 0.075;

/**
 * Two months of which each fits the other's place, from 0, the earlier first; null if there are none. Clearness goes through the year in a known course, so that a swap leaves one month as much too
 * bright as the other is too dim, by just what the two should differ.
 * @param measured means by month, kWh/m2
 * @param expected the usual means of these cells
 */
export function swappedMonths(
  measured: readonly number[],
  expected: readonly number[],
): [number, number] | null {
  const isSunny = expected.map((kwhM2) => kwhM2 >= LEAST_EXPECTED_KWH_M2);
  const off = measured.map((kwhM2, m) => Math.log(kwhM2 / expected[m]));
  for (let m = 0; m < MONTHS; m++) {
    for (let n = m + 1; n < MONTHS; n++) {
      if (!isSunny[m] || !isSunny[n]) continue;
      const bias = median(off.filter((_, i) => isSunny[i] && i !== m && i !== n)) ?? 0;
      const usual = Math.log(expected[m] / expected[n]);
      if (fitsSwapped(off[m] - bias, off[n] - bias, usual)) return [m, n];
    }
  }
  return null;
}

/**
 * @param a logarithm of what the earlier month is too bright by
 * @param b likewise the later month
 * @param usual logarithm of the expected months' ratio
 */
function fitsSwapped(a: number, b: number, usual: number): boolean {
  const contrast = a - b;
  const isOff = Math.abs(contrast) > LEAST_CONTRAST;
  const isOffBySwap = Math.abs(contrast + 2 * usual) < Math.abs(contrast) / 2;
  const isSumKept = Math.abs(a + b) < 0.7 * Math.abs(contrast);
  return isOff && isOffBySwap && isSumKept;
}
