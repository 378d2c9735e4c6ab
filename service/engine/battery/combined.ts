import { idleFlows } from './battery.ts';
import { billSek, gridExchange, monthlyPeaks } from './bill.ts';
import type { House, Prices } from './house.ts';
import type { Dispatch, Wishes } from './strategy.ts';

/** A peak this much above its cap is rounding, kW. */
const ROUNDING_KW = 1e-6;

/**
 * The cheapest of the planned year, the idle year and those plain runs whose goals are all wanted, so
 * that planning 48 hours ahead never costs more than not planning. A tie goes to the planned year. With a
 * peak target only runs count that keep to it as `peak_shaving` does.
 * @param plainRun the year of `self_consumption` or of `peak_shaving`
 */
export function cheapestRun(
  house: House,
  prices: Prices,
  { priority, peakTargetKw }: Wishes,
  planned: Dispatch,
  plainRun: (strategy: 'self_consumption' | 'peak_shaving') => Dispatch,
): Dispatch {
  const idle: Dispatch = { ...idleFlows(), leastPeakKw: null, monthCapKw: null };
  const plain = [idle];
  const first = priority[0] === 'peak_shaving';
  if (priority.includes('self_consumption')) {
    plain.push(plainRun('self_consumption'));
    // It also stores surplus, so it needs both goals.
    if (first) plain.push(plainRun('peak_shaving'));
  }
  const capKw = first && peakTargetKw !== null ? plainRun('peak_shaving').monthCapKw : null;
  const runs = [planned, ...plain.filter((run) => capKw === null || keeps(house, run, capKw))];
  const bills = runs.map((run) => billSek(house, prices, run));
  return runs[bills.indexOf(Math.min(...bills))];
}

function keeps(house: House, run: Dispatch, capKw: Float64Array): boolean {
  const peaksKw = monthlyPeaks(gridExchange(house, run));
  return peaksKw.every((peakKw, month) => peakKw <= capKw[month] + ROUNDING_KW);
}
