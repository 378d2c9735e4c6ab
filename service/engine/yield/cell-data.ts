import { MONTHS, PLANES } from '../../../schemas/codec/axes.ts';
import type { PvYieldCells } from '../../../schemas/codec/pv-yield-artifact.ts';
import common from '../../../schemas/common.schema.json' with { type: 'json' };
import type { Cell, Dataset, PvYield, PvYieldHeader, YieldModel } from '../../../schemas/types.ts';

/** Periods of a spread between years: the months, then the year. */
export const SPREAD_PERIODS = MONTHS + 1;

/** Cells of a dataset with what the answers from them are made with. */
export interface CellData {
  artifact: PvYieldCells;
  /** How planes vary from year to year. Undefined if the dataset does not say. */
  spread: PlaneSpread | undefined;
  /** Cells of earlier answers, by a key of the cell and how it was interpolated. */
  cells: Map<number, Cell>;
}

/** How planes vary with the irradiation, and what light apart from it adds, percent: [plane][month, then year]. */
interface PlaneSpread {
  factors: Float64Array;
  scatterPct: Float64Array;
}

/** Grid spacing: latitude, longitude. */
export function gridDegOf({ grid }: PvYieldCells): number[] {
  return [grid.stepDeg, grid.stepDeg];
}

/** The spread between years of a header, as lookups take it. */
export function planeSpread({ interannual }: PvYieldHeader): PlaneSpread | undefined {
  if (!interannual) return undefined;
  const { plane_factors, plane_scatter_pct = [] } = interannual;
  return { factors: byPlane(plane_factors), scatterPct: byPlane(plane_scatter_pct) };
}

/** The header's values of the planes, [period][plane], as [plane][period]. Zeros where it has none. */
function byPlane(values: readonly number[][]): Float64Array {
  const planes = new Float64Array(PLANES * SPREAD_PERIODS);
  for (const [period, ofPlanes] of values.entries()) {
    for (let plane = 0; plane < PLANES; plane++)
      planes[plane * SPREAD_PERIODS + period] = ofPlanes[plane];
  }
  return planes;
}

/** Name and version of what makes a series' hours of its months. The number rises when other hours come of them. */
export const WEATHER =
  'synthetic 2: daily clearness after Hollands and Huget, clear and dull spells in a fixed order';

/** The model of every answer. */
export function modelOf({ header: { model } }: PvYieldCells): YieldModel {
  return {
    poa_model: model.poa_model,
    sky_model: model.sky_model,
    albedo: model.albedo,
    anchor_scale: model.anchor_scale,
    representative_days: model.representative_days,
    steps_per_day: model.steps_per_day,
    horizon: model.horizon,
    system_loss_default: common.$defs.system_loss.default,
  };
}

/** Parts that all answers from a dataset have in common. */
export function commonParts(
  artifact: PvYieldCells,
): Pick<PvYield, 'model' | 'dataset' | 'attribution'> {
  const { attribution } = artifact.header;
  return { model: modelOf(artifact), dataset: datasetOf(artifact), attribution };
}

/** The dataset of every answer. */
function datasetOf(artifact: PvYieldCells): Dataset {
  const { dataset_version, sources, coverage, radiation_dbs, generated_at } = artifact.header;
  return {
    version: dataset_version,
    sources,
    coverage,
    radiation_db: radiation_dbs.join(', '),
    generated_at,
    grid_deg: gridDegOf(artifact),
  };
}
