import { HOURS } from '../../../schemas/codec/axes.ts';
import {
  type MarginalCostSegments,
  PIECES,
  SLIVER_KWH,
  setLengths,
} from './marginal-cost-segments.ts';

/**
 * The value of stored energy along a range of hours. It is convex and piecewise linear, and one hour further it is
 * the infimal convolution with that hour's cost, a merge of their slopes (Rockafellar 1970, Convex Analysis,
 * section 5). Only the newest function is stored: an hour puts its pieces in their places and takes from both ends.
 */

/*
 * The segments of the newest function in the order of their slopes, `head` to `tail`-1, in the middle of space for
 * a year's pieces on both sides. One scratch: a merge is over before the next begins.
 */
const MIDDLE = HOURS * PIECES + 1;
const scratch = {
  slopes: new Float64Array(2 * MIDDLE),
  segmentKwh: new Float64Array(2 * MIDDLE),
};
let head = MIDDLE;
let tail = MIDDLE;

/**
 * Segments of a function at the most. A battery of 10 kWh has about 10, one of 100 kWh and 3 kW about 120. Beyond, each pair
 * of neighbours becomes its chord, so that an hour takes as long with any battery. A plan under chords can be carried
 * out, and costs no more than they say.
 */
const MAX_SEGMENTS = 64;

/**
 * The cost of the plan that `planHours` makes from a stored energy to the floor or above, without the plan: SEK
 * more than without the battery.
 */
export function rangeCost(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  levelKwh: number,
): number {
  const penaltySek = gridChargePenalty(pieces);
  const { slopes, segmentKwh } = scratch;
  let { sek } = mergeHours(pieces, from, to, levelKwh, null);
  for (let i = head; i < tail && slopes[i] < 0; i++) {
    sek += segmentKwh[i] * billedSek(slopes[i], penaltySek);
  }
  return sek;
}

/**
 * The cheapest level after a range that begins with `levelKwh`, kWh: at `minEndKwh` or above as far as it can be
 * reached. Energy left is worth nothing.
 * @param placeKwh gets the level at the hour's end above which each piece is used, [hour][piece], piece fastest
 */
export function cheapestEnd(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  levelKwh: number,
  minEndKwh: number,
  placeKwh: Float64Array,
): number {
  const { slopes, segmentKwh } = scratch;
  let kwh = mergeHours(pieces, from, to, levelKwh, placeKwh).leftKwh;
  for (let i = head; i < tail; i++) {
    if (slopes[i] < 0) kwh += segmentKwh[i];
    else if (kwh < minEndKwh) kwh += Math.min(segmentKwh[i], minEndKwh - kwh);
    else break;
  }
  return kwh;
}

/**
 * Leaves the value function after the range, under the caps that its hours have, in the scratch. Of equal slopes the stored energy goes first: a charge
 * comes early and a discharge late. One loop, since calls in it are slower than the merge.
 * @returns the lowest level that can be reached, kWh, and its cost, SEK
 */
function mergeHours(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  levelKwh: number,
  placeKwh: Float64Array | null,
): { leftKwh: number; sek: number } {
  setLengths(pieces, from, to);
  const { lengthKwh, slope, outKwh, outSek } = pieces;
  // The sign makes it a number for the compiler, which would else box the value of each hour.
  const floorKwh = +pieces.hours.battery.floorKwh;
  const ceilingKwh = +pieces.hours.battery.ceilingKwh;
  const penaltySek = gridChargePenalty(pieces);
  // Locals, since the arrays of a module are looked up at each use: that takes twice the time.
  const { slopes, segmentKwh } = scratch;
  let first = MIDDLE;
  let past = MIDDLE;
  let leftKwh = +levelKwh;
  let rightKwh = leftKwh;
  let sek = 0;
  slopes[first - 1] = -Infinity;
  slopes[past] = Infinity;
  for (let t = from; t < to; t++) {
    leftKwh -= outKwh[t];
    rightKwh -= outKwh[t];
    sek += outSek[t];
    for (let piece = t * PIECES; piece < (t + 1) * PIECES; piece++) {
      let kwh = lengthKwh[piece];
      if (kwh <= SLIVER_KWH) {
        if (placeKwh !== null) placeKwh[piece] = Infinity;
        continue;
      }
      const price = slope[piece];
      // It would be cut off at once.
      if (rightKwh >= ceilingKwh && price >= slopes[past - 1]) {
        if (placeKwh !== null) placeKwh[piece] = Infinity;
        continue;
      }
      if (leftKwh < floorKwh && price < slopes[first]) {
        if (placeKwh !== null) placeKwh[piece] = leftKwh;
        rightKwh += kwh;
        const usedKwh = Math.min(kwh, floorKwh - leftKwh);
        sek += usedKwh * billedSek(price, penaltySek);
        leftKwh += usedKwh;
        kwh -= usedKwh;
        if (kwh > SLIVER_KWH) {
          slopes[--first] = price;
          segmentKwh[first] = kwh;
          slopes[first - 1] = -Infinity;
        }
        continue;
      }
      // Segments on the nearer side make space as they are passed, and go back where one has the same slope.
      if (price > slopes[(first + past) >> 1]) {
        let at = past;
        for (; slopes[at - 1] > price; at--) {
          slopes[at] = slopes[at - 1];
          segmentKwh[at] = segmentKwh[at - 1];
        }
        if (placeKwh !== null) placeKwh[piece] = rightKwh - sumKwh(segmentKwh, at + 1, past + 1);
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
        const equalKwh = slopes[at + 1] === price ? segmentKwh[at + 1] : 0;
        if (placeKwh !== null)
          placeKwh[piece] = leftKwh + sumKwh(segmentKwh, first - 1, at) + equalKwh;
        if (equalKwh > 0) {
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
      rightKwh += kwh;
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
    if (past - first > MAX_SEGMENTS) {
      past = mergePairs(first, past, penaltySek / 2);
      slopes[past] = Infinity;
    }
  }
  head = first;
  tail = past;
  return { leftKwh, sek };
}

/**
 * Merges each pair of neighbours into its chord.
 * @param barrier a slope that no pair lies across
 * @returns the end of the segments
 */
function mergePairs(first: number, past: number, barrier: number): number {
  const { slopes, segmentKwh } = scratch;
  let end = first;
  for (let i = first; i < past; i++) {
    let kwh = segmentKwh[i];
    let slope = slopes[i];
    if (i + 1 < past && slope > barrier === slopes[i + 1] > barrier) {
      i++;
      kwh += segmentKwh[i];
      slope += ((slopes[i] - slope) * segmentKwh[i]) / kwh;
    }
    segmentKwh[end] = kwh;
    slopes[end++] = slope;
  }
  return end;
}

/** Sum of segments `from` to `to`-1, kWh. */
function sumKwh(segmentKwh: Float64Array, from: number, to: number): number {
  let kwh = 0;
  for (let i = from; i < to; i++) kwh += segmentKwh[i];
  return kwh;
}

/** The markup in planning on energy that only caps make a plan buy. Infinity where prices may. */
function gridChargePenalty({ hours, markupSekPerKwh }: MarginalCostSegments): number {
  return hours.flows.gridCharge === 'when_forced' ? markupSekPerKwh : Infinity;
}

/** The true cost of a stored kWh of a slope: the penalty on bought energy sets its slopes apart. */
function billedSek(slope: number, penaltySek: number): number {
  return slope > penaltySek / 2 ? slope - penaltySek : slope;
}
