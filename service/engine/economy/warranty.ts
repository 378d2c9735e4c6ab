import programs from '../../../fixtures/market/battery-programs.json' with { type: 'json' };

/** Usual warranty of a home battery, from the file that the prices dataset is built of. */
export const WARRANTY: { years: number; cycles: number } = {
  years: programs.warranty.years,
  cycles: programs.warranty.cycles,
};

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
