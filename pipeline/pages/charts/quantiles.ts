/**
 * The value below which a share of the sorted values lies, linear between neighbours (Hyndman and
 * Fan's type 7, the default of R and NumPy); NaN without values.
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/** Smallest, middle and largest of some values. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** The spread of values in any order; NaN where there are none. */
export function spreadOf(values: Float64Array): Spread {
  const sorted = values.toSorted();
  return { min: quantile(sorted, 0), median: quantile(sorted, 0.5), max: quantile(sorted, 1) };
}
