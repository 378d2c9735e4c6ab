import { MONTHS } from '../schemas/axes.ts';
import type { CoverageMask } from '../schemas/coverage-mask.ts';
import { bitAt } from '../schemas/coverage-mask.ts';
import { type Grid, latOfRow, lngOfCol } from '../schemas/grid.ts';
import type { ClimateSource, GridBand } from './climate-rasters.ts';
import {
  checkGhiRange,
  checkRange,
  expectedGhiKwhM2,
  greatestGhiKwhM2,
  type LimitedVariable,
  leastGhiKwhM2,
} from './plausibility.ts';

/** No source has the cell. */
export const NO_SOURCE = 255;

/** What a first reading of all rasters found. */
export interface Survey {
  /** Per grid place: index of the source whose irradiation the cell takes, or NO_SOURCE. */
  sourceOf: Uint8Array;
  cells: number;
}

/**
 * Reads every raster once over the needed cells: checks units and ranges, and picks each cell's
 * source, the first that has all twelve months there.
 * @param needed 1 where a cell is needed, by grid place
 * @param isSweden whether the irradiation to expect is known
 * @throws Error for a raster without data, in the wrong unit or out of range
 */
export async function surveyRasters(
  sources: readonly ClimateSource[],
  grid: Grid,
  needed: Uint8Array,
  isSweden: boolean,
  onRow: (share: number) => void,
): Promise<Survey> {
  const sourceOf = new Uint8Array(grid.rows * grid.cols).fill(NO_SOURCE);
  const tallies = sources.map(newTallies);
  for (let row = 0; row < grid.rows; row++) {
    const places = needed.subarray(row * grid.cols, (row + 1) * grid.cols);
    const lat = latOfRow(grid, row);
    const expected = isSweden ? expectedGhiKwhM2(lat) : new Float64Array(MONTHS).fill(Number.NaN);
    const limits = { least: leastGhiKwhM2(lat), greatest: greatestGhiKwhM2(lat) };
    for (let s = 0; s < sources.length; s++) {
      const ghi = await tallyMonths(sources[s].ghi, tallies[s].ghi, row, places, expected);
      checkLimits(sources[s].ghi, ghi, places, limits, grid, row);
      await tallyOthers(sources[s], tallies[s], row, places);
      claimCells(sourceOf.subarray(row * grid.cols, (row + 1) * grid.cols), places, ghi, s);
    }
    onRow((row + 1) / grid.rows);
  }
  for (let s = 0; s < sources.length; s++) checkTallies(sources[s], tallies[s]);
  return { sourceOf, cells: sourceOf.reduce((n, s) => n + (s === NO_SOURCE ? 0 : 1), 0) };
}

/**
 * Every covered place must have at least one of its four cells.
 * @throws Error naming the first place without, the rasters that lack it and how much of the coverage is like it
 */
export async function checkCovered(
  mask: CoverageMask,
  grid: Grid,
  survey: Survey,
  sources: readonly ClimateSource[],
): Promise<void> {
  let bare = 0;
  let covered = 0;
  let first = { lat: 0, lng: 0 };
  for (let row = 0; row < mask.rows; row++) {
    const lat = mask.south + (row + 0.5) * mask.latStepDeg;
    for (let col = 0; col < mask.cols; col++) {
      if (!bitAt(mask, row, col)) continue;
      covered++;
      const lng = mask.west + (col + 0.5) * mask.lngStepDeg;
      if (cornersOf(grid, lat, lng).some((at) => survey.sourceOf[at] !== NO_SOURCE)) continue;
      if (bare++ === 0) first = { lat, lng };
    }
  }
  if (bare === 0) return;
  const percent = Math.max(0.01, (100 * bare) / covered).toFixed(2);
  const lacking = await bandsLacking(sources, grid, first.lat, first.lng);
  throw new Error(
    `The GHI rasters do not cover the country: ${percent} % of the covered area has no data around it, first at ${first.lat.toFixed(2)} N ${first.lng.toFixed(2)} E. Found no value there in ${lacking}; expected all twelve months of one source. Add a source that reaches there, or limit grid.bbox.`,
  );
}

/** Grid places of the four cells around a point: south-west, south-east, north-west, north-east. */
function cornersOf(grid: Grid, lat: number, lng: number): number[] {
  const row = Math.floor(lat / grid.stepDeg - grid.firstRow);
  const col = Math.floor(lng / grid.stepDeg - grid.firstCol);
  const at = row * grid.cols + col;
  return [at, at + 1, at + grid.cols, at + grid.cols + 1];
}

async function bandsLacking(
  sources: readonly ClimateSource[],
  grid: Grid,
  lat: number,
  lng: number,
): Promise<string> {
  const corners = cornersOf(grid, lat, lng);
  const lacking: string[] = [];
  for (const band of sources.flatMap(({ ghi }) => ghi)) {
    const rows = [await band.readRow(Math.floor(corners[0] / grid.cols))];
    rows.push(await band.readRow(Math.floor(corners[2] / grid.cols)));
    const values = corners.map((at, i) => rows[i >> 1][at % grid.cols]);
    if (values.every(Number.isNaN)) lacking.push(band.name);
  }
  const shown = lacking.slice(0, 3).join('; ') || 'some month of every source';
  return lacking.length > 3 ? `${shown} and ${lacking.length - 3} more` : shown;
}

/** What was seen of one raster. */
interface Tally {
  name: string;
  count: number;
  /** Of the cells where an expected value is known. */
  knownCount: number;
  knownSum: number;
  expectedSum: number;
  min: number;
  max: number;
}

interface SourceTallies {
  ghi: Tally[];
  diffuse_fraction: Tally[];
  temperature: Tally[];
  elevation: Tally[];
}

function newTallies(source: ClimateSource): SourceTallies {
  const tally = ({ name }: GridBand): Tally => ({
    name,
    count: 0,
    knownCount: 0,
    knownSum: 0,
    expectedSum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
  });
  return {
    ghi: source.ghi.map(tally),
    diffuse_fraction: (source.diffuseFraction ?? []).map(tally),
    temperature: (source.temperature ?? []).map(tally),
    elevation: (source.elevation ? [source.elevation] : []).map(tally),
  };
}

async function tallyMonths(
  bands: readonly GridBand[],
  tallies: Tally[],
  row: number,
  places: Uint8Array,
  expected: Float64Array,
): Promise<Float64Array[]> {
  const rows = [];
  for (let i = 0; i < bands.length; i++) {
    const values = await bands[i].readRow(row);
    for (let col = 0; col < values.length; col++) {
      if (places[col] && !Number.isNaN(values[col])) add(tallies[i], values[col], expected[i]);
    }
    rows.push(values);
  }
  return rows;
}

async function tallyOthers(
  source: ClimateSource,
  tallies: SourceTallies,
  row: number,
  places: Uint8Array,
): Promise<void> {
  const none = new Float64Array(MONTHS);
  await tallyMonths(source.diffuseFraction ?? [], tallies.diffuse_fraction, row, places, none);
  await tallyMonths(source.temperature ?? [], tallies.temperature, row, places, none);
  if (source.elevation) await tallyMonths([source.elevation], tallies.elevation, row, places, none);
}

function add(tally: Tally, value: number, expected: number): void {
  tally.count++;
  if (!Number.isNaN(expected)) {
    tally.knownCount++;
    tally.knownSum += value;
    tally.expectedSum += expected;
  }
  tally.min = Math.min(tally.min, value);
  tally.max = Math.max(tally.max, value);
}

/** What a cell can get in each month, kWh/m2. */
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
  grid: Grid,
  row: number,
): void {
  for (let month = 0; month < ghi.length; month++) {
    for (let col = 0; col < places.length; col++) {
      const value = ghi[month][col];
      if (!places[col] || !(value > greatest[month] || value < least[month])) continue;
      throw new Error(
        `${bands[month].name}: GHI is ${value.toFixed(1)} kWh/m2 in month ${month + 1} at ${latOfRow(grid, row)} N ${lngOfCol(grid, col)} E, expected ${least[month].toFixed(1)} (under clouds all month) to ${greatest[month].toFixed(1)} (the top of the atmosphere). Check the file's values, unit, and how it marks missing pixels.`,
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

function checkTallies(source: ClimateSource, tallies: SourceTallies): void {
  for (const tally of Object.values(tallies).flat()) {
    if (tally.count === 0) {
      throw new Error(
        `${tally.name}: has no value at any of the needed cells (all nodata). Check its nodata value and extent.`,
      );
    }
  }
  tallies.ghi.forEach((tally, month) => {
    const { name, knownCount, knownSum, expectedSum } = tally;
    if (knownCount === 0 || source.acceptRange) return;
    checkGhiRange(name, month, source.ghiUnit, knownSum / knownCount, expectedSum / knownCount);
  });
  for (const variable of ['diffuse_fraction', 'temperature', 'elevation'] as LimitedVariable[]) {
    for (const { name, min, max } of tallies[variable]) checkRange(name, variable, min, max);
  }
}
