import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { MONTHS, planeAt } from '../../schemas/axes.ts';
import { PRICE_AREAS } from '../../schemas/price-area.ts';
import { annualYield, type PvYieldSections } from '../../schemas/pv-yield-artifact.ts';

/**
 * The reviewer's readable form of a dataset: one line a cell with monthly GHI, the year's yield on a
 * few planes and the elevation; one line a price area and month with its 24 prices; one line a
 * number of the market records. Committed, and what version verdicts compare, line by line: places
 * are in the order of `placeOrder`.
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
  'elevation',
];

const YIELD_PLANES = [
  [0, 180],
  [40, 180],
  [40, 90],
  [40, 270],
  [40, 0],
  [90, 180],
].map(([tilt, azimuth]) => planeAt(tilt, azimuth));

/** The arrays of a row of cells that a summary shows, each [cell]... as in pv-yield.bin. */
export type SummaryCells = Pick<
  PvYieldSections,
  'ghi' | 'yield' | 'yield_scale' | 'optimum_yield' | 'elevation'
>;

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
  const ghi = cells.ghi.subarray(cell * MONTHS, (cell + 1) * MONTHS);
  const yields = YIELD_PLANES.map((plane) => annualYield(cells, cell, plane));
  return [
    ...Array.from(ghi, (value) => value.toFixed(2)),
    ...[...yields, cells.optimum_yield[cell], cells.elevation[cell]].map((v) => v.toFixed(1)),
  ];
}

/** Clock hours of a line of prices. */
const HOURS = 24;

/**
 * The lines of prices.bin: `SE3 01,...` are the 24 prices of an area's month; `household_shape 1,...`
 * are 24 values each of a further array; `tariffs.records.0.grid_fee.value,19.96` are the numbers
 * of the records, `....municipalities.Umeå,1` the members of their lists.
 * @param spot SEK/kWh, [area][month][clock hour]
 */
export function priceSummaryLines(
  spot: Float64Array,
  arrays: Readonly<Record<string, Float64Array>>,
  records: object,
): string {
  const lines = PRICE_AREAS.flatMap((area, a) =>
    Array.from({ length: MONTHS }, (_, month) => {
      const prices = hoursAt(spot, a * MONTHS + month, (price) => price.toFixed(4));
      return `${area} ${String(month + 1).padStart(2, '0')},${prices}`;
    }),
  );
  for (const [name, array] of Object.entries(arrays)) {
    for (let at = 0; at < array.length / HOURS; at++) {
      lines.push(`${name} ${at + 1},${hoursAt(array, at, (value) => value.toPrecision(5))}`);
    }
  }
  lines.push(...figuresOf(records, '').map(([name, value]) => `${name},${value}`));
  return `${lines.sort((a, b) => placeOrder(placeOf(a), placeOf(b))).join('\n')}\n`;
}

function hoursAt(values: Float64Array, at: number, text: (value: number) => string): string {
  return Array.from(values.subarray(at * HOURS, (at + 1) * HOURS), text).join(',');
}

/** Not a sentence. */
const CODE = /^[^\s,]+$/;

/** Texts that decide what a record's numbers mean. */
const MEANINGS = ['basis', 'unit', 'valid_from', 'program'];

/**
 * Every number in a JSON value by its dotted path, and as facts (of value 1) the texts that decide
 * what numbers mean and the codes in lists.
 */
function figuresOf(value: unknown, path: string): [path: string, value: number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const at = path ? `${path}.${name}` : name;
    if (typeof part !== 'string') return figuresOf(part, at);
    if (!CODE.test(part)) return [];
    if (Array.isArray(value)) return [[`${path}.${part}`, 1]];
    return MEANINGS.includes(name) ? [[`${at} ${part}`, 1]] : [];
  });
}

/** The first column of a line. */
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

/** Whether a line is a cell's. */
export function isCell(place: string): boolean {
  return CELL.test(place);
}

/** A summary's lines, read as they are asked for. */
export type SummaryLines = AsyncIterable<string> | Iterable<string>;

/** The lines of a summary in a file. */
export async function* readSummary(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}
