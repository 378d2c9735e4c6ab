import { type Axis, pickRows } from '../times/axis.ts';
import { midnightOffsetMin } from '../times/stamps.ts';
import { isBlank } from '../values/numbers.ts';
import type { Cells, TimedCells } from './column.ts';

/** Columns of one day's steps, in order. */
export interface DayColumns {
  places: number[];
  /** Start of each step by the clock, minutes since midnight. Null if steps are numbered through the day. */
  clockMin: number[] | null;
  stepMin: number;
}

const DAY_MIN = 1440;
const STEPS_A_DAY = [24, 48, 96, 288];
const MINUTE_MS = 60_000;

/** Finds columns that are the hours or quarters of a day by their heads: 00:00-01:00, 0, Timme 1, Kvart 1. */
export function findDayColumns(columns: readonly Cells[]): DayColumns | null {
  const heads = columns.map(({ heads: [nearest] }) => readHead(nearest ?? ''));
  const places = heads.flatMap((head, at) => (head === null ? [] : [at]));
  const run = longestRun(places, heads);
  const perDay = STEPS_A_DAY.findLast((count) => run.length >= count - 1);
  if (perDay === undefined || run.length > perDay + perDay / 24) return null;
  const stepMin = DAY_MIN / perDay;
  const read = run.map((at) => heads[at] ?? { value: 0, isClock: false });
  if (read.every(({ isClock }) => isClock)) {
    return { places: run, clockMin: read.map(({ value }) => value), stepMin };
  }
  const isThroughDay = run.length > perDay;
  const clockMin = isThroughDay ? null : run.map((_, i) => i * stepMin);
  return { places: run, clockMin, stepMin };
}

/** The first time or number in a head. */
function readHead(head: string): { value: number; isClock: boolean } | null {
  const clock = /(\d{1,2})[:.](\d{2})/.exec(head);
  if (clock) return { value: 60 * Number(clock[1]) + Number(clock[2]), isClock: true };
  const number = /^\D{0,12}(\d{1,3})(?!\d)/.exec(head);
  return number ? { value: Number(number[1]), isClock: false } : null;
}

/** The longest run of neighbours whose heads never fall. */
function longestRun(
  places: readonly number[],
  heads: readonly ({ value: number } | null)[],
): number[] {
  let best: number[] = [];
  let run: number[] = [];
  for (const at of places) {
    const last = run[run.length - 1];
    const goesOn = last === at - 1 && (heads[last]?.value ?? 0) <= (heads[at]?.value ?? 0);
    run = goesOn ? [...run, at] : [at];
    if (run.length > best.length) best = run;
  }
  return best;
}

/** Makes a line of each step of each day. Other columns of numbers are sums of the day, and fall away. */
export function unfoldDays({ axis, columns }: TimedCells, days: DayColumns): TimedCells {
  const rows: number[] = [];
  const startMin: number[] = [];
  const values: string[] = [];
  for (let row = 0; row < axis.clockMs.length; row++) {
    const cells = days.places.map((at) => columns[at].cells[row]);
    for (const [i, min] of stepsOf(cells, days)) {
      rows.push(row);
      startMin.push(min);
      values.push(cells[i]);
    }
  }
  const others = columns.filter((column, at) => !days.places.includes(at) && !isNumeric(column));
  const units = columns.flatMap(({ heads }) => heads).filter((head) => /wh\b/i.test(head));
  return {
    axis: addMinutes(pickRows(axis, rows), startMin, days.clockMin === null),
    columns: [
      ...others.map((each) => ({ ...each, cells: rows.map((row) => each.cells[row]) })),
      { heads: units.slice(0, 1), outside: [], cells: values },
    ],
  };
}

/** Places and starts of a day's steps. Where they are numbered through the day, blank ones do not count. */
function stepsOf(cells: readonly string[], { clockMin, stepMin }: DayColumns): [number, number][] {
  if (clockMin) return clockMin.map((min, i) => [i, min]);
  const filled = cells.flatMap((cell, i) => (isBlank(cell) ? [] : [i]));
  return filled.map((i, nth) => [i, nth * stepMin]);
}

function addMinutes(axis: Axis, startMin: readonly number[], isThroughDay: boolean): Axis {
  const offsetMin = isThroughDay ? axis.clockMs.map(midnightOffsetMin) : axis.offsetMin;
  const clockMs = axis.clockMs.map((ms, i) => ms + startMin[i] * MINUTE_MS);
  return { ...axis, clockMs, offsetMin, stamp: 'start', isRowADay: true };
}

function isNumeric({ cells }: Cells): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const numbers = filled.filter((cell) => /^-?\d[\d.,\s]{0,9}$/.test(cell));
  return numbers.length > 0.5 * filled.length;
}
