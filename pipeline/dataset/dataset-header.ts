import { MONTH_DAYS } from '../../schemas/codec/axes.ts';
import { gridHeader, maskHeader } from '../../schemas/codec/pv-yield-artifact.ts';
import type {
  Accuracy,
  InterannualHeader,
  PvYieldHeader,
  RadiationDb,
  Recipe,
} from '../../schemas/types.ts';
import type { Domain } from '../coverage/dataset-domain.ts';
import type { CubeModel } from './cube/yield-cube.ts';

/** Fields of a header that are known only after the sources were chosen. */
export interface Findings {
  cells: number;
  /** Cells of the whole dataset that were filled from their nearest. */
  filled: number;
  model: CubeModel;
  accuracy: Accuracy;
  /** Monthly factor on ERA5, null if it is off. */
  era5Factors: number[] | null;
  /** How yields vary from year to year. Null when the recipe does not say. */
  interannual: InterannualHeader | null;
}

export function datasetHeader(recipe: Recipe, domain: Domain, findings: Findings): PvYieldHeader {
  const { model } = findings;
  const credits = [...new Set(recipe.sources.map(({ attribution }) => attribution))];
  return {
    kind: 'pv-yield',
    dataset_version: recipe.dataset_version,
    generated_at: recipe.generated_at,
    sources: recipe.sources.map(({ name }) => name),
    attribution: `${credits.join(' ')} Data licensed CC BY 4.0.`,
    coverage: domain.coverage,
    radiation_dbs: databases(recipe),
    ...accepted(recipe, 'accept_range', 'accepted_ranges'),
    ...accepted(recipe, 'accept_pixels', 'accepted_pixels'),
    cells: findings.cells,
    ...(findings.filled > 0 ? { filled_cells: findings.filled } : {}),
    grid: gridHeader(domain.grid),
    coverage_mask: maskHeader(domain.mask),
    model: {
      sky_model: model.skyModel,
      poa_model: 'monthly mean day, Collares-Pereira & Rabl profile',
      albedo: model.albedo,
      horizon: 'free',
      representative_days: representativeDays(model.daysPerMonth),
      steps_per_day: model.stepsPerDay,
      system_loss: model.systemLoss,
      wind_m_s: model.windMS,
      anchor_scale: model.anchorScale,
    },
    accuracy: {
      ...findings.accuracy,
      errors: [...(recipe.accuracy ?? []), ...findings.accuracy.errors],
    },
    era5_correction: findings.era5Factors,
    ...(findings.interannual ? { interannual: findings.interannual } : {}),
    ...(recipe.uncertainty ? { uncertainty: recipe.uncertainty } : {}),
  };
}

/** The reasons of the sources that vouch for something, under a field of the header. Nothing where none does. */
function accepted(
  { sources }: Recipe,
  vouch: 'accept_range' | 'accept_pixels',
  field: 'accepted_ranges' | 'accepted_pixels',
): Pick<PvYieldHeader, 'accepted_ranges' | 'accepted_pixels'> {
  const reasons = sources.flatMap(({ radiation_db, ghi }) => {
    const reason = ghi[vouch]?.reason;
    return reason ? [{ radiation_db, reason }] : [];
  });
  return reasons.length > 0 ? { [field]: reasons } : {};
}

/** The databases of the sources, each once, in order of preference. */
export function databases(recipe: Recipe): RadiationDb[] {
  return [...new Set(recipe.sources.map(({ radiation_db }) => radiation_db))];
}

function representativeDays(daysPerMonth: number): number {
  return MONTH_DAYS.reduce((sum, length) => sum + Math.min(length, daysPerMonth), 0);
}
