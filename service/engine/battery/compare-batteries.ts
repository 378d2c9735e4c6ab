import type { BatteryStrategy } from '../../../schemas/types.ts';
import { sum } from '../statistics.ts';
import { accountYear, type YearAccount } from './accounting.ts';
import { type BatteryParameters, defaultPowerKw, fullCycles, privateBattery } from './battery.ts';
import { type ProgramTerms, programYear } from './battery-program.ts';
import { dispatchStrategies } from './dispatch.ts';
import type { House, Prices } from './house.ts';
import { type Baseline, baseline, savedSek } from './simulate-house.ts';

/** A house, and the batteries to compare in it. */
export interface BatteriesCase {
  house: House;
  prices: Prices;
  /** The traits that all sizes share. */
  battery: BatteryParameters;
  /** Power of every size, kW; null if each has half its capacity as power. */
  powerKw: number | null;
  /** Null if the batteries stay private. */
  program: ProgramTerms | null;
  compare: ComparisonGrid;
}

/** The sizes and strategies to compare. */
export interface ComparisonGrid {
  strategies: readonly BatteryStrategy[];
  sizesKwh: readonly number[];
  /** Cost of each size, SEK, NaN where none was given; null if no costs were given. */
  costSekBySize: readonly number[] | null;
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

/** Simulates every size with every strategy; the house without them only once. */
export function compareBatteries(batteriesCase: BatteriesCase): BatteriesCompared {
  const { house, prices, compare } = batteriesCase;
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
  const reserves = program && (program.capacityShare > 0 || program.powerShare > 0);
  const wholeRuns = reserves ? runSize(batteriesCase, sizeKwh, powerKw, null) : runs;
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
  { house, prices, battery: parameters, compare }: BatteriesCase,
  sizeKwh: number,
  powerKw: number,
  program: ProgramTerms | null,
): { account: YearAccount; cycles: number }[] {
  const { strategies } = compare;
  const battery = privateBattery(sizeKwh, powerKw, parameters, program);
  const options = { ...parameters, strategy: strategies[0] };
  return [...dispatchStrategies(house, prices, battery, strategies, options).values()].map(
    (run) => {
      const account = accountYear(house, prices, run);
      return { account, cycles: fullCycles(sum(account.throughputKwh), battery) };
    },
  );
}
