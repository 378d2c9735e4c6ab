import type { Stamp } from './axis.ts';

/** Steps nearby that distinguish a usual gap from a hole: so many on either side. */
const NEARBY = 12;
const USUAL_PART = 0.2;
const LONGEST = 4;

/**
 * Computes the length of the interval of each stamp: the gap to the next one, or to the previous one where stamps are
 * ends. A rare long gap is a hole, and the interval next to it as long as its neighbour.
 */
export function stepLengths(instants: Float64Array, stamp: Stamp): Float64Array {
  if (stamp === 'start') return lengthsFromStarts(instants);
  const turned = instants.map((_, i) => -instants[instants.length - 1 - i]);
  return lengthsFromStarts(turned).reverse();
}

function lengthsFromStarts(instants: Float64Array): Float64Array {
  const n = instants.length;
  const gaps = new Float64Array(n);
  for (let i = n - 2; i >= 0; i--) {
    const gap = instants[i + 1] - instants[i];
    gaps[i] = gap > 0 ? gap : gaps[i + 1];
  }
  if (n > 1) gaps[n - 1] = Number.POSITIVE_INFINITY;
  const lengths = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const before = lengths[i - 1];
    if (i > 0 && Math.abs(gaps[i] - before) < 0.1 * before) lengths[i] = gaps[i];
    else lengths[i] = judgeGap(gaps, i, before ?? Number.NaN);
  }
  return lengths;
}

function judgeGap(gaps: Float64Array, i: number, before: number): number {
  const nearby = gaps.slice(Math.max(0, i - NEARBY), i + NEARBY + 1).sort();
  const median = nearby[Math.floor((nearby.length - 1) / 2)];
  const gap = gaps[i];
  if (gap <= 1.5 * median) return gap;
  const alike = nearby.filter((other) => Math.abs(other - gap) < 0.1 * gap).length;
  if (gap <= LONGEST * median && alike >= USUAL_PART * nearby.length) return gap;
  return Number.isNaN(before) ? median : before;
}

/** The step that most of the time is in, ms. The longest of equals. */
export function usualStep(lengths: Float64Array): number {
  const sums = new Map<number, number>();
  for (const length of lengths) sums.set(length, (sums.get(length) ?? 0) + length);
  let [best, most] = [Number.NaN, 0];
  for (const [length, sum] of sums) if (sum > most) [best, most] = [length, sum];
  return best;
}
