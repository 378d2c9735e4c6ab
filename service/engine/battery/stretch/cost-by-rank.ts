import { type HourPieces, PIECES } from '../hour-pieces.ts';
import { billedSek, forcedPenaltySek } from './billed-slope.ts';

/**
 * The least cost of a stretch, SEK more than without the battery, from a stored energy and with the rest
 * at its end sold at a price.
 */
export type StretchCost = (levelKwh: number, sellSekPerKwh: number) => number;

/** Shorter segments, kWh, are rounding. */
const SLIVER = 1e-12;

/**
 * The segments of a value function, each at its slope's rank among all slopes of the stretch. A bit says whether
 * one is there, so that the next is found by words of 32 (a bitmap as priority queue, as in the scheduler of
 * Linux before 2.6.23).
 */
interface RankedSegments {
  /** All slopes of the stretch, SEK per stored kWh, ascending. */
  slopes: Float64Array;
  /** Rank of each piece of the stretch, and last that of bought energy; equal slopes share one. */
  ranks: Uint16Array;
  kwh: Float64Array;
  bits: Int32Array;
}

/**
 * The cost that `stretchCost` finds, to the last bit, by segments that need not move: faster where they are many
 * and the caps of a stretch are tried often. Its slopes may not change between calls, so all its hours must be in
 * order.
 */
export function costByRank(
  pieces: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): StretchCost {
  const { floorKwh } = pieces.hours.battery;
  const penaltySek = forcedPenaltySek(pieces);
  const segments = segmentsOf(pieces, from, to, buySekPerKwh);
  const { slopes, kwh, bits } = segments;
  return (levelKwh, sellSekPerKwh) => {
    let { leftKwh, sek, head, tail } = mergeByRank(pieces, from, to, levelKwh, segments);
    sek -= (leftKwh - floorKwh) * sellSekPerKwh;
    while (head <= tail && slopes[head] < sellSekPerKwh) {
      sek += kwh[head] * (billedSek(slopes[head], penaltySek) - sellSekPerKwh);
      bits[head >> 5] &= ~(1 << (head & 31));
      if (head === tail) break;
      head = rankFrom(bits, head);
    }
    return sek;
  };
}

/** Stretches that were ranked last, by first hour: all sizes of a request have the same slopes. */
const lastRanked = new Map<number, RankedSegments>();

function segmentsOf(
  { slope }: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): RankedSegments {
  const own = slope.subarray(from * PIECES, to * PIECES);
  const slopes = new Float64Array(own.length + 1);
  slopes.set(own);
  slopes[own.length] = buySekPerKwh;
  const last = lastRanked.get(from);
  if (last && hasSlopes(last, slopes)) return last;
  const segments = rankSlopes(slopes);
  lastRanked.set(from, segments);
  return segments;
}

function hasSlopes({ slopes, ranks }: RankedSegments, wanted: Float64Array): boolean {
  if (ranks.length !== wanted.length) return false;
  for (let i = 0; i < ranks.length; i++) if (slopes[ranks[i]] !== wanted[i]) return false;
  return true;
}

function rankSlopes(slopes: Float64Array): RankedSegments {
  const sorted = slopes.slice().sort();
  const ranks = new Uint16Array(slopes.length);
  for (let i = 0; i < ranks.length; i++) ranks[i] = rankOf(sorted, slopes[i]);
  const bits = new Int32Array((sorted.length >> 5) + 1);
  return { slopes: sorted, ranks, kwh: new Float64Array(sorted.length), bits };
}

/** Index of the first slope that is not below this one. */
function rankOf(slopes: Float64Array, slope: number): number {
  let low = 0;
  let high = slopes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slopes[middle] < slope) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Leaves the value function after the stretch in the segments, from `head` to `tail`; `tail` is below if it has none. */
function mergeByRank(
  pieces: HourPieces,
  from: number,
  to: number,
  levelKwh: number,
  { slopes, ranks, kwh: segmentKwh, bits }: RankedSegments,
): { leftKwh: number; sek: number; head: number; tail: number } {
  const { lengthKwh, outKwh, outSek } = pieces;
  const { floorKwh, ceilingKwh } = pieces.hours.battery;
  const penaltySek = forcedPenaltySek(pieces);
  const none = slopes.length;
  let head = none;
  let tail = -1;
  let leftKwh = levelKwh;
  let rightKwh = levelKwh;
  let sek = 0;
  bits.fill(0);
  if (slopes[ranks[none - 1]] < Infinity && ceilingKwh > levelKwh) {
    rightKwh = ceilingKwh;
    head = tail = ranks[none - 1];
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
  return { leftKwh, sek, head, tail };
}

/** The first rank with a segment in the word of a rank or in a later word. */
function rankFrom(bits: Int32Array, rank: number): number {
  let word = rank >> 5;
  while (bits[word] === 0) word++;
  const lowest = bits[word] & -bits[word];
  return (word << 5) + 31 - Math.clz32(lowest);
}

/** The last rank with a segment in the word of a rank or in an earlier word. */
function rankBefore(bits: Int32Array, rank: number): number {
  let word = rank >> 5;
  while (bits[word] === 0) word--;
  return (word << 5) + 31 - Math.clz32(bits[word]);
}
