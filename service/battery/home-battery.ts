import type { BatteryTraits, ProgramTerms } from '../simulation/house-request.ts';
import type { Battery } from './battery.ts';

/** Power of a battery for which none is given, kW: empty to full in two hours. */
export function defaultPowerKw(capacityKwh: number): number {
  return capacityKwh * 0.5;
}

/** Terms of a battery that stays private. */
const NOTHING_RESERVED = { capacityShare: 0, powerShare: 0 };

/**
 * The part of a battery that its owner uses: all of it, or what a program leaves. It keeps the same
 * fractions as floor and ceiling.
 */
export function privateBattery(
  capacityKwh: number,
  powerKw: number,
  traits: BatteryTraits,
  reserved: Pick<ProgramTerms, 'capacityShare' | 'powerShare'> = NOTHING_RESERVED,
): Battery {
  const privateKwh = capacityKwh * (1 - reserved.capacityShare);
  return {
    powerKw: powerKw * (1 - reserved.powerShare),
    floorKwh: privateKwh * traits.socMin,
    ceilingKwh: privateKwh * traits.socMax,
    efficiency: Math.sqrt(traits.roundTripEfficiency),
  };
}

/** Full cycles that an AC energy discharged, kWh, makes of a battery's usable capacity. */
export function fullCycles(throughputKwh: number, battery: Battery): number {
  // Not of usable kWh alone: the product of the smallest numbers is 0.
  const deliveredKwh = battery.efficiency * (battery.ceilingKwh - battery.floorKwh);
  return deliveredKwh > 0 ? throughputKwh / deliveredKwh : 0;
}
