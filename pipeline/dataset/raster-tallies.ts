import type { ClimateSource, GridBand } from '../rasters/climate-rasters.ts';
import { emptyTally, type PixelBounds } from '../rasters/weighted-means.ts';
import { addDoubts, noDoubts, type PixelDoubts, refuseDoubts } from './pixel-doubts.ts';
import { checkGhiRange, checkPlausible, pixelLimits } from './plausibility.ts';
import { swappedMonths } from './swapped-months.ts';

/** Counts and sums of one raster. */
interface Tally {
  name: string;
  count: number;
  /** Count and sums over the cells where an expected value is known. */
  knownCount: number;
  knownSum: number;
  expectedSum: number;
  min: number;
  max: number;
  doubts: PixelDoubts;
}

/** Tallies of each raster of a source. */
export interface SourceTallies {
  ghi: Tally[];
  diffuse_fraction: Tally[];
  temperature: Tally[];
  elevation: Tally[];
}

/** Tallies of rasters that are still unread. */
export function newTallies(source: ClimateSource): SourceTallies {
  const tally = ({ name }: GridBand): Tally => ({
    name,
    count: 0,
    knownCount: 0,
    knownSum: 0,
    expectedSum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    doubts: noDoubts(),
  });
  return {
    ghi: source.ghi.map(tally),
    diffuse_fraction: (source.diffuseFraction ?? []).map(tally),
    temperature: (source.temperature ?? []).map(tally),
    elevation: (source.elevation ? [source.elevation] : []).map(tally),
  };
}

/** A row of the grid, as the tallies need it. */
export interface TallyRow {
  row: number;
  latDeg: number;
  /** Per column: whether the cell is needed. */
  places: Uint8Array;
  /** Expected irradiation by month, kWh/m2; NaN where it is not known. */
  expected: Float64Array;
  /** Where a column's cell is, for people. */
  placeOf: (col: number) => string;
}

/**
 * Reads and tallies a row of all rasters of a source: of the needed cells the values, and the pixels that
 * cannot be right.
 * @returns the irradiation's rows by month
 */
export async function tallySource(
  source: ClimateSource,
  tallies: SourceTallies,
  at: TallyRow,
): Promise<Float64Array[]> {
  const limits = pixelLimits(at.latDeg);
  const ghi = await tallyMonths(source.ghi, tallies.ghi, at, limits.ghi);
  const { diffuseFraction, temperature, elevation } = source;
  await tallyMonths(diffuseFraction ?? [], tallies.diffuse_fraction, at, limits.diffuse_fraction);
  await tallyMonths(temperature ?? [], tallies.temperature, at, limits.temperature);
  await tallyMonths(elevation ? [elevation] : [], tallies.elevation, at, limits.elevation);
  return ghi;
}

async function tallyMonths(
  bands: readonly GridBand[],
  tallies: Tally[],
  { row, places, expected, placeOf }: TallyRow,
  limits: readonly PixelBounds[],
): Promise<Float64Array[]> {
  const rows = [];
  for (let i = 0; i < bands.length; i++) {
    const pixels = emptyTally(places.length, limits[i]);
    const values = await bands[i].readRow(row, pixels);
    addDoubts(tallies[i].doubts, pixels, places, limits[i], placeOf);
    for (let col = 0; col < values.length; col++) {
      if (places[col] && !Number.isNaN(values[col])) add(tallies[i], values[col], expected[i]);
    }
    rows.push(values);
  }
  return rows;
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

/** @throws Error for a raster without data, in the wrong unit or out of range */
export function checkTallies(source: ClimateSource, tallies: SourceTallies): void {
  for (const tally of Object.values(tallies).flat()) {
    if (tally.count === 0) {
      throw new Error(
        `${tally.name}: has no value at any of the needed cells (all nodata). Check its nodata value and extent.`,
      );
    }
  }
  if (!source.acceptPixels) for (const { name, doubts } of tallies.ghi) refuseDoubts(name, doubts);
  if (!source.acceptRange) checkGhiMonths(source, tallies.ghi);
  for (const variable of ['diffuse_fraction', 'temperature', 'elevation'] as const) {
    for (const { name, min, max, doubts } of tallies[variable]) {
      checkPlausible(name, variable, min, max);
      if (!source.acceptPixels) refuseDoubts(name, doubts);
    }
  }
}

/** @throws Error when two months are in each other's place, or one is far from what is usual */
function checkGhiMonths({ ghiUnit }: ClimateSource, tallies: readonly Tally[]): void {
  if (tallies.some(({ knownCount }) => knownCount === 0)) return;
  const measured = tallies.map(({ knownSum, knownCount }) => knownSum / knownCount);
  const expected = tallies.map(({ expectedSum, knownCount }) => expectedSum / knownCount);
  const swapped = swappedMonths(measured, expected);
  if (swapped) throw swappedError(swapped, tallies, measured, expected);
  tallies.forEach(({ name }, month) => {
    checkGhiRange(name, month, ghiUnit, measured[month], expected[month]);
  });
}

function swappedError(
  months: [number, number],
  tallies: readonly Tally[],
  measured: readonly number[],
  expected: readonly number[],
): Error {
  const [a, b] = months.map((month) => {
    const off = 100 * (measured[month] / expected[month] - 1);
    return `${tallies[month].name} (month ${month + 1}, ${off > 0 ? '+' : ''}${off.toFixed(1)} % of the usual mean)`;
  });
  return new Error(
    `${a} and ${b}: look as if they were in each other's place: each has the other's clearness, which goes through the year in a known course. Swap the files; if the data are right, put "accept_range": {"reason": "why"} into "ghi".`,
  );
}
