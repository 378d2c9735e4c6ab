import { nearestTown, type Town } from '../accuracy/towns.ts';
import { type CellPlace, MONTH_NAMES } from '../dataset/dataset-figures.ts';
import { type CellDifference, type DatasetDiff, worstCells } from './compare-datasets.ts';
import type { RelativeDifference } from './relative-differences.ts';

/** Most cells that are listed. */
const WORST_CELLS = 20;

export interface ComparedFile {
  path: string;
  dataset_version: string;
  cells: number;
}

/** Percent of a share, with the sign when asked for. */
export function percent(share: number, isSigned = false): string {
  const text = (100 * share).toFixed(Math.abs(share) < 0.0001 && share !== 0 ? 4 : 2);
  return isSigned && share > 0 ? `+${text}` : text;
}

/** A comparison in one sentence. */
export function verdictText({ cells, yield: yields, ghi }: DatasetDiff): string {
  const year = yields[yields.length - 1];
  const most = (movements: RelativeDifference[]) => Math.max(...movements.map(({ max }) => max));
  if (most(yields) === 0 && most(ghi) === 0) {
    return `No yield and no irradiation differs in the ${cells.length} cells that both have.`;
  }
  return `Yearly yields move by ${percent(year.median)} % in the median and at most ${percent(year.max)} %. The largest movement of a month is ${percent(most(yields))} %, of GHI ${percent(most(ghi))} %.`;
}

const SHOWN_CHARACTERS = 300;

export function headerValue(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)}... (${text.length} characters)`;
}

/** The readable summary that `make diff` prints. */
export function comparisonText(
  comparison: DatasetDiff,
  a: ComparedFile,
  b: ComparedFile,
  towns: readonly Town[],
): string {
  const worst = worstCells(comparison, WORST_CELLS);
  return [
    fileLine('A', a),
    fileLine('B', b),
    ...cellLines(comparison),
    ...comparison.header.map(
      ({ field, a, b }) => `  ${field}: ${headerValue(a)} -> ${headerValue(b)}`,
    ),
    '',
    verdictText(comparison),
    '',
    'Differences, % of A (sizes; mean with sign)',
    `${''.padEnd(6)}${'yield, 361 planes'.padStart(36)}${'GHI'.padStart(38)}`,
    row('', [...COLUMNS, ...COLUMNS]),
    ...comparison.yield.map((movement, period) =>
      row(MONTH_NAMES[period] ?? 'Year', [
        ...cellsOf(movement),
        ...cellsOf(comparison.ghi[period]),
      ]),
    ),
    '',
    worst.length > 0
      ? `The ${worst.length} covered cells that move most: the plane whose year does`
      : '',
    ...worst.map((cell) => worstLine(cell, towns)),
  ]
    .join('\n')
    .trimEnd();
}

function fileLine(name: string, { path, dataset_version, cells }: ComparedFile): string {
  return `${name}: ${path}, dataset ${dataset_version}, ${cells} cells`;
}

function cellLines({ cells, onlyA, onlyB, changed }: DatasetDiff): string[] {
  return [
    `${cells.length} cells in both; only in A ${placesText(onlyA)}; only in B ${placesText(onlyB)}`,
    `Cells with another database ${changed.radiationDb}, ERA5 correction ${changed.era5Corrected}, optimum tilt ${changed.optimumTilt}`,
  ];
}

/** The number of cells, and the first three. */
export function placesText(places: readonly CellPlace[]): string {
  const first = places.slice(0, 3).map(({ lat, lng }) => `${lat} N ${lng} E`);
  const names = places.length > 3 ? `first ${first.join(', ')}` : first.join(', ');
  return places.length === 0 ? 'none' : `${places.length} (${names})`;
}

const COLUMNS = ['median', 'P95', 'max', 'mean'];

function cellsOf({ median, p95, max, mean }: RelativeDifference): string[] {
  return [percent(median), percent(p95), percent(max), percent(mean, true)];
}

function row(label: string, cells: string[]): string {
  return label.padEnd(6) + cells.map((cell, i) => cell.padStart(i === 4 ? 13 : 9)).join('');
}

function worstLine({ lat, lng, worst }: CellDifference, towns: readonly Town[]): string {
  const { name, km } = nearestTown(towns, lat, lng);
  const plane = `tilt ${worst.tiltDeg}, azimuth ${worst.azimuthDeg}`;
  return `  ${`${lat} N ${lng} E`.padEnd(18)}${`${name} ${km.toFixed(0)} km`.padEnd(24)}${percent(worst.difference, true).padStart(9)} %  ${plane}`;
}
