import type { BatteryGoal, BatteryStrategy } from '../../../schemas/types.ts';
import type { AcFlows } from './battery.ts';
import type { Prices } from './house.ts';

/** The strategies in the interface document's order, which settles ties. */
export const STRATEGIES: readonly BatteryStrategy[] = [
  'self_consumption',
  'arbitrage',
  'peak_shaving',
  'combined',
];

/** The owner's wishes for the battery. */
export interface Wishes {
  strategy: BatteryStrategy;
  /** The goals of `combined`, first the one that counts most. */
  priority: readonly BatteryGoal[];
  /** Least spread that grid-charged energy must earn, SEK per delivered kWh; in planning only. */
  minSpreadSekPerKwh: number;
  peakTargetKw: number | null;
}

/** Whether a year is `combined` under a peak target, which `arbitrage` would ignore. */
export function keepsTarget({ strategy, priority, peakTargetKw }: Wishes): boolean {
  return strategy === 'combined' && priority[0] === 'peak_shaving' && peakTargetKw !== null;
}

/** A year of a battery. Never charge and discharge in one hour. */
export interface Dispatch extends AcFlows {
  /** Least peak of each month that the battery can hold, kW; null for strategies that take no target. */
  leastPeakKw: Float64Array | null;
  /** Cap on the import of each hour that the year was planned under, kW; null without caps. */
  capKw: Float64Array | null;
}

/** The flows that a strategy allows the battery. Covering the house's deficit is always allowed. */
export interface AllowedFlows {
  /** Charge in hours with PV surplus. Without it such hours charge nothing: the surplus is sold. */
  surplusCharge: boolean;
  /** Buy to charge: by the prices, or only as far as a cap on import makes it necessary. */
  gridCharge: 'never' | 'when_forced' | 'by_price';
  /** Sell from the battery. */
  batteryExport: boolean;
}

/** Flows of a strategy; `combined` does what its goals need. */
export function allowedFlows(
  strategy: BatteryStrategy,
  prices: Prices,
  wishes: Wishes,
): AllowedFlows {
  switch (strategy) {
    case 'self_consumption':
      return { surplusCharge: true, gridCharge: 'never', batteryExport: false };
    case 'arbitrage':
      return { surplusCharge: false, gridCharge: 'by_price', batteryExport: true };
    case 'peak_shaving':
      return { surplusCharge: true, gridCharge: 'by_price', batteryExport: false };
    case 'combined':
      return flowsOfGoals(prices, wishes);
  }
}

function flowsOfGoals(prices: Prices, wishes: Wishes): AllowedFlows {
  const arbitrage = wishes.priority.includes('arbitrage');
  const forced = seeksCaps('combined', prices, wishes) ? 'when_forced' : 'never';
  return {
    surplusCharge: wishes.priority.includes('self_consumption'),
    gridCharge: arbitrage ? 'by_price' : forced,
    batteryExport: arbitrage,
  };
}

/**
 * Whether a planned strategy seeks a cap on each month's import. It needs a power charge; in `combined`
 * a target does too, and peak shaving must come first.
 */
export function seeksCaps(
  strategy: 'arbitrage' | 'combined',
  prices: Prices,
  wishes: Wishes,
): boolean {
  const isCharged = prices.power.length > 0;
  if (strategy === 'arbitrage') return isCharged;
  return wishes.priority[0] === 'peak_shaving' && (isCharged || wishes.peakTargetKw !== null);
}
