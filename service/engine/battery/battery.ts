import { HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import type { BatteryGoal, BatteryStrategy } from '../../../schemas/types.ts';
import { BATTERY_FADE_PCT } from '../cash-flow.ts';
import type { ProgramTerms } from './battery-program.ts';
import {
  type AcFlows,
  type House,
  idleFlows,
  NO_LIMITS,
  type Prices,
  ROUNDING_KWH,
} from './house.ts';

/** A house battery as dispatch sees it. */
export interface Battery {
  /** Limit on the AC side, both ways, kW. */
  powerKw: number;
  /** Least and greatest stored energy, kWh. The year starts at the floor. */
  floorKwh: number;
  ceilingKwh: number;
  /** Efficiency each way: the square root of the round trip's. */
  efficiency: number;
  /** The floor of each month, where a reserve differs between them. `floorKwh` is the lowest. */
  monthFloorsKwh?: readonly number[];
}

/** Whether a battery can neither take nor give anything. */
export function isIdle(battery: Battery): boolean {
  return battery.powerKw <= 0 || battery.ceilingKwh <= battery.floorKwh;
}

/**
 * AC flows of each hour's change of the stored energy. What only rounding would buy or sell is taken out.
 * @param storedKwh kWh into the store of each hour. Out of it below 0
 */
export function acFlows(storedKwh: Float64Array, { netKwh, battery }: CappedHours): AcFlows {
  const { efficiency } = battery;
  const { chargeKwh, dischargeKwh } = idleFlows();
  const roundingKwh = ROUNDING_KWH;
  for (let t = 0; t < storedKwh.length; t++) {
    const stored = storedKwh[t];
    const net = netKwh[t];
    if (stored > 0) {
      const charge = stored / efficiency;
      chargeKwh[t] = Math.abs(charge + net) < roundingKwh ? -net : charge;
    } else if (stored < 0) {
      const discharge = -stored * efficiency;
      dischargeKwh[t] = Math.abs(discharge - net) < roundingKwh ? net : discharge;
    }
  }
  return { chargeKwh, dischargeKwh };
}

/** A battery's parameters at any size. */
export interface BatteryParameters extends Omit<DispatchOptions, 'strategy'> {
  /** Fractions of the capacity. */
  socMin: number;
  socMax: number;
  /** Fraction that is kept for outages in each month. What is always kept is part of it. */
  reserveShare: readonly number[];
  roundTripEfficiency: number;
  /** Stand-by power that the battery and its inverter take from the house in every hour, W. */
  standbyW: number;
  /** Share of its first capacity that it loses a year, %. It changes no answer about one year. */
  fadePctPerYear: number;
}

export interface HomeBattery extends BatteryParameters {
  capacityKwh: number;
  powerKw: number;
  strategy: BatteryStrategy;
}

/** The parameters where a request says nothing: the defaults of its schema. */
export const USUAL_BATTERY: BatteryParameters = {
  socMin: 0.1,
  socMax: 1,
  reserveShare: new Array<number>(MONTHS).fill(0),
  roundTripEfficiency: 0.9,
  standbyW: 0,
  fadePctPerYear: BATTERY_FADE_PCT,
  peakTargetKw: null,
  minSpreadSekPerKwh: 0.2,
  priority: ['peak_shaving', 'self_consumption', 'arbitrage'],
};

/** The house that a battery of a size is in: its load has the stand-by power, too. Capacity 0 is no battery. */
export function withStandby(
  house: House,
  capacityKwh: number,
  { standbyW }: Pick<BatteryParameters, 'standbyW'>,
): House {
  if (capacityKwh === 0 || standbyW === 0) return house;
  return { ...house, loadKwh: house.loadKwh.map((kwh) => kwh + standbyW / 1000) };
}

/** Power of a battery for which none is given, kW: empty to full in two hours. */
export function defaultPowerKw(capacityKwh: number): number {
  return capacityKwh * 0.5;
}

/**
 * The part of a battery that its owner uses: all of it, or what a program leaves. It keeps the same
 * fractions as floor and ceiling.
 * @param program null if the battery stays private
 */
export function privateBattery(
  capacityKwh: number,
  powerKw: number,
  parameters: BatteryParameters,
  program: ProgramTerms | null,
): Battery {
  const privateKwh = capacityKwh * (1 - (program?.capacityShare ?? 0));
  const floorsKwh = parameters.reserveShare.map(
    (share) => privateKwh * Math.max(parameters.socMin, share),
  );
  const floorKwh = Math.min(...floorsKwh);
  return {
    powerKw: powerKw * (1 - (program?.powerShare ?? 0)),
    floorKwh,
    ...(floorsKwh.some((kwh) => kwh > floorKwh) ? { monthFloorsKwh: floorsKwh } : {}),
    ceilingKwh: privateKwh * parameters.socMax,
    efficiency: Math.sqrt(parameters.roundTripEfficiency),
  };
}

/** Full cycles that an AC energy discharged, kWh, makes of a battery's usable capacity. */
export function fullCycles(throughputKwh: number, battery: Battery): number {
  // The check is on the product, which is 0 for the smallest numbers.
  const deliveredKwh = battery.efficiency * (battery.ceilingKwh - battery.floorKwh);
  return deliveredKwh > 0 ? throughputKwh / deliveredKwh : 0;
}

/** The owner's wishes for the battery. */
export interface DispatchOptions {
  strategy: BatteryStrategy;
  /** The goals of `combined`, first the one that counts most. */
  priority: readonly BatteryGoal[];
  /** Least spread that grid-charged energy must earn, SEK per delivered kWh. In planning only. */
  minSpreadSekPerKwh: number;
  peakTargetKw: number | null;
}

/** Whether a year is `combined` under a peak target, which `arbitrage` would ignore. */
export function keepsTarget({ strategy, priority, peakTargetKw }: DispatchOptions): boolean {
  return strategy === 'combined' && priority[0] === 'peak_shaving' && peakTargetKw !== null;
}

/** A year of a battery. Never charge and discharge in one hour. */
export interface Dispatch extends AcFlows {
  /** Least peak of each month that the battery can hold, kW. Null for strategies that take no target. */
  minPeakKw: Float64Array | null;
  /** Cap on the import of each hour that the year was planned under, kW. Null without caps. */
  capKw: Float64Array | null;
}

/** The flows that a strategy allows the battery. Covering the house's deficit is always allowed. */
export interface AllowedFlows {
  /** Charge in hours with PV surplus. Without it such hours charge nothing: the surplus is sold. */
  surplusCharge: boolean;
  /** Buy to charge: by the prices, or only as far as a cap on import makes it necessary. */
  gridCharge: 'never' | 'when_forced' | 'by_price';
  /** Sell from the battery. */
  batteryExport: boolean;
}

/** Flows of a strategy. `combined` does what its goals need. */
export function allowedFlows(
  strategy: BatteryStrategy,
  prices: Prices,
  options: DispatchOptions,
): AllowedFlows {
  switch (strategy) {
    case 'self_consumption':
      return { surplusCharge: true, gridCharge: 'never', batteryExport: false };
    case 'arbitrage':
      return { surplusCharge: false, gridCharge: 'by_price', batteryExport: true };
    case 'peak_shaving':
      return { surplusCharge: true, gridCharge: 'by_price', batteryExport: false };
    case 'combined':
      return flowsOfGoals(prices, options);
  }
}

function flowsOfGoals(prices: Prices, options: DispatchOptions): AllowedFlows {
  const arbitrage = options.priority.includes('arbitrage');
  const forced = seeksCaps('combined', prices, options) ? 'when_forced' : 'never';
  return {
    surplusCharge: options.priority.includes('self_consumption'),
    gridCharge: arbitrage ? 'by_price' : forced,
    batteryExport: arbitrage,
  };
}

/**
 * Whether a planned strategy seeks a cap on each month's import. It needs a power charge. In `combined`
 * a target does too, and peak shaving must come first.
 */
export function seeksCaps(
  strategy: 'arbitrage' | 'combined',
  prices: Prices,
  options: DispatchOptions,
): boolean {
  const isCharged = prices.power.length > 0;
  if (strategy === 'arbitrage') return isCharged;
  return options.priority[0] === 'peak_shaving' && (isCharged || options.peakTargetKw !== null);
}

/** A year of what the house does to the battery, and the cap on import that it must help to hold. */
export interface CappedHours {
  battery: Battery;
  flows: AllowedFlows;
  /** Load minus PV of each hour, kWh. */
  netKwh: Float64Array;
  /** Greatest AC energy that may be charged in each hour, cap aside, kWh. */
  chargeLimitKwh: Float64Array;
  /** Greatest export of each hour, kW. Infinite without a limit. */
  exportKw: Float64Array;
  /** Cap on the import of each hour, kW. Infinite at first. */
  capKw: Float64Array;
}

/** The year of a house, battery and allowed flows, without caps. No charge passes the limit on import. */
export function cappedHours(house: House, battery: Battery, flows: AllowedFlows): CappedHours {
  const { loadKwh, pvKwh, gridLimits = NO_LIMITS } = house;
  const { importKw, exportKw } = gridLimits;
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
    const room = importKw - net;
    if (room < chargeLimitKwh[t]) chargeLimitKwh[t] = room > 0 ? room : 0;
  }
  const capKw = new Float64Array(HOURS).fill(Infinity);
  return { battery, flows, netKwh, chargeLimitKwh, exportKw, capKw };
}
