/** Writes a time of a file's clock: '2025-03-30 03:15'. Empty for none. */
export function writeTime(clockMs: number): string {
  return Number.isNaN(clockMs)
    ? ''
    : new Date(clockMs).toISOString().slice(0, 16).replace('T', ' ');
}
