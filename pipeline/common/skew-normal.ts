/** Skewness that a skew-normal law can have at most, a little less than its bound of 0.9953. */
export const GREATEST_SKEWNESS = 0.95;

/** Standardised values that the integral is taken over, and its step. */
const REACH = 9;
const STEP = 0.01;

/**
 * Quantiles of the skew-normal law (Azzalini 1985) of mean 0, standard deviation 1 and a skewness.
 * @param skewness -0.95 to 0.95; 0 is the normal law
 * @param probabilities ascending, in (0, 1)
 */
export function skewNormalQuantiles(skewness: number, probabilities: readonly number[]): number[] {
  const { location, scale, alpha } = parametersOf(skewness);
  const quantiles: number[] = [];
  let below = 0;
  let density = 0;
  for (let x = -REACH; x < REACH && quantiles.length < probabilities.length; x += STEP) {
    const next = 2 * normalDensity(x + STEP) * normalProbability(alpha * (x + STEP));
    const share = ((density + next) / 2) * STEP;
    while (below + share >= probabilities[quantiles.length]) {
      const wanted = probabilities[quantiles.length];
      quantiles.push(location + scale * (x + (STEP * (wanted - below)) / share));
    }
    below += share;
    density = next;
  }
  return quantiles;
}

/** Location, scale and shape by the law's moments. */
function parametersOf(skewness: number) {
  const root = Math.cbrt(skewness / (2 - Math.PI / 2)) * Math.sqrt(Math.PI / 2);
  const delta = root / Math.sqrt(1 + (2 / Math.PI) * root * root);
  const scale = 1 / Math.sqrt(1 - (2 / Math.PI) * delta * delta);
  const location = -scale * delta * Math.sqrt(2 / Math.PI);
  return { location, scale, alpha: delta / Math.sqrt(1 - delta * delta) };
}

function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** Abramowitz & Stegun 1964, 26.2.17: within 7.5e-8. */
function normalProbability(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    normalDensity(x) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}
