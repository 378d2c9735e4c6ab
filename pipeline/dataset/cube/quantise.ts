import { PLACES, type PlaneGeometry } from '#solar/plane-geometry.ts';
import { CUBE_SIZE, MONTHS, PLANES } from '../../../schemas/codec/axes.ts';
import type { CellArrays } from '../../../schemas/codec/cell-records.ts';
import { sumAt, type YieldPlanes } from './yield-planes.ts';

/** The largest count of 16 bits. */
const COUNTS = 65535;

/** Scales and counts of a cell's yields by month. */
export function quantiseYields(
  { planes, systemLoss, anchorScale }: YieldPlanes,
  cell: number,
  place: number,
  out: Pick<CellArrays, 'yield' | 'yield_scale'>,
): void {
  // Sizes in locals: an imported constant is looked up again at each use.
  const [months, count, record] = [MONTHS, PLANES, 2 * PLACES];
  const { sums } = planes;
  const afterLoss = 1 - systemLoss;
  for (let month = 0; month < months; month++) {
    const first = sumAt(planes, place, month) + PLACES;
    let max = 0;
    for (let plane = 0, at = first; plane < count; plane++, at += record) {
      if (sums[at] > max) max = sums[at];
    }
    const scale = quantisationScale(max * afterLoss * anchorScale);
    out.yield_scale[cell * months + month] = scale;
    let to = cell * CUBE_SIZE + month;
    for (let plane = 0, at = first; plane < count; plane++, at += record, to += months) {
      out.yield[to] = countsOf(sums[at] * afterLoss * anchorScale, scale);
    }
  }
}

/** Scale and counts of a cell's in-plane irradiation of the year. */
export function quantisePoa(
  { sums }: PlaneGeometry,
  cell: number,
  place: number,
  out: Pick<CellArrays, 'poa' | 'poa_scale'>,
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

/** Counts of a value. The scale is that of a plane that holds it. */
export function countsOf(value: number, scale: number): number {
  return scale === 0 ? 0 : Math.min(COUNTS, Math.round(value / scale));
}
