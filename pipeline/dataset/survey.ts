import { MONTHS } from '../../schemas/codec/axes.ts';
import { COUNTRY } from '../../schemas/codec/coverage-mask.ts';
import { type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import type { Recipe } from '../../schemas/types.ts';
import type { Frame } from '../coverage/dataset-frame.ts';
import { nearestPlace } from '../coverage/nearest-place.ts';
import type { ClimateRasters, ClimateSource, GridBand } from '../rasters/climate-rasters.ts';
import type { InterannualSource, SpreadBand } from '../rasters/interannual.ts';
import { cellComparison } from './cell-comparison.ts';
import {
  checkPlausible,
  expectedGhiKwhM2,
  greatestGhiKwhM2,
  type LimitedVariable,
  leastGhiKwhM2,
} from './plausibility.ts';
import { checkTallies, newTallies, tallySource } from './raster-tallies.ts';

/** No source has the cell. */
export const NO_SOURCE = 255;

/** A month that gets no more than this at the top of the atmosphere (kWh/m2) may lack its spread. */
const DARK_KWH_M2 = 5;

/** Findings of a first reading of all rasters. */
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
 * Reads every raster once over the needed cells: checks units, ranges, pixels and neighbours, and picks each cell's
 * source, the first that has all twelve months there. A cell that no source has is filled from the
 * nearest one that a source has, as far away as the recipe allows.
 * @throws Error for a raster without data, in the wrong unit or out of range
 */
export async function surveyRasters(
  { recipe, sources, interannual, frame: { coverage, grid, needed } }: DatasetInputs,
  onRow: (share: number) => void,
): Promise<Survey> {
  const sourceOf = new Uint8Array(grid.rows * grid.cols).fill(NO_SOURCE);
  const tallies = sources.map(newTallies);
  const comparisons = sources.map((source) => cellComparison(source, grid));
  for (let row = 0; row < grid.rows; row++) {
    const places = needed.subarray(row * grid.cols, (row + 1) * grid.cols);
    const lat = latOfRow(grid, row);
    const expected =
      coverage === COUNTRY ? expectedGhiKwhM2(lat) : new Float64Array(MONTHS).fill(Number.NaN);
    const placeOf = (col: number) => `${lat} N ${lngOfCol(grid, col)} E`;
    const limits = { least: leastGhiKwhM2(lat), greatest: greatestGhiKwhM2(lat) };
    for (let s = 0; s < sources.length; s++) {
      const at = { row, latDeg: lat, places, expected, placeOf };
      const ghi = await tallySource(sources[s], tallies[s], at);
      checkLimits(sources[s].ghi, ghi, places, limits, placeOf);
      comparisons[s].add(ghi, places, lat);
      claimCells(sourceOf.subarray(row * grid.cols, (row + 1) * grid.cols), places, ghi, s);
    }
    onRow((row + 1) / grid.rows);
  }
  for (let s = 0; s < sources.length; s++) {
    checkTallies(sources[s], tallies[s]);
    comparisons[s].finish();
  }
  const found = filledSurvey(sourceOf, grid, needed, recipe.fill_sea_km ?? 0);
  const survey = { ...found, lackingYears: await countLacking(found, sources) };
  if (interannual) await checkSpread(interannual, grid, usedPlaces(survey));
  return survey;
}

async function countLacking(
  { sourceOf, valuesAt }: Claims,
  sources: readonly ClimateSource[],
): Promise<number> {
  const lacking = await Promise.all(sources.map(({ ghiYears }) => ghiYears?.lacking()));
  return sourceOf.reduce((n, source, place) => n + (lacking[source]?.[valuesAt[place]] ?? 0), 0);
}

type Claims = Omit<Survey, 'lackingYears'>;

function filledSurvey(found: Uint8Array, grid: Grid, needed: Uint8Array, withinKm: number): Claims {
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
function usedPlaces({ sourceOf, valuesAt }: Claims): Uint8Array {
  const isUsed = new Uint8Array(sourceOf.length);
  sourceOf.forEach((source, place) => {
    if (source !== NO_SOURCE) isUsed[valuesAt[place]] = 1;
  });
  return isUsed;
}

/** Bounds of a cell's irradiation in each month, kWh/m2. */
interface GhiLimits {
  least: Float64Array;
  greatest: Float64Array;
}

/** A cell cannot get more than there is above the atmosphere, nor less than the thickest clouds leave. */
function checkLimits(
  bands: readonly GridBand[],
  ghi: readonly Float64Array[],
  places: Uint8Array,
  { least, greatest }: GhiLimits,
  placeOf: (col: number) => string,
): void {
  for (let month = 0; month < ghi.length; month++) {
    for (let col = 0; col < places.length; col++) {
      const value = ghi[month][col];
      if (!places[col] || !(value > greatest[month] || value < least[month])) continue;
      throw new Error(
        `${bands[month].name}: GHI is ${value.toFixed(1)} kWh/m2 in month ${month + 1} at ${placeOf(col)}, expected ${least[month].toFixed(1)} (under clouds all month) to ${greatest[month].toFixed(1)} (the top of the atmosphere). Check the file's values, unit, and how it marks missing pixels.`,
      );
    }
  }
}

function claimCells(claims: Uint8Array, places: Uint8Array, ghi: Float64Array[], s: number): void {
  for (let col = 0; col < claims.length; col++) {
    if (!places[col] || claims[col] !== NO_SOURCE) continue;
    if (ghi.every((month) => !Number.isNaN(month[col]))) claims[col] = s;
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
  { name, readRow }: SpreadBand,
  variable: LimitedVariable,
  grid: Grid,
  isUsed: Uint8Array,
  mayLack: (row: number) => boolean,
): Promise<void> {
  for (let row = 0; row < grid.rows; row++) {
    const values = await readRow(row);
    for (let col = 0; col < grid.cols; col++) {
      if (!isUsed[row * grid.cols + col]) continue;
      if (!Number.isNaN(values[col])) checkPlausible(name, variable, values[col], values[col]);
      else if (!mayLack(row)) throw lacking(name, latOfRow(grid, row), lngOfCol(grid, col));
    }
  }
}

function lacking(name: string, lat: number, lng: number): Error {
  return new Error(
    `${name}: has no value at ${lat} N ${lng} E, where the dataset has a cell; expected the spread between years there. Limit grid.bbox, or name places ("interannual": {"places": ...}).`,
  );
}
