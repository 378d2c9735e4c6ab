import { DEFAULT_WIND_M_S } from '#solar/module-yield.ts';
import type { StepModel } from '#solar/monthly-planes.ts';
import type { Recipe } from '../../schemas/types.ts';
import { type Domain, datasetDomain } from '../coverage/dataset-domain.ts';
import type { ClimateFiles } from '../rasters/climate-files.ts';
import type { ClimateGrids } from '../rasters/climate-grids.ts';
import { openClimateRasters } from '../rasters/climate-rasters.ts';
import { pixelLimits } from './checks/plausibility.ts';
import { checkCorrection } from './era5-correction.ts';

/** Inputs of a dataset: its recipe, its domain and its rasters on the grid. */
export interface DatasetInputs extends ClimateGrids {
  recipe: Recipe;
  domain: Domain;
}

/** The physics of a recipe's dataset, and how finely it is computed. */
export function stepModel({ model }: Recipe): StepModel {
  return {
    skyModel: model.sky_model,
    albedo: model.albedo,
    windMS: DEFAULT_WIND_M_S,
    systemLoss: model.system_loss,
    daysPerMonth: model.days_per_month,
    stepsPerDay: model.steps_per_day,
  };
}

/** Reads each raster of a recipe once. @param onRead gets the share that was read */
export async function readInputs(
  recipe: Recipe,
  files: ClimateFiles,
  onRead: (share: number) => void,
): Promise<DatasetInputs> {
  checkCorrection(recipe);
  const domain = datasetDomain(recipe);
  const read = await openInputs(files, domain);
  return { recipe, domain, ...(await read(onRead)) };
}

/** Reads the headers of a recipe's rasters. @throws Error as a build would */
export async function checkHeaders(recipe: Recipe, files: ClimateFiles): Promise<void> {
  await openInputs(files, datasetDomain(recipe));
}

function openInputs(files: ClimateFiles, { grid, needed }: Domain) {
  return openClimateRasters(files, grid, { needed, limitsAt: pixelLimits });
}
