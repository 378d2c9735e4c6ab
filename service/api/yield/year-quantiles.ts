/** Standard normal deviates that 75, 90 and 99 % of values exceed when they are subtracted. */
const Z75 = 0.6744897501960817;
const Z90 = 1.2815515655446004;
const Z99 = 2.3263478740408408;

/** Yields of a normal distribution by the chance that they are exceeded, kWh/kWp. */
export interface Quantiles {
  p99: number;
  p90: number;
  p75: number;
  p50: number;
  p10: number;
}

/**
 * Quantiles about a mean: years are normally distributed, as sixteen years carry no skewness.
 * @param sdPct standard deviation, percent of the mean
 */
export function quantilesAbout(meanKwhKwp: number, sdPct: number): Quantiles {
  const at = (z: number) => meanKwhKwp * (1 + (z * sdPct) / 100);
  return { p99: at(-Z99), p90: at(-Z90), p75: at(-Z75), p50: meanKwhKwp, p10: at(Z90) };
}
