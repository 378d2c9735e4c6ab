import { MONTHS } from '../../../schemas/codec/axes.ts';
import { COUNTRY } from '../../../schemas/codec/coverage-mask.ts';
import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { Domain } from '../../coverage/dataset-domain.ts';
import type { GridBand, GridSource } from '../../rasters/climate-grids.ts';
import { refuseInvalidPixels } from '../../rasters/pixel-checks.ts';
import { checkDiffuseOrder, checkMonthOrder } from './month-order.ts';
import {
  checkGhiRange,
  checkPlausible,
  expectedGhiKwhM2,
  greatestGhiKwhM2,
  leastGhiKwhM2,
} from './plausibility.ts';
import { isInSweden, seasonNotes } from './seasons.ts';
import { checkYearSum } from './year-sum.ts';

/** A band over the needed cells, in the unit that everything inside has. */
export interface BandStatistics {
  /** Needed cells with a value. */
  count: number;
  min: number;
  mean: number;
  max: number;
}

/** Minimum, mean and maximum are NaN when no needed cell has a value. */
export function bandStatistics(values: Float64Array, needed: Uint8Array): BandStatistics {
  let [count, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let gridIndex = 0; gridIndex < values.length; gridIndex++) {
    const value = values[gridIndex];
    if (!needed[gridIndex] || Number.isNaN(value)) continue;
    count++;
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (count === 0) return { count, min: Number.NaN, mean: Number.NaN, max: Number.NaN };
  return { count, min, mean: sum / count, max };
}

interface CheckedBand extends GridBand, BandStatistics {
  /** Whether its file has times of its own, as NetCDF. */
  isTimed: boolean;
}

/**
 * Checks the rasters of a source over the needed cells: pixels, ranges, units and the order of months.
 * @returns what is odd about them and not refused, for people
 * @throws Error for a raster without data, in the wrong unit, out of range or in the wrong order
 */
export function checkSource(source: GridSource, domain: Domain): string[] {
  const { grid, needed } = domain;
  checkYearSum(grid, source.ghi[0].name, source.ghiUnit, source.ghi);
  const withStatistics = (bands: readonly GridBand[] | null) =>
    (bands ?? []).map((band) => checkedBand(band, needed));
  const ghi = withStatistics(source.ghi);
  const others = {
    diffuse_fraction: withStatistics(source.diffuseFraction),
    temperature: withStatistics(source.temperature),
    elevation: withStatistics(source.elevation),
  };
  const latDeg = meanLatitude(grid, needed);
  const inSweden = isInSweden(domain);
  if (!source.acceptRange) checkMonthOrder('ghi', ghi, latDeg, inSweden);
  checkCells(ghi, domain);
  if (!source.acceptPixels) for (const { name, tally } of ghi) refuseInvalidPixels(name, tally);
  if (!source.acceptRange && domain.coverage === COUNTRY) checkGhiMonths(source, ghi, domain);
  for (const variable of ['diffuse_fraction', 'temperature', 'elevation'] as const) {
    for (const { name, min, max, tally } of others[variable]) {
      checkPlausible(name, variable, min, max);
      if (!source.acceptPixels) refuseInvalidPixels(name, tally);
    }
  }
  if (!source.acceptRange) {
    checkMonthOrder('temperature', others.temperature, latDeg, inSweden);
    checkDiffuseOrder(others.diffuse_fraction, ghi, latDeg, inSweden);
  }
  const skipped = [ghi, ...Object.values(others)].flat().flatMap(({ raster }) => raster.note ?? []);
  return [...new Set(skipped), ...seasonNotes(ghi, others.temperature, domain)];
}

function checkedBand(band: GridBand, needed: Uint8Array): CheckedBand {
  const statistics = bandStatistics(band.values, needed);
  const isTimed = band.raster.stated?.variable !== undefined;
  if (statistics.count > 0) return { ...band, ...statistics, isTimed };
  throw new Error(
    `${band.name}: has no value at any of the needed cells: ${band.missing}. ${adviceOn(band.missing)}`,
  );
}

/** A range is often meant in the values and counts in the stored numbers. */
function adviceOn(missing: string): string {
  const range = /valid_\w+(?=[^,]* hides [1-9])/.exec(missing)?.[0];
  return range
    ? 'The range counts in the stored numbers, before scale_factor. Where it is meant in the values, leave it out: ncatted -a valid_min,,d,, -a valid_max,,d,, -a valid_range,,d,, in.nc out.nc'
    : 'Check its nodata value and extent.';
}

function meanLatitude(grid: Grid, needed: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let row = 0; row < grid.rows; row++) {
    for (let gridIndex = row * grid.cols; gridIndex < (row + 1) * grid.cols; gridIndex++) {
      if (!needed[gridIndex]) continue;
      sum += latOfRow(grid, row);
      count++;
    }
  }
  return sum / count;
}

/** @throws Error when the mean of a month is far from the usual one */
function checkGhiMonths(
  { ghiUnit }: GridSource,
  ghi: readonly CheckedBand[],
  { grid, needed }: Domain,
): void {
  const expected = Array.from({ length: grid.rows }, (_, row) =>
    expectedGhiKwhM2(latOfRow(grid, row)),
  );
  for (const [month, { name, values }] of ghi.entries()) {
    let [measuredSum, expectedSum, count] = [0, 0, 0];
    for (let gridIndex = 0; gridIndex < values.length; gridIndex++) {
      const usual = expected[Math.floor(gridIndex / grid.cols)][month];
      if (!needed[gridIndex] || Number.isNaN(values[gridIndex] + usual)) continue;
      measuredSum += values[gridIndex];
      expectedSum += usual;
      count++;
    }
    if (count > 0) checkGhiRange(name, month, ghiUnit, measuredSum / count, expectedSum / count);
  }
}

/** A cell cannot get more than there is above the atmosphere, nor less than the thickest clouds leave. */
function checkCells(ghi: readonly CheckedBand[], { grid, needed }: Domain): void {
  for (let row = 0; row < grid.rows; row++) {
    const lat = latOfRow(grid, row);
    const [least, greatest] = [leastGhiKwhM2(lat), greatestGhiKwhM2(lat)];
    for (let month = 0; month < MONTHS; month++) {
      for (let col = 0; col < grid.cols; col++) {
        const value = ghi[month].values[row * grid.cols + col];
        if (!needed[row * grid.cols + col]) continue;
        if (!(value > greatest[month] || value < least[month])) continue;
        throw new Error(
          `${ghi[month].name}: GHI is ${value.toFixed(1)} kWh/m2 in month ${month + 1} at ${lat} N ${lngOfCol(grid, col)} E, expected ${least[month].toFixed(1)} (under clouds all month) to ${greatest[month].toFixed(1)} (the top of the atmosphere). Check the file's values, unit, and how it marks missing pixels.`,
        );
      }
    }
  }
}
