/**
 * The distribution of the days' clearness index about its mean in a month, after Hollands & Huget 1983
 * (Sol. Energy 30:195): density C (1 - k / Ku) exp(L k) on 0..Ku. L is solved, not fitted as in the
 * paper, so that the mean is exact.
 */

/** No mean above it: a month cannot be clearer than this. */
export const GREATEST_MEAN = 0.75;

/** Where the paper's fit begins; below, our continuation goes straight to 0. */
const LEAST_FITTED = 0.25;

const GREATEST_SHAPE = 200;
const PRECISE = 1e-14;

/** Ku: the clearness that no day exceeds. @param mean 0 to `GREATEST_MEAN` */
export function greatestClearness(mean: number): number {
  if (mean < LEAST_FITTED) return 2.6083 * mean;
  return 0.6313 + 0.267 * mean - 11.9 * (mean - 0.75) ** 8;
}

/**
 * x = L Ku of the distribution with this mean: about 0.9 for a dull month, 21 for the clearest.
 * @param mean above 0, to `GREATEST_MEAN`
 */
export function clearnessShape(mean: number): number {
  const share = mean / greatestClearness(mean);
  let low = 0;
  let high = GREATEST_SHAPE;
  while (high - low > PRECISE * high) {
    const x = (low + high) / 2;
    if (meanShare(x) < share) low = x;
    else high = x;
  }
  return (low + high) / 2;
}

/** The mean over Ku of the distribution with x = L Ku. */
function meanShare(x: number): number {
  const e = Math.exp(x);
  return (e * (x - 2) + x + 2) / (x * (e - 1 - x));
}

/**
 * The clearness below which a share u of the days lies.
 * @param greatest as `greatestClearness` gives it
 * @param shape as `clearnessShape` gives it
 */
export function clearnessQuantile(u: number, greatest: number, shape: number): number {
  // In t = L k, which runs from 0 to x: (1 + x - t) e^t grows from 1 + x to e^x.
  const target = 1 + shape + u * (Math.exp(shape) - 1 - shape);
  let low = 0;
  let high = shape;
  let t = shape / 2;
  for (;;) {
    const e = Math.exp(t);
    const value = (1 + shape - t) * e;
    if (value < target) low = t;
    else high = t;
    const newton = t - (value - target) / (e * (shape - t));
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - t) <= PRECISE * shape) return (next * greatest) / shape;
    t = next;
  }
}
