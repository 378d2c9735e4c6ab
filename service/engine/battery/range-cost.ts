import { HOURS } from '../../../schemas/codec/axes.ts';
import { type MarginalCostSegments, PIECES, SLIVER_KWH } from './marginal-cost-segments.ts';
import type { ValueFunction } from './planner.ts';

/**
 * The least cost of a range, SEK more than without the battery, from a stored energy and with the rest
 * at its end sold at a price.
 */
export type RangeCost = (levelKwh: number, sellSekPerKwh: number) => number;

/**
 * The cost of the plan that `planHours` makes, without the plan. Its value function is the same, but only the
 * newest is stored: an hour puts its pieces in their places and takes from both ends. The pieces may change
 * between calls.
 * @param buySekPerKwh price of a stored kWh at the start. Infinity if none can be bought
 */
export function rangeCost(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  buySekPerKwh: number,
): RangeCost {
  const { floorKwh } = pieces.hours.battery;
  const penaltySek = gridChargePenalty(pieces);
  return (levelKwh, sellSekPerKwh) => {
    let { leftKwh, sek } = mergeInOrder(pieces, from, to, buySekPerKwh, levelKwh);
    sek -= (leftKwh - floorKwh) * sellSekPerKwh;
    for (let i = head; i < tail && slopes[i] < sellSekPerKwh; i++) {
      sek += segmentKwh[i] * (billedSek(slopes[i], penaltySek) - sellSekPerKwh);
    }
    return sek;
  };
}

/** The value of each stored energy after a range that begins with `levelKwh`, as `planHours` finds it. */
export function valueAfter(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  levelKwh: number,
): ValueFunction {
  const { leftKwh, rightKwh } = mergeInOrder(pieces, from, to, Infinity, levelKwh);
  return {
    leftKwh,
    rightKwh,
    kwh: segmentKwh.slice(head, tail),
    slopes: slopes.slice(head, tail),
  };
}

/*
 * The segments of the value function in the order of their slopes, `head` to `tail`-1, in the middle of space for
 * a year's pieces on both sides. One scratch: a merge is over before the next begins.
 */
const MIDDLE = HOURS * PIECES + 1;
const slopes = new Float64Array(2 * MIDDLE);
const segmentKwh = new Float64Array(2 * MIDDLE);
let head = MIDDLE;
let tail = MIDDLE;

/**
 * Leaves the value function after the range in the scratch. Returns its ends, and what the energy below the
 * left one costs.
 */
function mergeInOrder(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  buySekPerKwh: number,
  levelKwh: number,
): { leftKwh: number; rightKwh: number; sek: number } {
  const { lengthKwh, slope, outKwh, outSek } = pieces;
  // A sign reports the compiler a number: of what it does not know it would box the value of each hour.
  const floorKwh = +pieces.hours.battery.floorKwh;
  const ceilingKwh = +pieces.hours.battery.ceilingKwh;
  const penaltySek = gridChargePenalty(pieces);
  let first = MIDDLE;
  let past = MIDDLE;
  let leftKwh = +levelKwh;
  let rightKwh = leftKwh;
  let sek = 0;
  if (buySekPerKwh < Infinity && ceilingKwh > levelKwh) {
    rightKwh = ceilingKwh;
    slopes[past] = buySekPerKwh;
    segmentKwh[past++] = ceilingKwh - levelKwh;
  }
  slopes[first - 1] = -Infinity;
  slopes[past] = Infinity;
  for (let t = from; t < to; t++) {
    leftKwh -= outKwh[t];
    rightKwh -= outKwh[t];
    sek += outSek[t];
    for (let piece = t * PIECES; piece < (t + 1) * PIECES; piece++) {
      let kwh = lengthKwh[piece];
      if (kwh <= SLIVER_KWH) continue;
      const price = slope[piece];
      rightKwh += kwh;
      if (leftKwh < floorKwh && price <= slopes[first]) {
        const lackKwh = floorKwh - leftKwh;
        const sekPerKwh = billedSek(price, penaltySek);
        if (kwh <= lackKwh) {
          sek += kwh * sekPerKwh;
          leftKwh += kwh;
          continue;
        }
        sek += lackKwh * sekPerKwh;
        leftKwh += lackKwh;
        kwh -= lackKwh;
        if (kwh <= SLIVER_KWH) continue;
      }
      // Segments on the nearer side make space as they are passed, and go back where one has the same slope.
      if (price > slopes[(first + past) >> 1]) {
        let at = past;
        for (; slopes[at - 1] > price; at--) {
          slopes[at] = slopes[at - 1];
          segmentKwh[at] = segmentKwh[at - 1];
        }
        if (slopes[at - 1] === price) {
          segmentKwh[at - 1] += kwh;
          for (; at < past; at++) {
            slopes[at] = slopes[at + 1];
            segmentKwh[at] = segmentKwh[at + 1];
          }
        } else {
          slopes[at] = price;
          segmentKwh[at] = kwh;
          past++;
        }
        slopes[past] = Infinity;
      } else {
        let at = first - 1;
        for (; slopes[at + 1] < price; at++) {
          slopes[at] = slopes[at + 1];
          segmentKwh[at] = segmentKwh[at + 1];
        }
        if (slopes[at + 1] === price) {
          segmentKwh[at + 1] += kwh;
          for (; at >= first; at--) {
            slopes[at] = slopes[at - 1];
            segmentKwh[at] = segmentKwh[at - 1];
          }
        } else {
          slopes[at] = price;
          segmentKwh[at] = kwh;
          first--;
        }
        slopes[first - 1] = -Infinity;
      }
    }
    while (leftKwh < floorKwh && first < past) {
      const lackKwh = floorKwh - leftKwh;
      const kwh = segmentKwh[first];
      const sekPerKwh = billedSek(slopes[first], penaltySek);
      if (kwh > lackKwh) {
        sek += lackKwh * sekPerKwh;
        leftKwh += lackKwh;
        segmentKwh[first] = kwh - lackKwh;
        if (kwh - lackKwh > SLIVER_KWH) continue;
      } else {
        sek += kwh * sekPerKwh;
        leftKwh += kwh;
      }
      slopes[first++] = -Infinity;
    }
    if (leftKwh < floorKwh) leftKwh = floorKwh;
    while (rightKwh > ceilingKwh && first < past) {
      const overKwh = rightKwh - ceilingKwh;
      const kwh = segmentKwh[past - 1];
      if (kwh > overKwh) {
        rightKwh -= overKwh;
        segmentKwh[past - 1] = kwh - overKwh;
        if (kwh - overKwh > SLIVER_KWH) continue;
      } else rightKwh -= kwh;
      slopes[--past] = Infinity;
    }
    if (rightKwh > ceilingKwh) rightKwh = ceilingKwh;
    if (rightKwh < leftKwh) rightKwh = leftKwh;
  }
  head = first;
  tail = past;
  return { leftKwh, rightKwh, sek };
}

/** The markup in planning on energy that only caps make a plan buy. Infinity where prices may. */
export function gridChargePenalty({ hours, markupSekPerKwh }: MarginalCostSegments): number {
  return hours.flows.gridCharge === 'when_forced' ? markupSekPerKwh : Infinity;
}

/** The true cost of a stored kWh of a slope: the penalty on bought energy sets its slopes apart. */
export function billedSek(slope: number, penaltySek: number): number {
  return slope > penaltySek / 2 ? slope - penaltySek : slope;
}
