import type { BatteryStrategiesResponse, BatteryStrategy } from '../../../../schemas/types.ts';

/** Savings of sun and batteries in a year, from the engine or the API, SEK. */
export interface MoneyAnswer {
  /** Cost of the house without sun and battery. */
  costSek: number;
  /** Savings of the sun alone. */
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

/** Computes the largest difference of two answers to one question, SEK. */
export function computeGapSek(one: MoneyAnswer, other: MoneyAnswer): number {
  const savings = one.cells.map((cell) => {
    const same = other.cells.find(
      ({ sizeKwh, strategy }) => sizeKwh === cell.sizeKwh && strategy === cell.strategy,
    );
    return same ? Math.abs(same.savesSek - cell.savesSek) : Number.POSITIVE_INFINITY;
  });
  return Math.max(
    Math.abs(one.costSek - other.costSek),
    Math.abs(one.sunSek - other.sunSek),
    ...savings,
  );
}

/** Selects the best strategy of each size. */
export function selectBestCells({ cells }: MoneyAnswer): BatteryCell[] {
  return cells.filter(({ isBestOfSize }) => isBestOfSize);
}
