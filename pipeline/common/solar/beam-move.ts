import type { LatitudeSun } from './latitude-sun.ts';

/** Where a month's beam comes from within its days, against the mean day's. 0 and 0 leave it. */
export interface BeamMove {
  /** From noon to the ends of the day. */
  ends: number;
  /** From morning to afternoon. */
  afternoon: number;
}

/**
 * Moves beam between the steps of a day: each gets exp(ends t^2 + afternoon t) times as much, t from -1 at sunrise
 * to 1 at sunset, and the day keeps what its beam brings on the horizontal.
 * @param dniKwhM2 normal beam of the day's steps, changed in place
 */
export function moveBeam(
  { stepsPerDay, cosSolarZenith }: LatitudeSun,
  day: number,
  { ends, afternoon }: BeamMove,
  dniKwhM2: Float64Array,
): void {
  const first = day * stepsPerDay;
  let before = 0;
  let after = 0;
  for (let k = 0; k < stepsPerDay; k++) {
    const t = (2 * (k + 0.5)) / stepsPerDay - 1;
    before += dniKwhM2[k] * cosSolarZenith[first + k];
    dniKwhM2[k] *= Math.exp(ends * t * t + afternoon * t);
    after += dniKwhM2[k] * cosSolarZenith[first + k];
  }
  if (after === 0) return;
  for (let k = 0; k < stepsPerDay; k++) dniKwhM2[k] *= before / after;
}
