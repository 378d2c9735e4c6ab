/** Whole, with a blank before each three digits. */
export function groupDigits(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** A number at the right of a cell. */
export function padCell(value: number, width: number): string {
  return groupDigits(value).padStart(width);
}
