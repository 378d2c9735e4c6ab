import { MONTHS } from '../../schemas/codec/axes.ts';
import { type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import type { GridBand, GridSource } from '../rasters/climate-grids.ts';
import { firstNumber, type GridSpread, type SpreadBand } from '../rasters/interannual.ts';
import type { RowClimate, RowSpread } from './cube/row-climate.ts';
import type { DatasetInputs } from './dataset-inputs.ts';
import { era5Factors } from './era5-correction.ts';
import { NO_SOURCE, type SourceChoice } from './source-choice.ts';

interface CellClimate {
  /** Climate by row of the grid. A row may have no cells. */
  rows: RowClimate[];
  /** Monthly factors on ERA5. Null where it is not corrected. */
  era5Factors: number[] | null;
}

/**
 * Takes the cells' values from the grids of their sources. A cell's irradiation is its source's, scaled where it is
 * ERA5's and the recipe wants that. Its other variables are that source's too, or else the first other source's
 * that has them. A filled cell takes everything where the choice says.
 */
export function cellClimate(
  { recipe, domain: { grid, needed }, sources, interannual }: DatasetInputs,
  choice: SourceChoice,
): CellClimate {
  const factors = recipe.era5_correction ? era5Factors(sources, grid, needed) : null;
  const rows = Array.from({ length: grid.rows }, (_, row) => {
    const climate = rowClimate(sources, interannual, grid, choice, row);
    if (factors) correctEra5(climate, sources, factors);
    return climate;
  });
  return { rows, era5Factors: factors };
}

/**
 * Sum of values at the cells among the four around a point, south first, by their bilinear weights, and the sum of these:
 * 1 when all four are there.
 */
export function bilinear(
  grid: Grid,
  rows: readonly RowClimate[],
  { lat, lng }: { lat: number; lng: number },
  valueAt: (climate: RowClimate, cell: number) => number,
): { sum: number; weights: number } {
  const total = { sum: 0, weights: 0 };
  const south = Math.floor(lat / grid.stepDeg - grid.firstRow);
  for (const row of [south, south + 1]) {
    if (row < 0 || row >= grid.rows) continue;
    const climate = rows[row];
    const latWeight = 1 - Math.abs(lat - latOfRow(grid, row)) / grid.stepDeg;
    climate.cols.forEach((col, cell) => {
      const lngOff = Math.abs(lng - lngOfCol(grid, col)) / grid.stepDeg;
      const weight = latWeight * Math.max(0, 1 - lngOff);
      if (weight <= 0) return;
      total.weights += weight;
      total.sum += weight * valueAt(climate, cell);
    });
  }
  return total;
}

function rowClimate(
  sources: readonly GridSource[],
  interannual: GridSpread | null,
  grid: Grid,
  choice: SourceChoice,
  row: number,
): RowClimate {
  const first = row * grid.cols;
  const sourceMap = choice.sourceOf.subarray(first, first + grid.cols);
  const cols = Int32Array.from(sourceMap.keys()).filter((col) => sourceMap[col] !== NO_SOURCE);
  const source = Uint8Array.from(cols, (col) => sourceMap[col]);
  const cells = { source, valuesAt: cols.map((col) => choice.valuesAt[first + col]) };

  const valuesOf = (bandsOf: (source: GridSource) => GridBand[] | null, count = MONTHS) =>
    valuesOfCells(sources.map(bandsOf), count, cells);

  return {
    row,
    cols,
    source,
    ghiKwhM2: valuesOf(({ ghi }) => ghi),
    diffuseFraction: valuesOf(({ diffuseFraction }) => diffuseFraction),
    temperatureC: valuesOf(({ temperature }) => temperature),
    elevationM: valuesOf(({ elevation }) => elevation, 1),
    spread: interannual && rowSpread(interannual, cells),
    era5Corrected: new Uint8Array(cols.length),
  };
}

function rowSpread({ annualSdPct, monthlySdPct }: GridSpread, cells: CellSources): RowSpread {
  const months = valuesOfCells([monthlySdPct], MONTHS, cells);
  return {
    annualPct: valuesOfCells([[annualSdPct]], 1, cells),
    monthlyPct: months.map((pct) => (Number.isNaN(pct) ? 0 : pct)),
  };
}

function correctEra5(
  { source, ghiKwhM2, era5Corrected }: RowClimate,
  sources: readonly GridSource[],
  factors: readonly number[],
): void {
  for (let cell = 0; cell < source.length; cell++) {
    if (sources[source[cell]].radiationDb !== 'RADDB-ERA5') continue;
    era5Corrected[cell] = 1;
    for (let month = 0; month < factors.length; month++) {
      ghiKwhM2[cell * factors.length + month] *= factors[month];
    }
  }
}

/** Sources of the values of a row's cells. */
interface CellSources {
  /** Index of each cell's preferred source. */
  source: Uint8Array;
  /** Grid index of each cell's values. */
  valuesAt: Int32Array;
}

function valuesOfCells(
  bandsBySource: readonly (SpreadBand[] | null)[],
  count: number,
  { source, valuesAt }: CellSources,
): Float64Array {
  const values = new Float64Array(source.length * count);
  for (let band = 0; band < count; band++) {
    const bands = bandsBySource.map((all) => all?.[band].values);
    for (let cell = 0; cell < source.length; cell++) {
      const preferred = [bands[source[cell]], ...bands];
      values[cell * count + band] = firstNumber(preferred, valuesAt[cell]);
    }
  }
  return values;
}
