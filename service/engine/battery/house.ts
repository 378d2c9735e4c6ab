/**
 * The simulated year: 365 days of 24 Swedish clock hours, so neither the hour that spring skips nor the
 * one that autumn repeats. Hour 0 is 1 January 00:00.
 */

import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PowerComponent } from '../tariff/power-component.ts';

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

/** Greatest exchange with the grid, kW: that of the main fuse, or what the grid company allows. */
export interface GridLimits {
  /** No charging of a battery passes it. The house itself may. */
  importKw: number;
  /** Limit of each hour. Export above it would be curtailed. */
  exportKw: Float64Array;
}

/** Limits that are the same in every hour. */
export function gridLimits(importKw = Infinity, exportKw = Infinity): GridLimits {
  return { importKw, exportKw: new Float64Array(HOURS).fill(exportKw) };
}

/** The limits of a house that has none. */
export const NO_LIMITS = gridLimits();

/** One house's year. kWh in an hour are mean kW. */
export interface House {
  /** Load of each hour, kWh. */
  loadKwh: Float64Array;
  /** PV production of each hour, kWh. */
  pvKwh: Float64Array;
  /** Absent without limits. */
  gridLimits?: GridLimits;
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

/** The house whose panels are curtailed, and whose battery sells nothing, in hours that pay less than 0. */
export function withoutLossySales(house: House, { exportSekPerKwh }: Prices): House {
  if (exportSekPerKwh.every((sek) => sek >= 0)) return house;
  const { importKw, exportKw } = house.gridLimits ?? NO_LIMITS;
  const soldKw = exportKw.map((kw, t) => (exportSekPerKwh[t] < 0 ? 0 : kw));
  return { ...house, gridLimits: { importKw, exportKw: soldKw } };
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

/** Whether a price differs between hours. */
export function isVarying(sekPerKwh: Float64Array): boolean {
  return sekPerKwh.some((sek) => sek !== sekPerKwh[0]);
}
