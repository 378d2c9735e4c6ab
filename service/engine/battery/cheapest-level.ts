import type { CapProfile } from './cap-shape.ts';
import { type CappedHours, capHours, nonBindingCap } from './capped-hours.ts';
import type { HourRange } from './house.ts';
import { minimizeConvex, type Tried } from './least-convex.ts';

/** The cheapest cap of a month may cost so much more than the least, SEK. */
export const CAP_TOLERANCE_SEK = 0.01;

/** What a level costs, and how it is sought. */
export interface LevelPrice {
  sekPerKw: number;
  /** The level up to which the price holds, kW. */
  maxKw: number;
  /** The level may cost so much more than the cheapest, SEK, or this share of all that levels can save. */
  gapSek: number;
  gapShare: number;
}

/**
 * The level on hours `from` to `to`-1, `minKw` or above, at which energy and power charge together cost least.
 * @param energySek cost of energy under the caps that the hours have; convex in the level and never rising
 */
export function cheapestLevel(
  hours: CappedHours,
  shape: CapProfile,
  { from, to }: HourRange,
  minKw: number,
  { sekPerKw, maxKw, gapSek, gapShare }: LevelPrice,
  energySek: () => number,
): Tried {
  const energyUnder = (levelKw: number) => {
    capHours(hours, shape, { from, to }, levelKw);
    return energySek();
  };
  const nonBindingKw = nonBindingCap(hours, shape, { from, to });
  const minSek = energyUnder(minKw);
  const nonBindingSek = energyUnder(nonBindingKw);
  const gap = Math.max(gapSek, gapShare * (minSek - nonBindingSek));
  // Energy never costs less than under the loosest cap: further up the charge outweighs all it can save.
  const highestKw = minKw + Math.max(0, minSek - nonBindingSek) / sekPerKw;
  return minimizeConvex(
    (levelKw) =>
      (levelKw === nonBindingKw ? nonBindingSek : energyUnder(levelKw)) + levelKw * sekPerKw,
    {
      low: { at: minKw, cost: minSek + minKw * sekPerKw },
      high: Math.min(highestKw, nonBindingKw, maxKw),
      // Within a step the charge is worth no more than the tolerance.
      step: gap / sekPerKw,
      beyond: { at: 0, cost: nonBindingSek, slope: sekPerKw },
      gap,
    },
  );
}
