/** One house's year. kWh in an hour are mean kW. */
export interface House {
  /** Load of each hour, kWh. */
  loadKwh: Float64Array;
  /** PV production of each hour, kWh. */
  pvKwh: Float64Array;
}

/** What the house pays and is paid. */
export interface Prices {
  /** Full price of a bought kWh of each hour, SEK. */
  importSekPerKwh: Float64Array;
  /** Paid for a sold kWh of each hour, SEK. */
  exportSekPerKwh: Float64Array;
  monthlyFeeSek: number;
  /** On each month's highest hourly import, SEK per kW. */
  peakChargeSekPerKw: number;
}
