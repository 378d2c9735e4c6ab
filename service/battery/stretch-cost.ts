import { HOURS } from './calendar.ts';
import { type HourPieces, PIECES } from './hour-pieces.ts';

/**
 * What a stretch costs at best, SEK more than without the battery, from a stored energy and with what is left
 * at its end sold at a price.
 */
export type StretchCost = (levelKwh: number, sellSekPerKwh: number) => number;

/** Slopes of a stretch in their order: `slopes[rank[i]]` is that of its piece i. Equal slopes share a rank. */
interface SlopeOrder {
  rank: Int32Array;
  slopes: Float64Array;
}

/**
 * The cost of the plan that `planHours` makes, without the plan. Its value function is the same, its segments
 * kept by the rank of their slopes: an hour adds its pieces in their places and takes from both ends, so that
 * it costs the same however many segments a large store has. The pieces' lengths may change between calls.
 * @param buySekPerKwh price of a stored kWh at the start; Infinity: none to be had
 */
export function stretchCost(
  pieces: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): StretchCost {
  const changes = pieces.outOfOrder.subarray(from, to).includes(1);
  const order = () => slopeOrder(pieces.slope.subarray(from * PIECES, to * PIECES), buySekPerKwh);
  const once = changes ? null : order();
  return (levelKwh, sellSekPerKwh) =>
    costInOrder(pieces, from, to, once ?? order(), buySekPerKwh, levelKwh, sellSekPerKwh);
}

/** @param extra a slope of its own, whose rank is the last of `rank`; Infinity: none */
function slopeOrder(pieceSlopes: Float64Array, extra: number): SlopeOrder {
  const all = new Float64Array(pieceSlopes.length + (extra < Infinity ? 1 : 0)).fill(extra);
  all.set(pieceSlopes);
  const slopes = all.slice().sort();
  let ranks = 0;
  for (let i = 0; i < slopes.length; i++) {
    if (ranks === 0 || slopes[i] !== slopes[ranks - 1]) slopes[ranks++] = slopes[i];
  }
  return { rank: ranksOf(all, slopes.subarray(0, ranks)), slopes: slopes.subarray(0, ranks) };
}

/** Parts of the range of slopes, each with about one of them. */
const PARTS = 1 << 12;
const firstRank = new Int32Array(PARTS + 1);

/** Where each slope stands in the ascending `slopes`: among those of its part of the range, by halving. */
function ranksOf(all: Float64Array, slopes: Float64Array): Int32Array {
  const least = slopes[0];
  const perSek = (PARTS - 1) / (slopes[slopes.length - 1] - least || 1);
  let part = 0;
  for (let i = 0; i < slopes.length; i++) {
    const own = Math.floor((slopes[i] - least) * perSek);
    while (part <= own) firstRank[part++] = i;
  }
  firstRank.fill(slopes.length, part);
  const rank = new Int32Array(all.length);
  for (let i = 0; i < all.length; i++) {
    const own = Math.floor((all[i] - least) * perSek);
    let low = firstRank[own];
    let high = firstRank[own + 1] - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (slopes[middle] < all[i]) low = middle + 1;
      else high = middle;
    }
    rank[i] = low;
  }
  return rank;
}

/*
 * Length of the segment of each rank, kWh, and which ranks have one: a bit a rank in `words`, a bit a word in
 * `groups`, a bit a group in one number. A year's pieces fit. One scratch: a cost is over before the next begins.
 */
const RANKS = 1 << 15;
const segmentKwh = new Float64Array(RANKS);
const words = new Int32Array(RANKS >> 5);
const groups = new Int32Array(RANKS >> 10);
if (HOURS * PIECES >= RANKS) throw new Error(`a year has more than ${RANKS} pieces`);

/** Shorter segments, kWh, are rounding. */
const SLIVER = 1e-12;

/** One loop, since calls in it are slower than what they do. */
function costInOrder(
  { lengthKwh, outKwh, outSek, hours }: HourPieces,
  from: number,
  to: number,
  { rank, slopes }: SlopeOrder,
  buySekPerKwh: number,
  levelKwh: number,
  sellSekPerKwh: number,
): number {
  const { floorKwh, ceilingKwh } = hours.battery;
  segmentKwh.fill(0, 0, slopes.length);
  words.fill(0);
  groups.fill(0);
  let top = 0;
  let leftKwh = levelKwh;
  let rightKwh = levelKwh;
  let sek = 0;
  if (buySekPerKwh < Infinity && ceilingKwh > levelKwh) {
    const bought = rank[rank.length - 1];
    rightKwh = ceilingKwh;
    segmentKwh[bought] = ceilingKwh - levelKwh;
    words[bought >> 5] |= 1 << (bought & 31);
    groups[bought >> 10] |= 1 << ((bought >> 5) & 31);
    top |= 1 << (bought >> 10);
  }
  for (let t = from; t < to; t++) {
    leftKwh -= outKwh[t];
    rightKwh -= outKwh[t];
    sek += outSek[t];
    for (let piece = t * PIECES; piece < (t + 1) * PIECES; piece++) {
      const kwh = lengthKwh[piece];
      if (kwh <= SLIVER) continue;
      const at = rank[piece - from * PIECES];
      rightKwh += kwh;
      segmentKwh[at] += kwh;
      words[at >> 5] |= 1 << (at & 31);
      groups[at >> 10] |= 1 << ((at >> 5) & 31);
      top |= 1 << (at >> 10);
    }
    while (leftKwh < floorKwh && top !== 0) {
      const group = 31 - Math.clz32(top & -top);
      const word = (group << 5) | (31 - Math.clz32(groups[group] & -groups[group]));
      const at = (word << 5) | (31 - Math.clz32(words[word] & -words[word]));
      const kwh = segmentKwh[at];
      const short = floorKwh - leftKwh;
      const taken = kwh < short ? kwh : short;
      sek += taken * slopes[at];
      leftKwh += taken;
      if (kwh - taken > SLIVER) segmentKwh[at] = kwh - taken;
      else top = emptied(at, top);
    }
    if (leftKwh < floorKwh) leftKwh = floorKwh;
    while (rightKwh > ceilingKwh && top !== 0) {
      const group = 31 - Math.clz32(top);
      const word = (group << 5) | (31 - Math.clz32(groups[group]));
      const at = (word << 5) | (31 - Math.clz32(words[word]));
      const kwh = segmentKwh[at];
      const over = rightKwh - ceilingKwh;
      const taken = kwh < over ? kwh : over;
      rightKwh -= taken;
      if (kwh - taken > SLIVER) segmentKwh[at] = kwh - taken;
      else top = emptied(at, top);
    }
    if (rightKwh > ceilingKwh) rightKwh = ceilingKwh;
    if (rightKwh < leftKwh) rightKwh = leftKwh;
  }
  sek -= (leftKwh - floorKwh) * sellSekPerKwh;
  for (let at = 0; at < slopes.length && slopes[at] < sellSekPerKwh; at++) {
    sek += segmentKwh[at] * (slopes[at] - sellSekPerKwh);
  }
  return sek;
}

/** Takes a rank out; returns the groups that are left. */
function emptied(at: number, top: number): number {
  segmentKwh[at] = 0;
  words[at >> 5] &= ~(1 << (at & 31));
  if (words[at >> 5] !== 0) return top;
  groups[at >> 10] &= ~(1 << ((at >> 5) & 31));
  return groups[at >> 10] === 0 ? top & ~(1 << (at >> 10)) : top;
}
