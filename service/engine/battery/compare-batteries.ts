import type { BatteryComparison, BatteryStrategy } from '../../../schemas/types.ts';
import { simplePaybackYears } from '../cash-flow.ts';
import { roundTo } from '../round.ts';
import { sum } from '../statistics.ts';
import { accountYear, type Baseline, baseline, savedSek, type YearAccount } from './accounting.ts';
import {
  type BatteryParameters,
  defaultPowerKw,
  fullCycles,
  privateBattery,
  withStandby,
} from './battery.ts';
import { type ProgramTerms, programYear, reservesPart } from './battery-program.ts';
import { dispatchStrategies } from './dispatch.ts';
import { type House, isVarying, type Prices, withoutLossySales } from './house.ts';
import { STRATEGIES } from './strategies.ts';

/** A house, and the batteries to compare in it. */
export interface BatteriesCase {
  house: House;
  prices: Prices;
  /** The parameters that all sizes share. */
  battery: BatteryParameters;
  /** Power of every size, kW. Null if each has half its capacity as power. */
  powerKw: number | null;
  /** Null if the batteries stay private. */
  program: ProgramTerms | null;
  compare: ComparisonGrid;
}

/** The sizes and strategies to compare. */
export interface ComparisonGrid {
  strategies: readonly BatteryStrategy[];
  sizesKwh: readonly number[];
  /** Cost of each size, SEK, NaN where none was given. Null if no costs were given. */
  costSekBySize: readonly number[] | null;
}

/** Reads the grid of a request. */
export function comparisonGrid({
  strategies = [],
  sizes_kwh: sizesKwh = [],
  cost_sek_by_size: costs,
}: BatteryComparison): ComparisonGrid {
  const costOf = (size: number) => costs?.[String(size)] ?? Number.NaN;
  return { strategies, sizesKwh, costSekBySize: costs ? sizesKwh.map(costOf) : null };
}

/** One size with one strategy, at full precision. */
export interface ComparedBattery {
  sizeKwh: number;
  strategy: BatteryStrategy;
  cycles: number;
  gridChargedKwh: number;
  /** PV and private battery together. */
  savingsSek: number;
  /** The private battery's part. */
  batterySavingsSek: number;
  /** The battery program's income. */
  incomeSek: number;
  /** Private savings that its reserve costs. */
  lostToReserveSek: number;
}

/** All sizes by all strategies, in the order of the request, and the house they are compared with. */
export interface BatteriesCompared extends Baseline {
  cells: ComparedBattery[];
}

/** Simulates every size with every strategy. The house without them only once. */
export function compareBatteries(requested: BatteriesCase): BatteriesCompared {
  const { prices, compare } = requested;
  const house = withoutLossySales(requested.house, prices);
  const batteriesCase = { ...requested, house };
  const base = baseline(house, prices);
  const cells = compare.sizesKwh.flatMap((sizeKwh) => sizeCells(batteriesCase, base, sizeKwh));
  return { ...base, cells };
}

function sizeCells(
  batteriesCase: BatteriesCase,
  { withoutSystem, pvOnly }: Baseline,
  sizeKwh: number,
): ComparedBattery[] {
  const { program, compare } = batteriesCase;
  const powerKw = batteriesCase.powerKw ?? defaultPowerKw(sizeKwh);
  const runs = runSize(batteriesCase, sizeKwh, powerKw, program);
  const wholeRuns = reservesPart(program) ? runSize(batteriesCase, sizeKwh, powerKw, null) : runs;
  const incomeSek = program ? programYear(program, sizeKwh, powerKw).incomeSek : 0;
  return compare.strategies.map((strategy, at) => ({
    sizeKwh,
    strategy,
    cycles: runs[at].cycles,
    gridChargedKwh: sum(runs[at].account.gridChargedKwh),
    savingsSek: savedSek(withoutSystem, runs[at].account),
    batterySavingsSek: savedSek(pvOnly, runs[at].account),
    incomeSek,
    lostToReserveSek: savedSek(runs[at].account, wholeRuns[at].account),
  }));
}

/** The year of each strategy with the private part of a battery, or all of it. */
function runSize(
  { house: own, prices, battery: parameters, compare }: BatteriesCase,
  sizeKwh: number,
  powerKw: number,
  program: ProgramTerms | null,
): { account: YearAccount; cycles: number }[] {
  const { strategies } = compare;
  const house = withStandby(own, sizeKwh, parameters);
  const battery = privateBattery(sizeKwh, powerKw, parameters, program);
  const options = { ...parameters, strategy: strategies[0] };
  return [...dispatchStrategies(house, prices, battery, strategies, options).values()].map(
    (run) => {
      const account = accountYear(house, prices, run);
      return { account, cycles: fullCycles(sum(account.throughputKwh), battery) };
    },
  );
}

/** The best cells of a comparison. */
export interface BestBatteries {
  /** One cell for each size for which a compared strategy can apply. */
  bySize: ComparedBattery[];
  byTotalBenefit: ComparedBattery | null;
  /** Undefined without costs. Null if no battery pays back. */
  byPayback?: ShortestPayback | null;
}

export interface ShortestPayback {
  cell: ComparedBattery;
  costSek: number;
  /** In the first year. */
  yearlyBenefitSek: number;
  years: number;
}

/**
 * Picks the best cells, of equals those of the smallest size. A battery program counts for benefit and payback, never
 * for the strategy.
 */
export function bestBatteries(
  cells: readonly ComparedBattery[],
  prices: Prices,
  { roundTripEfficiency, fadePctPerYear }: BatteryParameters,
  { sizesKwh, costSekBySize }: ComparisonGrid,
): BestBatteries {
  const applying = STRATEGIES.filter((strategy) =>
    appliesTo(strategy, prices, roundTripEfficiency),
  );
  const bySize = sizesKwh
    .map((size) =>
      bestOfSize(
        cells.filter(({ sizeKwh }) => sizeKwh === size),
        applying,
      ),
    )
    .filter((cell) => cell !== null);
  const smallestFirst = bySize.toSorted((a, b) => a.sizeKwh - b.sizeKwh);
  const best = { bySize, byTotalBenefit: firstHighest(smallestFirst, totalBenefitSek) };
  if (costSekBySize === null) return best;
  const costOf = (cell: ComparedBattery) => costSekBySize[sizesKwh.indexOf(cell.sizeKwh)];
  return { ...best, byPayback: shortestPayback(smallestFirst, costOf, fadePctPerYear / 100) };
}

/** Savings of the whole system and the program's income, SEK. */
export function totalBenefitSek({ savingsSek, incomeSek }: ComparedBattery): number {
  return savingsSek + incomeSek;
}

/** Whether a strategy has anything to work on in these prices. */
function appliesTo(strategy: BatteryStrategy, prices: Prices, roundTrip: number): boolean {
  const { importSekPerKwh, exportSekPerKwh, power } = prices;
  const hasPowerCharge = power.some(({ sekPerKwMonth }) => sekPerKwMonth > 0);
  const exportAbove = (factor: number) =>
    exportSekPerKwh.some((sek, t) => sek > importSekPerKwh[t] * factor);
  // A price below 0 pays for the losses of storage.
  const canTrade =
    isVarying(importSekPerKwh) || importSekPerKwh[0] < 0 || exportAbove(1 / roundTrip);
  switch (strategy) {
    case 'self_consumption':
      return true;
    case 'arbitrage':
      return canTrade;
    case 'peak_shaving':
      return hasPowerCharge;
    // Storing a surplus loses where it sells for more than it saves later.
    case 'combined':
      return hasPowerCharge || canTrade || isVarying(exportSekPerKwh) || exportAbove(roundTrip);
  }
}

/** Highest savings among the strategies that apply. Of those equal to the öre the simpler one. */
function bestOfSize(
  cells: readonly ComparedBattery[],
  applying: readonly BatteryStrategy[],
): ComparedBattery | null {
  const bySimplicity = applying.flatMap((strategy) =>
    cells.filter((cell) => cell.strategy === strategy),
  );
  return firstHighest(bySimplicity, ({ savingsSek }) => savingsSek);
}

/** A battery that takes longer never pays back. */
const MAX_YEARS = 1e9;

function shortestPayback(
  cells: readonly ComparedBattery[],
  costOf: (cell: ComparedBattery) => number,
  fade: number,
): ShortestPayback | null {
  const paybacks = cells
    .map((cell) => payback(cell, costOf(cell), fade))
    // Without a cost the years are NaN. Of a benefit near 0 they are more than a number holds.
    .filter(({ years }) => years < MAX_YEARS);
  // Equal as the answer has them, so that the first, of the smallest size, stays.
  return paybacks.toSorted((a, b) => roundTo(a.years, 2) - roundTo(b.years, 2))[0] ?? null;
}

function payback(cell: ComparedBattery, costSek: number, fade: number): ShortestPayback {
  const yearlyBenefitSek = cell.batterySavingsSek + cell.incomeSek;
  const years = simplePaybackYears(costSek, yearlyBenefitSek, fade);
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
