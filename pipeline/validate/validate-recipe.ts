import { dirname, relative } from 'node:path';
import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import { PROJECT } from '../../schemas/project.ts';
import type { Domain } from '../coverage/dataset-domain.ts';
import { anchorScale } from '../dataset/anchors.ts';
import { cellClimate } from '../dataset/cell-climate.ts';
import { checkCoverage } from '../dataset/check-coverage.ts';
import { bandStatistics } from '../dataset/checks/raster-checks.ts';
import { type DatasetInputs, readInputs, stepModel } from '../dataset/dataset-inputs.ts';
import {
  cellsText,
  chooseSources,
  NO_SOURCE,
  type SourceChoice,
} from '../dataset/source-choice.ts';
import { progressTo } from '../files/progress.ts';
import type { LoadedRecipe } from '../files/recipe.ts';
import { readPriceInputs } from '../prices/build-prices.ts';
import { gridTariffsText, hoursText } from '../prices/prices-text.ts';
import { type ClimateFiles, findClimateFiles } from '../rasters/climate-files.ts';
import type { GridBand, GridSource } from '../rasters/climate-grids.ts';
import { inputRecords } from '../versions/build-key.ts';
import { type RasterRow, rasterFacts, rasterTable } from './raster-table.ts';

/**
 * Checks a recipe's prices and rasters as a build would, and prints every raster's header and values.
 * @throws Error as a build would
 */
export async function validateRecipe(loaded: LoadedRecipe): Promise<void> {
  const { recipe, folder } = loaded;
  const files = await findClimateFiles(recipe, folder);
  await inputRecords(loaded, files);
  if (recipe.prices) {
    const { spotYear, records } = await readPriceInputs(recipe.prices, folder);
    for (const gap of spotYear.gaps) console.log(gap);
    console.log(hoursText(recipe.prices, spotYear.hours));
    console.log(`${gridTariffsText(records.grid_tariffs)}\n`);
  }
  const progress = progressTo(process.stderr);
  const inputs = await readInputs(recipe, files, (share) => progress('Reading rasters', share));
  const { domain, sources } = inputs;
  await printRasters(files, inputs);
  const choice = chooseSources(inputs);
  for (const note of choice.notes) console.log(`\n${note}`);
  printRegions(files, domain, choice);
  if (!domain.isWhereData) checkCoverage(domain.mask, domain.grid, choice, sources);
  if (recipe.anchors) {
    const { rows } = cellClimate(inputs, choice);
    const scale = anchorScale(recipe.anchors, domain.grid, rows, stepModel(recipe));
    console.log(`\nAnchors scale all yields by ${scale.toFixed(3)}.`);
  }
  if (recipe.prices && sources.every(({ temperature }) => !temperature)) {
    console.log(
      '\nNo source has temperatures: houses are heated by those of a town of their price area.',
    );
  }
  console.log(`\nValid: dataset ${recipe.dataset_version} would have ${cellsText(choice)}.`);
}

async function printRasters(
  files: ClimateFiles,
  { sources, interannual, domain: { grid, needed } }: DatasetInputs,
): Promise<void> {
  const neededCells = needed.reduce((sum, bit) => sum + bit, 0);
  const count = `${grid.rows} rows x ${grid.cols} columns every ${grid.stepDeg}°`;
  console.log(`Grid: ${count}, ${neededCells} cells needed. Values are over these cells.`);
  for (const [i, { source }] of files.sources.entries()) {
    console.log(`\n${source.radiation_db}: ${source.name}`);
    for (const { variable, unit, bands } of variablesOf(sources[i])) {
      const folder = relative(PROJECT, dirname(bands[0].ref.path));
      console.log(`\n  ${variable}, ${unit}, in ${folder}/`);
      console.log(rasterTable(await rasterRows(bands, needed), neededCells));
    }
  }
  if (!interannual) return;
  console.log(`\nSpread of ${interannual.years} years: ${interannual.source}`);
  const { min, max } = bandStatistics(interannual.annualSdPct.values, needed);
  const range = `${min.toFixed(2)} to ${max.toFixed(2)} %`;
  console.log(`  of the year's irradiation, over the cells: ${range}`);
}

async function rasterRows(bands: readonly GridBand[], needed: Uint8Array): Promise<RasterRow[]> {
  const rows: RasterRow[] = [];
  for (const [i, band] of bands.entries()) {
    const facts = await rasterFacts(band);
    const statistics = bandStatistics(band.values, needed);
    rows.push({ month: bands.length > 1 ? i : null, facts, statistics });
  }
  return rows;
}

function printRegions(files: ClimateFiles, { grid, needed }: Domain, choice: SourceChoice): void {
  const names = [...files.sources.map(({ source }) => source.radiation_db), 'none'];
  const line = (label: string, cells: string[]) =>
    `  ${label.padEnd(12)}${cells.map((cell) => cell.padStart(16)).join('')}`;
  console.log(`\nCells by latitude and the source they take\n${line('', names)}`);
  for (const [latDeg, cells] of sourceRegions(grid, needed, choice, files.sources.length)) {
    console.log(line(`${latDeg}..${latDeg + 1} N`, cells.map(String)));
  }
}

/** The variables that a source has, as the recipe calls them and in its order, with the unit of the figures. */
function variablesOf(source: GridSource) {
  const converted = source.ghiUnit === 'W/m2' ? ' (files in W/m2)' : '';
  const all = [
    { variable: 'ghi', unit: `kWh/m2${converted}`, bands: source.ghi },
    { variable: 'diffuse_fraction', unit: '1', bands: source.diffuseFraction },
    { variable: 'temperature', unit: '°C', bands: source.temperature },
    { variable: 'elevation', unit: 'm', bands: source.elevation },
  ];
  return all.flatMap(({ bands, ...rest }) => (bands ? [{ ...rest, bands }] : []));
}

/** Needed cells by source, and last those that none has, in bands of one degree of latitude, north first. */
export function sourceRegions(
  grid: Grid,
  needed: Uint8Array,
  { sourceOf }: Pick<SourceChoice, 'sourceOf'>,
  sources: number,
): [latDeg: number, cells: number[]][] {
  const regions = new Map<number, number[]>();
  for (let at = 0; at < needed.length; at++) {
    if (!needed[at]) continue;
    const latDeg = Math.floor(latOfRow(grid, Math.floor(at / grid.cols)) + 1e-9);
    const cells = regions.get(latDeg) ?? Array(sources + 1).fill(0);
    cells[sourceOf[at] === NO_SOURCE ? sources : sourceOf[at]]++;
    regions.set(latDeg, cells);
  }
  return [...regions].sort(([a], [b]) => b - a);
}
