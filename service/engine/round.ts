const POWERS_OF_10 = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** Rounds to a number of decimals, at most 9. Never gives -0. */
export function roundTo(value: number, decimals: number): number {
  const factor = POWERS_OF_10[decimals];
  return Math.round(value * factor) / factor + 0;
}

/** Rounds energy, power, money and shares to two decimals. */
export function roundTo2(value: number): number {
  return roundTo(value, 2);
}
