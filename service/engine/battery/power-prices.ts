import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PowerComponent } from '../tariff/power-component.ts';
import { cappedHours } from './caps.ts';
import type { House } from './house.ts';
import { type MarginalCostSegments, marginalCostSegments } from './marginal-cost-segments.ts';
import type { PricedPlan } from './planner.ts';
import { capWorth } from './shadow-prices.ts';
import { rangeCost } from './value-function.ts';

/** Step down from the caps, kW, at which they are looked at: at the caps themselves they just hold. */
const STEP_KW = 0.05;

/** Parts of a charge that go to the hours which make lower caps impossible. The rest goes by the caps' worth. */
const WALL_SHARES = [0.15, 0.4, 0.65, 0.9];

/**
 * Least cost of each month, SEK, when each power charge is spread over its hours as a price on import: the mean of
 * the n highest is at least any mean of imports in which no day weighs more than 1/n. So no spread costs more than
 * the true charge (Lagrangian dual). The spreads follow a good plan under its caps. Each month keeps the most expensive.
 * @param capped the pieces under the caps of a good plan
 * @param year the cheapest year under them
 * @param edgeSek prices of stored energy where months meet, 13 values
 */
export function pricedMonths(
  house: House,
  capped: MarginalCostSegments,
  year: PricedPlan,
  edgeSek: Float64Array,
): Float64Array {
  const { battery, flows, netKwh } = capped.hours;
  const { prices } = capped;
  const worthSek = capWorths(capped, year);
  const wall = wallWeights(capped);
  const best = new Float64Array(MONTHS).fill(-Infinity);
  for (const share of WALL_SHARES) {
    const importSekPerKwh = prices.importSekPerKwh.slice();
    const chargeSek = new Float64Array(MONTHS);
    for (const component of prices.power) {
      const { sekPerKwMonth, zeroAtOrBelowKw, hourFactor } = component;
      const weights = new Float64Array(HOURS);
      for (let month = 0; month < MONTHS; month++) {
        mix(weights, component, worthSek, wall, share, month);
        spread(weights, component, month);
        chargeSek[month] -= sekPerKwMonth * zeroAtOrBelowKw;
        for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
          const sek = sekPerKwMonth * weights[t] * hourFactor[t];
          importSekPerKwh[t] += sek;
          chargeSek[month] += sek * Math.max(0, netKwh[t]);
        }
      }
    }
    const pieces = marginalCostSegments(
      cappedHours(house, battery, flows),
      { ...prices, importSekPerKwh },
      0,
    );
    for (let month = 0; month < MONTHS; month++) {
      const energySek = rangeCost(
        pieces,
        MONTH_START[month],
        MONTH_START[month + 1],
        edgeSek[month],
      );
      const sek = chargeSek[month] + energySek(battery.floorKwh, edgeSek[month + 1]);
      if (sek > best[month]) best[month] = sek;
    }
  }
  return best;
}

/** Worth of one more kW of each hour's cap, SEK. */
function capWorths(capped: MarginalCostSegments, { plan, sekPerKwh }: PricedPlan): Float64Array {
  return Float64Array.from({ length: HOURS }, (_, t) =>
    Math.max(0, capWorth(capped, plan, t, sekPerKwh[t + 1] ?? 0)),
  );
}

/** The part of each hour in ranges that could not be run under lower caps, for each kW of cap. */
function wallWeights({ hours }: MarginalCostSegments): Float64Array {
  const { netKwh, chargeLimitKwh, capKw, battery } = hours;
  const { powerKw, floorKwh, ceilingKwh, efficiency } = battery;
  const weights = new Float64Array(HOURS);
  let need = floorKwh;
  let end = HOURS;
  for (let t = HOURS - 1; t >= 0; t--) {
    const room = capKw[t] - STEP_KW - netKwh[t];
    if (-room > powerKw) weights[t] = 1 / efficiency;
    need -=
      room < 0
        ? Math.max(room, -powerKw) / efficiency
        : efficiency * Math.min(room, chargeLimitKwh[t]);
    if (need > ceilingKwh || (t === 0 && need > floorKwh)) {
      for (let hour = t; hour < end; hour++) {
        const kw = capKw[hour] - STEP_KW - netKwh[hour];
        if (kw < 0) weights[hour] = 1 / efficiency;
        else if (kw < chargeLimitKwh[hour]) weights[hour] = efficiency;
      }
      need = ceilingKwh;
      end = t;
    }
    if (need < floorKwh) {
      need = floorKwh;
      end = t;
    }
  }
  return weights;
}

/** Mixes a month's weights of a component. */
function mix(
  weights: Float64Array,
  { hourFactor }: PowerComponent,
  worthSek: Float64Array,
  wall: Float64Array,
  wallShare: number,
  month: number,
): void {
  let [worthSum, wallSum] = [0, 0];
  for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
    if (hourFactor[t] === 0) continue;
    worthSum += worthSek[t] / hourFactor[t];
    wallSum += wall[t] / hourFactor[t];
  }
  const share = wallSum > 0 ? (worthSum > 0 ? wallShare : 1) : 0;
  for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
    if (hourFactor[t] === 0) continue;
    const byWorth = worthSum > 0 ? ((1 - share) * worthSek[t]) / worthSum : 0;
    const byWall = wallSum > 0 ? (share * wall[t]) / wallSum : 0;
    weights[t] = (byWorth + byWall) / hourFactor[t];
  }
}

/** Scales a month's weights so that they sum to 1 at most and no day (hour, where days repeat) has more than 1/n. */
function spread(weights: Float64Array, component: PowerComponent, month: number): void {
  const { highest, distinctDays, hourFactor } = component;
  const step = distinctDays ? CLOCK_HOURS : 1;
  const sums: { from: number; sum: number }[] = [];
  for (let from = MONTH_START[month]; from < MONTH_START[month + 1]; from += step) {
    let sum = 0;
    let counts = false;
    for (let t = from; t < from + step; t++) {
      sum += weights[t];
      counts ||= hourFactor[t] > 0;
    }
    if (counts) sums.push({ from, sum });
  }
  const max = 1 / Math.min(highest, sums.length);
  sums.sort((a, b) => b.sum - a.sum);
  let left = 1;
  let rest = sums.reduce((total, { sum }) => total + sum, 0);
  for (const { from, sum } of sums) {
    const own = rest > 0 ? Math.min(max, (sum / rest) * left) : 0;
    for (let t = from; t < from + step; t++) weights[t] = sum > 0 ? (weights[t] / sum) * own : 0;
    left = Math.max(0, left - own);
    rest -= sum;
  }
}
