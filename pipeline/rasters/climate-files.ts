import { basename } from 'node:path';
import type { Recipe, RecipeSource } from '../../schemas/types.ts';
import type { DatedField } from './dated-fields.ts';
import { findInterannual, type InterannualFiles } from './interannual.ts';
import type { RasterRef } from './open/open-raster.ts';
import { monthlyRasters, yearlyRaster } from './raster-files.ts';

/** The rasters of one source, not yet read. Monthly variables have twelve, January first, or those of each year. */
export interface SourceFiles {
  source: RecipeSource;
  ghi: DatedField[];
  diffuseFraction: DatedField[] | null;
  temperature: DatedField[] | null;
  elevation: RasterRef | null;
}

/** The climate's files of a recipe. */
export interface ClimateFiles {
  sources: SourceFiles[];
  interannual: InterannualFiles | null;
}

/**
 * Finds every raster that a recipe names, and the file of its interannual places.
 * @throws Error naming the file or month that is missing
 */
export async function findClimateFiles(recipe: Recipe, folder: string): Promise<ClimateFiles> {
  const sources = await Promise.all(
    recipe.sources.map(async (source) => {
      const { ghi, diffuse_fraction, temperature, elevation } = source;
      return {
        source,
        ghi: await monthlyRasters(folder, ghi),
        diffuseFraction: diffuse_fraction ? await monthlyRasters(folder, diffuse_fraction) : null,
        temperature: temperature ? await monthlyRasters(folder, temperature) : null,
        elevation: elevation ? await yearlyRaster(folder, elevation) : null,
      };
    }),
  );
  const interannual = findInterannual(recipe, folder, yearsOf(sources));
  return { sources, interannual };
}

/** How many years each source's irradiation has. */
function yearsOf(sources: readonly SourceFiles[]): number[] {
  return sources.map(({ ghi }) => new Set(ghi.map(({ date }) => date.year)).size);
}

/** Paths of all files, each once. */
export function climatePaths({ sources, interannual }: ClimateFiles): string[] {
  const refs = sources.flatMap(({ ghi, diffuseFraction, temperature, elevation }) => [
    ...ghi,
    ...(diffuseFraction ?? []),
    ...(temperature ?? []),
    ...(elevation ? [elevation] : []),
  ]);
  const paths = [...refs.map(({ path }) => path)];
  if (interannual && 'places' in interannual) paths.push(interannual.places);
  return [...new Set(paths)].sort();
}

/**
 * Holds the files against the SHA-256 that the recipe pins for some of them.
 * @param sha256Of the files' actual hashes by path
 * @throws Error naming the file with both hashes
 */
export function checkPinnedHashes({ sources }: ClimateFiles, sha256Of: Map<string, string>): void {
  for (const { source, ghi, diffuseFraction, temperature, elevation } of sources) {
    checkPins(source.ghi.sha256, ghi, sha256Of);
    checkPins(source.diffuse_fraction?.sha256, diffuseFraction ?? [], sha256Of);
    checkPins(source.temperature?.sha256, temperature ?? [], sha256Of);
    checkPins(source.elevation?.sha256, elevation ? [elevation] : [], sha256Of);
  }
}

function checkPins(
  pins: Record<string, string> | undefined,
  refs: readonly RasterRef[],
  sha256Of: Map<string, string>,
): void {
  for (const { path } of pins ? refs : []) {
    const pinned = pins?.[basename(path)];
    const found = sha256Of.get(path);
    if (pinned === undefined || pinned === found) continue;
    throw new Error(
      `${path}: has SHA-256 ${found}, but the recipe pins ${pinned}. Fetch the file again, or pin the new hash if the change is meant.`,
    );
  }
}
