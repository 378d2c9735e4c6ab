import type { BatteryStrategiesResponse, BatteryStrategy } from '../../../../schemas/types.ts';

/** Savings of sun and batteries in a year, from the engine or the API, SEK. */
export interface MoneyAnswer {
  /** Cost of the house without sun and battery. */
  costSek: number;
  /** Savings of the sun only. */
  sunSek: number;
  cells: BatteryCell[];
}

/** A battery with a strategy. */
export interface BatteryCell {
  sizeKwh: number;
  strategy: BatteryStrategy;
  /** Savings of the battery in addition to the sun's. */
  savesSek: number;
  cyclesPerYear: number;
  isBestOfSize: boolean;
}

/** Converts the API's answer. */
export function readApiAnswer({ no_battery, matrix }: BatteryStrategiesResponse): MoneyAnswer {
  return {
    costSek: no_battery.cost_without_system_sek,
    sunSek: no_battery.savings_sek,
    cells: matrix.map((cell) => ({
      sizeKwh: cell.size_kwh,
      strategy: cell.strategy,
      savesSek: cell.battery_savings_sek,
      cyclesPerYear: cell.cycles,
      isBestOfSize: cell.best_for_size,
    })),
  };
}

/** Selects the best strategy of each size. */
export function selectBestCells({ cells }: MoneyAnswer): BatteryCell[] {
  return cells.filter(({ isBestOfSize }) => isBestOfSize);
}
