/** The standard normal deviate that 90 % of values lie above when it is subtracted. */
export const Z90 = 1.2815515655446004;

/** Adds values in their order. 0 of none. */
export function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}

/** Arithmetic mean. NaN of no values. */
export function mean(values: ArrayLike<number>): number {
  return sum(values) / values.length;
}
