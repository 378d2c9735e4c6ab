import { MONTHS } from '../../schemas/codec/axes.ts';
import type { ClimateSource, GridBand } from '../rasters/climate-rasters.ts';
import { checkGhiRange, checkPlausible } from './plausibility.ts';

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
  });
  return {
    ghi: source.ghi.map(tally),
    diffuse_fraction: (source.diffuseFraction ?? []).map(tally),
    temperature: (source.temperature ?? []).map(tally),
    elevation: (source.elevation ? [source.elevation] : []).map(tally),
  };
}

/** Reads a row of every month's raster and tallies the needed cells. @returns the rows */
export async function tallyMonths(
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

/** Reads and tallies a row of all rasters of a source but the irradiation's. */
export async function tallyOthers(
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

/** @throws Error for a raster without data, in the wrong unit or out of range */
export function checkTallies(source: ClimateSource, tallies: SourceTallies): void {
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
  for (const variable of ['diffuse_fraction', 'temperature', 'elevation'] as const) {
    for (const { name, min, max } of tallies[variable]) checkPlausible(name, variable, min, max);
  }
}
