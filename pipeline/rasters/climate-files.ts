import { basename } from 'node:path';
import type { Recipe, RecipeSource } from '../../schemas/types.ts';
import type { DatedField } from './dated-fields.ts';
import { findInterannual, type InterannualFiles } from './interannual.ts';
import { monthlyRasters, yearlyRaster } from './raster-files.ts';

/** The climate's variables besides irradiation, as recipes call them. A source may lack them. */
export const OPTIONAL = ['diffuse_fraction', 'temperature', 'elevation'] as const;
export type Variable = 'ghi' | (typeof OPTIONAL)[number];

/** Something of irradiation, and of the other variables that a source has. */
export type OfVariables<T> = { ghi: T } & Partial<Record<Variable, T>>;

/**
 * The rasters of one source, not yet read. Monthly variables have twelve, January first, or those of each year, and what
 * does not change over the year has one.
 */
export interface SourceFiles {
  source: RecipeSource;
  files: OfVariables<DatedField[]>;
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
      const files: SourceFiles['files'] = { ghi: await monthlyRasters(folder, source.ghi) };
      for (const variable of OPTIONAL) {
        const find = variable === 'elevation' ? yearlyRaster : monthlyRasters;
        const rasters = source[variable];
        if (rasters) files[variable] = await find(folder, rasters);
      }
      return { source, files };
    }),
  );
  return { sources, interannual: findInterannual(recipe, folder, sources.map(yearsOf)) };
}

/** How many years a source's irradiation has. */
function yearsOf({ files }: SourceFiles): number {
  return new Set(files.ghi.map(({ date }) => date.year)).size;
}

/** Paths of all files, each once. */
export function climatePaths({ sources, interannual }: ClimateFiles): string[] {
  const fields = sources.flatMap(({ files }) => Object.values(files).flat());
  const paths = fields.map(({ path }) => path);
  if (interannual && 'places' in interannual) paths.push(interannual.places);
  return [...new Set(paths)].sort();
}

/**
 * Holds the files against the SHA-256 that the recipe pins for some of them.
 * @param sha256Of the files' actual hashes by path
 * @throws Error naming the file with both hashes
 */
export function checkPinnedHashes({ sources }: ClimateFiles, sha256Of: Map<string, string>): void {
  for (const { source, files } of sources) {
    for (const variable of ['ghi', ...OPTIONAL] as const) {
      for (const { path } of files[variable] ?? []) {
        const pinned = source[variable]?.sha256?.[basename(path)];
        const found = sha256Of.get(path);
        if (pinned === undefined || pinned === found) continue;
        throw new Error(
          `${path}: has SHA-256 ${found}, but the recipe pins ${pinned}. Fetch the file again, or pin the new hash if the change is meant.`,
        );
      }
    }
  }
}
