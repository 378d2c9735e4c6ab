import { median } from 'd3-array';

/** Cells to each side that a cell is held against. */
const REACH = 2;
/** Fewer neighbours than these say nothing. */
const LEAST_NEIGHBOURS = 8;
/** A cell is an outlier only beyond both: a share of its neighbours' median, and a robust z. */
const MOST_SHARE = 0.15;
const MOST_Z = 6;
/** Standard deviation of a normal law over its median absolute deviation. */
const SD_PER_MAD = 1.4826;

/** A cell that is far from all its neighbours. */
export interface Outlier {
  row: number;
  col: number;
  value: number;
  /** The neighbours' median. */
  median: number;
}

/**
 * Compares the cells of a field with the up to 24 around each, in rows that come one after the
 * other from row 0 on, so that five rows are held and no more.
 * @param cols columns of a row; a row has NaN where there is nothing to compare
 */
export function outlierFinder(onOutlier: (outlier: Outlier) => void): {
  add: (row: Float64Array) => void;
  finish: () => void;
} {
  const rows: Float64Array[] = [];
  let judged = 0;
  let first = 0;
  const judgeNext = () => {
    judgeRow(rows, judged - first, (col, value, middle) =>
      onOutlier({ row: judged, col, value, median: middle }),
    );
    judged++;
    if (judged - first > REACH) {
      rows.shift();
      first++;
    }
  };
  const add = (row: Float64Array) => {
    rows.push(row);
    if (first + rows.length > judged + REACH) judgeNext();
  };
  const finish = () => {
    while (judged < first + rows.length) judgeNext();
  };
  return { add, finish };
}

function judgeRow(
  rows: readonly Float64Array[],
  at: number,
  onOutlier: (col: number, value: number, median: number) => void,
): void {
  for (let col = 0; col < rows[at].length; col++) {
    const value = rows[at][col];
    if (Number.isNaN(value)) continue;
    const around = neighbours(rows, at, col);
    if (around.length < LEAST_NEIGHBOURS || isNearAll(value, around)) continue;
    const middle = median(around) ?? Number.NaN;
    if (isOutlier(value, middle, around)) onOutlier(col, value, middle);
  }
}

function neighbours(rows: readonly Float64Array[], at: number, col: number): number[] {
  const found: number[] = [];
  for (let row = Math.max(0, at - REACH); row <= Math.min(rows.length - 1, at + REACH); row++) {
    for (let c = Math.max(0, col - REACH); c <= Math.min(rows[at].length - 1, col + REACH); c++) {
      const value = rows[row][c];
      if ((row !== at || c !== col) && !Number.isNaN(value)) found.push(value);
    }
  }
  return found;
}

/** Spares most cells the medians: a value that is near the least and the greatest is near the median. */
function isNearAll(value: number, around: readonly number[]): boolean {
  const [least, greatest] = [Math.min(...around), Math.max(...around)];
  return value >= (1 - MOST_SHARE) * greatest && value <= (1 + MOST_SHARE) * least;
}

/** @returns whether a value is beyond both limits, in share and in spread */
function isOutlier(value: number, middle: number, around: readonly number[]): boolean {
  const away = Math.abs(value - middle);
  if (away <= MOST_SHARE * middle) return false;
  const spread = SD_PER_MAD * (median(around, (other) => Math.abs(other - middle)) ?? 0);
  return away > MOST_Z * spread;
}
