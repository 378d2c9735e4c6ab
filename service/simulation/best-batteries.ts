import { roundTo } from '../round.ts';
import type { ComparedBattery } from './compare-batteries.ts';
import { STRATEGIES, type Strategy } from './dispatch.ts';
import type { Prices } from './house.ts';
import type { Comparison } from './house-request.ts';

/** The best cells of a comparison. */
export interface BestBatteries {
  /** Of each size for which a compared strategy can apply. */
  bySize: ComparedBattery[];
  byTotalBenefit: ComparedBattery | null;
  /** Undefined without costs, null when no battery pays back. */
  byPayback?: Payback | null;
}

export interface Payback {
  cell: ComparedBattery;
  costSek: number;
  yearlyBenefitSek: number;
  years: number;
}

/** Picks the best cells. A battery program counts for benefit and payback, never for the strategy. */
export function bestBatteries(
  cells: readonly ComparedBattery[],
  prices: Prices,
  { sizesKwh, costSekBySize }: Comparison,
): BestBatteries {
  const bySize = sizesKwh
    .map((size) =>
      bestOfSize(
        cells.filter(({ sizeKwh }) => sizeKwh === size),
        prices,
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
function appliesTo(strategy: Strategy, prices: Prices): boolean {
  const { importSekPerKwh, peakChargeSekPerKw } = prices;
  const varies = importSekPerKwh.some((price) => price !== importSekPerKwh[0]);
  const hasPowerCharge = peakChargeSekPerKw > 0;
  switch (strategy) {
    case 'self_consumption':
      return true;
    case 'arbitrage':
      return varies;
    case 'peak_shaving':
      return hasPowerCharge;
    case 'combined':
      return varies || hasPowerCharge;
  }
}

/** Highest savings among the strategies that apply; of those equal to the öre the simpler one. */
function bestOfSize(cells: readonly ComparedBattery[], prices: Prices): ComparedBattery | null {
  const bySimplicity = STRATEGIES.flatMap((strategy) =>
    cells.filter((cell) => cell.strategy === strategy && appliesTo(strategy, prices)),
  );
  return firstHighest(bySimplicity, ({ savingsSek }) => savingsSek);
}

function shortestPayback(
  cells: readonly ComparedBattery[],
  costOf: (cell: ComparedBattery) => number,
): Payback | null {
  const paybacks = cells
    .map((cell) => payback(cell, costOf(cell)))
    .filter(({ costSek, yearlyBenefitSek }) => !Number.isNaN(costSek) && yearlyBenefitSek > 0);
  return paybacks.toSorted((a, b) => a.years - b.years)[0] ?? null;
}

function payback(cell: ComparedBattery, costSek: number): Payback {
  const yearlyBenefitSek = cell.batterySavingsSek + cell.incomeSek;
  return { cell, costSek, yearlyBenefitSek, years: costSek / yearlyBenefitSek };
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
