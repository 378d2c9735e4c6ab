/** The standard normal deviate that 90 % of values lie above when it is subtracted. */
const Z90 = 1.2815515655446004;

/** Yields of a normal distribution that are exceeded in 9, 5 and 1 of 10 years, kWh/kWp. */
export interface Quantiles {
  p90: number;
  p50: number;
  p10: number;
}

/**
 * Quantiles about a mean: years are normally distributed, as sixteen years carry no skewness.
 * @param sdPct standard deviation, percent of the mean
 */
export function quantilesAbout(meanKwhKwp: number, sdPct: number): Quantiles {
  const reach = (meanKwhKwp * Z90 * sdPct) / 100;
  return { p90: meanKwhKwp - reach, p50: meanKwhKwp, p10: meanKwhKwp + reach };
}
