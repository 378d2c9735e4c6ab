import { dirname, relative } from 'node:path';
import type { Frame } from '../coverage/dataset-frame.ts';
import { checkCovered } from '../dataset/check-covered.ts';
import { withInputs } from '../dataset/dataset-inputs.ts';
import { cellsText, type DatasetInputs, type Survey, surveyRasters } from '../dataset/survey.ts';
import { PROJECT } from '../files/file-record.ts';
import { progressTo } from '../files/progress.ts';
import type { LoadedRecipe } from '../files/recipe.ts';
import { readPriceInputs } from '../prices/build-prices.ts';
import { type ClimateFiles, findClimateFiles } from '../rasters/climate-rasters.ts';
import { inputRecords } from '../versions/input-records.ts';
import { bandStatistics } from './band-statistics.ts';
import { rasterFacts } from './raster-facts.ts';
import { type RasterRow, rasterTable } from './raster-table.ts';
import { type VariableRasters, variablesOf } from './recipe-rasters.ts';
import { sourceRegions } from './source-regions.ts';

/**
 * Checks a recipe's prices and rasters as a build would, and prints every raster's header and values.
 * @throws Error as a build would
 */
export async function validateRecipe(loaded: LoadedRecipe): Promise<void> {
  const { recipe, folder } = loaded;
  const files = await findClimateFiles(recipe, folder);
  await inputRecords(loaded, files);
  if (recipe.prices) await readPriceInputs(recipe.prices, folder);
  await withInputs(recipe, files, async (inputs) => {
    const { frame, sources } = inputs;
    await printRasters(files, inputs);
    const progress = progressTo(process.stderr);
    const survey = await surveyRasters(inputs, (share) => progress('Checking ranges', share));
    printRegions(files, frame, survey);
    if (recipe.grid.coverage !== 'data') {
      await checkCovered(frame.mask, frame.grid, survey, sources);
    }
    console.log(`\nValid: dataset ${recipe.dataset_version} would have ${cellsText(survey)}.`);
  });
}

async function printRasters(
  files: ClimateFiles,
  { sources, frame: { grid, needed } }: DatasetInputs,
): Promise<void> {
  const neededCells = needed.reduce((sum, bit) => sum + bit, 0);
  const count = `${grid.rows} rows x ${grid.cols} columns every ${grid.stepDeg}°`;
  console.log(`Grid: ${count}, ${neededCells} cells needed. Values are over these cells.`);
  for (const [i, file] of files.entries()) {
    console.log(`\n${file.source.radiation_db}: ${file.source.name}`);
    for (const variable of variablesOf(file, sources[i])) {
      const rows = await rasterRows(variable, grid, needed);
      const folder = relative(PROJECT, dirname(variable.refs[0].path));
      console.log(`\n  ${variable.variable}, ${variable.unit}, in ${folder}/`);
      console.log(rasterTable(rows, neededCells));
    }
  }
}

async function rasterRows(
  { refs, bands }: VariableRasters,
  grid: Frame['grid'],
  needed: Uint8Array,
): Promise<RasterRow[]> {
  const rows: RasterRow[] = [];
  for (const [i, ref] of refs.entries()) {
    const facts = await rasterFacts(ref);
    const statistics = await bandStatistics(bands[i], grid, needed);
    rows.push({ month: refs.length > 1 ? i : null, facts, statistics });
  }
  return rows;
}

function printRegions(files: ClimateFiles, { grid, needed }: Frame, survey: Survey): void {
  const names = [...files.map(({ source }) => source.radiation_db), 'none'];
  const line = (label: string, cells: string[]) =>
    `  ${label.padEnd(12)}${cells.map((cell) => cell.padStart(16)).join('')}`;
  console.log(`\nCells by latitude and the source they take\n${line('', names)}`);
  for (const { latDeg, cells, none } of sourceRegions(grid, needed, survey, files.length)) {
    console.log(line(`${latDeg}..${latDeg + 1} N`, [...cells, none].map(String)));
  }
}
