import { ascending } from './ascending.ts';
import { type HourPieces, PIECES } from './hour-pieces.ts';
import type { ValueFunction } from './planner.ts';
import { HOURS } from './simulated-year.ts';

/**
 * What a stretch costs at best, SEK more than without the battery, from a stored energy and with what is left
 * at its end sold at a price.
 */
export type StretchCost = (levelKwh: number, sellSekPerKwh: number) => number;

/** Slopes of hours `from` to `to`-1 in their order: `slopes[rank[i]]` is that of their piece i. */
interface SlopeOrder {
  from: number;
  to: number;
  /** Price of a stored kWh at the start, whose rank is the last of `rank`; Infinity: none to be had. */
  buySekPerKwh: number;
  /** How many are ranked: where slopes change with the lengths, only those of pieces that are there. */
  count: number;
  rank: Int32Array;
  slopes: Float64Array;
  /** What a stored kWh of each slope costs: less than its slope where caps alone make a plan buy it. */
  billedSek: Float64Array;
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
  const { floorKwh } = pieces.hours.battery;
  const order = slopeOrder(pieces, from, to, buySekPerKwh);
  const { slopes, billedSek } = order;
  const changes = pieces.outOfOrder.subarray(from, to).includes(1);
  if (!changes) rankSlopes(pieces, order, true);
  return (levelKwh, sellSekPerKwh) => {
    if (changes) rankSlopes(pieces, order, false);
    let { leftKwh, sek } = mergeInOrder(pieces, order, levelKwh);
    sek -= (leftKwh - floorKwh) * sellSekPerKwh;
    for (let at = 0; at < order.count && slopes[at] < sellSekPerKwh; at++) {
      sek += segmentKwh[at] * (billedSek[at] - sellSekPerKwh);
    }
    return sek;
  };
}

/** The value of each stored energy after a stretch that begins with `levelKwh`, as `planHours` finds it. */
export function valueAfter(
  pieces: HourPieces,
  from: number,
  to: number,
  levelKwh: number,
): ValueFunction {
  const order = slopeOrder(pieces, from, to, Infinity);
  rankSlopes(pieces, order, false);
  const { leftKwh, rightKwh } = mergeInOrder(pieces, order, levelKwh);
  const kwh = segmentKwh.subarray(0, order.count);
  return {
    leftKwh,
    rightKwh,
    kwh: kwh.filter((length) => length > 0),
    slopes: order.slopes.subarray(0, order.count).filter((_, at) => kwh[at] > 0),
  };
}

function slopeOrder(
  pieces: HourPieces,
  from: number,
  to: number,
  buySekPerKwh: number,
): SlopeOrder {
  const most = (to - from) * PIECES + 1;
  const slopes = new Float64Array(most);
  const isForced = pieces.hours.flows.gridCharge === 'when_forced';
  const billedSek = isForced ? new Float64Array(most) : slopes;
  return { from, to, buySekPerKwh, count: 0, rank: new Int32Array(most), slopes, billedSek };
}

/** Ranks the slopes that the pieces have now; of pieces without length only if they may get one before the next ranking. */
function rankSlopes(
  { lengthKwh, slope, onBoughtSek }: HourPieces,
  order: SlopeOrder,
  all: boolean,
): void {
  const { from, to, buySekPerKwh, rank, slopes, billedSek } = order;
  let count = 0;
  for (let piece = from * PIECES; piece < to * PIECES; piece++) {
    if (!all && lengthKwh[piece] <= SLIVER) continue;
    rankedSlope[count] = slope[piece];
    rankedPiece[count++] = piece - from * PIECES;
  }
  if (buySekPerKwh < Infinity) {
    rankedSlope[count] = buySekPerKwh;
    rankedPiece[count++] = rank.length - 1;
  }
  ascending(rankedSlope.subarray(0, count), ascendingIndex);
  for (let at = 0; at < count; at++) {
    const index = ascendingIndex[at];
    rank[rankedPiece[index]] = at;
    slopes[at] = rankedSlope[index];
  }
  order.count = count;
  if (billedSek === slopes) return;
  // The penalty on bought energy sets its slopes apart.
  for (let at = 0; at < count; at++) {
    billedSek[at] = slopes[at] > onBoughtSek / 2 ? slopes[at] - onBoughtSek : slopes[at];
  }
}

/*
 * Length of the segment of each rank, kWh, and which ranks have one: a bit a rank in `words`, a bit a word in
 * `groups`, a bit a group in one number. A year's pieces fit. One scratch: a merge is over before the next begins.
 */
const RANKS = 1 << 15;
const rankedSlope = new Float64Array(RANKS);
const rankedPiece = new Int32Array(RANKS);
const ascendingIndex = new Int32Array(RANKS);
const segmentKwh = new Float64Array(RANKS);
const words = new Int32Array(RANKS >> 5);
const groups = new Int32Array(RANKS >> 10);
if (HOURS * PIECES >= RANKS) throw new Error(`a year has more than ${RANKS} pieces`);

/** Shorter segments, kWh, are rounding. */
const SLIVER = 1e-12;

/**
 * Leaves the value function after the stretch in the scratch; returns its ends, and what the energy below the
 * left one costs. One loop, since calls in it are slower than what they do.
 */
function mergeInOrder(
  { lengthKwh, outKwh, outSek, hours }: HourPieces,
  { from, to, buySekPerKwh, count, rank, billedSek }: SlopeOrder,
  levelKwh: number,
): { leftKwh: number; rightKwh: number; sek: number } {
  const { floorKwh, ceilingKwh } = hours.battery;
  segmentKwh.fill(0, 0, count);
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
    const lowest = top === 0 ? RANKS : lowestRank(top);
    for (let piece = t * PIECES; piece < (t + 1) * PIECES; piece++) {
      let kwh = lengthKwh[piece];
      if (kwh <= SLIVER) continue;
      const at = rank[piece - from * PIECES];
      rightKwh += kwh;
      if (leftKwh < floorKwh && at < lowest) {
        const short = floorKwh - leftKwh;
        const taken = kwh < short ? kwh : short;
        sek += taken * billedSek[at];
        leftKwh += taken;
        kwh -= taken;
        if (kwh <= SLIVER) continue;
      }
      segmentKwh[at] += kwh;
      words[at >> 5] |= 1 << (at & 31);
      groups[at >> 10] |= 1 << ((at >> 5) & 31);
      top |= 1 << (at >> 10);
    }
    while (leftKwh < floorKwh && top !== 0) {
      const at = lowestRank(top);
      const kwh = segmentKwh[at];
      const short = floorKwh - leftKwh;
      const taken = kwh < short ? kwh : short;
      sek += taken * billedSek[at];
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
  return { leftKwh, rightKwh, sek };
}

function lowestRank(top: number): number {
  const group = 31 - Math.clz32(top & -top);
  const word = (group << 5) | (31 - Math.clz32(groups[group] & -groups[group]));
  return (word << 5) | (31 - Math.clz32(words[word] & -words[word]));
}

/** Takes a rank out; returns the groups that are left. */
function emptied(at: number, top: number): number {
  segmentKwh[at] = 0;
  words[at >> 5] &= ~(1 << (at & 31));
  if (words[at >> 5] !== 0) return top;
  groups[at >> 10] &= ~(1 << ((at >> 5) & 31));
  return groups[at >> 10] === 0 ? top & ~(1 << (at >> 10)) : top;
}
