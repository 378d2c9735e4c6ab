import { MONTHS } from '../schemas/axes.ts';
import type { Grid } from '../schemas/grid.ts';
import type { ClimateSource, GridBand } from './climate-rasters.ts';
import { NO_SOURCE, type Survey } from './survey.ts';

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
  /** 1 where ERA5 was scaled to SARAH3. */
  era5Corrected: Uint8Array;
}

/** Reads a row of the grid. */
export type ClimateReader = (row: number) => Promise<RowClimate>;

/**
 * Reads rows of the grid. A cell's irradiation is its source's, scaled where it is ERA5's and
 * there are factors (12, by month); its other variables are that source's too, or else the first
 * other source's that has them.
 */
export function climateReader(
  sources: readonly ClimateSource[],
  grid: Grid,
  survey: Survey,
  factors: readonly number[] | null,
): ClimateReader {
  return async (row) => {
    const climate = await readRow(sources, grid, survey, row);
    if (factors) correctEra5(climate, sources, factors);
    return climate;
  };
}

async function readRow(
  sources: readonly ClimateSource[],
  grid: Grid,
  survey: Survey,
  row: number,
): Promise<RowClimate> {
  const claims = survey.sourceOf.subarray(row * grid.cols, (row + 1) * grid.cols);
  const cols = Int32Array.from(claims.keys()).filter((col) => claims[col] !== NO_SOURCE);
  const source = Uint8Array.from(cols, (col) => claims[col]);
  const ghi = sources.map((s) => s.ghi);
  const diffuse = sources.map((s) => s.diffuseFraction);
  const temperature = sources.map((s) => s.temperature);
  const elevation = sources.map((s) => (s.elevation ? [s.elevation] : null));
  return {
    row,
    cols,
    source,
    ghiKwhM2: await readCells(ghi, MONTHS, row, cols, source),
    diffuseFraction: await readCells(diffuse, MONTHS, row, cols, source),
    temperatureC: await readCells(temperature, MONTHS, row, cols, source),
    elevationM: await readCells(elevation, 1, row, cols, source),
    era5Corrected: new Uint8Array(cols.length),
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

async function readCells(
  bandsBySource: readonly (GridBand[] | null)[],
  count: number,
  row: number,
  cols: Int32Array,
  source: Uint8Array,
): Promise<Float64Array> {
  const values = new Float64Array(cols.length * count).fill(Number.NaN);
  if (cols.length === 0) return values;
  for (let band = 0; band < count; band++) {
    const rows = await Promise.all(bandsBySource.map((bands) => bands?.[band].readRow(row)));
    for (let cell = 0; cell < cols.length; cell++) {
      const preferred = [rows[source[cell]], ...rows];
      for (const sourceRow of preferred) {
        const value = sourceRow ? sourceRow[cols[cell]] : Number.NaN;
        if (Number.isNaN(value)) continue;
        values[cell * count + band] = value;
        break;
      }
    }
  }
  return values;
}
