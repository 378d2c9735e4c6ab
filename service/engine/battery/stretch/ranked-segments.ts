import { HOURS } from '../../../../schemas/codec/axes.ts';
import { type HourPieces, PIECES } from '../hour-pieces.ts';

/**
 * The segments of a value function, each at its slope's rank among all slopes of the stretch. A bit says whether
 * one is there, so that the next is found by words of 32 (a bitmap as priority queue, as in the scheduler of
 * Linux before 2.6.23).
 */
export interface RankedSegments {
  /** Slopes that the stretch's pieces have or had, SEK per stored kWh, ascending; Infinity behind the last. */
  slopes: Float64Array;
  /** Number of these slopes. */
  count: number;
  /** The slope of each piece of the stretch, and its rank; equal slopes share one. */
  ranked: Float64Array;
  ranks: Uint16Array;
  /** Price of bought energy, and its rank. */
  buySekPerKwh: number;
  buyRank: number;
  kwh: Float64Array;
  /** A bit of each rank, and last a word that ends a search. */
  bits: Int32Array;
}

/** Stretches that were ranked last, by first hour: all sizes of a request have nearly the same slopes. */
const lastRanked = new Map<number, RankedSegments>();

/** Ranks of a stretch, or of a longer one that begins with it; null if half of its slopes are others now. */
export function knownRanks(
  pieces: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): RankedSegments | null {
  const last = lastRanked.get(from);
  const length = (to - from) * PIECES;
  if (!last || length > last.ranks.length || last.buySekPerKwh !== buySekPerKwh) return null;
  return findMoved(last, pieces, from, to) < length / 2 ? last : null;
}

/** Whether the slopes of a stretch stay the same whatever its caps. */
export function isInOrder({ outOfOrder }: HourPieces, from: number, to: number): boolean {
  return !outOfOrder.subarray(from, to).includes(1);
}

/** Forgets the ranks of a stretch that is sooner kept in order. */
export function forgetRanks(from: number): void {
  lastRanked.delete(from);
}

/** Ranks a stretch. */
export function rankStretch(
  { slope }: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): RankedSegments {
  const ranked = slope.slice(from * PIECES, to * PIECES);
  const most = 2 * ranked.length + 1;
  const segments = {
    slopes: new Float64Array(most),
    count: 0,
    ranked,
    ranks: new Uint16Array(ranked.length),
    buySekPerKwh,
    buyRank: 0,
    kwh: new Float64Array(most),
    bits: new Int32Array((most >> 5) + 2),
  };
  sortSlopes(segments);
  lastRanked.set(from, segments);
  return segments;
}

function sortSlopes(segments: RankedSegments): void {
  const { slopes, ranked, ranks, buySekPerKwh } = segments;
  segments.count = ranked.length + 1;
  slopes.fill(Infinity).set(ranked);
  slopes[ranked.length] = buySekPerKwh;
  slopes.sort();
  for (let i = 0; i < ranks.length; i++) ranks[i] = firstNotBelow(slopes, ranked[i]);
  segments.buyRank = firstNotBelow(slopes, buySekPerKwh);
}

/** Ranks the slopes that caps have moved since, as those of pooled pieces. */
export function rankMoved(
  segments: RankedSegments,
  pieces: HourPieces,
  from: number,
  to: number,
): void {
  const count = findMoved(segments, pieces, from, to);
  if (count === 0) return;
  const { slopes, ranked } = segments;
  for (let i = 0; i < count; i++) {
    moved[i] = pieces.slope[from * PIECES + movedPiece[i]];
    ranked[movedPiece[i]] = moved[i];
  }
  // Those that they leave stay until there is no more room.
  if (segments.count + count > slopes.length) sortSlopes(segments);
  else insertMoved(segments, count);
}

/** Pieces whose slopes have moved, the slopes, and the ranks to which others make room. */
const movedPiece = new Uint16Array(HOURS * PIECES);
const moved = new Float64Array(HOURS * PIECES);
const newRank = new Uint16Array(2 * HOURS * PIECES + 1);

/** Notes the pieces of a stretch whose slopes have moved since they were ranked; returns how many. */
function findMoved(
  { ranked }: RankedSegments,
  { slope, lengthKwh }: HourPieces,
  from: number,
  to: number,
): number {
  const first = from * PIECES;
  const length = (to - from) * PIECES;
  let count = 0;
  for (let i = 0; i < length; i++) {
    if (ranked[i] !== slope[first + i] && lengthKwh[first + i] > 0) movedPiece[count++] = i;
  }
  return count;
}

/** Merges moved slopes among the others, from the end, and ranks their pieces. */
function insertMoved(segments: RankedSegments, count: number): void {
  const { slopes, ranked, ranks, buyRank } = segments;
  moved.subarray(0, count).sort();
  let last = segments.count - 1;
  for (let left = count; left > 0; left--) {
    const sek = moved[left - 1];
    for (; last >= 0 && slopes[last] > sek; last--) {
      slopes[last + left] = slopes[last];
      newRank[last] = last + left;
    }
    slopes[last + left] = sek;
  }
  for (let i = 0; i < ranks.length; i++) if (ranks[i] > last) ranks[i] = newRank[ranks[i]];
  if (buyRank > last) segments.buyRank = newRank[buyRank];
  segments.count += count;
  for (let i = 0; i < count; i++) {
    const piece = movedPiece[i];
    ranks[piece] = firstNotBelow(slopes, ranked[piece]);
  }
}

/** Index of the first slope that is not below this one; the number of slopes if all are. */
function firstNotBelow(slopes: Float64Array, slope: number): number {
  let low = 0;
  let high = slopes.length;
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
