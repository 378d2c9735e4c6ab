import { mean, quantileSorted } from 'd3-array';
import { MONTHS, PLANES } from '../../schemas/codec/axes.ts';
import { annualYield, monthlyYield } from '../../schemas/codec/cell-records.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import type { CellPair } from './cell-pairs.ts';

/** Periods that are compared: the months 0 to 11, and the year. */
export const YEAR = MONTHS;
export const PERIODS = MONTHS + 1;

/**
 * Smaller values (kWh/m2, kWh/kWp) count as this large, so that the last digit of a dark month is no large
 * movement.
 */
const LEAST_KWH = 1;

/** How far values moved, as shares (0.01 is 1 %). Sizes, except the mean. */
export interface RelativeDifference {
  median: number;
  p95: number;
  max: number;
  /** Signed: above 0 where B is larger. */
  mean: number;
}

/** B's value against A's, as a share of A's. */
export function relativeDifference(a: number, b: number): number {
  return (b - a) / Math.max(Math.abs(a), LEAST_KWH);
}

/** Differences of all planes' yield in a period, [pair][plane]. */
export function yieldDifferences(
  a: PvYieldArtifact,
  b: PvYieldArtifact,
  pairs: readonly CellPair[],
  period: number,
): Float32Array {
  const planes = PLANES;
  const value = period === YEAR ? annualYield : monthlyYield;
  const differences = new Float32Array(pairs.length * planes);
  pairs.forEach((pair, i) => {
    for (let plane = 0; plane < planes; plane++) {
      differences[i * planes + plane] = relativeDifference(
        value(a, pair.a, plane, period),
        value(b, pair.b, plane, period),
      );
    }
  });
  return differences;
}

/** Differences of GHI in a period, [pair]. */
export function ghiDifferences(
  a: PvYieldArtifact,
  b: PvYieldArtifact,
  pairs: readonly CellPair[],
  period: number,
): Float32Array {
  return Float32Array.from(pairs, (pair) =>
    relativeDifference(ghiOf(a, pair.a, period), ghiOf(b, pair.b, period)),
  );
}

function ghiOf({ ghi }: PvYieldArtifact, cell: number, period: number): number {
  if (period !== YEAR) return ghi[cell * MONTHS + period];
  return ghi.subarray(cell * MONTHS, (cell + 1) * MONTHS).reduce((sum, value) => sum + value, 0);
}

/** Summary of differences. All zero without any. */
export function movementOf(differences: Float32Array): RelativeDifference {
  const sizes = Array.from(differences.map(Math.abs).sort());
  const size = (share: number) => quantileSorted(sizes, share) ?? 0;
  return { median: size(0.5), p95: size(0.95), max: size(1), mean: mean(differences) ?? 0 };
}
