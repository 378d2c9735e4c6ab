import type { Recipe } from '../../schemas/types.ts';
import { datasetFrame } from '../coverage/dataset-frame.ts';
import { type ClimateFiles, openClimateRasters } from '../rasters/climate-rasters.ts';
import { type ClimateReader, climateReader } from './cell-climate.ts';
import { pixelLimits } from './checks/plausibility.ts';
import { era5Factors } from './era5-correction.ts';
import type { DatasetInputs, Survey } from './source-choice.ts';

/** Opens the rasters of a recipe for some work, and closes them however it ends. */
export async function withInputs<Result>(
  recipe: Recipe,
  files: ClimateFiles,
  work: (inputs: DatasetInputs) => Promise<Result>,
): Promise<Result> {
  const frame = datasetFrame(recipe);
  const pixels = { needed: frame.needed, limitsAt: pixelLimits };
  const { close, ...rasters } = await openClimateRasters(files, frame.grid, pixels);
  try {
    return await work({ recipe, frame, ...rasters });
  } finally {
    await close();
  }
}

/** The cells' climate as it goes into the dataset, with the monthly factors on ERA5 (null: off). */
export async function correctedClimate(
  { recipe, frame, ...rasters }: DatasetInputs,
  survey: Survey,
): Promise<{ readClimate: ClimateReader; era5Factors: number[] | null }> {
  const factors = recipe.era5_correction
    ? await era5Factors(rasters.sources, frame.grid, frame.needed)
    : null;
  return { readClimate: climateReader(rasters, frame.grid, survey, factors), era5Factors: factors };
}
