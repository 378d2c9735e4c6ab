import { HOURS } from '../../../schemas/codec/axes.ts';
import type { AllowedFlows, Battery } from './battery.ts';
import { type CapProfile, findLevel, greatestFactor } from './cap-shape.ts';
import type { HourRange, House } from './house.ts';

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

/** Margin added to a level before a run: the rounding of its search must not make its caps infeasible. */
export const CAP_MARGIN_KW = 1e-7;

/** Puts the caps of a shape's level, kW, on hours `from` to `to`-1. */
export function capHours(
  { capKw }: CappedHours,
  shape: CapProfile,
  { from, to }: HourRange,
  levelKw: number,
): void {
  applyCap(capKw, shape, { from, to }, levelKw + CAP_MARGIN_KW);
}

/** Fills hours `from` to `to`-1 with the caps of a shape's level, kW, as they are. */
export function applyCap(
  capKw: Float64Array,
  { factor, minLevelKw, otherKw }: CapProfile,
  { from, to }: HourRange,
  levelKw: number,
): void {
  for (let t = from; t < to; t++) {
    const weight = factor[t];
    const other = otherKw[t];
    if (weight === 0) capKw[t] = other;
    else {
      const min = minLevelKw[t];
      const own = (levelKw > min ? levelKw : min) / weight;
      capKw[t] = own < other ? own : other;
    }
  }
}

/** A level that holds nothing, kW. */
export function nonBindingCap(hours: CappedHours, shape: CapProfile, range: HourRange): number {
  const { netKwh, battery } = hours;
  return findLevel(shape, netKwh, range) + battery.powerKw * greatestFactor(shape, range);
}
