import { Piscina } from 'piscina';
import { MONTHS } from '../schemas/axes.ts';
import type { CoverageMask } from '../schemas/coverage-mask.ts';
import { type Grid, latOfRow } from '../schemas/grid.ts';
import {
  gridHeader,
  maskHeader,
  pvYieldSections,
  type SectionName,
} from '../schemas/pv-yield-artifact.ts';
import type { PvYieldHeader, RadiationDb, Recipe } from '../schemas/types.ts';
import { anchorScale } from './anchors.ts';
import type { ClimateRasters, ClimateSource } from './climate-rasters.ts';
import { era5Factors } from './era5-correction.ts';
import type { Progress } from './progress.ts';
import { type RowClimate, readRowClimate } from './row-climate.ts';
import { DEFAULT_WIND_M_S } from './solar/module-yield.ts';
import { checkCovered, NO_SOURCE, type Survey, surveyRasters } from './survey.ts';
import { type ArtifactWriter, writeArtifact } from './write-artifact.ts';
import type { CubeModel, RowCubes, RowTask } from './yield-cube.ts';

/** The frame of a dataset: where it answers, and the cells that takes. */
export interface Frame {
  mask: CoverageMask;
  grid: Grid;
  /** 1 where a cell is needed, by grid place. */
  needed: Uint8Array;
}

/** How a build went. */
export interface BuildStats {
  cells: number;
  physicsSeconds: number;
}

/** Worker threads that compute rows. */
export type RowPool = Piscina<RowTask, RowCubes>;

/** Starts the worker threads. */
export function rowPool(workers: number): RowPool {
  return new Piscina<RowTask, RowCubes>({
    filename: new URL('./row-worker.ts', import.meta.url).href,
    minThreads: workers,
    maxThreads: workers,
    execArgv: ['--import', 'tsx'],
  });
}

/** Rows that are computed or wait for their turn to be written, per worker. */
const ROWS_AHEAD = 2;

/**
 * Builds pv-yield.bin: surveys the rasters, then takes the grid row by row through the worker
 * threads and writes the rows in order, so that the bytes do not depend on the workers and memory
 * does not depend on the grid.
 */
export async function buildDataset(
  recipe: Recipe,
  rasters: ClimateRasters,
  frame: Frame,
  path: string,
  pool: RowPool,
  progress: Progress,
): Promise<BuildStats> {
  const { grid, mask } = frame;
  const { sources } = rasters;
  const survey = await surveyRasters(sources, grid, frame.needed, (share) =>
    progress('Reading rasters', share),
  );
  await checkCovered(mask, grid, survey, sources);
  const factors = recipe.era5_correction ? await era5Factors(sources, grid, frame.needed) : null;
  const model = await cubeModel(recipe, sources, grid, survey);
  const header = datasetHeader(recipe, sources, frame, survey, model, factors);
  const writer = writeArtifact(path, header, pvYieldSections(header));
  try {
    const began = performance.now();
    writer.append('cell_index', cellIndex(survey));
    writer.append('coverage', mask.bits);
    const compute = (climate: RowClimate) => computeRow(pool, grid, model, climate);
    await writeRows(
      writer,
      header,
      sources,
      grid,
      survey,
      factors,
      compute,
      pool.options.maxThreads,
      progress,
    );
    writer.finish();
    return { cells: survey.cells, physicsSeconds: (performance.now() - began) / 1000 };
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

async function cubeModel(
  recipe: Recipe,
  sources: ClimateSource[],
  grid: Grid,
  survey: Survey,
): Promise<CubeModel> {
  const { sky_model, albedo, days_per_month, steps_per_day, system_loss } = recipe.model;
  const unscaled: CubeModel = {
    skyModel: sky_model,
    albedo,
    windMS: DEFAULT_WIND_M_S,
    systemLoss: system_loss,
    daysPerMonth: days_per_month,
    stepsPerDay: steps_per_day,
    anchorScale: 1,
  };
  const scale = await anchorScale(recipe.anchors ?? [], sources, grid, survey, unscaled);
  return { ...unscaled, anchorScale: scale };
}

function datasetHeader(
  recipe: Recipe,
  sources: ClimateSource[],
  frame: Frame,
  survey: Survey,
  model: CubeModel,
  factors: number[] | null,
): PvYieldHeader {
  const credits = [...new Set(recipe.sources.map(({ attribution }) => attribution))];
  return {
    kind: 'pv-yield',
    dataset_version: recipe.dataset_version,
    generated_at: recipe.generated_at,
    sources: recipe.sources.map(({ name }) => name),
    attribution: `${credits.join(' ')} Data licensed CC BY 4.0.`,
    coverage: 'Sweden',
    radiation_dbs: databases(sources),
    cells: survey.cells,
    grid: gridHeader(frame.grid),
    coverage_mask: maskHeader(frame.mask),
    model: {
      sky_model: model.skyModel,
      poa_model: 'monthly mean day, Collares-Pereira & Rabl profile',
      albedo: model.albedo,
      horizon: 'free',
      representative_days: 12 * model.daysPerMonth,
      steps_per_day: model.stepsPerDay,
      system_loss: model.systemLoss,
      wind_m_s: model.windMS,
      anchor_scale: model.anchorScale,
    },
    era5_correction: factors,
  };
}

/** The databases of the sources, each once, in order of preference. */
function databases(sources: readonly ClimateSource[]): RadiationDb[] {
  return [...new Set(sources.map(({ radiationDb }) => radiationDb))];
}

/** Numbers the cells row by row. */
function cellIndex({ sourceOf }: Survey): Int32Array {
  let next = 0;
  return Int32Array.from(sourceOf, (source) => (source === NO_SOURCE ? -1 : next++));
}

async function computeRow(
  pool: RowPool,
  grid: Grid,
  model: CubeModel,
  climate: RowClimate,
): Promise<RowCubes> {
  const { ghiKwhM2, diffuseFraction, temperatureC } = climate;
  const latDeg = latOfRow(grid, climate.row);
  return pool.run({
    latDeg,
    cells: climate.cols.length,
    ghiKwhM2,
    diffuseFraction,
    temperatureC,
    model,
  });
}

/** Keeps a few rows in work and writes them in the order of the grid. */
async function writeRows(
  writer: ArtifactWriter<SectionName>,
  header: PvYieldHeader,
  sources: ClimateSource[],
  grid: Grid,
  survey: Survey,
  factors: number[] | null,
  rowJob: (climate: RowClimate) => Promise<RowCubes>,
  workers: number,
  progress: Progress,
): Promise<void> {
  const inWork: { climate: RowClimate; corrected: Uint8Array; cubes: Promise<RowCubes> }[] = [];
  const writeOldest = async () => {
    const row = inWork.shift();
    if (row) appendRow(writer, header, sources, row.climate, row.corrected, await row.cubes);
  };
  for (let row = 0; row < grid.rows; row++) {
    const climate = await readRowClimate(sources, grid, survey, row);
    const corrected = correctEra5(climate, sources, factors);
    const cubes = rowJob(climate);
    // The row is awaited in its turn; a failure before that must not count as unhandled.
    cubes.catch(() => {});
    inWork.push({ climate, corrected, cubes });
    if (inWork.length > workers * ROWS_AHEAD) await writeOldest();
    progress('Computing yields', row / grid.rows);
  }
  while (inWork.length > 0) await writeOldest();
  progress('Computing yields', 1);
}

/** Scales the row's ERA5 cells, and tells which they are. */
function correctEra5(
  climate: RowClimate,
  sources: readonly ClimateSource[],
  factors: number[] | null,
): Uint8Array {
  const corrected = new Uint8Array(climate.cols.length);
  if (!factors) return corrected;
  for (let cell = 0; cell < corrected.length; cell++) {
    if (sources[climate.source[cell]].radiationDb !== 'RADDB-ERA5') continue;
    corrected[cell] = 1;
    for (let month = 0; month < MONTHS; month++) {
      climate.ghiKwhM2[cell * MONTHS + month] *= factors[month];
    }
  }
  return corrected;
}

function appendRow(
  writer: ArtifactWriter<SectionName>,
  header: PvYieldHeader,
  sources: readonly ClimateSource[],
  climate: RowClimate,
  corrected: Uint8Array,
  cubes: RowCubes,
): void {
  for (const name of Object.keys(cubes) as (keyof RowCubes)[]) writer.append(name, cubes[name]);
  writer.append('ghi', Float32Array.from(climate.ghiKwhM2));
  writer.append('temperature', Float32Array.from(climate.temperatureC));
  writer.append('elevation', Float32Array.from(climate.elevationM));
  const dbOf = (source: number) => header.radiation_dbs.indexOf(sources[source].radiationDb);
  writer.append('radiation_db', climate.source.map(dbOf));
  writer.append('era5_corrected', corrected);
}
