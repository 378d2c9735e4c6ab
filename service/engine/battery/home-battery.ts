import type { BatteryStrategy } from '../../../schemas/types.ts';
import type { Battery } from './battery.ts';
import type { ProgramTerms } from './battery-program.ts';
import type { Wishes } from './strategy.ts';

/** A battery's traits at any size. */
export interface BatteryTraits extends Omit<Wishes, 'strategy'> {
  /** Fractions of the capacity. */
  socMin: number;
  socMax: number;
  roundTripEfficiency: number;
}

export interface HomeBattery extends BatteryTraits {
  capacityKwh: number;
  powerKw: number;
  strategy: BatteryStrategy;
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
  traits: BatteryTraits,
  program: ProgramTerms | null,
): Battery {
  const privateKwh = capacityKwh * (1 - (program?.capacityShare ?? 0));
  return {
    powerKw: powerKw * (1 - (program?.powerShare ?? 0)),
    floorKwh: privateKwh * traits.socMin,
    ceilingKwh: privateKwh * traits.socMax,
    efficiency: Math.sqrt(traits.roundTripEfficiency),
  };
}

/** Full cycles that an AC energy discharged, kWh, makes of a battery's usable capacity. */
export function fullCycles(throughputKwh: number, battery: Battery): number {
  // The check is on the product, which is 0 for the smallest numbers.
  const deliveredKwh = battery.efficiency * (battery.ceilingKwh - battery.floorKwh);
  return deliveredKwh > 0 ? throughputKwh / deliveredKwh : 0;
}
