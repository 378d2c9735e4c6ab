import { MONTHS } from '../../schemas/codec/axes.ts';
import { type Grid, latOfRow, lngOfCol } from '../../schemas/codec/grid.ts';
import type { ClimateRasters, ClimateSource } from '../rasters/climate-rasters.ts';
import type { InterannualSource, SpreadBand } from '../rasters/interannual.ts';
import { NO_SOURCE, type Survey } from './source-choice.ts';

/** The cells of one latitude row, west to east; monthly arrays are [cell][month], NaN unknown. */
export interface RowClimate {
  row: number;
  /** Grid columns of the cells. */
  cols: Int32Array;
  /** Index of each cell's source. */
  source: Uint8Array;
  ghiKwhM2: Float64Array;
  diffuseFraction: Float64Array;
  temperatureC: Float64Array;
  elevationM: Float64Array;
  /** How irradiation varies from year to year. Null if the recipe does not say. */
  spread: RowSpread | null;
  /** 1 where ERA5 was scaled to SARAH3. */
  era5Corrected: Uint8Array;
}

/** Sample standard deviation of the irradiation over the years, percent of the mean. */
export interface RowSpread {
  /** Per cell. */
  annualPct: Float64Array;
  /** [cell][month]; 0 in a month without sun. */
  monthlyPct: Float64Array;
}

/** Reads a row of the grid. */
export type ClimateReader = (row: number) => Promise<RowClimate>;

/**
 * Reads rows of the grid. A cell's irradiation is its source's, scaled where it is ERA5's and
 * there are factors (12, by month); its other variables are that source's too, or else the first
 * other source's that has them. A filled cell takes everything where its survey says.
 */
export function climateReader(
  { sources, interannual }: Pick<ClimateRasters, 'sources' | 'interannual'>,
  grid: Grid,
  survey: Survey,
  factors: readonly number[] | null,
): ClimateReader {
  return async (row) => {
    const climate = await readRow(sources, interannual, grid, survey, row);
    if (factors) correctEra5(climate, sources, factors);
    return climate;
  };
}

/** A cell near a point, and its share of the bilinear value there. */
export interface WeightedCell {
  latDeg: number;
  climate: RowClimate;
  /** Its index in the row. */
  cell: number;
  weight: number;
}

/** The cells among the four around a point, south first; their weights sum to 1 when all are there. */
export async function cellsAround(
  grid: Grid,
  readClimate: ClimateReader,
  { lat, lng }: { lat: number; lng: number },
): Promise<WeightedCell[]> {
  const found: WeightedCell[] = [];
  const south = Math.floor(lat / grid.stepDeg - grid.firstRow);
  for (const row of [south, south + 1]) {
    if (row < 0 || row >= grid.rows) continue;
    const climate = await readClimate(row);
    const latDeg = latOfRow(grid, row);
    const latWeight = 1 - Math.abs(lat - latDeg) / grid.stepDeg;
    climate.cols.forEach((col, cell) => {
      const lngOff = Math.abs(lng - lngOfCol(grid, col)) / grid.stepDeg;
      const weight = latWeight * Math.max(0, 1 - lngOff);
      if (weight > 0) found.push({ latDeg, climate, cell, weight });
    });
  }
  return found;
}

async function readRow(
  sources: readonly ClimateSource[],
  interannual: InterannualSource | null,
  grid: Grid,
  survey: Survey,
  row: number,
): Promise<RowClimate> {
  const firstPlace = row * grid.cols;
  const claims = survey.sourceOf.subarray(firstPlace, firstPlace + grid.cols);
  const cols = Int32Array.from(claims.keys()).filter((col) => claims[col] !== NO_SOURCE);
  const source = Uint8Array.from(cols, (col) => claims[col]);
  const cells = { source, valuesAt: cols.map((col) => survey.valuesAt[firstPlace + col]) };
  const ghi = sources.map((s) => s.ghi);
  const diffuse = sources.map((s) => s.diffuseFraction);
  const temperature = sources.map((s) => s.temperature);
  const elevation = sources.map((s) => (s.elevation ? [s.elevation] : null));
  return {
    row,
    cols,
    source,
    ghiKwhM2: await readCells(ghi, MONTHS, cells),
    diffuseFraction: await readCells(diffuse, MONTHS, cells),
    temperatureC: await readCells(temperature, MONTHS, cells),
    elevationM: await readCells(elevation, 1, cells),
    spread: interannual ? await readSpread(interannual, cells) : null,
    era5Corrected: new Uint8Array(cols.length),
  };
}

async function readSpread(
  { annualSdPct, monthlySdPct }: InterannualSource,
  cells: CellSources,
): Promise<RowSpread> {
  const months = await readCells([monthlySdPct], MONTHS, cells);
  return {
    annualPct: await readCells([[annualSdPct]], 1, cells),
    monthlyPct: months.map((pct) => (Number.isNaN(pct) ? 0 : pct)),
  };
}

function correctEra5(
  { source, ghiKwhM2, era5Corrected }: RowClimate,
  sources: readonly ClimateSource[],
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
  /** Grid place of each cell's values. */
  valuesAt: Int32Array;
}

async function readCells(
  bandsBySource: readonly (SpreadBand[] | null)[],
  count: number,
  { source, valuesAt }: CellSources,
): Promise<Float64Array> {
  const values = new Float64Array(source.length * count);
  for (let band = 0; band < count; band++) {
    const bands = await Promise.all(bandsBySource.map((all) => all?.[band].read()));
    for (let cell = 0; cell < source.length; cell++) {
      const preferred = [bands[source[cell]], ...bands];
      values[cell * count + band] = firstValue(preferred, valuesAt[cell]);
    }
  }
  return values;
}

function firstValue(
  bands: readonly ({ values: Float64Array } | undefined)[],
  place: number,
): number {
  for (const band of bands)
    if (band && !Number.isNaN(band.values[place])) return band.values[place];
  return Number.NaN;
}
