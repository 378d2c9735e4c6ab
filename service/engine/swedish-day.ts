/** The day in Sweden, YYYY-MM-DD: shares of deductions and dates of invoices go by it. */
export function swedishDay(at = new Date()): string {
  return at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' });
}
