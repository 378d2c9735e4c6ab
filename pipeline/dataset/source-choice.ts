import type { Grid } from '../../schemas/codec/grid.ts';
import { nearestCell } from '../coverage/nearest-cell.ts';
import type { GridSource } from '../rasters/climate-grids.ts';
import { checkSource } from './checks/raster-checks.ts';
import { checkSpread } from './checks/spread.ts';
import type { DatasetInputs } from './dataset-inputs.ts';

/** No source has the cell. */
export const NO_SOURCE = 255;

/** The source that each cell takes its values from. */
export interface SourceChoice {
  /** Number of the source by grid index, or NO_SOURCE. */
  sourceOf: Uint8Array;
  /** Index that a cell's values are taken from, by grid index: its own unless it was filled. */
  valuesAt: Int32Array;
  cells: number;
  /** How many of the cells take the values of another one. */
  filled: number;
  /** How many of the cells have a mean of years that lacks one. */
  lackingYears: number;
  /** Oddities of the rasters that are not refused, for people. */
  notes: string[];
}

/** How many cells there are, for people. */
export function cellsText({ cells, filled, lackingYears }: CellCounts): string {
  const notes = [
    ...(filled > 0 ? [`${filled} filled from the nearest`] : []),
    ...(lackingYears ? [`${lackingYears} with a mean that lacks some of the years`] : []),
  ];
  return notes.length === 0 ? `${cells} cells` : `${cells} cells (${notes.join(', ')})`;
}

type CellCounts = Pick<SourceChoice, 'cells' | 'filled'> & { lackingYears?: number };

/**
 * Checks every source, and picks each cell's: the first that has all twelve months there. A cell that no source has is
 * filled from the nearest one that a source has, as far away as the recipe allows.
 * @throws Error for a raster without data, in the wrong unit or out of range
 */
export function chooseSources({
  recipe,
  domain,
  sources,
  interannual,
}: DatasetInputs): SourceChoice {
  const { grid, needed } = domain;
  const notes = sources.flatMap((source) => checkSource(source, domain));
  const found = Uint8Array.from(needed, (isNeeded, gridIndex) =>
    isNeeded ? firstSource(sources, gridIndex) : NO_SOURCE,
  );
  const choice = filledChoice(found, grid, needed, recipe.fill_sea_km ?? 0);
  if (interannual) checkSpread(interannual, grid, usedIndexes(choice));
  return { ...choice, lackingYears: countLacking(choice, sources), notes };
}

function firstSource(sources: readonly GridSource[], gridIndex: number): number {
  const first = sources.findIndex(({ ghi }) =>
    ghi.every(({ values }) => !Number.isNaN(values[gridIndex])),
  );
  return first < 0 ? NO_SOURCE : first;
}

type SourceMap = Omit<SourceChoice, 'lackingYears' | 'notes'>;

function filledChoice(
  found: Uint8Array,
  grid: Grid,
  needed: Uint8Array,
  withinKm: number,
): SourceMap {
  const sourceOf = found.slice();
  const valuesAt = Int32Array.from(found.keys());
  let filled = 0;
  for (let gridIndex = 0; gridIndex < found.length; gridIndex++) {
    if (!needed[gridIndex] || found[gridIndex] !== NO_SOURCE) continue;
    const nearest = nearestCell(grid, gridIndex, withinKm, (at) => found[at] !== NO_SOURCE);
    if (!nearest) continue;
    sourceOf[gridIndex] = found[nearest.gridIndex];
    valuesAt[gridIndex] = nearest.gridIndex;
    filled++;
  }
  const cells = sourceOf.reduce((n, source) => n + (source === NO_SOURCE ? 0 : 1), 0);
  return { sourceOf, valuesAt, cells, filled };
}

/** Marks the grid indexes whose values a cell takes. */
function usedIndexes({ sourceOf, valuesAt }: SourceMap): Uint8Array {
  const isUsed = new Uint8Array(sourceOf.length);
  sourceOf.forEach((source, gridIndex) => {
    if (source !== NO_SOURCE) isUsed[valuesAt[gridIndex]] = 1;
  });
  return isUsed;
}

function countLacking({ sourceOf, valuesAt }: SourceMap, sources: readonly GridSource[]): number {
  return sourceOf.reduce(
    (n, source, gridIndex) => n + (sources[source]?.ghiYears.lacking[valuesAt[gridIndex]] ?? 0),
    0,
  );
}
