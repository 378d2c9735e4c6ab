import { roundTo } from '#engine/round.ts';
import { Z90 } from '#engine/statistics.ts';
import type {
  ChanceOfYield,
  PvYieldHeader,
  TotalUncertainty,
  UncertainPart,
} from '../../../schemas/types.ts';

/** Years of the mean beside the single one: a loan's, a warranty's. */
const MEAN_YEARS = 20;
/** Degrees south of where the north's figure holds over which it is reached. */
const NORTH_TRANSITION_DEG = 2;

/**
 * Adds to the weather what else is uncertain, as independent parts, in quadrature. Of twenty years' mean the weather's
 * part is a square root of twenty smaller and the others are what they are. Undefined if the dataset does not say.
 * @param weatherPct standard deviation of the plane's year by the weather alone
 */
export function totalUncertainty(
  { uncertainty }: Pick<PvYieldHeader, 'uncertainty'>,
  latDeg: number,
  annualKwhKwp: number,
  weatherPct: number,
): TotalUncertainty | undefined {
  if (!uncertainty) return undefined;
  const dataset = partAt(uncertainty.dataset, latDeg);
  const transposition = partAt(uncertainty.transposition, latDeg);
  const module = partAt(uncertainty.module, latDeg);
  const losses = partAt(uncertainty.losses, latDeg);
  const othersPct = Math.hypot(dataset, transposition, module, losses);
  const meanPct = weatherPct / Math.sqrt(MEAN_YEARS);
  return {
    one_year: chanceOf(annualKwhKwp, Math.hypot(weatherPct, othersPct)),
    mean_of_20_years: chanceOf(annualKwhKwp, Math.hypot(meanPct, othersPct)),
    dataset_sd_pct: dataset,
  };
}

function partAt({ sd_pct, north }: UncertainPart, latDeg: number): number {
  if (!north) return sd_pct;
  const share = 1 - (north.lat - latDeg) / NORTH_TRANSITION_DEG;
  const pct = sd_pct + Math.min(1, Math.max(0, share)) * (north.sd_pct - sd_pct);
  return roundTo(pct, 2);
}

function chanceOf(annualKwhKwp: number, sdPct: number): ChanceOfYield {
  const { p90 } = quantilesAbout(annualKwhKwp, sdPct);
  return {
    sd_pct: roundTo(sdPct, 2),
    p90: roundTo(p90, 2),
  };
}

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
