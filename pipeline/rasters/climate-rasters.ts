import { basename } from 'node:path';
import type { Grid } from '../../schemas/codec/grid.ts';
import type { RadiationDb, Recipe, RecipeSource } from '../../schemas/types.ts';
import {
  findInterannual,
  type InterannualFiles,
  type InterannualSource,
  openInterannual,
} from './interannual.ts';
import { openRaster, type RasterRef } from './open-raster.ts';
import type { Raster } from './raster.ts';
import { monthlyRasters, yearlyRaster } from './raster-files.ts';
import { checkOverlap, type RowReader, regrid } from './regrid.ts';

/** Days of a mean calendar month, leap years included: what a mean in W/m2 is multiplied by. */
const MEAN_MONTH_DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** kWh/m2 in a month for a mean of 1 W/m2 over day and night. */
export function kwhM2PerWM2(month: number): number {
  return (MEAN_MONTH_DAYS[month] * 24) / 1000;
}

/** One raster on the grid. */
export interface GridBand {
  name: string;
  /** Where it is read from, and its header. */
  ref: RasterRef;
  raster: Raster;
  /**
   * Values in the unit that everything inside has: kWh/m2, 1, °C, m, %; NaN where there are none. A
   * tally's bounds are in that unit, what it finds in the file's.
   */
  readRow: RowReader;
}

/** The rasters of one source, opened. Monthly variables have twelve bands, January first. */
export interface ClimateSource {
  radiationDb: RadiationDb;
  ghiUnit: 'kWh/m2' | 'W/m2';
  /** Whether the recipe vouches for irradiation far from what is usual. */
  acceptRange: boolean;
  /** Whether it vouches for pixels and cells that look wrong. */
  acceptPixels: boolean;
  ghi: GridBand[];
  diffuseFraction: GridBand[] | null;
  temperature: GridBand[] | null;
  elevation: GridBand | null;
}

/** All sources of a recipe in its order of preference, with what must be closed at the end. */
export interface ClimateRasters {
  sources: ClimateSource[];
  /** How irradiation varies from year to year. Null if the recipe does not say. */
  interannual: InterannualSource | null;
  close(): Promise<void>;
}

/** The raster files of one source, not yet opened; monthly variables have twelve, January first. */
interface SourceFiles {
  source: RecipeSource;
  ghi: RasterRef[];
  diffuseFraction: RasterRef[] | null;
  temperature: RasterRef[] | null;
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
  return { sources, interannual: await findInterannual(recipe, folder) };
}

/** Paths of all files, each once. */
export function climatePaths({ sources, interannual }: ClimateFiles): string[] {
  const refs = sources.flatMap(({ ghi, diffuseFraction, temperature, elevation }) => [
    ...ghi,
    ...(diffuseFraction ?? []),
    ...(temperature ?? []),
    ...(elevation ? [elevation] : []),
  ]);
  const paths = refs.map(({ path }) => path);
  if (interannual && 'places' in interannual) paths.push(interannual.places);
  else if (interannual) {
    paths.push(...[interannual.annual, ...interannual.monthly].map(({ path }) => path));
  }
  return [...new Set(paths)].sort();
}

/**
 * Holds the files against the SHA-256 that the recipe pins for some of them.
 * @param sha256Of the files' actual hashes by path
 * @throws Error naming the file with both hashes
 */
export function checkPinnedHashes(
  { sources, interannual }: ClimateFiles,
  sha256Of: Map<string, string>,
): void {
  for (const { source, ghi, diffuseFraction, temperature, elevation } of sources) {
    checkPins(source.ghi.sha256, ghi, sha256Of);
    checkPins(source.diffuse_fraction?.sha256, diffuseFraction ?? [], sha256Of);
    checkPins(source.temperature?.sha256, temperature ?? [], sha256Of);
    checkPins(source.elevation?.sha256, elevation ? [elevation] : [], sha256Of);
  }
  if (interannual && 'rasters' in interannual) {
    checkPins(interannual.rasters.annual.sha256, [interannual.annual], sha256Of);
    checkPins(interannual.rasters.monthly.sha256, interannual.monthly, sha256Of);
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

/**
 * Opens every raster of a recipe. Only headers are read.
 * @throws Error naming the file that is unreadable or away from the grid
 */
export async function openClimateRasters(
  { sources: files, interannual }: ClimateFiles,
  grid: Grid,
): Promise<ClimateRasters> {
  const opened: Raster[] = [];
  const close = async () => {
    await Promise.all(opened.map((raster) => raster.close()));
  };
  const open = async (ref: RasterRef, factor: number): Promise<GridBand> => {
    const raster = await openRaster(ref);
    opened.push(raster);
    if (ref.band === undefined && raster.bands > 1) throw severalBands(raster);
    checkOverlap(raster, grid);
    return { name: raster.name, ref, raster, readRow: scaled(regrid(raster, grid), factor) };
  };
  try {
    const sources = [];
    for (const source of files) sources.push(await openSource(source, open));
    const openSpread = (ref: RasterRef) => open(ref, 1);
    const spread = interannual ? await openInterannual(interannual, grid, openSpread) : null;
    return { sources, interannual: spread, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function severalBands({ name, bands }: Raster): Error {
  return new Error(
    `${name}: the file has ${bands} bands, expected 1 (or 12, one a month, in a single file named without {month}). Split it.`,
  );
}

type Open = (ref: RasterRef, factor: number) => Promise<GridBand>;

async function openSource(files: SourceFiles, open: Open): Promise<ClimateSource> {
  const { unit } = files.source.ghi;
  const monthFactor = (month: number) => (unit === 'W/m2' ? kwhM2PerWM2(month) : 1);
  return {
    radiationDb: files.source.radiation_db,
    ghiUnit: unit,
    acceptRange: files.source.ghi.accept_range !== undefined,
    acceptPixels: files.source.ghi.accept_pixels !== undefined,
    ghi: await openMonths(files.ghi, open, monthFactor),
    diffuseFraction: files.diffuseFraction ? await openMonths(files.diffuseFraction, open) : null,
    temperature: files.temperature ? await openMonths(files.temperature, open) : null,
    elevation: files.elevation ? await open(files.elevation, 1) : null,
  };
}

async function openMonths(
  refs: readonly RasterRef[],
  open: Open,
  factor: (month: number) => number = () => 1,
): Promise<GridBand[]> {
  const bands = refs.map((ref, month) => open(ref, factor(month)));
  // Where one fails the others end first, to be closed.
  await Promise.allSettled(bands);
  return Promise.all(bands);
}

function scaled(readRow: RowReader, factor: number): RowReader {
  if (factor === 1) return readRow;
  return async (row, tally) => {
    const ofFile = tally && {
      ...tally,
      least: tally.least / factor,
      greatest: tally.greatest / factor,
    };
    const values = await readRow(row, ofFile);
    return values.map((value) => value * factor);
  };
}
