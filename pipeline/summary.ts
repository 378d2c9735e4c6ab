import { MONTHS, PLANES, planeIndex, storedAzimuthIndex } from '../schemas/axes.ts';

/**
 * The reviewer's readable form of a dataset: one line a cell with monthly GHI and the year's yield
 * on a few planes, one line a price area and month with its 24 prices. Committed, and what
 * version verdicts compare.
 */
export const CELL_COLUMNS = [
  ...Array.from({ length: MONTHS }, (_, m) => `ghi_${String(m + 1).padStart(2, '0')}`),
  'yield_flat',
  'yield_s40',
  'yield_e40',
  'yield_w40',
  'yield_n40',
  'yield_s90',
  'yield_optimum',
];

const YIELD_PLANES = [
  [0, 180],
  [40, 180],
  [40, 90],
  [40, 270],
  [40, 0],
  [90, 180],
].map(([tilt, azimuth]) => planeIndex(tilt / 5, storedAzimuthIndex(azimuth / 10)));

/** The arrays of a row of cells that a summary shows, each [cell]... as in pv-yield.bin. */
export interface SummaryCells {
  ghi: Float32Array;
  yield: Uint16Array;
  yield_scale: Float64Array;
  optimum_yield: Float64Array;
}

/** The first line. */
export function summaryHeading(): string {
  return `place,${CELL_COLUMNS.join(',')}\n`;
}

/** The lines of a row's cells, `59.25 18,...`. */
export function summaryLines(
  latDeg: number,
  lngsDeg: readonly number[],
  cells: SummaryCells,
): string {
  return lngsDeg
    .map(
      (lngDeg, cell) =>
        `${+latDeg.toFixed(4)} ${+lngDeg.toFixed(4)},${values(cells, cell).join(',')}\n`,
    )
    .join('');
}

function values(cells: SummaryCells, cell: number): string[] {
  const months = MONTHS;
  const ghi = cells.ghi.subarray(cell * months, (cell + 1) * months);
  const yields = YIELD_PLANES.map((plane) => {
    let annual = 0;
    for (let month = 0; month < months; month++) {
      const at = (cell * PLANES + plane) * months + month;
      annual += cells.yield[at] * cells.yield_scale[cell * months + month];
    }
    return annual;
  });
  return [
    ...Array.from(ghi, (value) => value.toFixed(2)),
    ...[...yields, cells.optimum_yield[cell]].map((value) => value.toFixed(1)),
  ];
}

/** A summary by line: its first column, and its numbers. */
export type Summary = Map<string, number[]>;

/** Reads a summary back. The heading line is left out. */
export function parseSummary(text: string): Summary {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('place,'));
  return new Map(
    lines.map((line) => {
      const [place, ...numbers] = line.split(',');
      return [place, numbers.map(Number)];
    }),
  );
}
