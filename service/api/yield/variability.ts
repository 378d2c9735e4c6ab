import { roundTo } from '#engine/round.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { Variability } from '../../../schemas/types.ts';
import type { SpatialWeights } from '../spatial-weights.ts';
import { SPREAD_PERIODS, type YieldDataset } from './dataset.ts';
import { emptyMesh, planesAround } from './lookup.ts';

/** Nine tenths of a normal distribution lie above its mean less so many standard deviations. */
const P90_DEVIATIONS = 1.2816;

// Filled again by each answer.
const mesh = emptyMesh();

/**
 * Computes how the yield of a plane varies from year to year at a point; undefined if the dataset
 * has no spread. The irradiation's spread is interpolated like any other value of the cells, the planes' factors
 * (pipeline/common/solar/year-spread.ts) bilinearly in both angles.
 * @param annualKwhKwp the answer's own, before rounding
 */
export function variabilityAt(
  { artifact, planeFactors }: YieldDataset,
  around: SpatialWeights,
  { tilt, azimuth }: { tilt: number; azimuth: number },
  annualKwhKwp: number,
): Variability | undefined {
  const { ghi_annual_sd_pct: annualSdPct, ghi_monthly_sd_pct: monthlySdPct, header } = artifact;
  if (!planeFactors || !annualSdPct || !monthlySdPct || !header.interannual) return undefined;
  planesAround(tilt, azimuth, mesh);
  const monthly: number[] = [];
  for (let month = 0; month < MONTHS; month++) {
    const pct = spreadAt(around, monthlySdPct, MONTHS, month);
    monthly.push(roundTo(pct * factorAt(planeFactors, month), 2));
  }
  const ghiPct = spreadAt(around, annualSdPct, 1, 0);
  const planePct = ghiPct * factorAt(planeFactors, MONTHS);
  const reachKwhKwp = (annualKwhKwp * P90_DEVIATIONS * planePct) / 100;
  return {
    ghi_annual_sd_pct: roundTo(ghiPct, 2),
    annual_sd_pct: roundTo(planePct, 2),
    monthly_sd_pct: monthly,
    p90_annual_kwh_kwp: roundTo(annualKwhKwp - reachKwhKwp, 2),
    p10_annual_kwh_kwp: roundTo(annualKwhKwp + reachKwhKwp, 2),
    years: header.interannual.years,
    source: header.interannual.source,
  };
}

function spreadAt(
  { count, cells, weights }: SpatialWeights,
  pct: Float32Array,
  perCell: number,
  offset: number,
): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += weights[i] * pct[cells[i] * perCell + offset];
  return sum;
}

/** The factor of the plane in the mesh. */
function factorAt(factors: Float64Array, period: number): number {
  const { planes, shares } = mesh;
  let sum = 0;
  for (let i = 0; i < 4; i++) sum += shares[i] * factors[planes[i] * SPREAD_PERIODS + period];
  return sum;
}
