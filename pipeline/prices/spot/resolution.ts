import type { ResolutionMinutes } from './spot-price.ts';
import { HOUR_MS } from './stockholm-time.ts';

/**
 * The resolution of each of a feed's starts (ms UTC), for feeds that do not state it: 15 minutes in
 * an hour that has a start off the full hour, else 60.
 */
export function resolutionsOf(startsMs: readonly number[]): ResolutionMinutes[] {
  const hourOf = (startMs: number) => Math.floor(startMs / HOUR_MS);
  const quartered = new Set(startsMs.filter((start) => start % HOUR_MS !== 0).map(hourOf));
  return startsMs.map((start) => (quartered.has(hourOf(start)) ? 15 : 60));
}
