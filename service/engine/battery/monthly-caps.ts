import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { capHours } from './capped-hours.ts';
import { type HourPieces, setLengths } from './hour-pieces.ts';
import { findPeak } from './house.ts';
import { leastConvex, type Tried } from './least-convex.ts';
import { type MonthAhead, monthAhead } from './least-peak.ts';
import { emptyPlan, planOnward } from './planner.ts';
import type { Stretch } from './simulated-year.ts';
import { stretchCost, valueAfter } from './stretch-cost.ts';

/** The cheapest cap of a month may cost so much more than the least, SEK. */
export const CAP_TOLERANCE_SEK = 0.01;

/**
 * Month by month the cap at which energy and power charge together cost least, carrying the stored energy;
 * the target where that is lower, as far as the battery can hold it. Leaves the pieces under these caps.
 * @param targetKw Infinity without a target
 */
export function cheapestCaps(
  pieces: HourPieces,
  chargeSekPerKw: number,
  targetKw: number,
): Float64Array {
  const { hours } = pieces;
  const { floorKwh } = hours.battery;
  const plan = emptyPlan(floorKwh);
  const needKwh = new Float64Array(HOURS + 1);
  const capKw = new Float64Array(MONTHS);
  for (let month = 0; month < MONTHS; month++) {
    const levelKwh = plan.levelKwh[MONTH_START[month]];
    const ahead = monthAhead(hours, month, levelKwh, needKwh);
    setLengths(pieces, ahead.to, ahead.tailEnd);
    const cheapestKw =
      chargeSekPerKw > 0 ? cheapestCap(pieces, ahead, levelKwh, chargeSekPerKw) : Infinity;
    capKw[month] = Math.min(cheapestKw, Math.max(targetKw, ahead.leastKw));
    capHours(hours, ahead.from, ahead.to, capKw[month]);
    setLengths(pieces, ahead.from, ahead.to);
    const value = valueAfter(pieces, ahead.from, ahead.to, levelKwh);
    planOnward(pieces, value, { from: ahead.to, to: ahead.tailEnd }, floorKwh, plan);
  }
  return capKw;
}

/** The cheapest cap of a month, kW; the least one where no higher cap is cheaper. */
function cheapestCap(
  pieces: HourPieces,
  ahead: MonthAhead,
  levelKwh: number,
  chargeSekPerKw: number,
): number {
  const { from, tailEnd, leastKw } = ahead;
  const cost = stretchCost(pieces, from, tailEnd, Infinity);
  return cheapestUnderCap(pieces, ahead, leastKw, chargeSekPerKw, () => cost(levelKwh, 0)).at;
}

/**
 * The cap on hours `from` to `to`-1, `leastKw` or above, at which energy and power charge together cost least.
 * @param energySek cost of energy under the cap that the pieces have; convex in it and never rising
 */
export function cheapestUnderCap(
  pieces: HourPieces,
  { from, to }: Stretch,
  leastKw: number,
  chargeSekPerKw: number,
  energySek: () => number,
): Tried {
  const { battery, netKwh } = pieces.hours;
  const energyUnder = (capKw: number) => {
    capHours(pieces.hours, from, to, capKw);
    setLengths(pieces, from, to);
    return energySek();
  };
  const looseKw = findPeak(netKwh, from, to) + battery.powerKw;
  const leastSek = energyUnder(leastKw);
  const looseSek = energyUnder(looseKw);
  // Energy never costs less than under the loosest cap: further up the charge outweighs all it can save.
  const highestKw = leastKw + Math.max(0, leastSek - looseSek) / chargeSekPerKw;
  return leastConvex(
    (capKw) => (capKw === looseKw ? looseSek : energyUnder(capKw)) + capKw * chargeSekPerKw,
    {
      low: { at: leastKw, cost: leastSek + leastKw * chargeSekPerKw },
      high: Math.min(highestKw, looseKw),
      // Within a step the charge is worth no more than the tolerance.
      step: CAP_TOLERANCE_SEK / chargeSekPerKw,
      beyond: { at: 0, cost: looseSek, slope: chargeSekPerKw },
      gap: CAP_TOLERANCE_SEK,
    },
  );
}
