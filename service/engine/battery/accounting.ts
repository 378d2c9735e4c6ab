import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { sum } from '../statistics.ts';
import { billComponent, type ComponentBill } from '../tariff/power-component.ts';
import type { Battery } from './battery.ts';
import {
  type AcFlows,
  type House,
  idleFlows,
  MONTH_OF_HOUR,
  NO_LIMITS,
  type Prices,
  ROUNDING_KWH,
} from './house.ts';
import { startLevelKwh } from './reserve.ts';

/** Energy of a year by month, January to December, kWh. */
interface YearEnergy {
  producedKwh: Float64Array;
  consumedKwh: Float64Array;
  importedKwh: Float64Array;
  exportedKwh: Float64Array;
  /** Produced above what the house may export, or where a sale costs, and lost. */
  curtailedKwh: Float64Array;
  /** AC energy bought to charge the battery: what its charge exceeds the PV surplus by. */
  gridChargedKwh: Float64Array;
  /** AC energy discharged. */
  throughputKwh: Float64Array;
}

/** Energy and costs of a year by month, January to December: kWh, kW and SEK. */
export interface YearAccount extends YearEnergy {
  /** Highest hourly import. 0 in a month without import. */
  peakKw: Float64Array;
  /** Bill of each component of the power charge. */
  powerBills: ComponentBill[];
  /** Power charge: the sum of all components. */
  powerSek: Float64Array;
  /** Bought minus sold energy, monthly fee and power charge. */
  costSek: Float64Array;
  /** Its sum. */
  yearCostSek: number;
}

/** The years that a battery's year is compared with. */
export interface Baseline {
  /** Neither PV nor battery. */
  withoutSystem: YearAccount;
  /** PV and no battery. */
  pvOnly: YearAccount;
}

/** Adds up a house's year under the flows of its battery. */
export function accountYear(house: House, prices: Prices, flows: AcFlows): YearAccount {
  const gridKwh = gridExchange(house, flows);
  const energySek = monthlyEnergySek(gridKwh, prices);
  const powerBills = billsOf(gridKwh, prices);
  const powerSek = totalByMonth(powerBills);
  const costSek = energySek.map((sek, month) => sek + powerSek[month] + prices.monthlyFeeSek);
  return {
    ...energyByMonth(house, flows, gridKwh),
    peakKw: monthlyPeaks(gridKwh),
    powerBills,
    powerSek,
    costSek,
    yearCostSek: sum(costSek),
  };
}

function energyByMonth(
  { loadKwh, pvKwh }: House,
  { chargeKwh, dischargeKwh }: AcFlows,
  gridKwh: Float64Array,
): YearEnergy {
  const roundingKwh = ROUNDING_KWH;
  const monthOfHour = MONTH_OF_HOUR;
  const producedKwh = new Float64Array(MONTHS);
  const consumedKwh = new Float64Array(MONTHS);
  const importedKwh = new Float64Array(MONTHS);
  const exportedKwh = new Float64Array(MONTHS);
  const curtailedKwh = new Float64Array(MONTHS);
  const gridChargedKwh = new Float64Array(MONTHS);
  const throughputKwh = new Float64Array(MONTHS);
  for (let t = 0; t < gridKwh.length; t++) {
    const month = monthOfHour[t];
    const load = loadKwh[t];
    const pv = pvKwh[t];
    const charge = chargeKwh[t];
    const grid = gridKwh[t];
    const bought = pv > load ? charge - (pv - load) : charge;
    if (bought > roundingKwh) gridChargedKwh[month] += bought;
    producedKwh[month] += pv;
    consumedKwh[month] += load;
    throughputKwh[month] += dischargeKwh[t];
    if (grid > 0) importedKwh[month] += grid;
    else exportedKwh[month] -= grid;
    curtailedKwh[month] += grid - (load - pv + charge - dischargeKwh[t]);
  }
  return {
    producedKwh,
    consumedKwh,
    importedKwh,
    exportedKwh,
    curtailedKwh,
    gridChargedKwh,
    throughputKwh,
  };
}

/** The house without PV and battery, and only with PV. */
export function baseline(house: House, prices: Prices): Baseline {
  const idle = idleFlows();
  const dark = { ...house, pvKwh: new Float64Array(HOURS) };
  return {
    withoutSystem: accountYear(dark, prices, idle),
    pvOnly: accountYear(house, prices, idle),
  };
}

/** The year's fall in cost from one account to another, SEK. */
export function savedSek(from: YearAccount, to: YearAccount): number {
  return from.yearCostSek - to.yearCostSek;
}

/** Cost of a year with a battery, SEK: bought minus sold energy plus the power charge, no monthly fee. */
export function billSek(house: House, prices: Prices, flows: AcFlows): number {
  const gridKwh = gridExchange(house, flows);
  const energySek = monthlyEnergySek(gridKwh, prices);
  const powerSek = totalByMonth(billsOf(gridKwh, prices));
  return sum(energySek.map((sek, month) => sek + powerSek[month]));
}

/** Bought minus sold energy of each month, SEK. @param gridKwh import of each hour, export below 0 */
function monthlyEnergySek(
  gridKwh: Float64Array,
  { importSekPerKwh, exportSekPerKwh }: Prices,
): Float64Array {
  return new Float64Array(MONTHS).map((_, month) => {
    const end = MONTH_START[month + 1];
    let sek = 0;
    for (let t = MONTH_START[month]; t < end; t++) {
      const kwh = gridKwh[t];
      sek += kwh * (kwh > 0 ? importSekPerKwh[t] : exportSekPerKwh[t]);
    }
    return sek;
  });
}

function billsOf(gridKwh: Float64Array, { power }: Prices): ComponentBill[] {
  return power.map((component) => billComponent(component, gridKwh));
}

function totalByMonth(bills: readonly ComponentBill[]): Float64Array {
  const totalSek = new Float64Array(MONTHS);
  for (const { sek } of bills) {
    for (let month = 0; month < MONTHS; month++) totalSek[month] += sek[month];
  }
  return totalSek;
}

/** Import of each hour, kWh. Export below 0, and no more than the house may. */
export function gridExchange(house: House, flows: AcFlows): Float64Array {
  const { loadKwh, pvKwh, gridLimits = NO_LIMITS } = house;
  const { chargeKwh, dischargeKwh } = flows;
  const gridKwh = new Float64Array(HOURS);
  for (let t = 0; t < HOURS; t++) {
    const net = loadKwh[t] - pvKwh[t] + chargeKwh[t] - dischargeKwh[t];
    const exportKw = gridLimits.exportKw[t];
    gridKwh[t] = net < -exportKw ? -exportKw : net;
  }
  return gridKwh;
}

/** Highest import of each month, kW. 0 in a month without import. */
export function monthlyPeaks(gridKwh: Float64Array): Float64Array {
  return new Float64Array(MONTHS).map((_, month) =>
    findPeak(gridKwh, MONTH_START[month], MONTH_START[month + 1]),
  );
}

/** Highest import of a range of hours, kW. 0 without import. */
export function findPeak(gridKwh: Float64Array, from: number, to: number): number {
  let highest = 0;
  for (let t = from; t < to; t++) if (gridKwh[t] > highest) highest = gridKwh[t];
  return highest;
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
  let levelKwh = startLevelKwh(battery);
  for (let t = 0; t < HOURS; t++) {
    levelKwh += chargeKwh[t] * efficiency - dischargeKwh[t] / efficiency;
    // Only rounding may pass a bound.
    levelKwh = Math.min(ceilingKwh, Math.max(floorKwh, levelKwh));
    levelsKwh[t] = levelKwh;
  }
  return levelsKwh;
}
