import { PLACES, type PlaneGeometry } from '#solar/plane-geometry.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';

/** A set of planes with the factors from the kernel's output to a yield. */
export interface YieldPlanes {
  planes: PlaneGeometry;
  systemLoss: number;
  anchorScale: number;
}

/** Index of a plane's irradiation of a month in the kernel's sums. Its output is `PLACES` later. */
export function sumAt(
  { tilts, azimuths }: PlaneGeometry,
  place: number,
  month: number,
  plane = 0,
): number {
  return 2 * PLACES * (month * tilts * azimuths + plane) + place;
}

/** Yield of the year of each of the planes, kWh/kWp. */
export function annualYields(
  { planes, systemLoss, anchorScale }: YieldPlanes,
  place: number,
  of: readonly number[],
): number[] {
  const afterLoss = 1 - systemLoss;
  return of.map((plane) => {
    let sum = 0;
    for (let month = 0; month < MONTHS; month++) {
      sum += planes.sums[sumAt(planes, place, month, plane) + PLACES] * afterLoss * anchorScale;
    }
    return sum;
  });
}
