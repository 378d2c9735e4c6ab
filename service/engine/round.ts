const POWERS_OF_10 = [1, 10, 100, 1e3, 1e4, 1e5, 1e6];

/** Rounds to a number of decimals, at most 6; never gives -0. */
export function roundTo(value: number, decimals: number): number {
  const factor = POWERS_OF_10[decimals];
  return Math.round(value * factor) / factor + 0;
}
