import type { BatteryStrategy } from '../../../schemas/types.ts';
import { simplePaybackYears } from '../economy/cash-flow.ts';
import { roundTo } from '../round.ts';
import { STRATEGIES } from './battery.ts';
import type { ComparedBattery, ComparisonGrid } from './compare-batteries.ts';
import { isVarying, type Prices } from './house.ts';

/** The best cells of a comparison. */
export interface BestBatteries {
  /** One cell for each size for which a compared strategy can apply. */
  bySize: ComparedBattery[];
  byTotalBenefit: ComparedBattery | null;
  /** Undefined without costs; null if no battery pays back. */
  byPayback?: ShortestPayback | null;
}

export interface ShortestPayback {
  cell: ComparedBattery;
  costSek: number;
  yearlyBenefitSek: number;
  years: number;
}

/**
 * Picks the best cells. A battery program counts for benefit and payback, never for the strategy.
 * @param roundTrip efficiency of the compared batteries
 */
export function bestBatteries(
  cells: readonly ComparedBattery[],
  prices: Prices,
  roundTrip: number,
  { sizesKwh, costSekBySize }: ComparisonGrid,
): BestBatteries {
  const applying = STRATEGIES.filter((strategy) => appliesTo(strategy, prices, roundTrip));
  const bySize = sizesKwh
    .map((size) =>
      bestOfSize(
        cells.filter(({ sizeKwh }) => sizeKwh === size),
        applying,
      ),
    )
    .filter((cell) => cell !== null);
  const best = { bySize, byTotalBenefit: firstHighest(bySize, totalBenefitSek) };
  if (costSekBySize === null) return best;
  const costOf = (cell: ComparedBattery) => costSekBySize[sizesKwh.indexOf(cell.sizeKwh)];
  return { ...best, byPayback: shortestPayback(bySize, costOf) };
}

/** Savings of the whole system and the program's income, SEK. */
export function totalBenefitSek({ savingsSek, incomeSek }: ComparedBattery): number {
  return savingsSek + incomeSek;
}

/** Whether a strategy has anything to work on in these prices. */
function appliesTo(strategy: BatteryStrategy, prices: Prices, roundTrip: number): boolean {
  const { importSekPerKwh, exportSekPerKwh, power } = prices;
  const hasPowerCharge = power.length > 0;
  const exportAbove = (factor: number) =>
    exportSekPerKwh.some((sek, t) => sek > importSekPerKwh[t] * factor);
  switch (strategy) {
    case 'self_consumption':
      return true;
    case 'arbitrage':
      return hasPowerCharge || isVarying(importSekPerKwh) || exportAbove(1 / roundTrip);
    case 'peak_shaving':
      return hasPowerCharge;
    // Storing a surplus loses where it sells for more than it saves later.
    case 'combined':
      return (
        hasPowerCharge ||
        isVarying(importSekPerKwh) ||
        isVarying(exportSekPerKwh) ||
        exportAbove(roundTrip)
      );
  }
}

/**
 * Highest savings among the strategies that apply; of those equal to the öre the simpler one. One that saves
 * more than all of them has found something to work on after all: a price below 0 that pays for losses, or
 * surplus of the last days that is better sold than stored.
 */
function bestOfSize(
  cells: readonly ComparedBattery[],
  applying: readonly BatteryStrategy[],
): ComparedBattery | null {
  const bySimplicity = STRATEGIES.flatMap((strategy) =>
    cells.filter((cell) => cell.strategy === strategy),
  );
  const savingsSek = (cell: ComparedBattery) => cell.savingsSek;
  const best = firstHighest(
    bySimplicity.filter(({ strategy }) => applying.includes(strategy)),
    savingsSek,
  );
  return best && firstHighest([best, ...bySimplicity], savingsSek);
}

/** A battery that takes longer never pays back. */
const MAX_YEARS = 1e9;

function shortestPayback(
  cells: readonly ComparedBattery[],
  costOf: (cell: ComparedBattery) => number,
): ShortestPayback | null {
  const paybacks = cells
    .map((cell) => payback(cell, costOf(cell)))
    // Without a cost the years are NaN; of a benefit near 0 they are more than a number holds.
    .filter(({ years }) => years < MAX_YEARS);
  return paybacks.toSorted((a, b) => a.years - b.years)[0] ?? null;
}

function payback(cell: ComparedBattery, costSek: number): ShortestPayback {
  const yearlyBenefitSek = cell.batterySavingsSek + cell.incomeSek;
  const years = simplePaybackYears(costSek, yearlyBenefitSek);
  return { cell, costSek, yearlyBenefitSek, years };
}

/** The first of the cells whose value, to the öre, is the highest. */
function firstHighest(
  cells: readonly ComparedBattery[],
  valueSek: (cell: ComparedBattery) => number,
): ComparedBattery | null {
  let best: ComparedBattery | null = null;
  for (const cell of cells) {
    if (!best || roundTo(valueSek(cell), 2) > roundTo(valueSek(best), 2)) best = cell;
  }
  return best;
}
