import type { CapShape } from './cap-shape.ts';
import { type CappedHours, capHours, looseLevel } from './capped-hours.ts';
import type { Stretch } from './house.ts';
import { leastConvex, type Tried } from './least-convex.ts';

/** The cheapest cap of a month may cost so much more than the least, SEK. */
export const CAP_TOLERANCE_SEK = 0.01;

/** What a level costs, and how it is sought. */
export interface LevelPrice {
  sekPerKw: number;
  /** The level up to which the price holds, kW. */
  mostKw: number;
  /** The level may cost so much more than the cheapest, SEK, or this share of all that levels can save. */
  gapSek: number;
  gapShare: number;
}

/**
 * The level on hours `from` to `to`-1, `leastKw` or above, at which energy and power charge together cost least.
 * @param energySek cost of energy under the caps that the hours have; convex in the level and never rising
 */
export function cheapestLevel(
  hours: CappedHours,
  shape: CapShape,
  { from, to }: Stretch,
  leastKw: number,
  { sekPerKw, mostKw, gapSek, gapShare }: LevelPrice,
  energySek: () => number,
): Tried {
  const energyUnder = (levelKw: number) => {
    capHours(hours, shape, { from, to }, levelKw);
    return energySek();
  };
  const looseKw = looseLevel(hours, shape, { from, to });
  const leastSek = energyUnder(leastKw);
  const looseSek = energyUnder(looseKw);
  const gap = Math.max(gapSek, gapShare * (leastSek - looseSek));
  // Energy never costs less than under the loosest cap: further up the charge outweighs all it can save.
  const highestKw = leastKw + Math.max(0, leastSek - looseSek) / sekPerKw;
  return leastConvex(
    (levelKw) => (levelKw === looseKw ? looseSek : energyUnder(levelKw)) + levelKw * sekPerKw,
    {
      low: { at: leastKw, cost: leastSek + leastKw * sekPerKw },
      high: Math.min(highestKw, looseKw, mostKw),
      // Within a step the charge is worth no more than the tolerance.
      step: gap / sekPerKw,
      beyond: { at: 0, cost: looseSek, slope: sekPerKw },
      gap,
    },
  );
}
