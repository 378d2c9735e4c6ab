import type { BatterySavings } from '#engine/economy/battery-choice.ts';
import { USUAL } from '#engine/economy/cash-flow.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { type BatteryLife, batteryLife, suggestedSystem } from '#engine/economy/suggestion.ts';
import { type Catalogue, paidOn, systemOffers } from '#engine/economy/system.ts';
import type { ConfiguratorInputs } from '../../../../schemas/types.ts';

/** The systems to choose from. */
export interface Offers {
  systems: readonly PricedSystem[];
  /** Their battery by itself. */
  battery: BatteryLife;
  /** Null if nothing pays back. */
  suggested: PricedSystem | null;
}

/** Prices the systems for a house, and finds the one to suggest. */
export function makeOffers(
  catalogue: Catalogue,
  inputs: ConfiguratorInputs,
  savings: BatterySavings,
): Offers {
  const day = paidOn(catalogue);
  const systems = systemOffers(catalogue, inputs, savings, day);
  const { batteryKwh, batterySek, cyclesPerYear } = savings;
  const sek = catalogue.batteries.find(({ kwh }) => kwh === batteryKwh)?.sek ?? 0;
  const terms = { paid_on: day, adults: inputs.adults };
  const own = { sek, saving_sek: batterySek };
  const battery = batteryLife(own, cyclesPerYear, systems[0].priceSek, terms, USUAL);
  return { systems, battery, suggested: suggestedSystem(systems, battery) };
}
