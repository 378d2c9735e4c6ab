/** A small dataset on disk for tests: ESRI ASCII rasters of given fields, and the recipe for them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RadiationDb, Recipe, RecipePrices } from '../../schemas/types.ts';
import { findClimateFiles } from '../rasters/climate-files.ts';
import type { GridSource } from '../rasters/climate-grids.ts';
import { functionRaster } from '../rasters/function-raster.test-kit.ts';
import { emptyTally } from '../rasters/pixel-checks.ts';
import { expectedGhiKwhM2 } from './checks/plausibility.ts';
import { readInputs } from './dataset-inputs.ts';
import { chooseSources } from './source-choice.ts';

/** A field over longitude and latitude. NaN where it has no value. */
export type Field = (lat: number, lng: number) => number;

/** Pixel centres of a raster, north-west first. */
export interface PixelFrame {
  west: number;
  north: number;
  stepDeg: number;
  cols: number;
  rows: number;
}

/** Part of southern Sweden: about 30 cells, with coast. */
export const SMALL_BBOX = [13.3, 56.1, 14.4, 57.1];
export const SMALL_FRAME: PixelFrame = { west: 12.5, north: 58, stepDeg: 0.25, cols: 12, rows: 13 };

/** A plausible irradiation field: the latitude's expected month, higher to the east. */
export function plausibleGhi(month: number): Field {
  return (lat, lng) => {
    const months = expectedAt.get(lat) ?? expectedGhiKwhM2(lat);
    expectedAt.set(lat, months);
    return months[month] * (1 + 0.02 * (lng - 14));
  };
}

/** Expected months by latitude: a raster asks for each as often as it has columns. */
const expectedAt = new Map<number, Float64Array>();

/** Text of an ESRI ASCII grid of a field. */
export function asciiGrid(frame: PixelFrame, field: Field): string {
  const { west, north, stepDeg, cols, rows } = frame;
  const lines = [
    `ncols ${cols}`,
    `nrows ${rows}`,
    `xllcenter ${west}`,
    `yllcenter ${north - (rows - 1) * stepDeg}`,
    `cellsize ${stepDeg}`,
    'NODATA_value -9999',
  ];
  for (let row = 0; row < rows; row++) {
    const values = Array.from({ length: cols }, (_, col) => {
      const value = field(north - row * stepDeg, west + col * stepDeg);
      return Number.isNaN(value) ? '-9999' : value.toFixed(4);
    });
    lines.push(values.join(' '));
  }
  return `${lines.join('\n')}\n`;
}

/** Writes twelve monthly grids `name_01.asc`.. into a folder. */
export function writeMonths(
  folder: string,
  name: string,
  field: (month: number) => Field,
  frame = SMALL_FRAME,
): void {
  mkdirSync(folder, { recursive: true });
  for (let month = 0; month < 12; month++) {
    const file = `${name}_${String(month + 1).padStart(2, '0')}.asc`;
    writeFileSync(join(folder, file), asciiGrid(frame, field(month)));
  }
}

/** A source whose grid has, by month, the irradiation that a function gives. Nothing else. */
export function ghiSource(
  radiationDb: RadiationDb,
  { rows, cols }: { rows: number; cols: number },
  ghiKwhM2: (month: number, row: number, col: number) => number,
): GridSource {
  const ghi = Array.from({ length: 12 }, (_, month) => {
    const name = `${radiationDb} ${month + 1}`;
    const place = { xEdge: 0, yEdge: 0, xStep: 1, yStep: -1, cols, rows: 1 };
    const grid = {
      values: Float64Array.from({ length: rows * cols }, (_, i) =>
        ghiKwhM2(month, Math.floor(i / cols), i % cols),
      ),
      tally: emptyTally(),
      missing: '',
    };
    return { name, ref: { path: name }, raster: functionRaster(place, () => 0), ...grid };
  });
  const ghiYears = { count: 1, spread: null, lacking: new Uint8Array(rows * cols) };
  const others = { ghiYears, diffuseFraction: null, temperature: null, elevation: null };
  return {
    radiationDb,
    ghiUnit: 'kWh/m2',
    acceptRange: false,
    acceptPixels: false,
    ghi,
    ...others,
  };
}

/** The recipe of one source with rasters `ghi_{month}.asc`. */
export function smallRecipe(): Recipe {
  return {
    dataset_version: '1.2.3',
    generated_at: '2026-01-01T00:00:00Z',
    grid: { step_deg: 0.25, bbox: SMALL_BBOX },
    sources: [
      {
        radiation_db: 'RADDB-SARAH3',
        name: 'A field made up for tests',
        licence: 'CC0',
        attribution: 'Made up.',
        ghi: { files: 'ghi_{month}.asc', unit: 'kWh/m2' },
      },
    ],
    era5_correction: false,
    model: {
      sky_model: 'hay_davies',
      albedo: 0.2,
      days_per_month: 3,
      steps_per_day: 24,
      system_loss: 0.14,
    },
  };
}

/**
 * Writes the small recipe with changes, and its rasters. Coverage by data spares a build the country's outline.
 * @returns the recipe's path
 */
export function writeSmallRecipe(folder: string, changes: Partial<Recipe> = {}): string {
  const recipe = smallRecipe();
  const path = join(folder, 'recipe.json');
  writeMonths(folder, 'ghi', plausibleGhi);
  writeFileSync(
    path,
    JSON.stringify({ ...recipe, grid: { ...recipe.grid, coverage: 'data' }, ...changes }),
  );
  return path;
}

/** A recipe whose first source's impossible pixels are accepted. */
export function acceptingPixels(recipe: Recipe): Recipe {
  const [source] = recipe.sources;
  const accept_pixels = { reason: 'made up for a test' };
  return { ...recipe, sources: [{ ...source, ghi: { ...source.ghi, accept_pixels } }] };
}

/** The rasters of a recipe on its grid, and each cell's source, after checks that found nothing wrong. */
export async function checkedRasters(folder: string, recipe: Recipe) {
  const inputs = await readInputs(recipe, await findClimateFiles(recipe, folder), () => {});
  return { inputs, choice: chooseSources(inputs) };
}

/** The market records of the default dataset, by their path below fixtures/. */
export const MARKET_RECORDS = {
  tariffs: 'market/tariffs.json',
  grid_tariffs: 'market/grid-tariffs.json',
  household: 'market/household.json',
  battery_programs: 'market/battery-programs.json',
  price_areas: 'market/price-areas.json',
  places: 'places/places.json',
};

/** Prices of a spot.csv next to a recipe, with the market records of `folder`. */
export function smallPrices(folder = ''): RecipePrices {
  const records = Object.entries(MARKET_RECORDS).map(([name, path]) => [name, join(folder, path)]);
  return {
    feed: 'csv',
    files: 'spot.csv',
    year: 2025,
    source: 'Made up for tests',
    attribution: 'Made up.',
    refreshed_at: '2026-01-01T00:00:00Z',
    ...MARKET_RECORDS,
    ...Object.fromEntries(records),
  };
}
