import type { PvYieldCells } from '../../../schemas/codec/pv-yield-artifact.ts';
import common from '../../../schemas/common.schema.json' with { type: 'json' };
import type { Dataset, YieldModel } from '../../../schemas/types.ts';
import { gridDegOf } from './cell-data.ts';

/** Name and version of what makes a series' hours of its months; the number rises when other hours come of them. */
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

/** The dataset of every answer. */
export function datasetOf(artifact: PvYieldCells): Dataset {
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
