import { MONTHS } from '../../../schemas/codec/axes.ts';
import type {
  ChanceOfYield,
  PvYieldHeader,
  TotalUncertainty,
  UncertainPart,
  Variability,
} from '../../../schemas/types.ts';
import { roundTo } from '../round.ts';
import { Z90 } from '../statistics.ts';
import { type CellData, SPREAD_PERIODS } from './cell-data.ts';
import { emptyMesh, planesAround } from './lookup.ts';
import { type SpatialWeights, weighCells } from './spatial-weights.ts';

/** Where `/meta` has the sources in words: they are the same for all answers of a dataset. */
export const VARIABILITY_SOURCE = 'meta';

/** Years of the mean, in addition to the single one: a loan's, a warranty's. */
const MEAN_YEARS = 20;
/** Degrees south of where the north's figure holds over which it is reached. */
const NORTH_TRANSITION_DEG = 2;

// Filled again by each answer.
const mesh = emptyMesh();
const factors = new Float64Array(SPREAD_PERIODS);
const scatterPct = new Float64Array(SPREAD_PERIODS);

/**
 * Computes how the yield of a plane varies from year to year at a point, and how sure it is in all. Undefined if the
 * dataset has no spread. The irradiation's spread is interpolated like any other value of
 * the cells, the planes' factors and scatter (pipeline/solar/year-spread.ts) bilinearly in both angles.
 * @param annualKwhKwp the answer's own, before rounding
 */
export function variabilityAt(
  data: CellData,
  around: SpatialWeights,
  { lat, tilt, azimuth }: { lat: number; tilt: number; azimuth: number },
  annualKwhKwp: number,
): Variability | undefined {
  const { artifact, spread } = data;
  const { ghi_annual_sd_pct: annualSdPct, ghi_monthly_sd_pct: monthlySdPct, header } = artifact;
  if (!spread || !annualSdPct || !monthlySdPct) return undefined;
  planesAround(tilt, azimuth, mesh);
  fillFromMesh(factors, spread.factors);
  fillFromMesh(scatterPct, spread.scatterPct);
  const monthly = new Array<number>(MONTHS);
  for (let month = 0; month < MONTHS; month++) {
    const pct = weighCells(around, monthlySdPct, MONTHS, month);
    monthly[month] = roundTo(planeSdPct(pct, month), 2);
  }
  const ghiPct = weighCells(around, annualSdPct, 1, 0);
  const sdPct = planeSdPct(ghiPct, MONTHS);
  const reachKwhKwp = reachOf(annualKwhKwp, sdPct);
  // The fields have the order of the text.
  const answer: Variability = {
    ghi_annual_sd_pct: roundTo(ghiPct, 2),
    annual_sd_pct: roundTo(sdPct, 2),
    monthly_sd_pct: monthly,
    p90_annual_kwh_kwp: roundTo(annualKwhKwp - reachKwhKwp, 2),
    p50_annual_kwh_kwp: roundTo(annualKwhKwp, 2),
    p10_annual_kwh_kwp: roundTo(annualKwhKwp + reachKwhKwp, 2),
    source: VARIABILITY_SOURCE,
  };
  const total = totalUncertainty(header, lat, annualKwhKwp, sdPct);
  if (total) answer.total = total;
  return answer;
}

/** A plane's standard deviation in a month or the year: what follows the irradiation, and the scatter of light on top. */
function planeSdPct(ghiPct: number, period: number): number {
  const following = ghiPct * factors[period];
  const scatter = scatterPct[period];
  // Math.hypot takes several times as long, and a batch needs 650 of them.
  return Math.sqrt(following * following + scatter * scatter);
}

/** The values of the plane in the mesh, period by period. */
function fillFromMesh(out: Float64Array, values: Float64Array): void {
  const [p0, p1, p2, p3] = mesh.planes;
  const [s0, s1, s2, s3] = mesh.shares;
  for (let period = 0; period < SPREAD_PERIODS; period++) {
    out[period] =
      s0 * values[p0 * SPREAD_PERIODS + period] +
      s1 * values[p1 * SPREAD_PERIODS + period] +
      s2 * values[p2 * SPREAD_PERIODS + period] +
      s3 * values[p3 * SPREAD_PERIODS + period];
  }
}

/**
 * Adds to the weather what else is uncertain, as independent parts, in quadrature. Of twenty years' mean the weather's
 * part is a square root of twenty smaller and the others are what they are. Undefined if the dataset does not say.
 * @param weatherPct standard deviation of the plane's year that comes from the weather
 */
export function totalUncertainty(
  { uncertainty }: Pick<PvYieldHeader, 'uncertainty'>,
  latDeg: number,
  annualKwhKwp: number,
  weatherPct: number,
): TotalUncertainty | undefined {
  if (!uncertainty) return undefined;
  const dataset = partAt(uncertainty.dataset, latDeg);
  const transposition = partAt(uncertainty.transposition, latDeg);
  const module = partAt(uncertainty.module, latDeg);
  const losses = partAt(uncertainty.losses, latDeg);
  const othersPct = Math.hypot(dataset, transposition, module, losses);
  const meanPct = weatherPct / Math.sqrt(MEAN_YEARS);
  return {
    one_year: chanceOf(annualKwhKwp, Math.hypot(weatherPct, othersPct)),
    mean_of_20_years: chanceOf(annualKwhKwp, Math.hypot(meanPct, othersPct)),
    dataset_sd_pct: dataset,
  };
}

function partAt({ sd_pct, north }: UncertainPart, latDeg: number): number {
  if (!north) return sd_pct;
  const share = 1 - (north.lat - latDeg) / NORTH_TRANSITION_DEG;
  const pct = sd_pct + Math.min(1, Math.max(0, share)) * (north.sd_pct - sd_pct);
  return roundTo(pct, 2);
}

function chanceOf(annualKwhKwp: number, sdPct: number): ChanceOfYield {
  const p90 = annualKwhKwp - reachOf(annualKwhKwp, sdPct);
  return { sd_pct: roundTo(sdPct, 2), p90: roundTo(p90, 2) };
}

/**
 * How far nine of ten years reach below a mean, and above it: years are normally distributed, as sixteen years carry
 * no skewness.
 * @param sdPct standard deviation, percent of the mean
 */
function reachOf(meanKwhKwp: number, sdPct: number): number {
  return (meanKwhKwp * Z90 * sdPct) / 100;
}
