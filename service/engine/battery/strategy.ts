import type { BatteryGoal, BatteryStrategy } from '../../../schemas/types.ts';
import type { AcFlows } from './battery.ts';

/** In the interface document's order, which settles ties. */
export const STRATEGIES: readonly BatteryStrategy[] = [
  'self_consumption',
  'arbitrage',
  'peak_shaving',
  'combined',
];

/** What the owner asks of the battery. */
export interface Wishes {
  strategy: BatteryStrategy;
  /** The goals of `combined`, first the one that counts most. */
  priority: readonly BatteryGoal[];
  /** Least spread that grid-charged energy must earn, SEK per delivered kWh; in planning only. */
  minSpreadSekPerKwh: number;
  peakTargetKw: number | null;
}

/** Whether a year is `combined` under a peak target, which `arbitrage` would not heed. */
export function keepsTarget({ strategy, priority, peakTargetKw }: Wishes): boolean {
  return strategy === 'combined' && priority[0] === 'peak_shaving' && peakTargetKw !== null;
}

/** A year of a battery. Never charge and discharge in one hour. */
export interface Dispatch extends AcFlows {
  /** Least peak of each month that the battery can hold, kW; null for strategies that take no target. */
  leastPeakKw: Float64Array | null;
  /** Cap on the import of each month that the year was planned under, kW; null without caps. */
  monthCapKw: Float64Array | null;
}
