import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type { InterannualRasters, Recipe } from '../../schemas/types.ts';
import { recipeFile } from '../files/recipe.ts';
import { loadInterannualPlaces, spreadAtLatitude } from './interannual-places.ts';
import type { RasterRef } from './open-raster.ts';
import { monthlyRasters, yearlyRaster } from './raster-files.ts';
import type { RowReader } from './regrid.ts';

/** Standard deviations on the grid, from a raster or from places. */
export interface SpreadBand {
  name: string;
  readRow: RowReader;
}

/**
 * How irradiation varies from year to year, on the grid: sample standard deviation, percent of the
 * mean. Places and rasters look alike from here on.
 */
export interface InterannualSource {
  years: number;
  source: string;
  annualSdPct: SpreadBand;
  /** January first. */
  monthlySdPct: SpreadBand[];
}

/** The rasters of a recipe's spread, not yet opened. */
interface SpreadFiles {
  rasters: InterannualRasters;
  annual: RasterRef;
  monthly: RasterRef[];
}

/** The files of a recipe's interannual block: one of places, or rasters. */
export type InterannualFiles = { places: string } | SpreadFiles;

/**
 * Finds the files of the interannual block; null for a recipe without one.
 * @throws Error naming the field or file that is missing
 */
export async function findInterannual(
  { interannual }: Recipe,
  folder: string,
): Promise<InterannualFiles | null> {
  const { places, rasters } = interannual ?? {};
  if (places !== undefined) return { places: recipeFile(folder, 'interannual.places', places) };
  if (!rasters) return null;
  const annual = await yearlyRaster(folder, rasters.annual);
  return { rasters, annual, monthly: await monthlyRasters(folder, rasters.monthly) };
}

/** Opens what was found; `open` opens a raster on the grid. */
export async function openInterannual(
  files: InterannualFiles,
  grid: Grid,
  open: (ref: RasterRef) => Promise<SpreadBand>,
): Promise<InterannualSource> {
  if ('places' in files) return placesOnGrid(files.places, grid);
  const { years, source } = files.rasters;
  const monthlySdPct: SpreadBand[] = [];
  for (const ref of files.monthly) monthlySdPct.push(await open(ref));
  return { years, source, annualSdPct: await open(files.annual), monthlySdPct };
}

/** Every cell of a latitude row has the latitude's spread. */
function placesOnGrid(path: string, grid: Grid): InterannualSource {
  const { places, years, source } = loadInterannualPlaces(path);
  const spreads = Array.from({ length: grid.rows }, (_, row) =>
    spreadAtLatitude(places, latOfRow(grid, row)),
  );
  const band = (pctOf: (row: number) => number): SpreadBand => ({
    name: path,
    readRow: async (row) => new Float64Array(grid.cols).fill(pctOf(row)),
  });
  return {
    years,
    source,
    annualSdPct: band((row) => spreads[row].annualPct),
    monthlySdPct: places[0].monthly_sd_pct.map((_, m) => band((row) => spreads[row].monthlyPct[m])),
  };
}
