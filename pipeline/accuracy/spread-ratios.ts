/** How much planes' months spread for what the flat plane's do; months are logarithms, the flat plane's first. */
import { deviation, mean, quantile, range } from 'd3-array';
import { seededRandom } from '#common/seeded-random.ts';
import { MEASURED_PLANES, type MeasuredPlane, type MeasuredRatio } from './plane-spread.ts';

const PLANES = Object.keys(MEASURED_PLANES) as MeasuredPlane[];
const RESAMPLED = 4000;
const SEED = 23;

/** Each plane's spread over the flat one's, with the interval of months drawn anew with replacement. */
export function spreadRatios(months: number[][]): Record<MeasuredPlane, MeasuredRatio> {
  const random = seededRandom(SEED);
  const draws = range(RESAMPLED).map(() =>
    months.map(() => months[Math.floor(random() * months.length)]),
  );
  const entries = PLANES.map((name, p) => {
    const ratios = draws.map((drawn) => ratioOf(drawn, p + 1));
    const [low, high] = [0.025, 0.975].map((share) => quantile(ratios, share) ?? Number.NaN);
    return [name, { ratio: ratioOf(months, p + 1), low, high }];
  });
  return Object.fromEntries(entries) as Record<MeasuredPlane, MeasuredRatio>;
}

/**
 * Ratios of the spread about each calendar month's own mean: in those about one mean, what the model of the mean
 * months has wrong of March beside May counts as spread.
 * @param calendar the calendar month of each
 */
export function ratiosAboutOwnMonths(
  months: number[][],
  calendar: readonly number[],
): Record<MeasuredPlane, number> {
  const own = months.map((month, i) =>
    month.map((value, plane) => {
      const alike = months.filter((_, j) => calendar[j] === calendar[i]);
      return value - (mean(alike, (other) => other[plane]) ?? Number.NaN);
    }),
  );
  const entries = PLANES.map((name, p) => [name, ratioOf(own, p + 1)]);
  return Object.fromEntries(entries) as Record<MeasuredPlane, number>;
}

function ratioOf(months: number[][], plane: number): number {
  return (
    (deviation(months, (month) => month[plane]) ?? Number.NaN) /
    (deviation(months, (month) => month[0]) ?? Number.NaN)
  );
}
