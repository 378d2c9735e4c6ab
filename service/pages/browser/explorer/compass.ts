/** The eight names of the compass in a text with bars between them, clockwise from north. */
export function compassNames(list: string): string[] {
  return list.split('|');
}

/** The name nearest to an azimuth. */
export function compassName(list: string, azimuth: number): string {
  return compassNames(list)[Math.round(azimuth / 45) % 8];
}
