import { MONTHS } from '../schemas/axes.ts';
import type { Grid } from '../schemas/grid.ts';
import type { RadiationDb, Recipe, RecipeSource } from '../schemas/types.ts';
import { kwhM2PerWM2 } from './plausibility.ts';
import { monthlyRasters, type RasterFiles, yearlyRaster } from './raster-files.ts';
import { openRaster, type RasterRef } from './rasters/open-raster.ts';
import type { Raster } from './rasters/raster.ts';
import { checkOverlap, type RowReader, regrid } from './regrid.ts';

/** One raster on the grid. */
export interface GridBand {
  name: string;
  /** Values in the unit that everything inside has: kWh/m2, 1, °C, m; NaN where there are none. */
  readRow: RowReader;
}

/** The rasters of one source, opened. Monthly variables have twelve bands, January first. */
export interface ClimateSource {
  radiationDb: RadiationDb;
  ghiUnit: 'kWh/m2' | 'W/m2';
  ghi: GridBand[];
  diffuseFraction: GridBand[] | null;
  temperature: GridBand[] | null;
  elevation: GridBand | null;
}

/** All sources of a recipe in its order of preference, with what must be closed at the end. */
export interface ClimateRasters {
  sources: ClimateSource[];
  /** The files, each once, as they lie on disk. */
  files: string[];
  close(): Promise<void>;
}

/**
 * Opens every raster of a recipe. Only headers are read.
 * @throws Error naming the file that is missing, unreadable or away from the grid
 */
export async function openClimateRasters(
  recipe: Recipe,
  folder: string,
  grid: Grid,
): Promise<ClimateRasters> {
  const opened: Raster[] = [];
  const files = new Set<string>();
  const close = async () => {
    await Promise.all(opened.map((raster) => raster.close()));
  };
  const open = async (ref: RasterRef, factor: number): Promise<GridBand> => {
    files.add(ref.path);
    const raster = await openRaster(ref);
    opened.push(raster);
    checkOverlap(raster, grid);
    return { name: raster.name, readRow: scaled(regrid(raster, grid), factor) };
  };
  try {
    const sources = [];
    for (const source of recipe.sources) sources.push(await openSource(source, folder, open));
    return { sources, files: [...files].sort(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Open = (ref: RasterRef, factor: number) => Promise<GridBand>;

async function openSource(
  source: RecipeSource,
  folder: string,
  open: Open,
): Promise<ClimateSource> {
  const { ghi, diffuse_fraction, temperature, elevation } = source;
  const monthFactor = (month: number) => (ghi.unit === 'W/m2' ? kwhM2PerWM2(month) : 1);
  return {
    radiationDb: source.radiation_db,
    ghiUnit: ghi.unit,
    ghi: await openMonths(folder, ghi, open, monthFactor),
    diffuseFraction: diffuse_fraction ? await openMonths(folder, diffuse_fraction, open) : null,
    temperature: temperature ? await openMonths(folder, temperature, open) : null,
    elevation: elevation ? await open(await yearlyRaster(folder, elevation), 1) : null,
  };
}

async function openMonths(
  folder: string,
  raster: RasterFiles,
  open: Open,
  factor: (month: number) => number = () => 1,
): Promise<GridBand[]> {
  const refs = await monthlyRasters(folder, raster);
  const bands = [];
  for (let month = 0; month < MONTHS; month++) bands.push(await open(refs[month], factor(month)));
  return bands;
}

function scaled(readRow: RowReader, factor: number): RowReader {
  if (factor === 1) return readRow;
  return async (row) => (await readRow(row)).map((value) => value * factor);
}
