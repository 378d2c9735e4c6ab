import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { Battery } from './battery.ts';
import {
  type AcFlows,
  gridExchange,
  type House,
  monthlyBillsSek,
  monthlyPeaks,
  monthlyPowerSek,
  type Prices,
  ROUNDING_KWH,
} from './house.ts';

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
  /** Highest hourly import. 0 in a month without import. */
  peakKw: Float64Array;
  /** Power charge: the sum of all components. */
  powerSek: Float64Array;
  /** Bought minus sold energy, monthly fee and power charge. */
  costSek: Float64Array;
}

/** Adds up a house's year under the flows of its battery. */
export function accountYear(house: House, prices: Prices, flows: AcFlows): YearAccount {
  const gridKwh = gridExchange(house, flows);
  return {
    ...energyByMonth(house, flows, gridKwh),
    peakKw: monthlyPeaks(gridKwh),
    powerSek: monthlyPowerSek(gridKwh, prices),
    costSek: monthlyBillsSek(gridKwh, prices).map((sek) => sek + prices.monthlyFeeSek),
  };
}

function energyByMonth(
  { loadKwh, pvKwh }: House,
  { chargeKwh, dischargeKwh }: AcFlows,
  gridKwh: Float64Array,
): Omit<YearAccount, 'peakKw' | 'powerSek' | 'costSek'> {
  const roundingKwh = ROUNDING_KWH;
  const energy = noEnergy();
  for (let month = 0; month < MONTHS; month++) {
    let produced = 0;
    let consumed = 0;
    let imported = 0;
    let exported = 0;
    let gridCharged = 0;
    let throughput = 0;
    const end = MONTH_START[month + 1];
    for (let t = MONTH_START[month]; t < end; t++) {
      const load = loadKwh[t];
      const pv = pvKwh[t];
      const charge = chargeKwh[t];
      const grid = gridKwh[t];
      const bought = pv > load ? charge - (pv - load) : charge;
      if (bought > roundingKwh) gridCharged += bought;
      produced += pv;
      consumed += load;
      throughput += dischargeKwh[t];
      if (grid > 0) imported += grid;
      else exported -= grid;
    }
    energy.producedKwh[month] = produced;
    energy.consumedKwh[month] = consumed;
    energy.importedKwh[month] = imported;
    energy.exportedKwh[month] = exported;
    energy.gridChargedKwh[month] = gridCharged;
    energy.throughputKwh[month] = throughput;
  }
  return energy;
}

function noEnergy(): Omit<YearAccount, 'peakKw' | 'powerSek' | 'costSek'> {
  const months = () => new Float64Array(MONTHS);
  return {
    producedKwh: months(),
    consumedKwh: months(),
    importedKwh: months(),
    exportedKwh: months(),
    gridChargedKwh: months(),
    throughputKwh: months(),
  };
}

/** Each hour of a year: energy, kWh, which in an hour is mean kW, and prices, SEK/kWh. */
export interface YearHours {
  pvKwh: Float64Array;
  loadKwh: Float64Array;
  importKwh: Float64Array;
  exportKwh: Float64Array;
  /** AC side of the battery. Never both in one hour. */
  chargeKwh: Float64Array;
  dischargeKwh: Float64Array;
  /** Stored at the end of the hour. */
  levelKwh: Float64Array;
  importSekPerKwh: Float64Array;
  exportSekPerKwh: Float64Array;
}

/** The hours of a house's year under the flows of its battery. */
export function yearHours(
  house: House,
  { importSekPerKwh, exportSekPerKwh }: Prices,
  battery: Battery,
  { chargeKwh, dischargeKwh }: AcFlows,
): YearHours {
  const { pvKwh, loadKwh } = house;
  const gridKwh = gridExchange(house, { chargeKwh, dischargeKwh });
  return {
    pvKwh,
    loadKwh,
    importKwh: gridKwh.map((kwh) => Math.max(0, kwh)),
    exportKwh: gridKwh.map((kwh) => Math.max(0, -kwh)),
    chargeKwh,
    dischargeKwh,
    levelKwh: storedLevels(battery, { chargeKwh, dischargeKwh }),
    importSekPerKwh,
    exportSekPerKwh,
  };
}

/** Stored energy at the end of each hour, kWh. The year starts at the floor. */
function storedLevels(battery: Battery, { chargeKwh, dischargeKwh }: AcFlows): Float64Array {
  const { floorKwh, ceilingKwh, efficiency } = battery;
  const levelsKwh = new Float64Array(HOURS);
  let levelKwh = floorKwh;
  for (let t = 0; t < HOURS; t++) {
    levelKwh += chargeKwh[t] * efficiency - dischargeKwh[t] / efficiency;
    // Only rounding may pass a bound.
    levelKwh = Math.min(ceilingKwh, Math.max(floorKwh, levelKwh));
    levelsKwh[t] = levelKwh;
  }
  return levelsKwh;
}
