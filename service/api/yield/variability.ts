import { roundTo } from '#engine/round.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { Variability } from '../../../schemas/types.ts';
import type { SpatialWeights } from '../spatial-weights.ts';
import { type CellData, SPREAD_PERIODS } from './cell-data.ts';
import { emptyMesh, planesAround } from './lookup.ts';
import { totalUncertainty } from './total-uncertainty.ts';
import { quantilesAbout } from './year-quantiles.ts';

/** Where `/meta` has the sources in words: they are the same for all answers of a dataset. */
export const VARIABILITY_SOURCE = 'meta';

// Filled again by each answer.
const mesh = emptyMesh();

/**
 * Computes how the yield of a plane varies from year to year at a point, and how sure it is in all; undefined if the
 * dataset has no spread. The irradiation's spread is interpolated like any other value of
 * the cells, the planes' factors and scatter (pipeline/common/solar/year-spread.ts) bilinearly in both angles.
 * @param annualKwhKwp the answer's own, before rounding
 */
export function variabilityAt(
  data: CellData,
  around: SpatialWeights,
  { lat, tilt, azimuth }: { lat: number; tilt: number; azimuth: number },
  annualKwhKwp: number,
): Variability | undefined {
  const { artifact, planeFactors } = data;
  const { ghi_annual_sd_pct: annualSdPct, ghi_monthly_sd_pct: monthlySdPct, header } = artifact;
  if (!planeFactors || !annualSdPct || !monthlySdPct || !header.interannual) return undefined;
  planesAround(tilt, azimuth, mesh);
  const monthly: number[] = [];
  for (let month = 0; month < MONTHS; month++) {
    const pct = valueAround(around, monthlySdPct, MONTHS, month);
    monthly.push(roundTo(planeSdPct(data, pct, month), 2));
  }
  const ghiPct = valueAround(around, annualSdPct, 1, 0);
  const sdPct = planeSdPct(data, ghiPct, MONTHS);
  const { p90, p50, p10 } = quantilesAbout(annualKwhKwp, sdPct);
  // The fields have the order of the text.
  const answer: Variability = {
    ghi_annual_sd_pct: roundTo(ghiPct, 2),
    annual_sd_pct: roundTo(sdPct, 2),
    monthly_sd_pct: monthly,
    p90_annual_kwh_kwp: roundTo(p90, 2),
    p50_annual_kwh_kwp: roundTo(p50, 2),
    p10_annual_kwh_kwp: roundTo(p10, 2),
    source: VARIABILITY_SOURCE,
  };
  const total = totalUncertainty(header, lat, annualKwhKwp, sdPct);
  if (total) answer.total = total;
  return answer;
}

/** A plane's standard deviation in a month or the year: what follows the irradiation, and the scatter of light beside it. */
function planeSdPct(data: CellData, ghiPct: number, period: number): number {
  const { planeFactors, planeScatterPct } = data;
  const following = planeFactors ? ghiPct * valueInMesh(planeFactors, period) : ghiPct;
  return planeScatterPct ? Math.hypot(following, valueInMesh(planeScatterPct, period)) : following;
}

function valueAround(
  { count, cells, weights }: SpatialWeights,
  values: Float32Array,
  perCell: number,
  offset: number,
): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += weights[i] * values[cells[i] * perCell + offset];
  return sum;
}

/** The value of the plane in the mesh. */
function valueInMesh(values: Float64Array, period: number): number {
  const { planes, shares } = mesh;
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += shares[i] * values[planes[i] * SPREAD_PERIODS + period];
  return sum;
}
