import { CLOCK_HOURS } from '../../../schemas/codec/axes.ts';
import type { CappedHours } from './battery.ts';
import { type CapRule, capByRules } from './cap-rules.ts';
import type { MonthAhead } from './caps.ts';
import { type HourRange, ROUNDING_KWH } from './house.ts';
import type { MarginalCostSegments } from './marginal-cost-segments.ts';
import { emptyPlan, planPricedHours } from './planner.ts';

/** An import this close to its cap is held by it, kW. */
const BINDING_KW = 1e-5;

/** Step down from a level, kW, at which its worth is looked at: at the level itself it may be at a corner. */
const STEP_KW = 0.02;

/** A day of a rule, or an hour where several of one day may count. */
interface RuleDay extends HourRange {
  rule: number;
}

/**
 * Finds the day on which a level costs more than the day would by itself, if it stood out above the level: each
 * of the n highest counts with 1/n of the price. Null if there is none, or n - 1 days stand out already.
 */
export function dayWithHighestShadowPrice(
  hours: CappedHours,
  pieces: MarginalCostSegments | null,
  rules: readonly CapRule[],
  levelsKw: Float64Array,
  ahead: MonthAhead,
): RuleDay | null {
  const lowerKw = levelsKw.map((kw, i) => (mayFree(rules[i]) ? Math.max(0, kw - STEP_KW) : kw));
  capByRules(hours, rules, lowerKw, ahead);
  const blocking = blockingHours(hours, ahead);
  if (blocking) return dayOfGreatestLack(hours, rules, levelsKw, blocking);
  if (!pieces) return null;
  return dayOfHighestWorth(pieces, rules, levelsKw, ahead);
}

/**
 * The hours that make the caps of a month impossible to hold, so that their energy must be there before. Null if
 * the caps can be held.
 */
function blockingHours(
  { netKwh, chargeLimitKwh, capKw, battery }: CappedHours,
  { from, to, levelKwh, endNeedKwh }: MonthAhead,
): HourRange | null {
  const { powerKw, floorKwh, ceilingKwh, efficiency } = battery;
  let need = endNeedKwh;
  let end = to;
  for (let t = to - 1; t >= from; t--) {
    const room = capKw[t] - netKwh[t];
    if (-room > powerKw) return { from: t, to: t + 1 };
    if (room < 0) {
      need -= room / efficiency;
      if (need > ceilingKwh + ROUNDING_KWH) return { from: t, to: end };
    } else if (need > floorKwh) {
      const limit = chargeLimitKwh[t];
      need -= efficiency * (limit < room ? limit : room);
    }
    if (need <= floorKwh) {
      need = floorKwh;
      end = t;
    }
  }
  return need > levelKwh + ROUNDING_KWH ? { from, to: end } : null;
}

/** Whether a rule has days left that may stand out. */
export function mayFree({ free, counted }: CapRule): boolean {
  return free.length < counted - 1;
}

/** The day of a range that its caps lack most energy on. */
function dayOfGreatestLack(
  hours: CappedHours,
  rules: readonly CapRule[],
  levelsKw: Float64Array,
  { from, to }: HourRange,
): RuleDay | null {
  const lackKwh = rules.map(() => new Map<number, number>());
  for (let t = from; t < to; t++) {
    const kwh = hours.netKwh[t] - hours.capKw[t];
    if (kwh > 0) addTo(lackKwh, rules, bindingRule(rules, levelsKw, t), t, kwh);
  }
  return greatest(rules, lackKwh, () => 0);
}

/** The day on which one more kW of cap is worth most, if that is more than its share of the price. */
function dayOfHighestWorth(
  pieces: MarginalCostSegments,
  rules: readonly CapRule[],
  levelsKw: Float64Array,
  { from, to, tailEnd, levelKwh }: MonthAhead,
): RuleDay | null {
  scratchPlan.levelKwh[from] = levelKwh;
  const sekPerKwh = planPricedHours(
    pieces,
    from,
    tailEnd,
    pieces.hours.battery.floorKwh,
    scratchPlan,
  );
  const worthSek = rules.map(() => new Map<number, number>());
  for (let t = from; t < to; t++) {
    const sek = capWorth(pieces, t, sekPerKwh[t + 1 - from] ?? 0);
    if (sek <= 0) continue;
    const rule = bindingRule(rules, levelsKw, t);
    addTo(worthSek, rules, rule, t, sek / rules[rule].profile.factor[t]);
  }
  return greatest(rules, worthSek, ({ component, counted }) => component.sekPerKwMonth / counted);
}

function addTo(
  sums: Map<number, number>[],
  rules: readonly CapRule[],
  rule: number,
  t: number,
  value: number,
): void {
  const day = t - (t % hoursOfDay(rules[rule]));
  sums[rule].set(day, (sums[rule].get(day) ?? 0) + value);
}

/** Hours that a rule counts as one: days, or single hours where several of one day may count. */
function hoursOfDay({ component }: CapRule): number {
  return component.distinctDays ? CLOCK_HOURS : 1;
}

function greatest(
  rules: readonly CapRule[],
  sums: Map<number, number>[],
  min: (rule: CapRule) => number,
): RuleDay | null {
  let best: RuleDay | null = null;
  let bestShare = 1;
  rules.forEach((rule, i) => {
    if (!mayFree(rule)) return;
    const above = min(rule);
    for (const [from, sum] of sums[i]) {
      const share = above > 0 ? sum / above : 1 + sum;
      if (share <= bestShare || rule.free.some((day) => day.from === from)) continue;
      bestShare = share;
      best = { rule: i, from, to: from + hoursOfDay(rule) };
    }
  });
  return best;
}

/** One scratch, as a search for a day is over before the next begins. */
const scratchPlan = emptyPlan(0);

/** The worth of one more kW of an hour's cap, SEK. 0 where the cap holds nothing. */
function capWorth({ hours, prices }: MarginalCostSegments, t: number, sekPerKwh: number): number {
  const { efficiency } = hours.battery;
  const stored = scratchPlan.storedKwh[t];
  const importKw = hours.netKwh[t] + (stored > 0 ? stored / efficiency : stored * efficiency);
  if (importKw < hours.capKw[t] - BINDING_KW) return 0;
  return (stored < 0 ? sekPerKwh / efficiency : sekPerKwh * efficiency) - prices.importSekPerKwh[t];
}

/** The rule whose cap of an hour is the lowest. */
function bindingRule(rules: readonly CapRule[], levelsKw: Float64Array, t: number): number {
  let lowest = 0;
  let lowestKw = Infinity;
  for (let i = 0; i < rules.length; i++) {
    const { factor, minLevelKw } = rules[i].profile;
    const kw = factor[t] > 0 ? Math.max(levelsKw[i], minLevelKw[t]) / factor[t] : Infinity;
    if (kw < lowestKw) {
      lowestKw = kw;
      lowest = i;
    }
  }
  return lowest;
}
