import { MONTHS } from '../../../schemas/codec/axes.ts';

/** Climate of cells, [cell][month]. NaN unknown. */
export interface CellClimates {
  ghiKwhM2: Float64Array;
  diffuseFraction: Float64Array;
  temperatureC: Float64Array;
}

/** The climate of one of the cells, as views. */
export function climateOfCell(cells: CellClimates, cell: number): CellClimates {
  const months = [cell * MONTHS, (cell + 1) * MONTHS] as const;
  return {
    ghiKwhM2: cells.ghiKwhM2.subarray(...months),
    diffuseFraction: cells.diffuseFraction.subarray(...months),
    temperatureC: cells.temperatureC.subarray(...months),
  };
}

/** The cells of one latitude row, west to east. */
export interface RowClimate extends CellClimates {
  row: number;
  /** Grid columns of the cells. */
  cols: Int32Array;
  /** Index of each cell's source. */
  source: Uint8Array;
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
  /** [cell][month]. 0 in a month without sun. */
  monthlyPct: Float64Array;
}
