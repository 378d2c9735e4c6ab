import { type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import type { Recipe } from '../../schemas/types.ts';
import type { Frame } from '../coverage/dataset-frame.ts';
import { nearestPlace } from '../coverage/nearest-place.ts';
import type { ClimateRasters, ClimateSource } from '../rasters/climate-rasters.ts';
import type { InterannualSource, SpreadBand } from '../rasters/interannual.ts';
import { checkPlausible, greatestGhiKwhM2, type LimitedVariable } from './checks/plausibility.ts';
import { checkSource } from './checks/raster-checks.ts';

/** No source has the cell. */
export const NO_SOURCE = 255;

/** A month that gets no more than this at the top of the atmosphere (kWh/m2) may lack its spread. */
const DARK_KWH_M2 = 5;

/** Findings of the reading of all rasters. */
export interface Survey {
  /** Per grid place: index of the source whose irradiation the cell takes, or NO_SOURCE. */
  sourceOf: Uint8Array;
  /** Per grid place: where the cell's values are read, its own place unless it was filled. */
  valuesAt: Int32Array;
  cells: number;
  /** How many of the cells take the values of another place. */
  filled: number;
  /** How many of the cells have a mean of years that lacks one. */
  lackingYears: number;
}

/** Inputs of a dataset: its recipe, its frame and its rasters, opened. */
export interface DatasetInputs extends Omit<ClimateRasters, 'close'> {
  recipe: Recipe;
  frame: Frame;
}

/** How many cells there are, for people. */
export function cellsText({ cells, filled, lackingYears }: CellCounts): string {
  const notes = [
    ...(filled > 0 ? [`${filled} filled from the nearest`] : []),
    ...(lackingYears ? [`${lackingYears} with a mean that lacks some of the years`] : []),
  ];
  return notes.length === 0 ? `${cells} cells` : `${cells} cells (${notes.join(', ')})`;
}

type CellCounts = Pick<Survey, 'cells' | 'filled'> & { lackingYears?: number };

/**
 * Reads and checks every raster, and picks each cell's source: the first that has all twelve months there. A cell
 * that no source has is filled from the nearest one that a source has, as far away as the recipe allows.
 * @throws Error for a raster without data, in the wrong unit or out of range
 */
export async function surveyRasters(
  { recipe, sources, interannual, frame }: DatasetInputs,
  onBand: (share: number) => void,
): Promise<Survey> {
  const { grid, needed } = frame;
  const sourceOf = new Uint8Array(grid.rows * grid.cols).fill(NO_SOURCE);
  const bands = sources.reduce((count, source) => count + bandsIn(source), 0);
  let read = 0;
  for (const [s, source] of sources.entries()) {
    const ghi = await checkSource(source, frame, () => onBand(++read / bands));
    chooseSource(sourceOf, needed, ghi, s);
  }
  const found = filledSurvey(sourceOf, grid, needed, recipe.fill_sea_km ?? 0);
  const survey = { ...found, lackingYears: await countLacking(found, sources) };
  if (interannual) await checkSpread(interannual, grid, usedPlaces(survey));
  return survey;
}

function bandsIn({ ghi, diffuseFraction, temperature, elevation }: ClimateSource): number {
  const others = [diffuseFraction, temperature].reduce((n, bands) => n + (bands?.length ?? 0), 0);
  return ghi.length + others + (elevation ? 1 : 0);
}

async function countLacking(
  { sourceOf, valuesAt }: SourceMap,
  sources: readonly ClimateSource[],
): Promise<number> {
  const lacking = await Promise.all(sources.map(({ ghiYears }) => ghiYears?.lacking()));
  return sourceOf.reduce((n, source, place) => n + (lacking[source]?.[valuesAt[place]] ?? 0), 0);
}

type SourceMap = Omit<Survey, 'lackingYears'>;

function filledSurvey(
  found: Uint8Array,
  grid: Grid,
  needed: Uint8Array,
  withinKm: number,
): SourceMap {
  const sourceOf = found.slice();
  const valuesAt = Int32Array.from(found.keys());
  let filled = 0;
  for (let place = 0; place < found.length; place++) {
    if (!needed[place] || found[place] !== NO_SOURCE) continue;
    const nearest = nearestPlace(grid, place, withinKm, (at) => found[at] !== NO_SOURCE);
    if (!nearest) continue;
    sourceOf[place] = found[nearest.place];
    valuesAt[place] = nearest.place;
    filled++;
  }
  const cells = sourceOf.reduce((n, source) => n + (source === NO_SOURCE ? 0 : 1), 0);
  return { sourceOf, valuesAt, cells, filled };
}

/** Marks the grid places whose values a cell takes. */
function usedPlaces({ sourceOf, valuesAt }: SourceMap): Uint8Array {
  const isUsed = new Uint8Array(sourceOf.length);
  sourceOf.forEach((source, place) => {
    if (source !== NO_SOURCE) isUsed[valuesAt[place]] = 1;
  });
  return isUsed;
}

function chooseSource(
  sourceOf: Uint8Array,
  needed: Uint8Array,
  ghi: readonly Float64Array[],
  s: number,
): void {
  for (let place = 0; place < sourceOf.length; place++) {
    if (!needed[place] || sourceOf[place] !== NO_SOURCE) continue;
    if (ghi.every((month) => !Number.isNaN(month[place]))) sourceOf[place] = s;
  }
}

/**
 * Every cell needs the spread of its year, and of its months but for those without sun.
 * @param isUsed per grid place: whether a cell takes its values there
 * @throws Error naming the raster and the first cell without a value, or the value out of range
 */
async function checkSpread(
  { annualSdPct, monthlySdPct }: InterannualSource,
  grid: Grid,
  isUsed: Uint8Array,
): Promise<void> {
  const greatest = Array.from({ length: grid.rows }, (_, row) =>
    greatestGhiKwhM2(latOfRow(grid, row)),
  );
  await checkBand(annualSdPct, 'annual_sd', grid, isUsed, () => false);
  for (const [month, band] of monthlySdPct.entries()) {
    const isDark = (row: number) => greatest[row][month] <= DARK_KWH_M2;
    await checkBand(band, 'monthly_sd', grid, isUsed, isDark);
  }
}

async function checkBand(
  { name, read }: SpreadBand,
  variable: LimitedVariable,
  grid: Grid,
  isUsed: Uint8Array,
  mayLack: (row: number) => boolean,
): Promise<void> {
  const { values } = await read();
  for (let place = 0; place < values.length; place++) {
    if (!isUsed[place]) continue;
    const [row, col] = [Math.floor(place / grid.cols), place % grid.cols];
    if (!Number.isNaN(values[place])) checkPlausible(name, variable, values[place], values[place]);
    else if (!mayLack(row)) throw lacking(name, latOfRow(grid, row), lngOfCol(grid, col));
  }
}

function lacking(name: string, lat: number, lng: number): Error {
  return new Error(
    `${name}: has no value at ${lat} N ${lng} E, where the dataset has a cell; expected the spread between years there. Limit grid.bbox, or name places ("interannual": {"places": ...}).`,
  );
}
