/** The distribution of a sum of effects of which each is known at the low, middle and high value of its own driver. */
import type { RangeSums } from '../../../schemas/types.ts';
import { Z90 } from '../statistics.ts';

/** A sum's move by one driver: its value at the driver's 10 %, and at its 90 %, less that at its middle. */
export interface Effect {
  low: number;
  high: number;
  /** Independent draws that are averaged: the years of a mean. */
  draws: number;
}

/** Less than so much is rounding, and its powers would be no numbers. */
const ROUNDING = 1e-9;

/** First to fourth cumulant. */
type Cumulants = [number, number, number, number];

/**
 * Computes the range of `middle` plus independent effects. Each is the parabola through its three values, of a
 * standard normal variable. The cumulants of such add up, and Cornish's and Fisher's expansion of fourth order
 * makes quantiles of them (the delta-gamma method of risk management).
 */
export function rangeOf(middle: number, effects: readonly Effect[]): RangeSums {
  const [k1, k2, k3, k4] = effects.map(cumulants).reduce(add, [0, 0, 0, 0]);
  if (k2 < ROUNDING ** 2) return { p90: middle, p50: middle, p10: middle };
  const sd = Math.sqrt(k2);
  const at = (z: number) => middle + k1 + sd * cornishFisher(z, k3 / sd ** 3, k4 / k2 ** 2);
  return { p90: at(-Z90), p50: at(0), p10: at(Z90) };
}

/** Cumulants of the mean of draws of a z + b z^2, z standard normal. */
function cumulants({ low, high, draws }: Effect): Cumulants {
  const a = (high - low) / (2 * Z90);
  const b = (high + low) / (2 * Z90 ** 2);
  return [
    b,
    (a ** 2 + 2 * b ** 2) / draws,
    (6 * a ** 2 * b + 8 * b ** 3) / draws ** 2,
    (48 * a ** 2 * b ** 2 + 48 * b ** 4) / draws ** 3,
  ];
}

function add(a: Cumulants, b: Cumulants): Cumulants {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
}

/** Quantile of a distribution of mean 0 and standard deviation 1 where a normal one's is z. */
function cornishFisher(z: number, skew: number, excess: number): number {
  return (
    z +
    ((z ** 2 - 1) * skew) / 6 +
    ((z ** 3 - 3 * z) * excess) / 24 -
    ((2 * z ** 3 - 5 * z) * skew ** 2) / 36
  );
}
