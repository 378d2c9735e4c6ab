const COUNTS = 65535;

/** Scale (value per count) of a plane whose largest value is `max`: rounded up to 6 significant digits. */
export function quantisationScale(max: number): number {
  if (max === 0) return 0;
  const scale = max / COUNTS;
  const digits = 10 ** (5 - Math.floor(Math.log10(scale)));
  return Math.ceil(scale * digits) / digits;
}

/** Counts of a value; the scale is that of a plane that holds it. */
export function countsOf(value: number, scale: number): number {
  return scale === 0 ? 0 : Math.min(COUNTS, Math.round(value / scale));
}
