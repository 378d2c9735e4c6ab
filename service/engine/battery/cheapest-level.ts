/** A value of a function, and where. */
export interface Tried {
  at: number;
  cost: number;
}

/** A line by one of its points. */
interface Line extends Tried {
  slope: number;
}

/** The range in which a least value is sought, and how exactly. */
export interface Search {
  /** The function is looked at from here on. Its first try is already known. */
  low: Tried;
  high: number;
  /** Distance of the second try from the first: theirs is the first chord. */
  step: number;
  /** A line that the function never goes below, the chord behind `high`. */
  beyond: Line;
  /** The found value may be so much above the least. */
  gap: number;
}

/** Tries closer than this, in units of the argument, add nothing. */
const NEAR = 1e-6;
/** Tries are never so many: each cuts off a piece of the function. */
const MAX_TRIES = 100;

/**
 * Least value of a convex function to `gap`, only by its values. A chord, drawn on beyond its ends, lies below
 * the function. So the two around an interval next to the best try bound how low it can get there and where,
 * which is tried next. For piecewise linear functions that is the corner itself.
 */
export function minimizeConvex(
  cost: (at: number) => number,
  { low, high, step, beyond, gap }: Search,
): Tried {
  if (high - low.at <= step) {
    const end = { at: high, cost: high > low.at ? cost(high) : Infinity };
    return end.cost < low.cost ? end : low;
  }
  const next = low.at + step;
  const tries: Tried[] = [low, { at: next, cost: cost(next) }];
  if (tries[1].cost >= low.cost) return low;
  if (high > next + NEAR) tries.push({ at: high, cost: cost(high) });
  while (tries.length < MAX_TRIES) {
    const best = indexOfMin(tries);
    const before = lowestIn(tries, best - 1, beyond);
    const after = lowestIn(tries, best, beyond);
    const corner = before.cost < after.cost ? before : after;
    if (tries[best].cost - corner.cost <= gap) return tries[best];
    const place = corner === before ? best : best + 1;
    tries.splice(place, 0, { at: corner.at, cost: cost(corner.at) });
  }
  return tries[indexOfMin(tries)];
}

function indexOfMin(tries: readonly Tried[]): number {
  let best = 0;
  for (let i = 1; i < tries.length; i++) if (tries[i].cost < tries[best].cost) best = i;
  return best;
}

/** Lower bound of the function between try `i` and the next one, by the chords on both sides. */
function lowestIn(tries: readonly Tried[], i: number, beyond: Line): Tried {
  const nothing = { at: 0, cost: Infinity };
  // The first interval is a step wide. Before the first and after the last try there is nothing.
  if (i < 1 || i + 1 >= tries.length) return nothing;
  const [from, to] = [tries[i], tries[i + 1]];
  if (to.at - from.at <= 2 * NEAR) return nothing;
  const falling = lineThrough(tries[i - 1], from);
  const rising = i + 2 < tries.length ? lineThrough(to, tries[i + 2]) : beyond;
  const atFrom = rising.cost + (from.at - rising.at) * rising.slope;
  const steeper = rising.slope - falling.slope;
  if (steeper <= 0) return nothing;
  const corner = from.at + (from.cost - atFrom) / steeper;
  const inside = Math.min(to.at - NEAR, Math.max(from.at + NEAR, corner));
  const cost = from.cost + (inside - from.at) * falling.slope;
  // A function that is not quite convex may have its corners at an end for ever: it is not crept along.
  const last = i + 2 < tries.length ? tries[i + 2].at : Infinity;
  const creeps = from.at - tries[i - 1].at <= 2 * NEAR || last - to.at <= 2 * NEAR;
  return { at: creeps && inside !== corner ? (from.at + to.at) / 2 : inside, cost };
}

function lineThrough(a: Tried, b: Tried): Line {
  return { ...a, slope: (b.cost - a.cost) / (b.at - a.at) };
}

/** The cheapest cap of a month may cost so much more than the least, SEK. */
export const CAP_TOLERANCE_SEK = 0.01;

/** Price of a level, and how the search for it ends. */
export interface LevelPrice {
  sekPerKw: number;
  /** The level up to which the price holds, kW. */
  maxKw: number;
  /** The level may cost so much more than the cheapest, SEK, or this share of all that levels can save. */
  gapSek: number;
  gapShare: number;
}

/**
 * The level, `minKw` or above, at which energy and power charge together cost least.
 * @param nonBindingKw a level that holds nothing
 * @param energySek cost of energy under the caps of a level. Convex in the level and never rising
 */
export function cheapestLevel(
  minKw: number,
  nonBindingKw: number,
  { sekPerKw, maxKw, gapSek, gapShare }: LevelPrice,
  energySek: (levelKw: number) => number,
): Tried {
  const minSek = energySek(minKw);
  const nonBindingSek = energySek(nonBindingKw);
  const gap = Math.max(gapSek, gapShare * (minSek - nonBindingSek));
  // Energy never costs less than under the loosest cap: further up the charge outweighs all it can save.
  const highestKw = minKw + Math.max(0, minSek - nonBindingSek) / sekPerKw;
  return minimizeConvex(
    (levelKw) =>
      (levelKw === nonBindingKw ? nonBindingSek : energySek(levelKw)) + levelKw * sekPerKw,
    {
      low: { at: minKw, cost: minSek + minKw * sekPerKw },
      high: Math.min(highestKw, nonBindingKw, maxKw),
      // Within a step the charge is worth no more than the tolerance.
      step: gap / sekPerKw,
      beyond: { at: 0, cost: nonBindingSek, slope: sekPerKw },
      gap,
    },
  );
}
