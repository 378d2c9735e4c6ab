import { mean, sum } from 'd3-array';
import { GREATEST_SKEWNESS } from '#common/skew-normal.ts';
import type { InterannualPlace } from '../../schemas/types.ts';

/** Skewness and trend of a place's years, beside their standard deviation. */
export interface YearLaw {
  /** Shrunken skewness, -0.95 to 0.95. */
  skewness: number;
  /** Least-squares trend, percent of the mean per decade. */
  trendPctPerDecade: number;
}

/** Years of which a skewness says something. */
const FEWEST_YEARS = 8;

/**
 * How the years of each place are distributed; null unless every place lists at least eight. A skewness of few years is
 * mostly chance: that of n normal ones has the variance 6 n (n - 1) / ((n - 2) (n + 1) (n + 3)). What the places'
 * squares have above it in the mean is taken as theirs, and each keeps that share (James & Stein 1961).
 */
export function yearLaws(places: readonly InterannualPlace[]): YearLaw[] | null {
  const years = places.map(({ ghi_annual_by_year = {} }) => ghi_annual_by_year);
  if (years.some((byYear) => Object.keys(byYear).length < FEWEST_YEARS)) return null;
  const found = years.map((byYear) => sampleSkewness(Object.values(byYear)));
  const square = mean(found, (skewness) => skewness ** 2) ?? 0;
  const chance = mean(years, (byYear) => chanceVariance(Object.keys(byYear).length)) ?? 0;
  const kept = Math.max(0, 1 - chance / square);
  return years.map((byYear, i) => ({
    skewness: Math.max(-GREATEST_SKEWNESS, Math.min(GREATEST_SKEWNESS, kept * found[i])),
    trendPctPerDecade: trendPctPerDecade(byYear),
  }));
}

/** Skewness of a sample, adjusted for its size (Joanes & Gill 1998, G1). */
export function sampleSkewness(values: readonly number[]): number {
  const n = values.length;
  const middle = mean(values) ?? Number.NaN;
  const moment = (power: number) => sum(values, (value) => (value - middle) ** power) / n;
  return (Math.sqrt(n * (n - 1)) / (n - 2)) * (moment(3) / moment(2) ** 1.5);
}

function chanceVariance(n: number): number {
  return (6 * n * (n - 1)) / ((n - 2) * (n + 1) * (n + 3));
}

function trendPctPerDecade(byYear: Record<string, number>): number {
  const years = Object.keys(byYear).map(Number);
  const kwhM2 = Object.values(byYear);
  const [middleYear, middle] = [mean(years) ?? Number.NaN, mean(kwhM2) ?? Number.NaN];
  const spread = sum(years, (year) => (year - middleYear) ** 2);
  const slope = sum(years, (year, i) => (year - middleYear) * (kwhM2[i] - middle)) / spread;
  return (1000 * slope) / middle;
}
