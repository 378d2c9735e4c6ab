import { MONTHS, planeAt } from '../../schemas/codec/axes.ts';
import { annualYield, type CellValues } from '../../schemas/codec/cell-records.ts';
import type { InterannualHeader } from '../../schemas/types.ts';
import { MONTH_NUMBERS } from './dataset-figures.ts';

/** The planes whose yields are in tables, by column. */
export const SUMMARY_PLANES = [
  { name: 'yield_flat', plane: planeAt(0, 180) },
  { name: 'yield_s40', plane: planeAt(40, 180) },
  { name: 'yield_e40', plane: planeAt(40, 90) },
  { name: 'yield_w40', plane: planeAt(40, 270) },
  { name: 'yield_n40', plane: planeAt(40, 0) },
  { name: 'yield_s90', plane: planeAt(90, 180) },
];

/**
 * The reviewer's readable form of a dataset: one line a cell with monthly GHI, the year's yield on a
 * few planes, the elevation and monthly temperatures as the prices have them. Then lines of how these
 * planes vary between years, and those that the prices append. Committed. Places are in the order of `placeOrder`.
 */
const CELL_COLUMNS = [
  ...monthColumns('ghi'),
  ...SUMMARY_PLANES.map(({ name }) => name),
  'yield_optimum',
  'elevation',
  ...monthColumns('t2m'),
];

/** The values of a row of cells that a summary shows. */
type SummaryCells = Pick<
  CellValues,
  'ghi' | 'yield' | 'yield_scale' | 'optimum_yield' | 'elevation' | 'temperature'
>;

/** The first line of summary.csv: the names of its columns. */
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

function monthColumns(name: string): string[] {
  return MONTH_NUMBERS.map((month) => `${name}_${month}`);
}

function values(cells: SummaryCells, cell: number): string[] {
  const [ghi, temperatures] = [cells.ghi, cells.temperature].map((values) =>
    values.subarray(cell * MONTHS, (cell + 1) * MONTHS),
  );
  const yields = SUMMARY_PLANES.map(({ plane }) => annualYield(cells, cell, plane));
  return [
    ...Array.from(ghi, (value) => value.toFixed(2)),
    ...[...yields, cells.optimum_yield[cell], cells.elevation[cell], ...temperatures].map((v) =>
      v.toFixed(1),
    ),
  ];
}

const BETWEEN_YEARS = 'Between years ';

/**
 * The lines of how yields vary between years: `Between years 06,...` are the factors of the summary's planes in June,
 * then their scatter in percent. Behind the months the year and the number of years.
 */
export function spreadLines(spread: InterannualHeader | undefined): string {
  if (!spread) return '';
  const { plane_factors, plane_scatter_pct = [], years } = spread;
  const lines = plane_factors.map((factors, list) => {
    const name = MONTH_NUMBERS[list] ?? 'year';
    const lists = [factors, plane_scatter_pct[list] ?? []];
    const figures = lists.flatMap((of) =>
      of.length > 0 ? SUMMARY_PLANES.map(({ plane }) => of[plane]) : [],
    );
    return `${name},${figures.map((figure) => figure.toFixed(3)).join(',')}`;
  });
  return [...lines, `years,${years}`]
    .map((line) => `${BETWEEN_YEARS}${line}\n`)
    .sort()
    .join('');
}

/** The first column of a line: its place, as text. */
export function placeOf(line: string): string {
  return line.slice(0, line.indexOf(','));
}

const CELL = /^(-?[\d.]+) (-?[\d.]+)$/;

/** Order of the lines: cells from the south-west row by row, then everything else by its name. */
export function placeOrder(a: string, b: string): number {
  const [cellA, cellB] = [CELL.exec(a), CELL.exec(b)];
  if (cellA && cellB) return +cellA[1] - +cellB[1] || +cellA[2] - +cellB[2];
  if (cellA || cellB) return cellA ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}
