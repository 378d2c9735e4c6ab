import loadHighs, { type Highs, type ModelData } from 'highs';
import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../../schemas/codec/axes.ts';
import type { PowerComponent } from '../../tariff/power-component.ts';
import type { Battery, CappedHours } from '../battery.ts';
import { type House, NO_LIMITS, type Prices } from '../house.ts';

/** A linear programme's hours, `from` to `to`-1, from a stored energy, ending at another or above. */
export interface PlannedRange {
  from: number;
  to: number;
  startKwh: number;
  minEndKwh: number;
}

/** The problem as a textbook states it: grid, battery and store of each hour. Nothing of the planner's pieces. */
export interface Problem {
  house: House;
  prices: Prices;
  /** Battery, allowed flows and caps. */
  hours: CappedHours;
  minSpreadSekPerKwh: number;
  /**
   * Whether a whole-number variable forbids to charge and discharge in one hour. Only prices below 0 would
   * reward that.
   */
  oneWay?: boolean;
}

const highs = await loadSolver();

/** The package's types describe a CommonJS module, but its ES module exports the loader itself. */
async function loadSolver(): Promise<Highs> {
  const loader: unknown = loadHighs;
  if (typeof loader !== 'function') throw new Error('The package highs exports no loader.');
  return loader();
}

/** Columns of an hour. */
const [BUY, SELL, CHARGE, DISCHARGE, LEVEL, BOUGHT, CHARGES, CUT] = [0, 1, 2, 3, 4, 5, 6, 7];
const COLUMNS = 8;

/** Columns and rows of a programme that grows. */
export interface Programme {
  cost: number[];
  lower: number[];
  upper: number[];
  rowLower: number[];
  rowUpper: number[];
  starts: number[];
  indices: number[];
  values: number[];
  /** Columns that are 0 or 1. */
  binary: number[];
}

export function emptyProgramme(): Programme {
  return {
    cost: [],
    lower: [],
    upper: [],
    rowLower: [],
    rowUpper: [],
    starts: [0],
    indices: [],
    values: [],
    binary: [],
  };
}

export function addColumn(lp: Programme, cost: number, lower: number, upper: number): number {
  lp.lower.push(lower);
  lp.upper.push(upper);
  return lp.cost.push(cost) - 1;
}

export function addRow(
  lp: Programme,
  lower: number,
  upper: number,
  terms: [number, number][],
): void {
  for (const [column, value] of terms) {
    lp.indices.push(column);
    lp.values.push(value);
  }
  lp.starts.push(lp.indices.length);
  lp.rowLower.push(lower);
  lp.rowUpper.push(upper);
}

/**
 * Solves ranges that do not touch each other, as blocks of one programme (a call of the solver costs more
 * than a block). Export must not be above import.
 * @returns the cost of each range, SEK: energy and least spread
 */
export function solveRanges(problem: Problem, ranges: readonly PlannedRange[]): number[] {
  const lp = emptyProgramme();
  const begins = ranges.map((range) => addRange(lp, problem, range));
  const solution = solveProgramme(lp);
  return ranges.map(({ from, to }, i) => {
    const [begin, end] = [begins[i], begins[i] + (to - from) * COLUMNS];
    let sek = 0;
    for (let at = begin; at < end; at++) sek += lp.cost[at] * solution[at];
    return sek;
  });
}

/** A year that begins and ends with an empty store. */
export function wholeYear({ floorKwh }: Battery): PlannedRange {
  return { from: 0, to: HOURS, startKwh: floorKwh, minEndKwh: floorKwh };
}

/** The whole year with its power charges: least cost, SEK. Or least power charge, whatever the energy costs. */
export function solveYear(problem: Problem, counted: 'all' | 'power'): number {
  const lp = emptyProgramme();
  const begin = addRange(lp, problem, wholeYear(problem.hours.battery));
  if (counted === 'power') lp.cost.fill(0);
  addPowerCharges(lp, problem.prices.power, (t) => begin + t * COLUMNS + BUY);
  return objective(lp, solveProgramme(lp));
}

/**
 * Power charges of the year: the sum of the n highest x is the least n t + sum of u, where each u is at least
 * x - t and 0. Hours of one day share theirs where days count once.
 */
function addPowerCharges(
  lp: Programme,
  power: readonly PowerComponent[],
  buyColumn: (t: number) => number,
): void {
  for (const { sekPerKwMonth, highest, distinctDays, hourFactor } of power) {
    for (let month = 0; month < MONTHS; month++) {
      const units = new Map<number, number[]>();
      for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t++) {
        if (hourFactor[t] === 0) continue;
        const unit = distinctDays ? Math.floor(t / CLOCK_HOURS) : t;
        units.set(unit, [...(units.get(unit) ?? []), t]);
      }
      if (units.size === 0) continue;
      const count = Math.min(highest, units.size);
      const level = addColumn(lp, sekPerKwMonth, 0, Infinity);
      for (const hours of units.values()) {
        const above: [number, number][] =
          count > 1 ? [[addColumn(lp, sekPerKwMonth / count, 0, Infinity), -1]] : [];
        for (const t of hours) {
          addRow(lp, -Infinity, 0, [[buyColumn(t), hourFactor[t]], [level, -1], ...above]);
        }
      }
    }
  }
}

/** Least peak import of a range at any cost, kW. */
export function solveMinPeak(problem: Problem, range: PlannedRange): number {
  const lp = emptyProgramme();
  const begin = addRange(lp, problem, range);
  lp.cost.fill(0);
  const peak = addColumn(lp, 1, 0, Infinity);
  for (let t = range.from; t < range.to; t++) {
    const buy = begin + (t - range.from) * COLUMNS + BUY;
    addRow(lp, -Infinity, 0, [
      [buy, 1],
      [peak, -1],
    ]);
  }
  return solveProgramme(lp)[peak];
}

export function objective(lp: Programme, solution: Float64Array): number {
  return lp.cost.reduce((sum, cost, at) => sum + cost * solution[at], 0);
}

function addRange(lp: Programme, problem: Problem, range: PlannedRange): number {
  const { house, prices, hours, minSpreadSekPerKwh } = problem;
  const { battery, flows, capKw } = hours;
  const { powerKw, floorKwh, ceilingKwh, efficiency } = battery;
  const begin = lp.cost.length;
  for (let t = range.from; t < range.to; t++) {
    const netKwh = house.loadKwh[t] - house.pvKwh[t];
    const surplusKwh = Math.max(0, -netKwh);
    const deficitKwh = Math.max(0, netKwh);
    const last = t === range.to - 1;
    const fromGridKw = flows.gridCharge === 'never' ? surplusKwh : Infinity;
    const fromSurplusKw = !flows.surplusCharge && surplusKwh > 0 ? 0 : Infinity;
    const at = addColumn(lp, prices.importSekPerKwh[t], 0, capKw[t]);
    const { importKw, exportKw } = house.gridLimits ?? NO_LIMITS;
    const roomKw = Math.max(0, importKw - netKwh);
    addColumn(lp, -prices.exportSekPerKwh[t], 0, exportKw[t]);
    addColumn(lp, 0, 0, Math.min(powerKw, fromGridKw, fromSurplusKw, roomKw));
    addColumn(lp, 0, 0, flows.batteryExport ? powerKw : Math.min(powerKw, deficitKwh));
    addColumn(lp, 0, last ? Math.max(floorKwh, range.minEndKwh) : floorKwh, ceilingKwh);
    addColumn(lp, minSpreadSekPerKwh * efficiency * efficiency, 0, Infinity);
    addColumn(lp, 0, 0, 1);
    addColumn(lp, 0, 0, Math.max(0, surplusKwh - exportKw[t]));
    addRow(lp, netKwh, netKwh, [
      [at + BUY, 1],
      [at + SELL, -1],
      [at + CHARGE, -1],
      [at + DISCHARGE, 1],
      [at + CUT, -1],
    ]);
    const stored: [number, number][] = [
      [at + LEVEL, 1],
      [at + CHARGE, -efficiency],
      [at + DISCHARGE, 1 / efficiency],
    ];
    const startKwh = t === range.from ? range.startKwh : 0;
    if (t > range.from) stored.push([at + LEVEL - COLUMNS, -1]);
    addRow(lp, startKwh, startKwh, stored);
    if (problem.oneWay && prices.exportSekPerKwh[t] < 0) {
      lp.binary.push(at + CHARGES);
      addRow(lp, -Infinity, 0, [
        [at + CHARGE, 1],
        [at + CHARGES, -powerKw],
      ]);
      addRow(lp, -Infinity, powerKw, [
        [at + DISCHARGE, 1],
        [at + CHARGES, powerKw],
      ]);
    }
    if (minSpreadSekPerKwh > 0) {
      addRow(lp, -surplusKwh, Infinity, [
        [at + BOUGHT, 1],
        [at + CHARGE, -1],
      ]);
    }
  }
  return begin;
}

export function solveProgramme(lp: Programme): Float64Array {
  const [numCols, numRows] = [lp.cost.length, lp.rowLower.length];
  const integrality = new Int32Array(numCols);
  for (const column of lp.binary) integrality[column] = 1;
  const model: ModelData = {
    ...(lp.binary.length > 0 ? { integrality } : {}),
    numCols,
    numRows,
    colCost: lp.cost,
    colLower: lp.lower,
    colUpper: lp.upper,
    rowLower: lp.rowLower,
    rowUpper: lp.rowUpper,
    matrix: {
      format: 'csr',
      numRows,
      numCols,
      starts: lp.starts,
      indices: lp.indices,
      values: lp.values,
    },
  };
  return highs.withModel(model, (solver) => {
    solver.options.set({
      output_flag: false,
      mip_rel_gap: 1e-8,
      primal_feasibility_tolerance: 1e-10,
      dual_feasibility_tolerance: 1e-10,
    });
    solver.run();
    const status = solver.getModelStatus();
    if (status !== highs.constants.modelStatus.optimal) {
      throw new Error(`The linear programme ended with status ${status}.`);
    }
    return solver.getSolution().colValue;
  });
}
