import { type CapShape, findLevel, greatestFactor } from './cap-shape.ts';
import { type CappedHours, capHours } from './capped-hours.ts';
import { leastConvex, type Tried } from './least-convex.ts';
import type { Stretch } from './simulated-year.ts';

/** The cheapest cap of a month may cost so much more than the least, SEK. */
export const CAP_TOLERANCE_SEK = 0.01;

/**
 * The level on hours `from` to `to`-1, `leastKw` or above, at which energy and power charge together cost least.
 * @param energySek cost of energy under the caps that the hours have; convex in the level and never rising
 */
export function cheapestLevel(
  hours: CappedHours,
  shape: CapShape,
  { from, to }: Stretch,
  leastKw: number,
  chargeSekPerKw: number,
  energySek: () => number,
  mostKw = Infinity,
): Tried {
  const energyUnder = (levelKw: number) => {
    capHours(hours, shape, { from, to }, levelKw);
    return energySek();
  };
  const looseKw = looseLevel(hours, shape, { from, to });
  const leastSek = energyUnder(leastKw);
  const looseSek = energyUnder(looseKw);
  // Energy never costs less than under the loosest cap: further up the charge outweighs all it can save.
  const highestKw = leastKw + Math.max(0, leastSek - looseSek) / chargeSekPerKw;
  return leastConvex(
    (levelKw) => (levelKw === looseKw ? looseSek : energyUnder(levelKw)) + levelKw * chargeSekPerKw,
    {
      low: { at: leastKw, cost: leastSek + leastKw * chargeSekPerKw },
      high: Math.min(highestKw, looseKw, mostKw),
      // Within a step the charge is worth no more than the tolerance.
      step: CAP_TOLERANCE_SEK / chargeSekPerKw,
      beyond: { at: 0, cost: looseSek, slope: chargeSekPerKw },
      gap: CAP_TOLERANCE_SEK,
    },
  );
}

/** A level that holds nothing, kW. */
export function looseLevel(hours: CappedHours, shape: CapShape, stretch: Stretch): number {
  const { netKwh, battery } = hours;
  return findLevel(shape, netKwh, stretch) + battery.powerKw * greatestFactor(shape, stretch);
}
