import { billSek } from './bill.ts';
import type { Dispatch, Goal } from './dispatch.ts';
import type { House, Prices } from './house.ts';

/**
 * The cheapest of the planned year and of those plain runs whose goals are all wanted, so that planning
 * 48 hours ahead never costs more than not planning. A tie goes to the planned year.
 * @param plainRun the year of `self_consumption` or of `peak_shaving`
 */
export function cheapestRun(
  house: House,
  prices: Prices,
  priority: readonly Goal[],
  planned: Dispatch,
  plainRun: (strategy: 'self_consumption' | 'peak_shaving') => Dispatch,
): Dispatch {
  // Peak shaving also stores surplus, so it needs both goals.
  if (!priority.includes('self_consumption')) return planned;
  const runs = [planned, plainRun('self_consumption')];
  if (priority.includes('peak_shaving')) runs.push(plainRun('peak_shaving'));
  const bills = runs.map((run) => billSek(house, prices, run));
  return runs[bills.indexOf(Math.min(...bills))];
}
