import type { BatteryStrategiesResponse, BatteryStrategy } from '../../../../schemas/types.ts';

/** What sun and batteries save in a year, from the engine or the API, SEK. */
export interface MoneyAnswer {
  /** Of the house without sun and battery. */
  costSek: number;
  /** What the sun alone saves. */
  sunSek: number;
  cells: BatteryCell[];
}

/** A battery with a strategy. */
export interface BatteryCell {
  sizeKwh: number;
  strategy: BatteryStrategy;
  /** What the battery saves beside the sun. */
  savesSek: number;
  cyclesPerYear: number;
  isBestOfSize: boolean;
}

/** The API's answer. */
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

/** The farthest that two answers to one question are apart, SEK. */
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

/** The best strategy of each size. */
export function selectBestCells({ cells }: MoneyAnswer): BatteryCell[] {
  return cells.filter(({ isBestOfSize }) => isBestOfSize);
}
