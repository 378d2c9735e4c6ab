/** A seller's suggestion: nothing in it takes longer to pay back than its warranty lasts. */
import type { ProposedBattery, ProposedDeduction } from '../../../schemas/types.ts';
import type { Outlook } from './cash-flow.ts';
import { batteryPayback, type Payback, type PricedSystem } from './priced-systems.ts';

/** Usual warranty of a home battery, as in battery-programs.json, which is too large for scripts of pages. */
export const WARRANTY = { years: 10, cycles: 6000 };

/** Years until the warranty ends, with its years or with its cycles. */
export function warrantyYears(cyclesPerYear: number): number {
  return Math.min(WARRANTY.years, WARRANTY.cycles / Math.max(1, cyclesPerYear));
}

/** Whether a battery pays back while its warranty lasts. */
export function isWithinWarranty(battery: {
  paybackYears: number | null;
  warrantyYears: number;
}): boolean {
  return battery.paybackYears !== null && battery.paybackYears <= battery.warrantyYears;
}

/** When a battery by itself pays back, and how long its warranty lasts in the house. */
export interface BatteryLife extends Payback {
  warrantyYears: number;
}

/**
 * Computes the battery of the systems by itself.
 * @param solarSek price of the panels, which get the deduction first
 */
export function batteryLife(
  battery: Pick<ProposedBattery, 'sek' | 'saving_sek'>,
  cyclesPerYear: number,
  solarSek: number,
  terms: ProposedDeduction,
  outlook?: Outlook,
): BatteryLife {
  return {
    ...batteryPayback(battery, solarSek, terms, outlook),
    warrantyYears: warrantyYears(cyclesPerYear),
  };
}

/**
 * Picks the system to suggest: the panels where they pay back, with the battery where that does so within its
 * warranty. A charging point saves nothing and is never suggested.
 * @param battery null if no system has one
 * @returns null if nothing pays back
 */
export function suggestedSystem(
  systems: readonly PricedSystem[],
  battery: Pick<BatteryLife, 'paybackYears' | 'warrantyYears'> | null,
): PricedSystem | null {
  const find = (kind: PricedSystem['kind']) => systems.find((system) => system.kind === kind);
  const solar = find('solar');
  if (!solar || solar.paybackYears === null) return null;
  const both = battery && isWithinWarranty(battery) ? find('battery') : undefined;
  return both ?? solar;
}
