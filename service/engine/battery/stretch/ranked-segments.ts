import { type HourPieces, PIECES } from '../hour-pieces.ts';

/**
 * The segments of a value function, each at its slope's rank among all slopes of the stretch. A bit says whether
 * one is there, so that the next is found by words of 32 (a bitmap as priority queue, as in the scheduler of
 * Linux before 2.6.23).
 */
export interface RankedSegments {
  /** All slopes of the stretch, SEK per stored kWh, ascending. */
  slopes: Float64Array;
  /** Rank of each piece of the stretch; equal slopes share one. */
  ranks: Uint16Array;
  /** Rank of bought energy. */
  buyRank: number;
  kwh: Float64Array;
  /** A bit of each rank, and last a word that ends a search. */
  bits: Int32Array;
}

/** Stretches that were ranked last, by first hour: all sizes of a request have the same slopes. */
const lastRanked = new Map<number, RankedSegments>();

/** Ranks of a stretch, or of a longer one that begins with it; null if it has other slopes now, or hours out of order. */
export function knownRanks(
  pieces: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): RankedSegments | null {
  const last = lastRanked.get(from);
  if (!last) return null;
  const { slopes, ranks, buyRank } = last;
  const length = (to - from) * PIECES;
  if (length > ranks.length || slopes[buyRank] !== buySekPerKwh) return null;
  for (let i = 0; i < length; i++) {
    if (slopes[ranks[i]] !== pieces.slope[from * PIECES + i]) return null;
  }
  return isInOrder(pieces, from, to) ? last : null;
}

/** Whether the slopes of a stretch stay the same whatever its caps. */
export function isInOrder({ outOfOrder }: HourPieces, from: number, to: number): boolean {
  return !outOfOrder.subarray(from, to).includes(1);
}

/** Ranks a stretch, all of whose hours must be in order. */
export function rankStretch(
  pieces: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): RankedSegments {
  const segments = rankSlopes(pieces, from, to, buySekPerKwh);
  lastRanked.set(from, segments);
  return segments;
}

function rankSlopes(
  { slope }: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): RankedSegments {
  const own = slope.subarray(from * PIECES, to * PIECES);
  const slopes = new Float64Array(own.length + 1);
  slopes.set(own);
  slopes[own.length] = buySekPerKwh;
  slopes.sort();
  const ranks = Uint16Array.from(own, (sek) => firstNotBelow(slopes, sek));
  const bits = new Int32Array((slopes.length >> 5) + 2);
  const buyRank = firstNotBelow(slopes, buySekPerKwh);
  return { slopes, ranks, buyRank, kwh: new Float64Array(slopes.length), bits };
}

/** Index of the first slope that is not below this one, of those from `low` on; `high` if all are. */
export function firstNotBelow(
  slopes: Float64Array,
  slope: number,
  low = 0,
  high = slopes.length,
): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slopes[middle] < slope) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rank of the segment after one; above all ranks behind the last. */
export function nextRank(bits: Int32Array, rank: number): number {
  const later = bits[rank >> 5] & (-2 << (rank & 31));
  return later === 0 ? rankFrom(bits, (rank | 31) + 1) : (rank | 31) - Math.clz32(later & -later);
}

/** The first rank with a segment in the word of a rank or in a later word. */
export function rankFrom(bits: Int32Array, rank: number): number {
  let word = rank >> 5;
  while (bits[word] === 0) word++;
  const lowest = bits[word] & -bits[word];
  return (word << 5) + 31 - Math.clz32(lowest);
}

/** The last rank with a segment in the word of a rank or in an earlier word. */
export function rankBefore(bits: Int32Array, rank: number): number {
  let word = rank >> 5;
  while (bits[word] === 0) word--;
  return (word << 5) + 31 - Math.clz32(bits[word]);
}
