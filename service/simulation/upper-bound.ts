import { allowedFlows } from './allowed-flows.ts';
import { type AcFlows, acFlows, type Battery, idleFlows, isIdle } from './battery.ts';
import { HOURS } from './calendar.ts';
import { capMonths, cappedHours } from './capped-hours.ts';
import type { Dispatch, Wishes } from './dispatch.ts';
import { hourPieces } from './hour-pieces.ts';
import type { House, Prices } from './house.ts';
import { emptyPlan, planHours } from './planner.ts';

/**
 * The strategy's own flows planned over the whole year at once, every hour known beforehand, without the
 * hurdle and under the caps of the run. Can cost more than the run where prices make the plan cautious
 * (export above import): the greater saving of the two is the bound.
 */
export function boundDispatch(
  house: House,
  prices: Prices,
  battery: Battery,
  wishes: Wishes,
  run: Dispatch,
): AcFlows {
  if (isIdle(battery)) return idleFlows();
  const hours = cappedHours(house, battery, allowedFlows(wishes.strategy, prices, wishes));
  if (run.monthCapKw) capMonths(hours, run.monthCapKw);
  const plan = emptyPlan(battery.floorKwh);
  planHours(hourPieces(hours, prices, 0), 0, HOURS, battery.floorKwh, plan);
  return acFlows(plan.storedKwh, hours.netKwh, battery.efficiency);
}
