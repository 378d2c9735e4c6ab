import assert from 'node:assert/strict';
import { CLOCK_HOURS, DAYS, HOURS } from '../../../../schemas/codec/axes.ts';
import type { BatteryStrategy } from '../../../../schemas/types.ts';
import { billSek } from '../accounting.ts';
import { acFlows, allowedFlows, type Battery, cappedHours, type Dispatch } from '../battery.ts';
import { dispatchYear, foresightYear } from '../dispatch.ts';
import { type AcFlows, type House, idleFlows, type Prices } from '../house.ts';
import { marginalCostSegments } from '../marginal-cost-segments.ts';
import { emptyPlan, HORIZON_HOURS, planDayAhead, planHours } from '../planner.ts';
import { energySek, plainOptions } from './houses.ts';
import { solveRanges, solveYear } from './linear-programme.ts';

/**
 * A year of a strategy. Its savings, and those of its plan with foresight, as shares of those of the year's linear
 * programme with monthly peaks.
 */
export function yearAgainstOptimum(
  house: House,
  prices: Prices,
  battery: Battery,
  strategy: BatteryStrategy = 'combined',
): { run: Dispatch; share: number; foresight: number } {
  const options = plainOptions(strategy);
  const run = dispatchYear(house, prices, battery, options);
  const hours = cappedHours(house, battery, allowedFlows(strategy, prices, options));
  const problem = { house, prices, hours, minSpreadSekPerKwh: 0 };
  const idleSek = billSek(house, prices, idleFlows());
  const maxSek = idleSek - solveYear(problem, 'all');
  const shareOf = (flows: AcFlows) => (idleSek - billSek(house, prices, flows)) / maxSek;
  const foresight = shareOf(foresightYear(house, prices, battery, options));
  return { run, share: shareOf(run), foresight };
}

/**
 * Savings of the 48 hour plans of every n-th midnight of a day-ahead year, as a share of those of programmes
 * that may not charge and discharge in one hour. Checks that the year has the first 24 hours of each plan.
 */
export function windowsAgainstOptimum(
  house: House,
  prices: Prices,
  battery: Battery,
  strategy: BatteryStrategy,
  everyDays: number,
): number {
  const { floorKwh } = battery;
  const flows = allowedFlows(strategy, prices, plainOptions(strategy));
  const hours = cappedHours(house, battery, flows);
  const pieces = marginalCostSegments(hours, prices, 0);
  const year = planDayAhead(pieces);
  const problem = { house, prices, hours, minSpreadSekPerKwh: 0, oneWay: true };
  let [savedSek, maxSek] = [0, 0];
  for (let day = 0; day < DAYS; day += everyDays) {
    const from = day * CLOCK_HOURS;
    const to = Math.min(from + HORIZON_HOURS, HOURS);
    const startKwh = year.levelKwh[from];
    const [costSek] = solveRanges(problem, [{ from, to, startKwh, minEndKwh: floorKwh }]);
    const plan = emptyPlan(startKwh);
    planHours(pieces, from, to, floorKwh, plan);
    const end = from + CLOCK_HOURS;
    assert.deepEqual(year.storedKwh.subarray(from, end), plan.storedKwh.subarray(from, end));
    const idleSek = energySek(house, prices, idleFlows(), from, to);
    const ac = acFlows(plan.storedKwh, hours);
    savedSek += idleSek - energySek(house, prices, ac, from, to);
    maxSek += idleSek - costSek;
  }
  return savedSek / maxSek;
}
