import { type CellArrays, encodeRecords, recordLayout } from '../../schemas/codec/cell-records.ts';
import type { CoverageMask } from '../../schemas/codec/coverage-mask.ts';
import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type { Accuracy, InterannualHeader, Recipe, Shard } from '../../schemas/types.ts';
import { dataCoverage } from '../coverage/dataset-domain.ts';
import type { Progress } from '../files/progress.ts';
import type { ClimateFiles } from '../rasters/climate-files.ts';
import { anchorScale } from './anchors.ts';
import { cellClimate } from './cell-climate.ts';
import { checkCoverage } from './check-coverage.ts';
import type { KernelPool } from './cube/kernel-pool.ts';
import { datasetPlaneSpread } from './cube/plane-factors.ts';
import type { RowClimate } from './cube/row-climate.ts';
import type { CubeModel, RowCubes } from './cube/yield-cube.ts';
import { type ClimateCells, datasetWriter } from './dataset-file.ts';
import { databases, datasetHeader } from './dataset-header.ts';
import { readInputs, stepModel } from './dataset-inputs.ts';
import { chooseSources, NO_SOURCE, type SourceChoice } from './source-choice.ts';

export interface Built extends ClimateCells {
  cells: number;
  /** Cells of the whole dataset that took the values of the nearest one with some. */
  filled: number;
  /** Cells of the whole dataset whose mean of years lacks one. A part does not keep it. */
  lackingYears?: number;
  /** Oddities of the rasters that are not refused, for people. A part does not store them. */
  notes?: string[];
  mask: CoverageMask;
}

export interface BuildRun {
  pool: KernelPool;
  progress: Progress;
  /** Measures the dataset against figures from outside, for its header. */
  measureAccuracy: (grid: Grid, climate: readonly RowClimate[]) => Promise<Accuracy>;
  shard?: Shard | undefined;
}

interface RowJob extends Pick<BuildRun, 'pool' | 'progress'> {
  grid: Grid;
  model: CubeModel;
}

interface ComputedRow {
  climate: RowClimate;
  cubes: RowCubes;
}

/**
 * Builds pv-yield.bin, or with `shard` the part of it that has every count-th row: reads each raster once, checks
 * it, chooses each cell's source, and takes the cells' climate row by row through the worker threads. Rows are written
 * in order, so that the bytes do not depend on the workers and memory depends little on the grid.
 */
export async function buildDataset(
  recipe: Recipe,
  files: ClimateFiles,
  path: string,
  run: BuildRun,
): Promise<Built> {
  const { domain, choice, climate, years } = await readClimate(recipe, files, run.progress);
  const { grid } = domain;
  const { shard, pool } = run;

  const model = cubeModel(recipe, grid, climate.rows);
  const rows = climate.rows.filter(({ row }) => !shard || row % shard.count === shard.index);
  const computed = inOrder(rowTasks({ grid, model, ...run }, rows), pool.workers);
  // The workers begin, and the next steps are done meanwhile. A failure is met where the result is awaited.
  const spread = years && interannualHeader(years, grid, climate.rows, model, pool);
  spread?.catch(() => {});
  const next = computed.next();
  next.catch(() => {});

  const accuracy = await run.measureAccuracy(grid, climate.rows);
  const { filled, lackingYears, notes } = choice;
  const { era5Factors } = climate;
  const cells = rows.reduce((sum, { cols }) => sum + cols.length, 0);
  const findings = { cells, filled, model, accuracy, era5Factors, interannual: await spread };
  const header = datasetHeader(recipe, domain, findings);
  const headerOrPart = shard ? { ...header, shard } : header;

  const layout = recordLayout(header);
  const writer = datasetWriter(path, headerOrPart, grid, cellIndex(choice), domain.mask.bits);
  try {
    for (let row = await next; !row.done; row = await computed.next()) {
      const { climate, cubes } = row.value;
      const cells = cellArrays(climate, cubes, recipe);
      writer.append(climate.row, climate.cols, encodeRecords(layout, cells, climate.cols.length));
    }
    return { cells, filled, lackingYears, notes, mask: domain.mask, ...writer.finish() };
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** Reads the rasters into the cells' climate: their grids are not needed any more behind it. */
async function readClimate(recipe: Recipe, files: ClimateFiles, progress: Progress) {
  const inputs = await readInputs(recipe, files, (share) => progress('Reading rasters', share));
  const { domain, sources, interannual } = inputs;
  const choice = chooseSources(inputs);
  if (domain.isWhereData) dataCoverage(domain, (index) => choice.sourceOf[index] !== NO_SOURCE);
  else checkCoverage(domain.mask, domain.grid, choice, sources);
  const years = interannual && { years: interannual.years, source: interannual.source };
  return { domain, choice, climate: cellClimate(inputs, choice), years };
}

function cubeModel(recipe: Recipe, grid: Grid, climate: readonly RowClimate[]): CubeModel {
  const model = stepModel(recipe);
  return { ...model, anchorScale: anchorScale(recipe.anchors ?? [], grid, climate, model) };
}

/** How yields vary from year to year, from the whole dataset also for a part. */
async function interannualHeader(
  years: Pick<InterannualHeader, 'years' | 'source'>,
  grid: Grid,
  climate: readonly RowClimate[],
  model: CubeModel,
  { placeAnswers }: KernelPool,
): Promise<InterannualHeader> {
  const rows = climate.filter(({ cols }) => cols.length > 0);
  return { ...years, ...(await datasetPlaneSpread(grid, rows, model, placeAnswers)) };
}

/** Numbers the cells row by row. */
function cellIndex({ sourceOf }: SourceChoice): Int32Array {
  let next = 0;
  return Int32Array.from(sourceOf, (source) => (source === NO_SOURCE ? -1 : next++));
}

function* rowTasks(
  job: RowJob,
  rows: readonly RowClimate[],
): Generator<() => Promise<ComputedRow>, void> {
  for (const [i, climate] of rows.entries()) {
    yield () => computeRow(job, climate);
    job.progress('Computing yields', (i + 1) / rows.length);
  }
}

async function computeRow(job: RowJob, climate: RowClimate): Promise<ComputedRow> {
  const { ghiKwhM2, diffuseFraction, temperatureC, cols } = climate;
  const latDeg = latOfRow(job.grid, climate.row);
  const { model } = job;
  const task = { latDeg, cells: cols.length, ghiKwhM2, diffuseFraction, temperatureC, model };
  return { climate, cubes: await job.pool.rowCubes(task) };
}

/** Tasks that are in work or whose results wait for their turn, per worker. */
const AHEAD = 2;

/** Keeps a few tasks in work and gives their results in the tasks' order. No task is in work any more when it ends. */
async function* inOrder<Result>(
  tasks: Iterable<() => Promise<Result>>,
  workers: number,
): AsyncGenerator<Result, void> {
  const inWork: Promise<Result>[] = [];
  try {
    for (const begin of tasks) {
      const result = begin();
      // It is awaited in its turn. A failure before that must not count as unhandled.
      result.catch(() => {});
      inWork.push(result);
      if (inWork.length > workers * AHEAD) yield* inWork.splice(0, 1);
    }
    yield* inWork;
  } finally {
    await Promise.allSettled(inWork);
  }
}

/** The values of a row's cells, as records have them. */
function cellArrays(climate: RowClimate, cubes: RowCubes, recipe: Recipe): CellArrays {
  const known = databases(recipe);
  return {
    ...cubes,
    ghi: Float32Array.from(climate.ghiKwhM2),
    temperature: Float32Array.from(climate.temperatureC),
    elevation: Float32Array.from(climate.elevationM),
    ...spreadArrays(climate),
    radiation_db: climate.source.map((source) =>
      known.indexOf(recipe.sources[source].radiation_db),
    ),
    era5_corrected: climate.era5Corrected,
  };
}

function spreadArrays({ spread }: RowClimate): Partial<CellArrays> {
  if (!spread) return {};
  const { annualPct, monthlyPct } = spread;
  return {
    ghi_annual_sd_pct: Float32Array.from(annualPct),
    ghi_monthly_sd_pct: Float32Array.from(monthlyPct),
  };
}
