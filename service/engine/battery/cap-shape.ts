import { HOURS } from '../../../schemas/codec/axes.ts';
import type { HourRange } from './house.ts';

/**
 * Caps on the import of each hour that rise and fall with one level: the level divided by the hour's factor, but
 * no more than another cap, and no less than the cap of a least level of the hour.
 */
export interface CapProfile {
  /** Factor of each hour; 0 where the level caps nothing. */
  factor: Float64Array;
  /** Level below which an hour's cap does not follow, kW. */
  minLevelKw: Float64Array;
  /** Cap of each hour that another rule sets, kW. */
  otherKw: Float64Array;
}

const EVERY_HOUR = new Float64Array(HOURS).fill(1);
export const NO_LEVEL = new Float64Array(HOURS);
export const NO_CAP = new Float64Array(HOURS).fill(Infinity);

/** One cap on all hours. */
export const PLAIN_PROFILE: CapProfile = profileOf(EVERY_HOUR);

/** Caps by the factors alone. */
export function profileOf(factor: Float64Array): CapProfile {
  return { factor, minLevelKw: NO_LEVEL, otherKw: NO_CAP };
}

/** The highest level that a range reaches by itself, kW; 0 without import. */
export function findLevel(
  { factor }: CapProfile,
  gridKwh: Float64Array,
  { from, to }: HourRange,
): number {
  let highest = 0;
  for (let t = from; t < to; t++) {
    const kw = factor[t] * gridKwh[t];
    if (kw > highest) highest = kw;
  }
  return highest;
}

/** The greatest factor of a range; 0 where the level caps nothing. */
export function greatestFactor({ factor }: CapProfile, { from, to }: HourRange): number {
  let greatest = 0;
  for (let t = from; t < to; t++) if (factor[t] > greatest) greatest = factor[t];
  return greatest;
}
