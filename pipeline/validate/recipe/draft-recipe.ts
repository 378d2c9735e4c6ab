import { join, relative } from 'node:path';
import type { Recipe, RecipeGrid, RecipeSource } from '../../../schemas/types.ts';
import { datasetFrame, type Frame } from '../../coverage/dataset-frame.ts';
import { fileUnitOf } from '../../rasters/netcdf/cf-units.ts';
import { openRaster } from '../../rasters/open-raster.ts';
import type { Raster } from '../../rasters/raster.ts';
import { boundsOf, chooseGrid, elsewhere, FIRST_STEP, joined } from './choose-grid.ts';
import { type ChosenSets, setName } from './choose-sets.ts';
import { guessGhiUnit, medianValue } from './guess-unit.ts';
import type { KnownDatabase } from './known-names.ts';
import { monthsOf, type RasterSet, sampleOf, yearsOf } from './raster-sets.ts';
import { creditDoubt, MONTH_NAMES, tellMonths, tellYears, tellZeros } from './recipe-doubts.ts';

/** With fewer a spread between years says little. */
const LEAST_YEARS = 10;
const KELVIN_FROM = 150;

const UNKNOWN: KnownDatabase = {
  radiationDb: 'RADDB-SARAH3',
  name: 'Irradiation of unknown origin',
  licence: 'Not known',
  attribution: 'Origin of the irradiation not stated.',
};

/** A recipe, what was taken for what, and what is not sure; sentences for people. */
export interface Draft {
  recipe: Recipe;
  taken: string[];
  doubts: string[];
}

/**
 * Writes down what the sets are taken for.
 * @param folder that the sets' files count from
 * @param recipeFolder that the recipe's paths are to count from
 * @param now for `generated_at`
 */
export async function draftRecipe(
  chosen: ChosenSets,
  folder: string,
  recipeFolder: string,
  now: Date,
): Promise<Draft> {
  const samples: Raster[] = [];
  for (const { set } of chosen.ghi) samples.push(await headerOf(set));
  const grid = gridFor(samples);
  const frame = datasetFrame({ grid });
  const doubts = [...chosen.doubts];
  const taken: string[] = [];
  const place = (set: RasterSet) => placeOf(set, relative(recipeFolder, folder));
  const sources: RecipeSource[] = [];
  for (const choice of chosen.ghi) {
    const database = choice.database ?? UNKNOWN;
    const { radiationDb, name, licence, attribution } = database;
    const unit = await ghiUnit(choice.set, frame, doubts);
    taken.push(takenText('ghi', choice.set, unit.text));
    tellMonths('ghi', choice.set, doubts);
    await tellZeros(choice.set, frame, doubts);
    const ghi = { ...place(choice.set), unit: unit.unit };
    sources.push({ radiation_db: radiationDb, name, licence, attribution, ghi });
    doubts.push(creditDoubt(choice));
  }
  Object.assign(sources[0], await otherVariables(chosen, frame, place, taken, doubts));
  taken.push(...headerTexts(chosen, samples, grid, doubts));
  const recipe = recipeOf(sources, grid, now);
  tellYears(recipe, chosen.ghi, doubts);
  return { recipe, taken, doubts };
}

function recipeOf(sources: RecipeSource[], grid: RecipeGrid, now: Date): Recipe {
  const years = sources[0].ghi.years;
  const isLong = sources.every(
    ({ ghi }) => ghi.years && ghi.years[1] - ghi.years[0] + 1 >= LEAST_YEARS,
  );
  const source = `${sources[0].name}, ${years?.join(' to ')}`;
  return {
    dataset_version: '0.1.0',
    generated_at: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    grid,
    sources,
    era5_correction: false,
    ...(isLong && { interannual: { ghi_years: { source } } }),
    model: {
      sky_model: 'hay_davies',
      albedo: 0.2,
      days_per_month: 3,
      steps_per_day: 24,
      system_loss: 0.14,
    },
  };
}

function gridFor(samples: readonly Raster[]): RecipeGrid {
  const bounds = samples.map(boundsOf).reduce(joined);
  const grid = chooseGrid(bounds, datasetFrame({ grid: FIRST_STEP }).grid);
  try {
    datasetFrame({ grid });
    return grid;
  } catch {
    // Near Sweden, and none of it.
    return elsewhere(bounds);
  }
}

async function headerOf(set: RasterSet): Promise<Raster> {
  const raster = await openRaster(sampleOf(set).ref);
  await raster.close();
  return raster;
}

function placeOf(set: RasterSet, from: string) {
  const years = yearsOf(set);
  return {
    files: join(from, set.files),
    ...(set.entry !== undefined && { entry: set.entry }),
    ...(set.netcdf && { variable: set.netcdf.variable }),
    ...(years && { years }),
  };
}

async function ghiUnit(set: RasterSet, frame: Frame, doubts: string[]) {
  const stated = set.netcdf?.units;
  const known = stated === undefined ? undefined : fileUnitOf(stated);
  if (known === 'W/m2' || known === 'kWh/m2' || known === 'J/m2') {
    return { unit: known, text: `${known}, as the file says ("${stated}")` };
  }
  const { ref, month = 7 } = sampleOf(set);
  const guess = await guessGhiUnit(ref, month, frame);
  const from = `a ${MONTH_NAMES[month - 1]} median of ${guess.median.toPrecision(3)}`;
  doubts.push(
    `${setName(set)}: the unit is not told; guessed ${guess.unit} from ${from}, ${guess.ofUsual.toFixed(2)} times the usual. If it is another, correct "unit".`,
  );
  return { unit: guess.unit, text: `${guess.unit} (guessed)` };
}

async function otherVariables(
  chosen: ChosenSets,
  frame: Frame,
  place: (set: RasterSet) => ReturnType<typeof placeOf>,
  taken: string[],
  doubts: string[],
): Promise<Partial<RecipeSource>> {
  const { diffuse_fraction, temperature, elevation } = chosen;
  const others: Partial<RecipeSource> = {};
  if (diffuse_fraction) {
    taken.push(takenText('diffuse_fraction', diffuse_fraction, '1'));
    tellMonths('diffuse_fraction', diffuse_fraction, doubts);
    others.diffuse_fraction = { ...place(diffuse_fraction), unit: '1' };
  }
  if (temperature) {
    const unit = await temperatureUnit(temperature, frame);
    taken.push(takenText('temperature', temperature, unit));
    tellMonths('temperature', temperature, doubts);
    others.temperature = { ...place(temperature), unit };
  }
  if (elevation) {
    taken.push(takenText('elevation', elevation, 'm'));
    const { years: _, ...file } = place(elevation);
    others.elevation = { ...file, unit: 'm' };
  }
  return others;
}

async function temperatureUnit(set: RasterSet, frame: Frame): Promise<'°C' | 'K'> {
  const known = fileUnitOf(set.netcdf?.units ?? 'none');
  if (known === '°C' || known === 'K') return known;
  return (await medianValue(sampleOf(set).ref, frame)) > KELVIN_FROM ? 'K' : '°C';
}

function takenText(variable: string, set: RasterSet, unit: string): string {
  const years = yearsOf(set);
  const when = years ? `${years[0]} to ${years[1]}` : `${monthsOf(set).length || 'no'} months`;
  return `${variable}: ${setName(set)}, ${when}, ${unit}`;
}

function headerTexts(
  chosen: ChosenSets,
  samples: readonly Raster[],
  grid: RecipeGrid,
  doubts: string[],
): string[] {
  const short = (value: number) => String(Number(Math.abs(value).toPrecision(6)));
  const headers = samples.map(
    ({ crs, cols, rows, xStep, yStep, nodata }) =>
      `${cols} x ${rows} pixels of ${short(xStep)} x ${short(yStep)} in ${crs.slice(0, 40)}, missing ones: ${nodata ?? 'not told'}`,
  );
  if (
    chosen.ghi.some(({ set }) =>
      /\.(asc|txt)$/i.test(sampleOf(set).ref.entry ?? sampleOf(set).ref.path),
    )
  ) {
    doubts.push(
      'Text grids do not say their coordinate system: taken for longitude and latitude. Set "crs" if it is another.',
    );
  }
  const area =
    grid.coverage === 'data' ? 'wherever there are data' : grid.bbox ? 'part of Sweden' : 'Sweden';
  const box = grid.bbox ? ` within ${grid.bbox.join(', ')}` : '';
  return [
    ...new Set(headers.map((text) => `rasters: ${text}`)),
    `grid: ${area}${box}, a cell every ${grid.step_deg}° ("step_deg")`,
  ];
}
