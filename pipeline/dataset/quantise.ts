import { nearness, sumWanted } from '#common/solar/kernel-sums.ts';
import type { PvModel } from '#common/solar/place-light.ts';
import { PLACES, type PlaneGeometry } from '#common/solar/plane-geometry.ts';
import { CUBE_SIZE, MONTHS, PLANES } from '../../schemas/codec/axes.ts';
import type { PvYieldSections } from '../../schemas/codec/pv-yield-artifact.ts';
import type { YieldCounts } from '../../schemas/codec/yield-counts.ts';
import { sumAt, want, type YieldPlanes } from './near-yield.ts';

/** The largest count of 16 bits. */
const COUNTS = 65535;

const ALL_PLANES = Array.from({ length: PLANES }, (_, plane) => plane);

/** In counts, more than the rounding of doubles moves one. */
const ROUNDING = 1e-9;

/** A month of a cell, which is one of the places in the kernels' memory. */
interface CellMonth {
  cell: number;
  place: number;
  month: number;
}

/**
 * Scales and counts of the yields of cells whose sums are near (`sumNearly`), all of them those of the exact sums:
 * the planes on which one hangs are made exact first.
 * @param cells in the order of their places
 */
export function quantiseYields(
  from: YieldPlanes,
  cells: readonly number[],
  model: PvModel,
  out: YieldCounts,
): void {
  const months = cells.flatMap((cell, place) =>
    Array.from({ length: MONTHS }, (_, month) => ({ cell, place, month })),
  );
  const unsure = months.filter((of) => !setScale(from, of, out));
  sumWanted(from.planes, model);
  for (const of of unsure) setExactScale(from, of, out);
  const doubts = months.map((of) => setCounts(from, of, out));
  sumWanted(from.planes, model);
  months.forEach((of, i) => {
    setExactCounts(from, of, doubts[i], out);
  });
}

/** Sets the scale, or wants the planes that may be the largest and returns false. */
function setScale(from: YieldPlanes, { cell, place, month }: CellMonth, out: YieldCounts): boolean {
  const { planes, systemLoss, anchorScale } = from;
  const first = sumAt(planes, place, month);
  const output = largest(planes.sums, first + PLACES);
  const slack = nearness(planes.sun, month) * largest(planes.sums, first);
  const factor = (1 - systemLoss) * anchorScale;
  const scale = quantisationScale((output + slack) * factor);
  out.yield_scale[cell * MONTHS + month] = scale;
  if (quantisationScale(Math.max(0, output - slack) * factor) === scale) return true;
  const rivals = ALL_PLANES.filter(
    (plane) => planes.sums[first + PLACES + 2 * PLACES * plane] >= output - 2 * slack,
  );
  want(planes, place, month, rivals);
  return false;
}

function setExactScale(
  from: YieldPlanes,
  { cell, place, month }: CellMonth,
  out: YieldCounts,
): void {
  const { planes, systemLoss, anchorScale } = from;
  const output = largest(planes.sums, sumAt(planes, place, month) + PLACES);
  out.yield_scale[cell * MONTHS + month] = quantisationScale(
    output * (1 - systemLoss) * anchorScale,
  );
}

/** The largest sum of a month's planes. */
function largest(sums: Float64Array, first: number): number {
  const [planes, record] = [PLANES, 2 * PLACES];
  let max = 0;
  for (let plane = 0, at = first; plane < planes; plane++, at += record) {
    if (sums[at] > max) max = sums[at];
  }
  return max;
}

/** Sets the counts of a month's planes. Wants and returns those whose count is not sure. */
function setCounts(
  from: YieldPlanes,
  { cell, place, month }: CellMonth,
  out: YieldCounts,
): number[] {
  const { planes, systemLoss, anchorScale } = from;
  const { sums } = planes;
  const scale = out.yield_scale[cell * MONTHS + month];
  const doubts: number[] = [];
  if (scale === 0) return doubts;
  // Sizes in locals: an imported constant is looked up again at each use.
  const [months, count, places] = [MONTHS, PLANES, PLACES];
  const factor = ((1 - systemLoss) * anchorScale) / scale;
  const slack = nearness(planes.sun, month) * factor;
  let at = sumAt(planes, place, month);
  let to = cell * CUBE_SIZE + month;
  for (let plane = 0; plane < count; plane++) {
    const value = sums[at + places] * factor;
    const counts = Math.floor(value + 0.5);
    out.yield[to] = counts;
    if (Math.abs(value - counts) + slack * sums[at] > 0.5 - ROUNDING) doubts.push(plane);
    at += 2 * places;
    to += months;
  }
  want(planes, place, month, doubts);
  return doubts;
}

/** Sets the counts of planes that are exact. */
function setExactCounts(
  { planes, systemLoss, anchorScale }: YieldPlanes,
  { cell, place, month }: CellMonth,
  of: readonly number[],
  out: YieldCounts,
): void {
  const scale = out.yield_scale[cell * MONTHS + month];
  const first = sumAt(planes, place, month) + PLACES;
  const afterLoss = 1 - systemLoss;
  for (const plane of of) {
    const value = planes.sums[first + 2 * PLACES * plane] * afterLoss * anchorScale;
    out.yield[(cell * PLANES + plane) * MONTHS + month] = countsOf(value, scale);
  }
}

/** Scale and counts of a cell's in-plane irradiation, which is exact. */
export function quantisePoa(
  { sums }: PlaneGeometry,
  cell: number,
  place: number,
  out: Pick<PvYieldSections, 'poa' | 'poa_scale'>,
): void {
  const [planes, record] = [PLANES, 2 * PLACES];
  const annual = new Float64Array(planes);
  for (let month = 0, at = place; month < MONTHS; month++) {
    for (let plane = 0; plane < planes; plane++, at += record) annual[plane] += sums[at];
  }
  const scale = quantisationScale(maximum(annual));
  out.poa_scale[cell] = scale;
  for (let plane = 0; plane < planes; plane++) {
    out.poa[cell * planes + plane] = countsOf(annual[plane], scale);
  }
}

function maximum(values: Float64Array): number {
  let max = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > max) max = values[i];
  return max;
}

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
