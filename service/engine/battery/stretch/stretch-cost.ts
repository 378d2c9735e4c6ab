import { HOURS } from '../../../../schemas/codec/axes.ts';
import { type HourPieces, PIECES } from '../hour-pieces.ts';
import type { ValueFunction } from '../planner.ts';
import { billedSek, forcedPenaltySek } from './billed-slope.ts';
import { costByRank, type StretchCost } from './cost-by-rank.ts';

/**
 * The cost of the plan that `planHours` makes, without the plan. Its value function is the same, but only the
 * newest is kept: an hour puts its pieces in their places and takes from both ends. The pieces may change
 * between calls.
 * @param buySekPerKwh price of a stored kWh at the start; Infinity if none can be bought
 */
export function stretchCost(
  pieces: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): StretchCost {
  const { floorKwh } = pieces.hours.battery;
  const penaltySek = forcedPenaltySek(pieces);
  let byRank: StretchCost | null = null;
  let isLong = false;
  return (levelKwh, sellSekPerKwh) => {
    // Ranks cost a sort, which a stretch that is looked at once does not pay for.
    if (isLong) byRank ??= costByRank(pieces, from, to, buySekPerKwh);
    if (byRank) return byRank(levelKwh, sellSekPerKwh);
    let { leftKwh, sek } = mergeInOrder(pieces, from, to, buySekPerKwh, levelKwh);
    sek -= (leftKwh - floorKwh) * sellSekPerKwh;
    for (let i = head; i < tail && slopes[i] < sellSekPerKwh; i++) {
      sek += segmentKwh[i] * (billedSek(slopes[i], penaltySek) - sellSekPerKwh);
    }
    isLong = tail - head > LONG && isInOrder(pieces, from, to);
    return sek;
  };
}

/** Whether the slopes of a stretch stay the same whatever its caps. */
function isInOrder({ outOfOrder }: HourPieces, from: number, to: number): boolean {
  return !outOfOrder.subarray(from, to).includes(1);
}

/** Segments of a value function from which on it is sooner kept by ranks than in one order. */
const LONG = 128;

/** The value of each stored energy after a stretch that begins with `levelKwh`, as `planHours` finds it. */
export function valueAfter(
  pieces: HourPieces,
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
 * The segments of the value function in the order of their slopes, `head` to `tail`-1, in the middle of room for
 * a year's pieces on both sides. One scratch: a merge is over before the next begins.
 */
const MIDDLE = HOURS * PIECES + 1;
const slopes = new Float64Array(2 * MIDDLE);
const segmentKwh = new Float64Array(2 * MIDDLE);
let head = MIDDLE;
let tail = MIDDLE;

/** Shorter segments, kWh, are rounding. */
const SLIVER = 1e-12;

/**
 * Leaves the value function after the stretch in the scratch; returns its ends, and what the energy below the
 * left one costs.
 */
function mergeInOrder(
  pieces: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
  levelKwh: number,
): { leftKwh: number; rightKwh: number; sek: number } {
  const { lengthKwh, slope, outKwh, outSek } = pieces;
  const { floorKwh, ceilingKwh } = pieces.hours.battery;
  const penaltySek = forcedPenaltySek(pieces);
  head = tail = MIDDLE;
  let leftKwh = levelKwh;
  let rightKwh = levelKwh;
  let sek = 0;
  if (buySekPerKwh < Infinity && ceilingKwh > levelKwh) {
    rightKwh = ceilingKwh;
    putInOrder(buySekPerKwh, ceilingKwh - levelKwh);
  }
  for (let t = from; t < to; t++) {
    leftKwh -= outKwh[t];
    rightKwh -= outKwh[t];
    sek += outSek[t];
    for (let piece = t * PIECES; piece < (t + 1) * PIECES; piece++) {
      let kwh = lengthKwh[piece];
      if (kwh <= SLIVER) continue;
      const price = slope[piece];
      rightKwh += kwh;
      if (leftKwh < floorKwh && (head === tail || price <= slopes[head])) {
        const taken = Math.min(kwh, floorKwh - leftKwh);
        sek += taken * billedSek(price, penaltySek);
        leftKwh += taken;
        kwh -= taken;
      }
      if (kwh > SLIVER) putInOrder(price, kwh);
    }
    while (leftKwh < floorKwh && head < tail) {
      const taken = Math.min(segmentKwh[head], floorKwh - leftKwh);
      sek += taken * billedSek(slopes[head], penaltySek);
      leftKwh += taken;
      segmentKwh[head] -= taken;
      if (segmentKwh[head] <= SLIVER) head++;
    }
    if (leftKwh < floorKwh) leftKwh = floorKwh;
    while (rightKwh > ceilingKwh && head < tail) {
      const taken = Math.min(segmentKwh[tail - 1], rightKwh - ceilingKwh);
      rightKwh -= taken;
      segmentKwh[tail - 1] -= taken;
      if (segmentKwh[tail - 1] <= SLIVER) tail--;
    }
    if (rightKwh > ceilingKwh) rightKwh = ceilingKwh;
    if (rightKwh < leftKwh) rightKwh = leftKwh;
  }
  return { leftKwh, rightKwh, sek };
}

/** Puts a segment among those of the scratch; those on the side that has fewer make room. */
function putInOrder(slope: number, kwh: number): void {
  const place = placeOf(slope);
  if (place < tail && slopes[place] === slope) {
    segmentKwh[place] += kwh;
    return;
  }
  let at = place;
  if (tail - place <= place - head) {
    for (let i = tail++; i > place; i--) moveSegment(i - 1, i);
  } else {
    at--;
    for (let i = --head; i < at; i++) moveSegment(i + 1, i);
  }
  slopes[at] = slope;
  segmentKwh[at] = kwh;
}

/** Index of the first segment whose slope is not below this one. */
function placeOf(slope: number): number {
  let low = head;
  let high = tail;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slopes[middle] < slope) low = middle + 1;
    else high = middle;
  }
  return low;
}

function moveSegment(from: number, to: number): void {
  slopes[to] = slopes[from];
  segmentKwh[to] = segmentKwh[from];
}
