import { GREATEST_SKEWNESS, skewNormalQuantiles } from '#common/skew-normal.ts';

/** Shares of years, or of chances, that lie below; the last names the P10. */
const BELOW = [0.01, 0.1, 0.25, 0.5, 0.9];
const STEPS = 100;

/** Deviations from the mean by skewness, [step][share of `BELOW`]; NaN until a lookup needs the step, as all at once would hold up the start. */
const deviations = new Float64Array((STEPS + 1) * BELOW.length).fill(Number.NaN);

function makeStep(step: number): void {
  const skewness = GREATEST_SKEWNESS * ((2 * step) / STEPS - 1);
  deviations.set(skewNormalQuantiles(skewness, BELOW), step * BELOW.length);
}

/** Yields of a skew-normal law by the chance that they are exceeded, kWh/kWp. */
export interface Quantiles {
  p99: number;
  p90: number;
  p75: number;
  p50: number;
  p10: number;
}

/**
 * Quantiles about a mean; linear between a hundred skewnesses.
 * @param sdPct standard deviation, percent of the mean
 * @param skewness -0.95 to 0.95; above 0, good years lie farther from the mean than bad ones
 */
export function quantilesAbout(meanKwhKwp: number, sdPct: number, skewness: number): Quantiles {
  const place = ((skewness / GREATEST_SKEWNESS + 1) / 2) * STEPS;
  const step = Math.min(STEPS - 1, Math.max(0, Math.floor(place)));
  const share = place - step;
  for (const each of [step, step + 1])
    if (Number.isNaN(deviations[each * BELOW.length])) makeStep(each);
  const at = (i: number) => {
    const low = deviations[step * BELOW.length + i];
    const high = deviations[(step + 1) * BELOW.length + i];
    return meanKwhKwp * (1 + ((low + share * (high - low)) * sdPct) / 100);
  };
  return { p99: at(0), p90: at(1), p75: at(2), p50: at(3), p10: at(4) };
}
