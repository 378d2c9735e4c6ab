import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import {
  type AllowedFlows,
  acFlows,
  allowedFlows,
  type Battery,
  type DispatchOptions,
  isIdle,
} from './battery.ts';
import {
  activeRules,
  type CapProfile,
  type CappedHours,
  type CapRule,
  type CapRules,
  capHours,
  cappedHours,
  capRules,
  lowerCaps,
  nonBindingCap,
  profileOf,
} from './caps.ts';
import { CAP_TOLERANCE_SEK, cheapestLevel, minimizeConvex } from './cheapest-level.ts';
import {
  billSek,
  gridExchange,
  type HourRange,
  type House,
  idleFlows,
  monthlyPowerSek,
  type Prices,
} from './house.ts';
import {
  type MarginalCostSegments,
  marginalCostSegments,
  setLengths,
} from './marginal-cost-segments.ts';
import { minLevel } from './minimum-level.ts';
import { cheapestCaps } from './monthly-caps.ts';
import { emptyPlan, planHours, planYear } from './planner.ts';
import { pricedMonths } from './power-prices.ts';
import { rangeCost } from './value-function.ts';

/** The flows of `combined` with every goal. All other strategies have part of them. */
const ALL_FLOWS: AllowedFlows = {
  surplusCharge: true,
  gridCharge: 'by_price',
  batteryExport: true,
};

/**
 * The most that a battery could save with the flows of a strategy, SEK in the year, every hour known
 * beforehand, without least spread and target. No run of the strategy saves more, and no strategy whose flows are
 * part of its flows has a higher bound. `self_consumption` pays for its own peaks. All others may lower them.
 */
export function possibleSavingsSek(
  house: House,
  prices: Prices,
  battery: Battery,
  options: DispatchOptions,
): number {
  if (isIdle(battery)) return 0;
  const flows = boundFlows(prices, options);
  if (options.strategy === 'self_consumption') return uncappedSek(house, prices, battery, flows);
  const all = savedAtMax(house, prices, battery, ALL_FLOWS);
  const isAll = flows.surplusCharge && flows.gridCharge === 'by_price' && flows.batteryExport;
  return isAll ? all : Math.min(all, savedAtMax(house, prices, battery, flows));
}

/** Flows of a strategy, which may buy freely even if it would buy only when forced. */
function boundFlows(prices: Prices, options: DispatchOptions): AllowedFlows {
  const flows = allowedFlows(options.strategy, prices, options);
  return flows.gridCharge === 'when_forced' ? { ...flows, gridCharge: 'by_price' } : flows;
}

/** Savings of one plan of the year that does not look at peaks, SEK. They are billed as they come. */
function uncappedSek(house: House, prices: Prices, battery: Battery, flows: AllowedFlows): number {
  const hours = cappedHours(house, battery, flows);
  const plan = emptyPlan(battery.floorKwh);
  planHours(marginalCostSegments(hours, prices, 0), 0, HOURS, battery.floorKwh, plan);
  const run = acFlows(plan.storedKwh, hours.netKwh, battery.efficiency);
  return billSek(house, prices, idleFlows()) - billSek(house, prices, run);
}

/**
 * Lagrangian relaxation of the year (Geoffrion 1974): each month may buy its first stored energy and sell its
 * last at a price, so that the months fall apart, and each finds the cap that is cheapest for it. Whatever the
 * prices, that costs no more than any year. At the marginal costs of a good plan it costs hardly less.
 */
function savedAtMax(house: House, prices: Prices, battery: Battery, flows: AllowedFlows): number {
  const { power } = prices;
  const pieces = marginalCostSegments(cappedHours(house, battery, flows), prices, 0);
  if (power.length === 0) {
    return -rangeCost(pieces, 0, HOURS, Infinity)(battery.floorKwh, 0);
  }
  const ownSek = monthlyPowerSek(gridExchange(house, idleFlows()), prices);
  cheapestCaps(pieces, power, Infinity);
  const year = planYear(pieces);
  const edgeSek = edgePrices(year.sekPerKwh);
  const rules = capRules(power);
  const isSimple = MONTH_START.slice(0, MONTHS).map((from, month) => {
    const active = activeRules(rules.rules, { from, to: MONTH_START[month + 1] });
    return active.length <= 2 && active.every(({ component }) => component.highest === 1);
  });
  const priced = isSimple.every(Boolean) ? null : pricedMonths(house, pieces, year, edgeSek);
  let sek = 0;
  for (let month = 0; month < MONTHS; month++) {
    const minSek =
      priced && !isSimple[month] ? priced[month] : monthSek(pieces, rules, month, edgeSek);
    sek += ownSek[month] - minSek;
  }
  return sek;
}

/** The year's marginal costs of stored energy where months meet, SEK per kWh: 13 values. */
function edgePrices(sekPerKwh: Float64Array): Float64Array {
  // January begins with what there is, and nothing is worth anything after December.
  return Float64Array.from(MONTH_START, (t, month) => {
    if (month === 0) return Infinity;
    return month === MONTHS ? 0 : sekPerKwh[t];
  });
}

/** Least cost of a month by itself, energy and at most two charges on one hour, SEK. Not above the true one. */
function monthSek(
  pieces: MarginalCostSegments,
  { rules }: CapRules,
  month: number,
  edgeSek: Float64Array,
): number {
  const { hours } = pieces;
  const { floorKwh, ceilingKwh } = hours.battery;
  const range = { from: MONTH_START[month], to: MONTH_START[month + 1] };
  const cost = rangeCost(pieces, range.from, range.to, edgeSek[month]);
  const energySek = () => {
    setLengths(pieces, range.from, range.to);
    return cost(floorKwh, edgeSek[month + 1]);
  };
  const startKwh = month === 0 ? floorKwh : ceilingKwh;
  const active = activeRules(rules, range);
  if (active.length === 0) {
    hours.capKw.fill(Infinity, range.from, range.to);
    return energySek();
  }
  const minOf = (profile: CapProfile) => minLevel(hours, profile, range, startKwh, floorKwh);
  if (active.length === 1) return oneLevelSek(hours, active[0], range, minOf, energySek);
  return twoLevelsSek(hours, active, range, minOf, energySek);
}

/** Least cost over one level, SEK. A level that costs nothing is looked at by itself. */
function oneLevelSek(
  hours: CappedHours,
  { component, profile }: CapRule,
  range: HourRange,
  minOf: (profile: CapProfile) => number,
  energySek: () => number,
): number {
  const { sekPerKwMonth, zeroAtOrBelowKw } = component;
  const minKw = minOf(profile);
  const price = {
    sekPerKw: sekPerKwMonth,
    maxKw: Infinity,
    gapSek: CAP_TOLERANCE_SEK,
    gapShare: 0,
  };
  const energyUnder = (levelKw: number) => {
    capHours(hours, profile, range, levelKw);
    return energySek();
  };
  const nonBindingKw = nonBindingCap(hours, profile, range);
  const { cost } = cheapestLevel(minKw, nonBindingKw, price, energyUnder);
  if (zeroAtOrBelowKw === 0 || zeroAtOrBelowKw < minKw) return cost - CAP_TOLERANCE_SEK;
  return Math.min(cost, energyUnder(zeroAtOrBelowKw)) - CAP_TOLERANCE_SEK;
}

/** The least of two levels is sought no more exactly, SEK. */
const TWO_LEVELS_TOLERANCE_SEK = 1;

/** Least cost over two levels, SEK: the least over the second is convex in the first. */
function twoLevelsSek(
  hours: CappedHours,
  [first, second]: readonly CapRule[],
  range: HourRange,
  minOf: (profile: CapProfile) => number,
  energySek: () => number,
): number {
  const price = first.component.sekPerKwMonth;
  const cost = (levelKw: number) => {
    second.profile.otherKw.fill(Infinity, range.from, range.to);
    lowerCaps(second.profile.otherKw, first.profile, levelKw, range);
    return levelKw * price + oneLevelSek(hours, second, range, minOf, energySek);
  };
  const bare = profileOf(first.profile.factor);
  const low = minOf(bare);
  const high = nonBindingCap(hours, bare, range);
  const gap = TWO_LEVELS_TOLERANCE_SEK;
  const nonBindingSek = cost(high) - high * price;
  const found = minimizeConvex(cost, {
    low: { at: low, cost: cost(low) },
    high,
    step: gap / price,
    beyond: { at: 0, cost: nonBindingSek, slope: price },
    gap,
  });
  return found.cost - gap - price * first.component.zeroAtOrBelowKw;
}
