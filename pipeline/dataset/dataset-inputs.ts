import type { Recipe } from '../../schemas/types.ts';
import { type Domain, datasetDomain } from '../coverage/dataset-domain.ts';
import type { ClimateFiles } from '../rasters/climate-files.ts';
import type { ClimateGrids } from '../rasters/climate-grids.ts';
import { type OpenClimate, openClimateRasters } from '../rasters/climate-rasters.ts';
import { pixelLimits } from './checks/plausibility.ts';

/** Inputs of a dataset: its recipe, its domain and its rasters on the grid. */
export interface DatasetInputs extends ClimateGrids {
  recipe: Recipe;
  domain: Domain;
}

/** Opens the rasters of a recipe, reads each once, and closes them. @param onRead gets the share that was read */
export async function readInputs(
  recipe: Recipe,
  files: ClimateFiles,
  onRead: (share: number) => void,
): Promise<DatasetInputs> {
  const domain = datasetDomain(recipe);
  const { read, close } = await openInputs(files, domain);
  try {
    return { recipe, domain, ...(await read(onRead)) };
  } finally {
    await close();
  }
}

/** Reads the headers of a recipe's rasters. @throws Error as a build would */
export async function checkHeaders(recipe: Recipe, files: ClimateFiles): Promise<void> {
  const { close } = await openInputs(files, datasetDomain(recipe));
  await close();
}

function openInputs(files: ClimateFiles, { grid, needed }: Domain): Promise<OpenClimate> {
  return openClimateRasters(files, grid, { needed, limitsAt: pixelLimits });
}
