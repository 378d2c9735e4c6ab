import type { Column } from '../columns/column.ts';

/** Blank cells stand for 0 in so many runs, and so long ones in the mean: those that were lost are few or single. */
const LEAST_RUNS = 20;
const LEAST_LENGTH = 2.5;
/** Lines that are wholly blank for longer than this are lost. */
const LONGEST_HOURS = 24;
const HOUR_MS = 3_600_000;

/**
 * Counts blank cells as 0 where a column leaves blank what is 0: it has no 0, and is often blank for a while. Null for
 * other columns. It is doubtful where no other column has a value in some of these lines, so that they may be lost.
 * @param others columns of energy of the same lines
 */
export function fillBlanks({ values, axis }: Column, others: readonly Column[]) {
  if (axis.isBare || values.includes(0)) return null;
  const blank = runsOf(values);
  const count = blank.reduce((sum, [from, to]) => sum + to - from, 0);
  if (blank.length < LEAST_RUNS || count < LEAST_LENGTH * blank.length) return null;
  const isMostly = count > values.length / 2;
  const isLost = ([from, to]: Run) =>
    isMostly || axis.clockMs[to - 1] - axis.clockMs[from] >= LONGEST_HOURS * HOUR_MS;
  const isAlone = (row: number) => others.every((other) => Number.isNaN(other.values[row]));
  const filled = values.slice();
  let [added, alone] = [0, 0];
  for (const run of blank) {
    for (let row = run[0]; row < run[1]; row++) {
      if (isAlone(row) && isLost(run)) continue;
      if (isAlone(row)) alone++;
      filled[row] = 0;
      added++;
    }
  }
  return { values: filled, count: added, isDoubtful: alone > 0.01 * added };
}

/** First row of blank ones, and the one behind them. */
type Run = [number, number];

function runsOf(values: Float64Array): Run[] {
  const runs: Run[] = [];
  for (let row = 0; row < values.length; row++) {
    if (!Number.isNaN(values[row])) continue;
    const last = runs[runs.length - 1];
    if (last?.[1] === row) last[1]++;
    else runs.push([row, row + 1]);
  }
  return runs;
}
