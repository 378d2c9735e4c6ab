import { type HourPieces, PIECES } from '../hour-pieces.ts';
import type { ValueFunction } from '../planner.ts';
import { billedSek, forcedPenaltySek } from './billed-slope.ts';
import {
  knownRanks,
  nextRank,
  type RankedSegments,
  rankBefore,
  rankFrom,
  rankMoved,
  rankStretch,
} from './ranked-segments.ts';

/**
 * The least cost of a stretch, SEK more than without the battery, from a stored energy and with the rest
 * at its end sold at a price.
 */
export type StretchCost = (levelKwh: number, sellSekPerKwh: number) => number;

/** Shorter segments, kWh, are rounding. */
const SLIVER = 1e-12;

/**
 * The cost that `stretchCost` finds, to the last bit, by segments that need not move: faster where they are many
 * and the caps of a stretch are tried often.
 */
export function costByRank(
  pieces: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): StretchCost {
  const segments =
    knownRanks(pieces, from, to, buySekPerKwh) ?? rankStretch(pieces, from, to, buySekPerKwh);
  return costOfRanked(pieces, from, to, segments);
}

/** The cost by ranks where those of a stretch are known from before; null where they are not. */
export function costByKnownRank(
  pieces: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): StretchCost | null {
  const segments = knownRanks(pieces, from, to, buySekPerKwh);
  return segments && costOfRanked(pieces, from, to, segments);
}

function costOfRanked(
  pieces: HourPieces,
  from: number,
  to: number,
  segments: RankedSegments,
): StretchCost {
  const { floorKwh } = pieces.hours.battery;
  const penaltySek = forcedPenaltySek(pieces);
  const { slopes, kwh, bits } = segments;
  return (levelKwh, sellSekPerKwh) => {
    rankMoved(segments, pieces, from, to);
    let { leftKwh, sek, head, tail } = mergeByRank(pieces, from, to, levelKwh, segments);
    sek -= (leftKwh - floorKwh) * sellSekPerKwh;
    while (head <= tail && slopes[head] < sellSekPerKwh) {
      sek += kwh[head] * (billedSek(slopes[head], penaltySek) - sellSekPerKwh);
      head = nextRank(bits, head);
    }
    return sek;
  };
}

/** The value of each stored energy after a stretch by its known ranks; null where they are not known. */
export function valueByKnownRank(
  pieces: HourPieces,
  from: number,
  to: number,
  levelKwh: number,
): ValueFunction | null {
  const segments = knownRanks(pieces, from, to, Infinity);
  if (!segments) return null;
  rankMoved(segments, pieces, from, to);
  const { leftKwh, rightKwh, head, tail } = mergeByRank(pieces, from, to, levelKwh, segments);
  const ranks: number[] = [];
  for (let rank = head; rank <= tail; rank = nextRank(segments.bits, rank)) ranks.push(rank);
  return {
    leftKwh,
    rightKwh,
    kwh: pick(segments.kwh, ranks),
    slopes: pick(segments.slopes, ranks),
  };
}

function pick(values: Float64Array, places: readonly number[]): Float64Array {
  const picked = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) picked[i] = values[places[i]];
  return picked;
}

/** Leaves the value function after the stretch in the segments, from `head` to `tail`; `tail` is below if it has none. */
function mergeByRank(
  pieces: HourPieces,
  from: number,
  to: number,
  levelKwh: number,
  { slopes, ranks, buyRank, kwh: segmentKwh, bits }: RankedSegments,
): { leftKwh: number; rightKwh: number; sek: number; head: number; tail: number } {
  const { lengthKwh, outKwh, outSek } = pieces;
  // A sign tells the compiler a number: of what it does not know it would box the value of each hour.
  const floorKwh = +pieces.hours.battery.floorKwh;
  const ceilingKwh = +pieces.hours.battery.ceilingKwh;
  const penaltySek = forcedPenaltySek(pieces);
  const none = slopes.length;
  let head = none;
  let tail = -1;
  let leftKwh = +levelKwh;
  let rightKwh = leftKwh;
  let sek = 0;
  bits.fill(0).fill(1, -1);
  if (slopes[buyRank] < Infinity && ceilingKwh > levelKwh) {
    rightKwh = ceilingKwh;
    head = tail = buyRank;
    segmentKwh[head] = ceilingKwh - levelKwh;
    bits[head >> 5] = 1 << (head & 31);
  }
  let at = 0;
  for (let t = from; t < to; t++) {
    leftKwh -= outKwh[t];
    rightKwh -= outKwh[t];
    sek += outSek[t];
    for (let piece = t * PIECES; piece < (t + 1) * PIECES; piece++) {
      const rank = ranks[at++];
      let kwh = lengthKwh[piece];
      if (kwh <= SLIVER) continue;
      rightKwh += kwh;
      if (leftKwh < floorKwh && rank <= head) {
        const taken = Math.min(kwh, floorKwh - leftKwh);
        sek += taken * billedSek(slopes[rank], penaltySek);
        leftKwh += taken;
        kwh -= taken;
        if (kwh <= SLIVER) continue;
      }
      // A last piece above all others is cut before it has a place.
      if (rank > tail && piece === t * PIECES + 2 && leftKwh >= floorKwh && rightKwh > ceilingKwh) {
        const taken = Math.min(kwh, rightKwh - ceilingKwh);
        rightKwh -= taken;
        kwh -= taken;
        if (kwh <= SLIVER) continue;
      }
      const bit = 1 << (rank & 31);
      if ((bits[rank >> 5] & bit) !== 0) segmentKwh[rank] += kwh;
      else {
        bits[rank >> 5] |= bit;
        segmentKwh[rank] = kwh;
        if (rank < head) head = rank;
        if (rank > tail) tail = rank;
      }
    }
    while (leftKwh < floorKwh && head <= tail) {
      const taken = Math.min(segmentKwh[head], floorKwh - leftKwh);
      sek += taken * billedSek(slopes[head], penaltySek);
      leftKwh += taken;
      segmentKwh[head] -= taken;
      if (segmentKwh[head] > SLIVER) continue;
      bits[head >> 5] &= ~(1 << (head & 31));
      if (head < tail) head = rankFrom(bits, head);
      else [head, tail] = [none, -1];
    }
    if (leftKwh < floorKwh) leftKwh = floorKwh;
    while (rightKwh > ceilingKwh && head <= tail) {
      const taken = Math.min(segmentKwh[tail], rightKwh - ceilingKwh);
      rightKwh -= taken;
      segmentKwh[tail] -= taken;
      if (segmentKwh[tail] > SLIVER) continue;
      bits[tail >> 5] &= ~(1 << (tail & 31));
      if (head < tail) tail = rankBefore(bits, tail);
      else [head, tail] = [none, -1];
    }
    if (rightKwh > ceilingKwh) rightKwh = ceilingKwh;
    if (rightKwh < leftKwh) rightKwh = leftKwh;
  }
  return { leftKwh, rightKwh, sek, head, tail };
}
