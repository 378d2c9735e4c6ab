import { CLOCK_HOURS } from '../../../schemas/codec/axes.ts';
import type { CappedHours } from './battery.ts';
import { type CapRule, capByOthers, capByRules, type FreeDay } from './cap-rules.ts';
import {
  CAP_MARGIN_KW,
  capHours,
  findLevel,
  type MonthAhead,
  minLevel,
  nonBindingCap,
} from './caps.ts';
import {
  CAP_TOLERANCE_SEK,
  cheapestLevel,
  type LevelPrice,
  minimizeConvex,
} from './cheapest-level.ts';
import type { HourRange } from './house.ts';
import type { MarginalCostSegments } from './marginal-cost-segments.ts';
import { dayWithHighestShadowPrice, mayFree } from './shadow-prices.ts';
import { rangeCost } from './value-function.ts';

/** The search for a month's levels, one for each rule. */
interface MonthSearch {
  hours: CappedHours;
  /** Null where prices do not matter. */
  pieces: MarginalCostSegments | null;
  rules: readonly CapRule[];
  levelsKw: Float64Array;
  ahead: MonthAhead;
  /** The rule that knows the caps of the others: since it was asked for its least level only its own has changed. */
  bounded: number;
  /** Costs of energy that are known, by the levels. */
  knownSek: Map<string, number>;
}

/**
 * Caps a month at the levels at which energy and all power charges together cost least.
 * @param pieces null where only the power charges count, whatever energy costs
 */
export function seekCaps(
  hours: CappedHours,
  pieces: MarginalCostSegments | null,
  rules: readonly CapRule[],
  ahead: MonthAhead,
): void {
  const levelsKw = new Float64Array(rules.length).fill(ahead.minKw);
  const knownSek = new Map<string, number>();
  const search = { hours, pieces, rules, levelsKw, ahead, bounded: 0, knownSek };
  for (const rule of rules) countDays(rule, ahead);
  exchangeNeighbours(search);
  seekLevels(search);
  freeDays(search);
  capByRules(hours, rules, levelsKw, ahead);
}

/** Prepares a rule for a month in which no day stands out yet. */
function countDays(rule: CapRule, { from, to }: HourRange): void {
  const { highest, distinctDays } = rule.component;
  const { factor, minLevelKw } = rule.profile;
  rule.free.length = 0;
  rule.counted = 1;
  if (highest === 1) return;
  minLevelKw.fill(0, from, to);
  const days = new Set<number>();
  for (let t = from; t < to; t++) {
    if (factor[t] > 0) days.add(distinctDays ? Math.floor(t / CLOCK_HOURS) : t);
  }
  rule.counted = Math.min(highest, days.size);
}

function seekLevels(search: MonthSearch): void {
  for (let i = 0; i < search.rules.length; i++) seekLevel(search, i);
}

/** Seeks the cheapest level of one rule under the caps of the others. */
function seekLevel(search: MonthSearch, i: number): void {
  const { hours, rules, levelsKw, ahead } = search;
  const minKw = minOf(search, i);
  const price = levelPrice(rules[i]);
  const energySek = (levelKw: number) => {
    levelsKw[i] = levelKw;
    return energyAtLevels(search);
  };
  const nonBindingKw = nonBindingCap(hours, rules[i].profile, ahead);
  levelsKw[i] =
    minKw >= price.maxKw ? minKw : cheapestLevel(minKw, nonBindingKw, price, energySek).at;
  seekFreeLevel(search, i, minKw);
}

/** Takes the highest level that costs nothing, where the list has one and that is cheaper. */
function seekFreeLevel(search: MonthSearch, i: number, minKw: number): void {
  const { rules, levelsKw } = search;
  const { sekPerKwMonth, zeroAtOrBelowKw } = rules[i].component;
  const freeKw = zeroAtOrBelowKw - BELOW_KW;
  if (freeKw < minKw) return;
  const soughtKw = levelsKw[i];
  const soughtSek = totalSek(search);
  levelsKw[i] = freeKw;
  if (totalSek(search) - sekPerKwMonth * freeKw > soughtSek) levelsKw[i] = soughtKw;
}

/** Distance below a threshold, kW, at which rounding does not reach it. */
const BELOW_KW = 1e-6;

/** The least level of a rule under the caps of the others, kW. */
function minOf(search: MonthSearch, i: number, notBelowKw = 0): number {
  const { hours, rules, levelsKw, ahead } = search;
  const { levelKwh, endNeedKwh } = ahead;
  if (rules.length > 1) capByOthers(rules, levelsKw, i, ahead);
  search.bounded = i;
  return minLevel(hours, rules[i].profile, ahead, levelKwh, endNeedKwh, notBelowKw);
}

function exchangeNeighbours(search: MonthSearch): void {
  for (let i = 1; i < search.rules.length; i++) exchangeLevels(search, i - 1, i);
}

/**
 * Seeks the cheapest pair of levels of which the second is as low as the first lets it be: where the battery can
 * just hold both, neither can be lowered unless the other rises. Where it holds the least of both there is nothing to
 * exchange.
 */
function exchangeLevels(search: MonthSearch, first: number, second: number): void {
  const { rules, levelsKw } = search;
  levelsKw[second] = nonBindingCap(search.hours, rules[second].profile, search.ahead);
  const bounds = {
    low: minOf(search, first),
    high: nonBindingCap(search.hours, rules[first].profile, search.ahead),
  };
  levelsKw[first] = bounds.high;
  const lowestKw = minOf(search, second);
  levelsKw[first] = bounds.low;
  levelsKw[second] = minOf(search, second, lowestKw);
  if (levelsKw[second] <= lowestKw + LEVEL_ROUNDING_KW) return;
  seekExchange(search, second, bounds, levelPrice(rules[first]).sekPerKw, (levelKw) => {
    levelsKw[first] = levelKw;
  });
}

/** Levels closer than this are equal, kW. */
const LEVEL_ROUNDING_KW = 1e-6;

/** Seeks the cheapest value, by its price, of a level or a free day's, for which a rule's level gives way. */
function seekExchange(
  search: MonthSearch,
  second: number,
  { low, high }: { low: number; high: number },
  price: number,
  set: (levelKw: number) => void,
): void {
  let lowestKw = 0;
  const exchange = (levelKw: number) => {
    set(levelKw);
    search.levelsKw[second] = minOf(search, second, lowestKw);
  };
  const cost = (levelKw: number) => {
    exchange(levelKw);
    return totalSek(search);
  };
  const highSek = cost(high);
  const nonBindingSek = highSek - high * price;
  // The more the one may take, the lower the other.
  if (high > low) lowestKw = search.levelsKw[second];
  const lowSek = cost(low);
  const gap = Math.max(EXCHANGE_TOLERANCE_SEK, GAP_SHARE * (lowSek - nonBindingSek));
  const found = minimizeConvex((levelKw) => (levelKw === high ? highSek : cost(levelKw)), {
    low: { at: low, cost: lowSek },
    high,
    step: gap / price,
    beyond: { at: 0, cost: nonBindingSek, slope: price },
    gap,
  });
  exchange(found.at);
}

/** An exchange is sought no more exactly, SEK: each level is sought by itself after it. */
const EXCHANGE_TOLERANCE_SEK = 1;

/** Nothing is sought more exactly than to this share of what it can save. Below 100 SEK a month that is less. */
const GAP_SHARE = 1e-4;

/** The larger share for a level from which days are chosen to stand out. */
const FIRST_GAP_SHARE = 1e-2;

/** Cost of energy and all power charges at the levels, SEK. */
function totalSek(search: MonthSearch): number {
  const { rules, levelsKw } = search;
  let sek = energyAtLevels(search);
  rules.forEach((rule, i) => {
    const shareSek = rule.component.sekPerKwMonth / rule.counted;
    sek += shareSek * (rule.counted - rule.free.length) * levelsKw[i];
    for (const day of rule.free) sek += shareSek * Math.max(day.levelKw, levelsKw[i]);
  });
  return sek;
}

/**
 * Cost of energy under the caps of the levels, SEK. 0 where prices do not matter. One in five pairs of levels is
 * looked at again.
 */
function energyAtLevels(search: MonthSearch): number {
  const { hours, pieces, rules, levelsKw, ahead, bounded, knownSek } = search;
  if (!pieces) return 0;
  const key = [...levelsKw, ...rules.map(({ free }) => free.map((day) => day.levelKw))].join();
  let sek = knownSek.get(key);
  if (sek === undefined) {
    capHours(hours, rules[bounded].profile, ahead, levelsKw[bounded]);
    sek = rangeCost(pieces, ahead.from, ahead.tailEnd, ahead.levelKwh);
    knownSek.set(key, sek);
  }
  return sek;
}

/** The price of a rule's level without the days that stand out. It is searched again, and finer, where more days may stand out. */
function levelPrice({ component, counted, free }: CapRule): LevelPrice {
  return {
    sekPerKw: (component.sekPerKwMonth * (counted - free.length)) / counted,
    maxKw: Math.min(...free.map(({ levelKw }) => levelKw)),
    gapSek: counted > 1 ? EXCHANGE_TOLERANCE_SEK : CAP_TOLERANCE_SEK,
    gapShare: counted > 1 && free.length === 0 ? FIRST_GAP_SHARE : GAP_SHARE,
  };
}

/** Lets days stand out above their rule's level, one after the other, if that pays in the end. */
function freeDays(search: MonthSearch): void {
  const { rules, levelsKw, pieces } = search;
  if (rules.every(({ counted }) => counted === 1)) return;
  const beforeSek = totalSek(search);
  const beforeKw = levelsKw.slice();
  while (freeDay(search));
  if (rules.every(({ free }) => free.length === 0)) return;
  if (!pieces) exchangeIfCheaper(search);
  seekLevels(search);
  if (totalSek(search) <= beforeSek) return;
  levelsKw.set(beforeKw);
  for (const { free, profile } of rules) {
    for (const { from, to } of free) profile.minLevelKw.fill(0, from, to);
    free.length = 0;
  }
}

function exchangeIfCheaper(search: MonthSearch): void {
  const beforeSek = totalSek(search);
  const beforeKw = search.levelsKw.slice();
  exchangeNeighbours(search);
  if (totalSek(search) > beforeSek) search.levelsKw.set(beforeKw);
}

/** Gives the most expensive day a level of its own. False if there is none, or n - 1 days have one. */
function freeDay(search: MonthSearch): boolean {
  const { hours, pieces, rules, levelsKw, ahead } = search;
  if (!rules.some(mayFree)) return false;
  // A day that stands out may leave the other rules' levels higher than they need be.
  if (!pieces && rules.length > 1) seekLevels(search);
  const day = dayWithHighestShadowPrice(hours, pieces, rules, levelsKw, ahead);
  if (!day) return false;
  const own = { ...day, levelKw: 0 };
  rules[day.rule].free.push(own);
  seekDay(search, day.rule, own);
  return true;
}

/** Seeks the level of a day that stands out, for which the rule's level gives way. */
function seekDay(search: MonthSearch, i: number, day: FreeDay): void {
  const { component, counted, profile } = search.rules[i];
  const bounds = { low: search.levelsKw[i], high: findLevel(profile, search.hours.netKwh, day) };
  seekExchange(search, i, bounds, component.sekPerKwMonth / counted, (levelKw) => {
    day.levelKw = levelKw;
    profile.minLevelKw.fill(levelKw + CAP_MARGIN_KW, day.from, day.to);
  });
}
