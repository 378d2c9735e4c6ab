import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { Battery } from './battery.ts';
import type { House } from './house.ts';
import type { AllowedFlows } from './strategy.ts';

/** A year of what the house does to the battery, and the cap on import that it must help to hold. */
export interface CappedHours {
  battery: Battery;
  flows: AllowedFlows;
  /** Load minus PV of each hour, kWh. */
  netKwh: Float64Array;
  /** Greatest AC energy that may be charged in each hour, cap aside, kWh. */
  chargeLimitKwh: Float64Array;
  /** Cap on the import of each hour, kW; infinite at first. */
  capKw: Float64Array;
}

/** The year of a house, battery and allowed flows, without caps. */
export function cappedHours(house: House, battery: Battery, flows: AllowedFlows): CappedHours {
  const { loadKwh, pvKwh } = house;
  const gridKw = flows.gridCharge === 'never' ? 0 : battery.powerKw;
  const netKwh = new Float64Array(HOURS);
  const chargeLimitKwh = new Float64Array(HOURS);
  for (let t = 0; t < HOURS; t++) {
    const net = loadKwh[t] - pvKwh[t];
    netKwh[t] = net;
    if (net >= 0) chargeLimitKwh[t] = gridKw;
    else if (flows.surplusCharge) {
      chargeLimitKwh[t] = Math.max(gridKw, Math.min(-net, battery.powerKw));
    }
  }
  return { battery, flows, netKwh, chargeLimitKwh, capKw: new Float64Array(HOURS).fill(Infinity) };
}

/** Margin added to a cap before a run: the rounding of its search must not make it infeasible. */
const CAP_MARGIN_KW = 1e-7;

/** Puts a cap, kW, on hours `from` to `to`-1. */
export function capHours(hours: CappedHours, from: number, to: number, capKw: number): void {
  hours.capKw.fill(capKw + CAP_MARGIN_KW, from, to);
}

/** Puts each month's cap, kW, on its hours. */
export function capMonths(hours: CappedHours, monthCapKw: Float64Array): void {
  for (let month = 0; month < MONTHS; month++) {
    capHours(hours, MONTH_START[month], MONTH_START[month + 1], monthCapKw[month]);
  }
}
