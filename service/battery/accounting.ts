import type { AcFlows } from './battery.ts';
import { MONTH_START, MONTHS } from './calendar.ts';
import type { House, Prices } from './house.ts';

/** Energy and costs of a year by month, January to December: kWh, kW and SEK. */
export interface YearAccount {
  producedKwh: Float64Array;
  consumedKwh: Float64Array;
  importedKwh: Float64Array;
  exportedKwh: Float64Array;
  /** AC energy bought to charge the battery: what its charge exceeds the PV surplus by. */
  gridChargedKwh: Float64Array;
  /** AC energy discharged. */
  throughputKwh: Float64Array;
  /** Highest hourly import; 0 in a month without import. */
  peakKw: Float64Array;
  /** Bought minus sold energy, monthly fee and power charge. */
  costSek: Float64Array;
}

/** Energy below this is the rounding of a sum, not a purchase. */
export const ROUNDING_KWH = 1e-9;

/** Adds up a house's year under the flows of its battery. */
export function accountYear(house: House, prices: Prices, flows: AcFlows): YearAccount {
  const { loadKwh, pvKwh } = house;
  const { importSekPerKwh, exportSekPerKwh, monthlyFeeSek, peakChargeSekPerKw } = prices;
  const { chargeKwh, dischargeKwh } = flows;
  const roundingKwh = ROUNDING_KWH;
  const account = emptyAccount();
  for (let month = 0; month < MONTHS; month++) {
    let produced = 0;
    let consumed = 0;
    let imported = 0;
    let exported = 0;
    let gridCharged = 0;
    let throughput = 0;
    let peak = 0;
    let energySek = 0;
    const end = MONTH_START[month + 1];
    for (let t = MONTH_START[month]; t < end; t++) {
      const load = loadKwh[t];
      const pv = pvKwh[t];
      const charge = chargeKwh[t];
      const bought = pv > load ? charge - (pv - load) : charge;
      if (bought > roundingKwh) gridCharged += bought;
      produced += pv;
      consumed += load;
      throughput += dischargeKwh[t];
      const grid = load - pv + charge - dischargeKwh[t];
      if (grid > 0) {
        imported += grid;
        energySek += grid * importSekPerKwh[t];
        if (grid > peak) peak = grid;
      } else {
        exported -= grid;
        energySek += grid * exportSekPerKwh[t];
      }
    }
    account.producedKwh[month] = produced;
    account.consumedKwh[month] = consumed;
    account.importedKwh[month] = imported;
    account.exportedKwh[month] = exported;
    account.gridChargedKwh[month] = gridCharged;
    account.throughputKwh[month] = throughput;
    account.peakKw[month] = peak;
    account.costSek[month] = energySek + monthlyFeeSek + peak * peakChargeSekPerKw;
  }
  return account;
}

/** Sum of the months. */
export function yearTotal(months: Float64Array): number {
  let total = 0;
  for (const month of months) total += month;
  return total;
}

function emptyAccount(): YearAccount {
  const months = () => new Float64Array(MONTHS);
  return {
    producedKwh: months(),
    consumedKwh: months(),
    importedKwh: months(),
    exportedKwh: months(),
    gridChargedKwh: months(),
    throughputKwh: months(),
    peakKw: months(),
    costSek: months(),
  };
}
