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
