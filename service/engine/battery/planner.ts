import { HOURS } from '../../../schemas/codec/axes.ts';
import { type HourRange, ROUNDING_KWH } from './house.ts';
import {
  type MarginalCostSegments,
  PIECES,
  SLIVER_KWH,
  setLengths,
} from './marginal-cost-segments.ts';

/** A plan's decisions. Ranges of the year are planned into the same two arrays. */
export interface Plan {
  /** kWh into the store in each hour. Out of it below 0. */
  storedKwh: Float64Array;
  /** Stored energy at each hour's start, and as last value at the year's end, kWh. */
  levelKwh: Float64Array;
}

/** A year of an untouched battery. */
export function emptyPlan(floorKwh: number): Plan {
  return {
    storedKwh: new Float64Array(HOURS),
    levelKwh: new Float64Array(HOURS + 1).fill(floorKwh),
  };
}

/** Hours whose value functions are in the scratch at once. A month with its tail fits. */
const CHUNK_HOURS = 1024;

/**
 * Values of stored energy along a range of hours. Hour `h` of the range finds the value function at its
 * start as the segments `start[h]` to `start[h + 1]`-1 in the order of their slopes, and begins at `left[h]`.
 * One scratch for all plans: a plan is over before the next begins.
 */
const start = new Int32Array(CHUNK_HOURS + 2);
const left = new Float64Array(CHUNK_HOURS + 1);
let segmentKwh = new Float64Array(1 << 16);
let segmentSlope = new Float64Array(1 << 16);

/** Doubles the space for segments, keeping what is there. */
function growSegments(): void {
  const [kwh, slope] = [segmentKwh, segmentSlope];
  segmentKwh = new Float64Array(2 * kwh.length);
  segmentSlope = new Float64Array(2 * slope.length);
  segmentKwh.set(kwh);
  segmentSlope.set(slope);
}

/**
 * Plans hours `from` to `to`-1 at least cost from `plan.levelKwh[from]`, ending at `minEndKwh` or above.
 * Energy left at the end is worth nothing. Exact: the value of stored energy is convex and piecewise linear,
 * and one hour further it is the infimal convolution with that hour's cost, a merge of their slopes
 * (Rockafellar 1970, Convex Analysis, section 5).
 */
export function planHours(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  minEndKwh: number,
  plan: Plan,
): void {
  const startKwh = plan.levelKwh[from];
  planOnward(pieces, ofOneLevel(startKwh), { from, to }, minEndKwh, plan);
  plan.levelKwh[from] = startKwh;
}

/** Plans a range when each stored energy at their start has a cost of its own. Chooses it too. */
export function planOnward(
  pieces: MarginalCostSegments,
  begin: ValueFunction,
  { from, to }: HourRange,
  minEndKwh: number,
  plan: Plan,
): void {
  visitBackward(pieces, begin, from, to, (first, end) => {
    if (end === to) plan.levelKwh[to] = cheapestEnd(end - first, minEndKwh);
    plan.levelKwh[first] = splitBackward(pieces, first, end, plan);
  });
}

/** A value function: its ends, and its segments in the order of their slopes. */
export interface ValueFunction {
  leftKwh: number;
  rightKwh: number;
  kwh: Float64Array;
  slopes: Float64Array;
}

const NOTHING = new Float64Array();

function ofOneLevel(kwh: number): ValueFunction {
  return { leftKwh: kwh, rightKwh: kwh, kwh: NOTHING, slopes: NOTHING };
}

/**
 * Visits a range backwards in chunks, each with its value functions in the scratch. All of a year's would take
 * hundreds of megabytes for a large store: of the chunks before the last only the first function is stored, and
 * they are merged again.
 */
function visitBackward(
  pieces: MarginalCostSegments,
  begin: ValueFunction,
  from: number,
  to: number,
  visit: (first: number, end: number) => void,
): void {
  const begins = [begin];
  for (let first = from; to - first > CHUNK_HOURS; first += CHUNK_HOURS) {
    const rightKwh = mergeForward(pieces, first, first + CHUNK_HOURS, begins[begins.length - 1]);
    begins.push(valueInScratch(CHUNK_HOURS, rightKwh));
  }
  for (let chunk = begins.length - 1; chunk >= 0; chunk--) {
    const first = from + chunk * CHUNK_HOURS;
    const end = Math.min(first + CHUNK_HOURS, to);
    mergeForward(pieces, first, end, begins[chunk]);
    visit(first, end);
  }
}

/**
 * Plans hours as `planHours` does. Returns the marginal cost of stored energy at the start of each, SEK per kWh:
 * the plan's dual values. Energy is worth 0 after the last hour. Up to there a value stays the same but where the
 * store is full or empty, and is always between the slopes left and right of the plan.
 */
export function planPricedHours(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  minEndKwh: number,
  plan: Plan,
): Float64Array {
  const { levelKwh } = plan;
  const startKwh = levelKwh[from];
  const sekPerKwh = new Float64Array(to - from);
  let sek = 0;
  visitBackward(pieces, ofOneLevel(startKwh), from, to, (first, end) => {
    if (end === to) levelKwh[to] = cheapestEnd(end - first, minEndKwh);
    levelKwh[first] = splitBackward(pieces, first, end, plan);
    for (let t = end - 1; t >= first; t--) {
      const [below, above] = slopesAround(pieces, t, t - first, levelKwh[t + 1]);
      sek = Math.min(above, Math.max(below, sek));
      sekPerKwh[t - from] = sek;
    }
  });
  levelKwh[from] = startKwh;
  return sekPerKwh;
}

/** A plan with the marginal cost of stored energy at the start of each of its hours, SEK per kWh. */
export interface PricedPlan {
  plan: Plan;
  sekPerKwh: Float64Array;
}

/** Plans the year at least cost under the caps of its hours, from an empty store. */
export function planYear(pieces: MarginalCostSegments): PricedPlan {
  const { floorKwh } = pieces.hours.battery;
  setLengths(pieces, 0, HOURS);
  const plan = emptyPlan(floorKwh);
  return { plan, sekPerKwh: planPricedHours(pieces, 0, HOURS, floorKwh, plan) };
}

/** Slopes of the merge of an hour left and right of the level that it ends at. */
function slopesAround(
  { lengthKwh, slope, outKwh }: MarginalCostSegments,
  t: number,
  hour: number,
  endKwh: number,
): [below: number, above: number] {
  let piece = t * PIECES;
  let segment = start[hour];
  let need = endKwh - (left[hour] - outKwh[t]);
  let below = -Infinity;
  const pastSegments = start[hour + 1] - 1;
  while (piece < (t + 1) * PIECES || segment < pastSegments) {
    const isOwn =
      segment === pastSegments ||
      (piece < (t + 1) * PIECES && slope[piece] < segmentSlope[segment]);
    const kwh = isOwn ? lengthKwh[piece] : segmentKwh[segment];
    const sek = isOwn ? slope[piece++] : segmentSlope[segment++];
    if (kwh <= ROUNDING_KWH) continue;
    if (need <= ROUNDING_KWH) return [below, sek];
    if (kwh > need + ROUNDING_KWH) return [sek, sek];
    below = sek;
    need -= kwh;
  }
  return [below, Infinity];
}

/**
 * Fills the scratch from a value function on. Returns the right end of the last one, kWh. Of equal slopes the stored energy goes first: a charge comes early and a discharge
 * late. One loop, since calls in it are slower than the merge.
 */
function mergeForward(
  pieces: MarginalCostSegments,
  from: number,
  to: number,
  begin: ValueFunction,
): number {
  const { lengthKwh, slope, outKwh } = pieces;
  const { floorKwh, ceilingKwh } = pieces.hours.battery;
  while (begin.kwh.length >= segmentKwh.length) growSegments();
  let kwh = segmentKwh;
  let slopes = segmentSlope;
  let { leftKwh, rightKwh } = begin;
  let segment = 0;
  let end = begin.kwh.length;
  kwh.set(begin.kwh);
  slopes.set(begin.slopes);
  kwh[end] = 0;
  slopes[end++] = Infinity;
  start[0] = 0;
  left[0] = leftKwh;
  for (let t = from; t < to; t++) {
    if (end + end - segment + PIECES > kwh.length) {
      growSegments();
      kwh = segmentKwh;
      slopes = segmentSlope;
    }
    const pastSegments = end - 1;
    const begun = end;
    const pastPieces = (t + 1) * PIECES;
    let piece = t * PIECES;
    const lowest = leftKwh - outKwh[t];
    const highest =
      rightKwh - outKwh[t] + lengthKwh[piece] + lengthKwh[piece + 1] + lengthKwh[piece + 2];
    leftKwh = lowest < floorKwh ? floorKwh : lowest;
    rightKwh = highest < ceilingKwh ? highest : ceilingKwh;
    let skip = leftKwh - lowest;
    let keep = rightKwh - leftKwh;
    let pieceSlope = piece < pastPieces ? slope[piece] : Infinity;
    let segmentPrice = slopes[segment];
    while (skip > 0 || keep > SLIVER_KWH) {
      let length: number;
      let price: number;
      if (pieceSlope < segmentPrice) {
        price = pieceSlope;
        length = lengthKwh[piece++];
        pieceSlope = piece < pastPieces ? slope[piece] : Infinity;
      } else if (segment < pastSegments) {
        price = segmentPrice;
        length = kwh[segment++];
        segmentPrice = slopes[segment];
      } else break;
      if (skip > 0) {
        const skipped = skip < length ? skip : length;
        skip -= skipped;
        length -= skipped;
      }
      if (length <= SLIVER_KWH) continue;
      if (length > keep) length = keep;
      keep -= length;
      if (end > begun && slopes[end - 1] === price) kwh[end - 1] += length;
      else {
        kwh[end] = length;
        slopes[end++] = price;
      }
      if (skip > 0) continue;
      // Segments before the next piece are taken as they are, which most of many are.
      while (segmentPrice <= pieceSlope) {
        length = kwh[segment];
        if (length <= SLIVER_KWH || length >= keep) break;
        keep -= length;
        kwh[end] = length;
        slopes[end++] = segmentPrice;
        segmentPrice = slopes[++segment];
      }
    }
    if (keep > SLIVER_KWH) rightKwh -= keep;
    segment = begun;
    kwh[end] = 0;
    slopes[end++] = Infinity;
    start[t - from + 1] = segment;
    left[t - from + 1] = leftKwh;
  }
  start[to - from + 1] = end;
  return rightKwh;
}

/** The value function at the start of an hour of the scratch. */
function valueInScratch(hour: number, rightKwh: number): ValueFunction {
  const [first, past] = [start[hour], start[hour + 1] - 1];
  const [kwh, slopes] = [segmentKwh.slice(first, past), segmentSlope.slice(first, past)];
  return { leftKwh: left[hour], rightKwh, kwh, slopes };
}

/** The last value function's cheapest level, at `minEndKwh` or above as far as it reaches, kWh. */
function cheapestEnd(hours: number, minEndKwh: number): number {
  let kwh = left[hours];
  for (let i = start[hours]; i < start[hours + 1] - 1; i++) {
    if (segmentSlope[i] < 0) kwh += segmentKwh[i];
    else if (kwh < minEndKwh) kwh += Math.min(segmentKwh[i], minEndKwh - kwh);
    else break;
  }
  return kwh;
}

/**
 * Repeats each merge from the end: what falls on the hour's own pieces is its stored energy. Returns the level
 * at the start.
 */
function splitBackward(pieces: MarginalCostSegments, from: number, to: number, plan: Plan): number {
  const { lengthKwh, slope, outKwh } = pieces;
  const { storedKwh, levelKwh } = plan;
  const kwh = segmentKwh;
  const slopes = segmentSlope;
  let level = levelKwh[to];
  for (let t = to - 1; t >= from; t--) {
    const hour = t - from;
    levelKwh[t + 1] = level;
    let need = level - (left[hour] - outKwh[t]);
    let own = 0;
    let piece = t * PIECES;
    const pastPieces = piece + PIECES;
    let segment = start[hour];
    const pastSegments = start[hour + 1] - 1;
    while (need > 0) {
      if (piece < pastPieces && (segment === pastSegments || slope[piece] < slopes[segment])) {
        const length = lengthKwh[piece++];
        const taken = length < need ? length : need;
        own += taken;
        need -= taken;
      } else if (segment < pastSegments) need -= kwh[segment++];
      else break;
    }
    const stored = own - outKwh[t];
    const moved = stored > SLIVER_KWH || stored < -SLIVER_KWH;
    storedKwh[t] = moved ? stored : 0;
    if (moved) level -= stored;
  }
  return level;
}
