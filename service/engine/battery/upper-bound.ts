import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import {
  type AllowedFlows,
  acFlows,
  allowedFlows,
  type Battery,
  isIdle,
  type Wishes,
} from './battery.ts';
import { activeRules, type CapRule, type CapRules, capRules, lowerCaps } from './cap-rules.ts';
import { type CapShape, shapeOf } from './cap-shape.ts';
import { type CappedHours, capHours, cappedHours, looseLevel } from './capped-hours.ts';
import { CAP_TOLERANCE_SEK, cheapestLevel } from './cheapest-level.ts';
import { type HourPieces, hourPieces, setLengths } from './hour-pieces.ts';
import {
  billSek,
  gridExchange,
  type House,
  idleFlows,
  monthlyPowerSek,
  type Prices,
  type Stretch,
} from './house.ts';
import { leastConvex } from './least-convex.ts';
import { leastLevel } from './least-peak.ts';
import { cheapestCaps } from './monthly-caps.ts';
import { emptyPlan, planHours, planYear } from './planner.ts';
import { pricedMonths } from './power-prices.ts';
import { stretchCost } from './stretch-cost.ts';

/** The flows of `combined` with every goal; all other strategies have part of them. */
const ALL_FLOWS: AllowedFlows = {
  surplusCharge: true,
  gridCharge: 'by_price',
  batteryExport: true,
};

/**
 * The most that a battery could save with the flows of a strategy, SEK in the year, every hour known
 * beforehand, without least spread and target. No run of the strategy saves more, and no strategy whose flows are
 * part of its flows has a higher bound. `self_consumption` pays for its own peaks; all others may lower them.
 */
export function possibleSavingsSek(
  house: House,
  prices: Prices,
  battery: Battery,
  wishes: Wishes,
): number {
  if (isIdle(battery)) return 0;
  const flows = boundFlows(prices, wishes);
  if (wishes.strategy === 'self_consumption') return uncappedSek(house, prices, battery, flows);
  const all = savedAtMost(house, prices, battery, ALL_FLOWS);
  const isAll = flows.surplusCharge && flows.gridCharge === 'by_price' && flows.batteryExport;
  return isAll ? all : Math.min(all, savedAtMost(house, prices, battery, flows));
}

/** Flows of a strategy, which may buy freely even if it would buy only when forced. */
function boundFlows(prices: Prices, wishes: Wishes): AllowedFlows {
  const flows = allowedFlows(wishes.strategy, prices, wishes);
  return flows.gridCharge === 'when_forced' ? { ...flows, gridCharge: 'by_price' } : flows;
}

/** Savings of one plan of the year that does not look at peaks, SEK; they are billed as they come. */
function uncappedSek(house: House, prices: Prices, battery: Battery, flows: AllowedFlows): number {
  const hours = cappedHours(house, battery, flows);
  const plan = emptyPlan(battery.floorKwh);
  planHours(hourPieces(hours, prices, 0), 0, HOURS, battery.floorKwh, plan);
  const run = acFlows(plan.storedKwh, hours.netKwh, battery.efficiency);
  return billSek(house, prices, idleFlows()) - billSek(house, prices, run);
}

/**
 * Lagrangian relaxation of the year (Geoffrion 1974): each month may buy its first stored energy and sell its
 * last at a price, so that the months fall apart, and each finds the cap that is cheapest for it. Whatever the
 * prices, that costs no more than any year; at the marginal costs of a good plan it costs hardly less.
 */
function savedAtMost(house: House, prices: Prices, battery: Battery, flows: AllowedFlows): number {
  const { power } = prices;
  const pieces = hourPieces(cappedHours(house, battery, flows), prices, 0);
  if (power.length === 0) {
    return -stretchCost(pieces, 0, HOURS, Infinity)(battery.floorKwh, 0);
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
    const leastSek =
      priced && !isSimple[month] ? priced[month] : monthSek(pieces, rules, month, edgeSek);
    sek += ownSek[month] - leastSek;
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

/** Least cost of a month by itself, energy and at most two charges on one hour, SEK; not above the true one. */
function monthSek(
  pieces: HourPieces,
  { rules }: CapRules,
  month: number,
  edgeSek: Float64Array,
): number {
  const { hours } = pieces;
  const { floorKwh, ceilingKwh } = hours.battery;
  const stretch = { from: MONTH_START[month], to: MONTH_START[month + 1] };
  const cost = stretchCost(pieces, stretch.from, stretch.to, edgeSek[month]);
  const energySek = () => {
    setLengths(pieces, stretch.from, stretch.to);
    return cost(floorKwh, edgeSek[month + 1]);
  };
  const startKwh = month === 0 ? floorKwh : ceilingKwh;
  const active = activeRules(rules, stretch);
  if (active.length === 0) {
    hours.capKw.fill(Infinity, stretch.from, stretch.to);
    return energySek();
  }
  const leastOf = (shape: CapShape) => leastLevel(hours, shape, stretch, startKwh, floorKwh);
  if (active.length === 1) return oneLevelSek(hours, active[0], stretch, leastOf, energySek);
  return twoLevelsSek(hours, active, stretch, leastOf, energySek);
}

/** Least cost over one level, SEK; a level that costs nothing is looked at by itself. */
function oneLevelSek(
  hours: CappedHours,
  { component, shape }: CapRule,
  stretch: Stretch,
  leastOf: (shape: CapShape) => number,
  energySek: () => number,
): number {
  const { sekPerKwMonth, zeroAtOrBelowKw } = component;
  const leastKw = leastOf(shape);
  const price = {
    sekPerKw: sekPerKwMonth,
    mostKw: Infinity,
    gapSek: CAP_TOLERANCE_SEK,
    gapShare: 0,
  };
  const { cost } = cheapestLevel(hours, shape, stretch, leastKw, price, energySek);
  if (zeroAtOrBelowKw === 0 || zeroAtOrBelowKw < leastKw) return cost - CAP_TOLERANCE_SEK;
  capHours(hours, shape, stretch, zeroAtOrBelowKw);
  return Math.min(cost, energySek()) - CAP_TOLERANCE_SEK;
}

/** The least of two levels is sought no more exactly, SEK. */
const TWO_LEVELS_TOLERANCE_SEK = 1;

/** Least cost over two levels, SEK: the least over the second is convex in the first. */
function twoLevelsSek(
  hours: CappedHours,
  [first, second]: readonly CapRule[],
  stretch: Stretch,
  leastOf: (shape: CapShape) => number,
  energySek: () => number,
): number {
  const price = first.component.sekPerKwMonth;
  const cost = (levelKw: number) => {
    second.shape.otherKw.fill(Infinity, stretch.from, stretch.to);
    lowerCaps(second.shape.otherKw, first.shape, levelKw, stretch);
    return levelKw * price + oneLevelSek(hours, second, stretch, leastOf, energySek);
  };
  const bare = shapeOf(first.shape.factor);
  const low = leastOf(bare);
  const high = looseLevel(hours, bare, stretch);
  const gap = TWO_LEVELS_TOLERANCE_SEK;
  const looseSek = cost(high) - high * price;
  const found = leastConvex(cost, {
    low: { at: low, cost: cost(low) },
    high,
    step: gap / price,
    beyond: { at: 0, cost: looseSek, slope: price },
    gap,
  });
  return found.cost - gap - price * first.component.zeroAtOrBelowKw;
}
