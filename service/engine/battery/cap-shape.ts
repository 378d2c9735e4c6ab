import { HOURS } from '../../../schemas/codec/axes.ts';
import type { Stretch } from './house.ts';

/**
 * Caps on the import of each hour that rise and fall with one level: the level divided by the hour's factor, but
 * no more than another cap, and no less than the cap of a least level of the hour.
 */
export interface CapShape {
  /** Factor of each hour; 0 where the level caps nothing. */
  factor: Float64Array;
  /** Level below which an hour's cap does not follow, kW. */
  leastLevelKw: Float64Array;
  /** Cap of each hour that another rule sets, kW. */
  otherKw: Float64Array;
}

const EVERY_HOUR = new Float64Array(HOURS).fill(1);
export const NO_LEVEL = new Float64Array(HOURS);
export const NO_CAP = new Float64Array(HOURS).fill(Infinity);

/** One cap on all hours. */
export const PLAIN_SHAPE: CapShape = shapeOf(EVERY_HOUR);

/** Caps by the factors alone. */
export function shapeOf(factor: Float64Array): CapShape {
  return { factor, leastLevelKw: NO_LEVEL, otherKw: NO_CAP };
}

/** The highest level that a stretch reaches by itself, kW; 0 without import. */
export function findLevel(
  { factor }: CapShape,
  gridKwh: Float64Array,
  { from, to }: Stretch,
): number {
  let highest = 0;
  for (let t = from; t < to; t++) {
    const kw = factor[t] * gridKwh[t];
    if (kw > highest) highest = kw;
  }
  return highest;
}

/** The greatest factor of a stretch; 0 where the level caps nothing. */
export function greatestFactor({ factor }: CapShape, { from, to }: Stretch): number {
  let greatest = 0;
  for (let t = from; t < to; t++) if (factor[t] > greatest) greatest = factor[t];
  return greatest;
}
