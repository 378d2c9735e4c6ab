import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PowerComponent } from '../tariff/power-component.ts';
import { type CapRule, capByOthers, capByRules, capRules, lowerCaps } from './cap-rules.ts';
import { type CapShape, greatestFactor, PLAIN_SHAPE } from './cap-shape.ts';
import { CAP_MARGIN_KW, type CappedHours, capHours } from './capped-hours.ts';
import { cheapestLevel } from './cheapest-level.ts';
import { findDearDay, levelOfDay } from './dear-days.ts';
import { type HourPieces, setLengths } from './hour-pieces.ts';
import { fillNeed, leastLevel, type MonthAhead, type MonthStore, monthAhead, ROUNDING_KWH } from './least-peak.ts';
import { emptyPlan, planOnward } from './planner.ts';
import type { Stretch } from './simulated-year.ts';
import { stretchCost, valueAfter } from './stretch-cost.ts';

/**
 * Month by month the caps at which energy and power charge together cost least, carrying the stored energy;
 * the target where that is lower, as far as the battery can hold it. Leaves the pieces under these caps.
 * @param targetKw Infinity without a target
 */
export function cheapestCaps(
  pieces: HourPieces,
  power: readonly PowerComponent[],
  targetKw: number,
): void {
  const { hours } = pieces;
  const { floorKwh } = hours.battery;
  const plan = emptyPlan(floorKwh);
  const needKwh = new Float64Array(HOURS + 1);
  const { rules, joint } = capRules(power);
  const hasTarget = targetKw < Infinity;
  for (let month = 0; month < MONTHS; month++) {
    const levelKwh = plan.levelKwh[MONTH_START[month]];
    const ahead = monthAhead(hours, hasTarget ? PLAIN_SHAPE : joint, month, levelKwh, needKwh);
    const begin = { levelKwh, endNeedKwh: needKwh[ahead.to] };
    setLengths(pieces, ahead.to, ahead.tailEnd);
    hours.capKw.fill(Infinity, ahead.from, ahead.to);
    const active = rules.filter(({ shape }) => greatestFactor(shape, ahead) > 0);
    if (active.length > 0) capCheapest(pieces, active, joint, ahead, begin);
    if (hasTarget) {
      capByTarget(hours, joint, ahead, Math.max(targetKw, ahead.leastKw), levelKwh, needKwh);
    }
    setLengths(pieces, ahead.from, ahead.to);
    const value = valueAfter(pieces, ahead.from, ahead.to, levelKwh);
    planOnward(pieces, value, { from: ahead.to, to: ahead.tailEnd }, floorKwh, plan);
  }
}

/** Times that each rule's level is sought anew after those of the others. */
const ROUNDS = 2;

/** Caps a month at the levels at which energy and all power charges together cost least. */
function capCheapest(
  pieces: HourPieces,
  rules: readonly CapRule[],
  joint: CapShape,
  ahead: MonthAhead,
  store: MonthStore,
): void {
  const { hours } = pieces;
  const { levelKwh, endNeedKwh } = store;
  const cost = stretchCost(pieces, ahead.from, ahead.tailEnd, Infinity);
  const energySek = () => cost(levelKwh, 0);
  const seek = (shape: CapShape, chargeSekPerKw: number, mostKw: number) => {
    const leastKw = leastLevel(hours, shape, ahead, levelKwh, endNeedKwh);
    if (leastKw >= mostKw) return leastKw;
    return cheapestLevel(pieces, shape, ahead, leastKw, chargeSekPerKw, energySek, mostKw).at;
  };
  const totalSek = rules.reduce((sum, { component }) => sum + component.sekPerKwMonth, 0);
  const levelsKw = new Float64Array(rules.length).fill(seek(joint, totalSek, Infinity));
  const seekOne = (i: number) => {
    if (rules.length > 1) capByOthers(rules, levelsKw, i, ahead);
    const { sekPerKw, mostKw } = levelPrice(rules[i]);
    levelsKw[i] = seek(rules[i].shape, sekPerKw, mostKw);
  };
  for (const rule of rules) countUnits(rule, ahead);
  for (let round = 0; rules.length > 1 && round < ROUNDS; round++) {
    for (let i = 0; i < rules.length; i++) seekOne(i);
  }
  for (;;) {
    if (rules.every(({ counted, free }) => free.length >= counted - 1)) break;
    const day = findDearDay(pieces, rules, levelsKw, ahead, store);
    if (!day) break;
    const rule = rules[day.rule];
    const { leastLevelKw } = rule.shape;
    leastLevelKw.fill(Infinity, day.from, day.to);
    rule.free.push({ ...day, levelKw: Infinity });
    seekOne(day.rule);
    capByRules(hours, rules, levelsKw, ahead);
    setLengths(pieces, ahead.from, ahead.to);
    const levelKw = levelOfDay(pieces, rule, day, levelsKw[day.rule], ahead, store);
    leastLevelKw.fill(levelKw, day.from, day.to);
    rule.free[rule.free.length - 1].levelKw = levelKw;
  }
  capByRules(hours, rules, levelsKw, ahead);
}

/** The price of a kW of a rule's level, beside the days that stand out above it, and the level up to which it holds. */
function levelPrice({ component, counted, free }: CapRule): { sekPerKw: number; mostKw: number } {
  const share = (counted - free.length) / counted;
  const mostKw = Math.min(...free.map(({ levelKw }) => levelKw));
  return { sekPerKw: component.sekPerKwMonth * share, mostKw };
}

/** Prepares a rule for a month in which no day stands out yet. */
function countUnits(rule: CapRule, { from, to }: Stretch): void {
  const { highest, distinctDays } = rule.component;
  const { factor, leastLevelKw } = rule.shape;
  rule.free.length = 0;
  rule.counted = highest;
  if (highest === 1) return;
  leastLevelKw.fill(0, from, to);
  const units = new Set<number>();
  for (let t = from; t < to; t++) {
    if (factor[t] > 0) units.add(distinctDays ? Math.floor(t / CLOCK_HOURS) : t);
  }
  rule.counted = Math.min(highest, units.size);
}

/** Lowers a month's caps to a peak; where the battery cannot hold both, the caps of the power charge give way. */
function capByTarget(
  hours: CappedHours,
  joint: CapShape,
  { from, to }: MonthAhead,
  peakKw: number,
  levelKwh: number,
  needKwh: Float64Array,
): void {
  lowerCaps(hours.capKw, PLAIN_SHAPE, peakKw, { from, to });
  const endNeedKwh = needKwh[to];
  if (fillNeed(hours, from, to, needKwh) <= levelKwh + ROUNDING_KWH) return;
  const otherKw = new Float64Array(HOURS);
  otherKw.fill(peakKw + CAP_MARGIN_KW, from, to);
  const shape = { ...joint, otherKw };
  capHours(hours, shape, { from, to }, leastLevel(hours, shape, { from, to }, levelKwh, endNeedKwh));
}
