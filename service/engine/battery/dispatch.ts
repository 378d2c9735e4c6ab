import { HOURS } from '../../../schemas/codec/axes.ts';
import type { BatteryStrategy } from '../../../schemas/types.ts';
import { plainChargeSek } from '../tariff/power-component.ts';
import { billSek, gridExchange, monthlyPeaks } from './accounting.ts';
import {
  type AllowedFlows,
  acFlows,
  allowedFlows,
  type Battery,
  cappedHours,
  type Dispatch,
  type DispatchOptions,
  isIdle,
  seeksCaps,
} from './battery.ts';
import { capOwnPeaks } from './cap-rules.ts';
import { type AcFlows, type House, idleFlows, isVarying, type Prices } from './house.ts';
import { type MarginalCostSegments, marginalCostSegments } from './marginal-cost-segments.ts';
import { cheapestCaps, cheapestPower, minCaps, shavePeaks } from './monthly-caps.ts';
import { type Plan, planDayAhead, planYear } from './planner.ts';
import { joinMonths } from './reserve.ts';

/** Strategies that look at no price of energy. */
type PlainStrategy = 'self_consumption' | 'peak_shaving';

/** Runs of the plain strategies that are known. */
export type PlainRuns = Map<PlainStrategy, Dispatch>;

/**
 * A year of the battery by the strategy of the options.
 * @param plainRuns gets the plain runs, for other years of the same house under the same power charges
 */
export function dispatchYear(
  house: House,
  prices: Prices,
  battery: Battery,
  options: DispatchOptions,
  plainRuns?: PlainRuns,
): Dispatch {
  const known = battery.monthFloorsKwh ? undefined : plainRuns;
  return joinMonths(battery, (one) =>
    dispatcher(house, prices, one, options, known)(options.strategy),
  );
}

/** A year of the battery by each of several strategies, which share what they have in common. */
export function dispatchStrategies(
  house: House,
  prices: Prices,
  battery: Battery,
  strategies: readonly BatteryStrategy[],
  options: DispatchOptions,
): Map<BatteryStrategy, Dispatch> {
  const runs = new Map<number, (strategy: BatteryStrategy) => Dispatch>();
  const runOf = (one: Battery) => {
    const run = runs.get(one.floorKwh) ?? dispatcher(house, prices, one, options);
    runs.set(one.floorKwh, run);
    return run;
  };
  return new Map(
    strategies.map((strategy) => [strategy, joinMonths(battery, (one) => runOf(one)(strategy))]),
  );
}

/**
 * A year with every hour known in advance: one plan of the whole year by a strategy's flows, under the cheapest caps.
 * `self_consumption` does not look at peaks.
 */
export function foresightYear(
  house: House,
  prices: Prices,
  battery: Battery,
  options: DispatchOptions,
): AcFlows {
  if (isIdle(battery)) return idleFlows();
  const terms = foresightTerms(prices, options);
  return joinMonths(battery, (one) => plannedYear(house, prices, one, terms));
}

/** Runs each plain strategy at most once: `combined` needs them, too. */
function dispatcher(
  house: House,
  prices: Prices,
  battery: Battery,
  options: DispatchOptions,
  plainRuns: PlainRuns = new Map(),
) {
  const plainRun = (strategy: PlainStrategy): Dispatch => {
    const dispatch = plainRuns.get(strategy) ?? runPlain(strategy);
    plainRuns.set(strategy, dispatch);
    return dispatch;
  };

  const runPlain = (strategy: PlainStrategy): Dispatch => {
    if (strategy === 'peak_shaving') return peakShaving(house, prices, battery, options);
    return { ...selfConsumption(house, battery), minPeakKw: null, capKw: null };
  };

  return (strategy: BatteryStrategy): Dispatch => {
    if (isIdle(battery)) return idleYear(house, strategy);
    if (strategy === 'self_consumption' || strategy === 'peak_shaving') return plainRun(strategy);
    const terms = dayAheadTerms(strategy, prices, options);
    const planned = plannedYear(house, prices, battery, terms);
    const isCombined = strategy === 'combined';
    const unplanned = isCombined ? unplannedRuns(house, options, plainRun) : [idleFlows()];
    const minPeakKw = isCombined ? plainRun('peak_shaving').minPeakKw : null;
    const cheapest = cheapestRun(house, prices, [planned, ...unplanned]);
    return { ...cheapest, minPeakKw, capKw: planned.capKw };
  };
}

/** A battery without capacity or power changes nothing. The peaks stay the house's own. */
function idleYear(house: House, strategy: BatteryStrategy): Dispatch {
  const idle = idleFlows();
  const takesTarget = strategy === 'peak_shaving' || strategy === 'combined';
  const minPeakKw = takesTarget ? monthlyPeaks(gridExchange(house, idle)) : null;
  return { ...idle, minPeakKw, capKw: null };
}

function peakShaving(
  house: House,
  prices: Prices,
  battery: Battery,
  options: DispatchOptions,
): Dispatch {
  const { power, importSekPerKwh } = prices;
  const hours = cappedHours(house, battery, allowedFlows('peak_shaving', prices, options));
  const minPeakKw = minCaps(hours, options.peakTargetKw ?? 0);
  if (options.peakTargetKw === null) {
    // Lower peaks would save nothing, and the energy that holding them loses would be paid for.
    const isUseless = power.length === 0 && !isVarying(importSekPerKwh);
    if (isUseless) return { ...idleFlows(), minPeakKw, capKw: null };
    if (power.length > 0 && plainChargeSek(power) === 0) cheapestPower(hours, power);
  }
  return { ...shavePeaks(hours), minPeakKw, capKw: hours.capKw };
}

/** Terms by which a year is planned. */
interface PlanTerms {
  flows: AllowedFlows;
  minSpreadSekPerKwh: number;
  /** Caps on import: the cheapest ones, those of the house's own peaks, or none. */
  caps: 'cheapest' | 'own' | 'none';
  /** Infinity without a target. */
  targetKw: number;
  plan: (pieces: MarginalCostSegments) => Plan;
}

/** The terms of a planned strategy: the cheapest caps, or the house's own peaks where no goal lowers them. */
function dayAheadTerms(
  strategy: 'arbitrage' | 'combined',
  prices: Prices,
  options: DispatchOptions,
): PlanTerms {
  const { peakTargetKw, minSpreadSekPerKwh } = options;
  const seeks = seeksCaps(strategy, prices, options);
  return {
    flows: allowedFlows(strategy, prices, options),
    minSpreadSekPerKwh,
    caps: seeks ? 'cheapest' : 'own',
    targetKw: seeks && strategy === 'combined' ? (peakTargetKw ?? Infinity) : Infinity,
    plan: planDayAhead,
  };
}

/** The terms with every hour known in advance: no least spread and target, and what prices pay for is bought. */
function foresightTerms(prices: Prices, options: DispatchOptions): PlanTerms {
  const flows = allowedFlows(options.strategy, prices, options);
  return {
    flows: flows.gridCharge === 'when_forced' ? { ...flows, gridCharge: 'by_price' } : flows,
    minSpreadSekPerKwh: 0,
    caps: options.strategy === 'self_consumption' ? 'none' : 'cheapest',
    targetKw: Infinity,
    plan: planYear,
  };
}

/** Plans a year on prices. */
function plannedYear(house: House, prices: Prices, battery: Battery, terms: PlanTerms): Dispatch {
  const { power } = prices;
  const { caps, targetKw } = terms;
  const hours = cappedHours(house, battery, terms.flows);
  const pieces = marginalCostSegments(hours, prices, terms.minSpreadSekPerKwh);
  const isCapped = caps !== 'none' && (power.length > 0 || targetKw < Infinity);
  if (isCapped && caps === 'cheapest') cheapestCaps(pieces, power, targetKw);
  if (isCapped && caps === 'own') capOwnPeaks(hours, power);
  const { storedKwh } = terms.plan(pieces);
  const flows = acFlows(storedKwh, hours);
  return { ...flows, minPeakKw: null, capKw: isCapped ? hours.capKw : null };
}

/** A year of storing every surplus and covering every deficit as far as the battery goes, whatever the prices. */
function selfConsumption(house: House, battery: Battery): AcFlows {
  const { loadKwh, pvKwh } = house;
  const { powerKw, floorKwh, ceilingKwh, efficiency } = battery;
  const { chargeKwh, dischargeKwh } = idleFlows();
  let levelKwh = floorKwh;
  for (let t = 0; t < HOURS; t++) {
    const netKwh = loadKwh[t] - pvKwh[t];
    if (netKwh < 0) {
      const charge = Math.min(-netKwh, powerKw, (ceilingKwh - levelKwh) / efficiency);
      chargeKwh[t] = charge;
      levelKwh = Math.min(ceilingKwh, levelKwh + charge * efficiency);
    } else {
      const discharge = Math.min(netKwh, powerKw, (levelKwh - floorKwh) * efficiency);
      dischargeKwh[t] = discharge;
      levelKwh = Math.max(floorKwh, levelKwh - discharge / efficiency);
    }
  }
  return { chargeKwh, dischargeKwh };
}

/** A peak this much above its cap is rounding, kW. */
const ROUNDING_KW = 1e-6;

/** The year with the lowest bill, of equals the first: planning 48 hours ahead never costs more than not planning. */
function cheapestRun(house: House, prices: Prices, runs: readonly AcFlows[]): AcFlows {
  const bills = runs.map((run) => billSek(house, prices, run));
  return runs[bills.indexOf(Math.min(...bills))];
}

/**
 * The years without a plan that `combined` may have instead of its planned one: the idle one, and those of plain
 * strategies whose goals are all wanted. With a peak target only those that keep to it as `peak_shaving` does.
 * @param plainRun the year of `self_consumption` or of `peak_shaving`
 */
function unplannedRuns(
  house: House,
  { priority, peakTargetKw }: DispatchOptions,
  plainRun: (strategy: PlainStrategy) => Dispatch,
): AcFlows[] {
  const runs = [idleFlows()];
  const first = priority[0] === 'peak_shaving';
  if (priority.includes('self_consumption')) {
    runs.push(plainRun('self_consumption'));
    // It also stores surplus, so it needs both goals.
    if (first) runs.push(plainRun('peak_shaving'));
  }
  const capKw = first && peakTargetKw !== null ? plainRun('peak_shaving').capKw : null;
  if (capKw === null) return runs;
  return runs.filter((run) =>
    gridExchange(house, run).every((kwh, t) => kwh <= capKw[t] + ROUNDING_KW),
  );
}
