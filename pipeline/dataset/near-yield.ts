import { firstMark, nearness } from '#common/solar/kernel-sums.ts';
import { PLACES, type PlaneGeometry } from '#common/solar/plane-geometry.ts';
import { MONTHS } from '../../schemas/codec/axes.ts';

/** A set of planes with the factors from the kernels' output to a yield. */
export interface YieldPlanes {
  planes: PlaneGeometry;
  systemLoss: number;
  anchorScale: number;
}

/** Where a plane's sums of a month are: its irradiation, and `PLACES` later its output. */
export function sumAt({ tilts, azimuths }: PlaneGeometry, place: number, month: number): number {
  return 2 * PLACES * month * tilts * azimuths + place;
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
      const at = sumAt(planes, place, month) + 2 * PLACES * plane + PLACES;
      sum += planes.sums[at] * afterLoss * anchorScale;
    }
    return sum;
  });
}

/** The planes of which any may have the largest yield of the year, after `sumNearly`. */
export function rivals(from: YieldPlanes, place: number, of: readonly number[]): number[] {
  const yields = annualYields(from, place, of);
  const slacks = annualSlacks(from, place, of);
  const reached = Math.max(...yields.map((kwh, i) => kwh - slacks[i]));
  return of.filter((_, i) => yields[i] + slacks[i] >= reached);
}

/** How far the exact yields of the year may be from those after `sumNearly`. */
function annualSlacks(
  { planes, systemLoss, anchorScale }: YieldPlanes,
  place: number,
  of: readonly number[],
): number[] {
  return of.map((plane) => {
    let slack = 0;
    for (let month = 0; month < MONTHS; month++) {
      const poa = planes.sums[sumAt(planes, place, month) + 2 * PLACES * plane];
      slack += nearness(planes.sun, month) * poa;
    }
    return slack * (1 - systemLoss) * anchorScale;
  });
}

/** Has `sumWanted` make planes exact in a month. Those of the first tilt may be flat, and alike. */
export function want(
  planes: PlaneGeometry,
  place: number,
  month: number,
  wanted: readonly number[],
): void {
  const first = firstMark(planes, place, month);
  for (const plane of wanted) {
    if (plane < planes.azimuths) planes.wanted.fill(1, first, first + planes.azimuths);
    else planes.wanted[first + plane] = 1;
  }
}

/** `want` in every month. */
export function wantYear(planes: PlaneGeometry, place: number, wanted: readonly number[]): void {
  for (let month = 0; month < MONTHS; month++) want(planes, place, month, wanted);
}
