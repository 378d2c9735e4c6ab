/** The cells of one latitude row, west to east. Monthly arrays are [cell][month], NaN unknown. */
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
  /** [cell][month]. 0 in a month without sun. */
  monthlyPct: Float64Array;
}
