/**
 * The simulated year: 365 days of 24 Swedish clock hours, so neither the hour that spring skips nor the
 * one that autumn repeats. Hour 0 is 1 January 00:00.
 */

import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { sum } from '../statistics.ts';
import { billComponent, type PowerComponent } from '../tariff/power-component.ts';

/** Hours `from` to `to`-1 of the year. */
export interface HourRange {
  from: number;
  to: number;
}

/** Month (0 to 11) of each hour. */
export const MONTH_OF_HOUR = monthOfHour();

function monthOfHour(): Uint8Array {
  const months = new Uint8Array(HOURS);
  for (let month = 0; month < MONTHS; month++) {
    months.fill(month, MONTH_START[month], MONTH_START[month + 1]);
  }
  return months;
}

/** Energies closer than this, kWh, are meant to be equal: less is the rounding of a sum. */
export const ROUNDING_KWH = 1e-10;

/** One house's year. kWh in an hour are mean kW. */
export interface House {
  /** Load of each hour, kWh. */
  loadKwh: Float64Array;
  /** PV production of each hour, kWh. */
  pvKwh: Float64Array;
}

/** Prices that the house pays and is paid. */
export interface Prices {
  /** Full price of a bought kWh of each hour, SEK. */
  importSekPerKwh: Float64Array;
  /** Pay for a sold kWh of each hour, SEK. */
  exportSekPerKwh: Float64Array;
  monthlyFeeSek: number;
  /** Charges on the power of each month's import. None without a power charge. */
  power: readonly PowerComponent[];
}

/** AC side of a battery, kWh of each hour. */
export interface AcFlows {
  chargeKwh: Float64Array;
  dischargeKwh: Float64Array;
}

/** A year of an untouched battery. */
export function idleFlows(): AcFlows {
  return { chargeKwh: new Float64Array(HOURS), dischargeKwh: new Float64Array(HOURS) };
}

/** Cost of a year with a battery, SEK: bought minus sold energy plus the power charge, no monthly fee. */
export function billSek(house: House, prices: Prices, flows: AcFlows): number {
  const gridKwh = gridExchange(house, flows);
  const monthsSek = monthlyBillsSek(gridKwh, prices);
  return sum(monthsSek);
}

/** Cost of each month, SEK, as `billSek`. @param gridKwh import of each hour, export below 0 */
export function monthlyBillsSek(gridKwh: Float64Array, prices: Prices): Float64Array {
  const { importSekPerKwh, exportSekPerKwh } = prices;
  return monthlyPowerSek(gridKwh, prices).map((powerSek, month) => {
    const end = MONTH_START[month + 1];
    let sek = 0;
    for (let t = MONTH_START[month]; t < end; t++) {
      const kwh = gridKwh[t];
      sek += kwh * (kwh > 0 ? importSekPerKwh[t] : exportSekPerKwh[t]);
    }
    return sek + powerSek;
  });
}

/** Power charge of each month, SEK: the sum of all components. @param gridKwh as for `monthlyBillsSek` */
export function monthlyPowerSek(gridKwh: Float64Array, { power }: Prices): Float64Array {
  const totalSek = new Float64Array(MONTHS);
  for (const component of power) {
    const { sek } = billComponent(component, gridKwh);
    for (let month = 0; month < MONTHS; month++) totalSek[month] += sek[month];
  }
  return totalSek;
}

/** Whether a price differs between hours. */
export function isVarying(sekPerKwh: Float64Array): boolean {
  return sekPerKwh.some((sek) => sek !== sekPerKwh[0]);
}

/** Import of each hour, kWh. Export below 0. */
export function gridExchange(house: House, flows: AcFlows): Float64Array {
  const { loadKwh, pvKwh } = house;
  const { chargeKwh, dischargeKwh } = flows;
  const gridKwh = new Float64Array(HOURS);
  for (let t = 0; t < HOURS; t++) {
    gridKwh[t] = loadKwh[t] - pvKwh[t] + chargeKwh[t] - dischargeKwh[t];
  }
  return gridKwh;
}

/** Highest import of each month, kW. 0 in a month without import. */
export function monthlyPeaks(gridKwh: Float64Array): Float64Array {
  const peaksKw = new Float64Array(MONTHS);
  for (let month = 0; month < MONTHS; month++) {
    peaksKw[month] = findPeak(gridKwh, MONTH_START[month], MONTH_START[month + 1]);
  }
  return peaksKw;
}

/** Highest import of a range of hours, kW. 0 without import. */
export function findPeak(gridKwh: Float64Array, from: number, to: number): number {
  let highest = 0;
  for (let t = from; t < to; t++) if (gridKwh[t] > highest) highest = gridKwh[t];
  return highest;
}
