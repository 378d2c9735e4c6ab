import { basename } from 'node:path';
import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type { GhiRasters, RadiationDb, Recipe, RecipeSource } from '../../schemas/types.ts';
import { checkStated, type MonthCheck, openDatedBands } from './dated-bands.ts';
import type { DatedField } from './dated-fields.ts';
import type { FileUnit } from './file-unit.ts';
import {
  findInterannual,
  type GhiYears,
  type InterannualFiles,
  type InterannualSource,
  openInterannual,
} from './interannual.ts';
import type { PixelBounds, PixelCheck } from './invalid-pixels.ts';
import { openRaster, type RasterRef } from './open/open-raster.ts';
import type { Raster } from './raster.ts';
import { monthlyRasters, yearlyRaster } from './raster-files.ts';
import { checkOverlap, type GridValues, regrid } from './regrid/regrid.ts';
import { conversionFrom } from './unit-conversion.ts';
import { checkYearSum } from './year-sum.ts';

/** Units that a recipe's irradiation may have. */
export type GhiUnit = GhiRasters['unit'];

/** One raster on the grid. */
export interface GridBand {
  name: string;
  /** Where it is read from, and its header. */
  ref: RasterRef;
  raster: Raster;
  /**
   * Values in the unit that everything inside has: kWh/m2, 1, °C, m, %. The file is read by the first call,
   * and once.
   */
  read(): Promise<GridValues>;
}

/** The rasters of one source, opened. Monthly variables have twelve bands, January first. */
export interface ClimateSource {
  radiationDb: RadiationDb;
  ghiUnit: GhiUnit;
  /** Whether the recipe vouches for irradiation far from what is usual. */
  acceptRange: boolean;
  /** Whether it vouches for pixels and cells that look wrong. */
  acceptPixels: boolean;
  ghi: GridBand[];
  /** How irradiation differs between its years, where there are some. */
  ghiYears: GhiYears | null;
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

/** The raster files of one source, not yet opened; monthly variables have twelve, January first, or those of each year. */
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
  const interannual = findInterannual(recipe, folder);
  return { sources, interannual };
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

/** Bounds of monthly variables' pixels, and where they matter. */
export interface PixelChecks {
  /** By grid place: 1 where the cell is needed. */
  needed: Uint8Array;
  limitsAt(
    latDeg: number,
  ): Record<'ghi' | 'diffuse_fraction' | 'temperature' | 'elevation', readonly PixelBounds[]>;
}

/**
 * Opens every raster of a recipe. Only headers are read.
 * @param pixels what the fields of many times are held against when they are read
 * @throws Error naming the file that is unreadable or away from the grid
 */
export async function openClimateRasters(
  { sources: files, interannual }: ClimateFiles,
  grid: Grid,
  pixels: PixelChecks,
): Promise<ClimateRasters> {
  const opened: Raster[] = [];
  const close = async () => {
    await Promise.all(opened.map((raster) => raster.close()));
  };
  const open: Open = async (ref, unit, month = 0, check) => {
    const raster = await openRaster(ref);
    opened.push(raster);
    if (ref.band === undefined && raster.bands > 1) throw severalBands(raster);
    checkStated(raster, unit);
    checkOverlap(raster, grid);
    const read = once(() => regrid(raster, grid, conversionFrom(unit, month), check));
    return { name: raster.name, ref, raster, read };
  };
  try {
    const sources = [];
    for (const source of files) sources.push(await openSource(source, grid, pixels, open));
    const spread = interannual && openInterannual(interannual, grid, sources);
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

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= read();
    return result;
  };
}

type Open = (
  ref: RasterRef,
  unit: FileUnit,
  month?: number,
  check?: PixelCheck,
) => Promise<GridBand>;

async function openSource(
  files: SourceFiles,
  grid: Grid,
  { needed, limitsAt }: PixelChecks,
  open: Open,
): Promise<ClimateSource> {
  const { radiation_db, ghi, temperature } = files.source;
  const { diffuseFraction } = files;
  const limits = Array.from({ length: grid.rows }, (_, row) => limitsAt(latOfRow(grid, row)));
  const checkOf =
    (variable: keyof ReturnType<typeof limitsAt>): MonthCheck =>
    (month) => ({ needed, boundsOf: (row) => limits[row][variable][month] });
  const openMonthly = async (refs: RasterRef[], unit: FileUnit, checkOfMonth: MonthCheck) => {
    const dated = datedOf(refs);
    if (!dated) return openMonths(refs, unit, open, checkOfMonth);
    return (await openDatedBands(dated, grid, unit, { checkOfMonth, means: () => {} })).bands;
  };
  const ghiYears = datedOf(files.ghi);
  const checks = { checkOfMonth: checkOf('ghi'), means: checkYearSum(grid) };
  const dated = ghiYears && (await openDatedBands(ghiYears, grid, ghi.unit, checks));
  return {
    radiationDb: radiation_db,
    ghiUnit: ghi.unit,
    acceptRange: ghi.accept_range !== undefined,
    acceptPixels: ghi.accept_pixels !== undefined,
    ghi: dated?.bands ?? (await openMonths(files.ghi, ghi.unit, open, checkOf('ghi'))),
    ghiYears: dated,
    diffuseFraction:
      diffuseFraction && (await openMonthly(diffuseFraction, '1', checkOf('diffuse_fraction'))),
    temperature:
      files.temperature &&
      (await openMonthly(files.temperature, temperature?.unit ?? '°C', checkOf('temperature'))),
    elevation: files.elevation
      ? await open(files.elevation, 'm', 0, checkOf('elevation')(0))
      : null,
  };
}

async function openMonths(
  refs: readonly RasterRef[],
  unit: FileUnit,
  open: Open,
  checkOfMonth: MonthCheck,
): Promise<GridBand[]> {
  const bands = refs.map((ref, month) => open(ref, unit, month, checkOfMonth(month)));
  // Where one fails the others end first, to be closed.
  await Promise.allSettled(bands);
  return Promise.all(bands);
}

/** Fields with dates; null for rasters of months without a year. */
function datedOf(refs: readonly RasterRef[]): DatedField[] | null {
  const dated = refs.flatMap((ref) => (ref.date ? [{ ...ref, date: ref.date }] : []));
  return dated.length > 0 ? dated : null;
}
