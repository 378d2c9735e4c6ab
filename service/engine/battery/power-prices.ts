import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PowerComponent } from '../tariff/power-component.ts';
import { cappedHours } from './capped-hours.ts';
import { type HourPieces, hourPieces } from './hour-pieces.ts';
import type { House } from './house.ts';
import { emptyPlan, planHours } from './planner.ts';
import { stretchCost } from './stretch-cost.ts';

/** Rounds of better prices. */
const ROUNDS = 12;

/** Steepness, per kW, at which hours of higher import take more of a charge's price, in the first round. */
const STEEPNESS = 3;

/**
 * Least cost of each month, SEK, when each power charge is spread over its hours as a price on import: the mean of
 * the n highest is at least any mean of imports in which no day weighs more than 1/n. So no spread costs more than
 * the true charge (Lagrangian dual). Spreads are bettered round by round by the imports that they lead to
 * (exponentiated gradient, Kivinen and Warmuth 1997), and each month keeps its dearest.
 * @param edgeSek prices of stored energy where months meet, 13 values
 */
export function pricedMonths(
  house: House,
  capped: HourPieces,
  edgeSek: Float64Array,
): Float64Array {
  const { battery, flows, netKwh } = capped.hours;
  const { prices } = capped;
  const weights = prices.power.map(() => new Float64Array(HOURS));
  let plan = emptyPlan(battery.floorKwh);
  planHours(capped, 0, HOURS, battery.floorKwh, plan);
  const best = new Float64Array(MONTHS).fill(-Infinity);
  for (let round = 0; round <= ROUNDS; round++) {
    const steepness = round === 0 ? 4 * STEEPNESS : STEEPNESS / Math.sqrt(round);
    const importSekPerKwh = prices.importSekPerKwh.slice();
    const chargeSek = new Float64Array(MONTHS);
    prices.power.forEach((component, i) => {
      steepen(
        weights[i],
        component,
        netKwh,
        plan.storedKwh,
        battery.efficiency,
        steepness,
        round === 0,
      );
      for (let month = 0; month < MONTHS; month++) {
        spread(weights[i], component, month);
        chargeSek[month] -= component.sekPerKwMonth * component.zeroAtOrBelowKw;
        for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
          const sek = component.sekPerKwMonth * weights[i][t] * component.hourFactor[t];
          importSekPerKwh[t] += sek;
          chargeSek[month] += sek * Math.max(0, netKwh[t]);
        }
      }
    });
    const priced = { ...prices, importSekPerKwh };
    const pieces = hourPieces(cappedHours(house, battery, flows), priced, 0);
    for (let month = 0; month < MONTHS; month++) {
      const [from, to] = [MONTH_START[month], MONTH_START[month + 1]];
      const energySek = stretchCost(pieces, from, to, edgeSek[month]);
      const sek = chargeSek[month] + energySek(battery.floorKwh, edgeSek[month + 1]);
      if (sek > best[month]) best[month] = sek;
    }
    if (round === ROUNDS) break;
    plan = emptyPlan(battery.floorKwh);
    planHours(pieces, 0, HOURS, battery.floorKwh, plan);
  }
  return best;
}

/** Gives hours more weight the higher their import is. */
function steepen(
  weights: Float64Array,
  { hourFactor }: PowerComponent,
  netKwh: Float64Array,
  storedKwh: Float64Array,
  efficiency: number,
  steepness: number,
  isFirst: boolean,
): void {
  for (let month = 0; month < MONTHS; month++) {
    let highest = 0;
    for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
      highest = Math.max(highest, hourFactor[t] * importOf(t));
    }
    for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
      const kw = hourFactor[t] * importOf(t);
      const before = isFirst ? 1 : weights[t] + 1e-9;
      weights[t] = hourFactor[t] === 0 ? 0 : before * Math.exp(steepness * (kw - highest));
    }
  }
  function importOf(t: number): number {
    const stored = storedKwh[t];
    return Math.max(0, netKwh[t] + (stored > 0 ? stored / efficiency : stored * efficiency));
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
  const most = 1 / Math.min(highest, sums.length);
  sums.sort((a, b) => b.sum - a.sum);
  let left = 1;
  let rest = sums.reduce((total, { sum }) => total + sum, 0);
  for (const { from, sum } of sums) {
    const own = rest > 0 ? Math.min(most, (sum / rest) * left) : 0;
    for (let t = from; t < from + step; t++) weights[t] = sum > 0 ? (weights[t] / sum) * own : 0;
    left = Math.max(0, left - own);
    rest -= sum;
  }
}
