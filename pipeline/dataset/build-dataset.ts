/**
 * Every raster is read and brought onto the grid once (`GridBand.read`): checks, choice of each cell's source, ERA5
 * correction and climate take the grid's values from memory, 8 bytes a cell and band.
 */

import { DEFAULT_WIND_M_S } from '#common/solar/module-yield.ts';
import { type CellArrays, encodeRecords, recordLayout } from '../../schemas/codec/cell-records.ts';
import type { CoverageMask } from '../../schemas/codec/coverage-mask.ts';
import { type Grid, latOfRow } from '../../schemas/codec/grid.ts';
import type {
  Accuracy,
  InterannualHeader,
  RadiationDb,
  Recipe,
  Shard,
} from '../../schemas/types.ts';
import { dataCoverage, type Frame } from '../coverage/dataset-frame.ts';
import type { Progress } from '../files/progress.ts';
import { anchorScale } from './anchors.ts';
import type { ClimateReader, RowClimate } from './cell-climate.ts';
import { checkCoverage } from './checks/check-coverage.ts';
import type { KernelPool } from './cube/kernel-pool.ts';
import { datasetPlaneSpread } from './cube/plane-factors.ts';
import type { CubeModel, RowCubes } from './cube/yield-cube.ts';
import { type ClimateCells, datasetWriter } from './dataset-file.ts';
import { databases, datasetHeader } from './dataset-header.ts';
import { correctedClimate } from './dataset-inputs.ts';
import { inOrder } from './in-order.ts';
import { type DatasetInputs, NO_SOURCE, type Survey, surveyRasters } from './source-choice.ts';

/** Result of a build. */
export interface Built extends ClimateCells {
  cells: number;
  /** Cells of the whole dataset that took the values of the nearest one with some. */
  filled: number;
  /** Cells of the whole dataset whose mean of years lacks one; a part does not keep it. */
  lackingYears?: number;
  mask: CoverageMask;
}

/** How a build runs. */
export interface BuildRun {
  pool: KernelPool;
  progress: Progress;
  /** Measures the dataset against figures from outside, for its header. */
  measureAccuracy: (grid: Grid, readClimate: ClimateReader) => Promise<Accuracy>;
  shard?: Shard | undefined;
}

/** Inputs that computing a row needs. */
interface RowJob extends DatasetInputs, BuildRun {
  readClimate: ClimateReader;
  model: CubeModel;
}

/** A row as it is written. */
interface ComputedRow {
  climate: RowClimate;
  cells: CellArrays;
}

/**
 * Builds pv-yield.bin, or with `shard` the part of it that has every count-th row: reads the
 * rasters, then takes the rows through the worker threads and writes them in order, so that the
 * bytes do not depend on the workers and memory depends little on the grid.
 */
export async function buildDataset(
  inputs: DatasetInputs,
  path: string,
  run: BuildRun,
): Promise<Built> {
  const { recipe, frame, sources } = inputs;
  const { grid } = frame;
  const { progress, shard } = run;
  const survey = await surveyRasters(inputs, (share) => progress('Reading rasters', share));
  const isCell = (place: number) => survey.sourceOf[place] !== NO_SOURCE;
  if (frame.isWhereData) dataCoverage(frame, isCell);
  else await checkCoverage(frame.mask, grid, survey, sources);
  const { readClimate, era5Factors } = await correctedClimate(inputs, survey);
  const model = await cubeModel(recipe, frame, readClimate);
  const rows = Array.from({ length: grid.rows }, (_, row) => row).filter(
    (row) => !shard || row % shard.count === shard.index,
  );
  const cells = cellsInRows(survey, grid.cols, rows);
  const tasks = rowTasks({ ...inputs, ...run, readClimate, model }, rows);
  const computed = inOrder(tasks, run.pool.workers);
  // The workers begin; what follows is done meanwhile. A failure is met where the result is awaited.
  const spread = interannualHeader(inputs, survey, readClimate, model, run.pool);
  spread.catch(() => {});
  const first = computed.next();
  first.catch(() => {});
  const accuracy = await run.measureAccuracy(grid, readClimate);
  const { filled, lackingYears } = survey;
  const interannual = await spread;
  const findings = { cells, filled, model, accuracy, era5Factors, interannual };
  const header = datasetHeader(recipe, frame, findings);
  const headerOrPart = shard ? { ...header, shard } : header;
  const layout = recordLayout(header);
  const writer = datasetWriter(path, headerOrPart, grid, cellIndex(survey), frame.mask.bits);
  try {
    for (let row = await first; !row.done; row = await computed.next()) {
      const { climate, cells } = row.value;
      const records = encodeRecords(layout, cells, climate.cols.length);
      writer.append(climate.row, climate.cols, records);
    }
    return { cells, filled, lackingYears, mask: frame.mask, ...writer.finish() };
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

async function cubeModel(
  recipe: Recipe,
  { grid }: Frame,
  readClimate: ClimateReader,
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
  const scale = await anchorScale(recipe.anchors ?? [], grid, readClimate, unscaled);
  return { ...unscaled, anchorScale: scale };
}

/** How yields vary from year to year, from the whole dataset also for a part; undefined when the recipe does not say. */
async function interannualHeader(
  { interannual, frame: { grid } }: DatasetInputs,
  survey: Survey,
  readClimate: ClimateReader,
  model: CubeModel,
  { placeAnswers }: KernelPool,
): Promise<InterannualHeader | undefined> {
  if (!interannual) return undefined;
  const { years, source } = interannual;
  const rows = Array.from({ length: grid.rows }, (_, row) => row).filter(
    (row) => cellsInRows(survey, grid.cols, [row]) > 0,
  );
  const planes = await datasetPlaneSpread(grid, rows, readClimate, model, placeAnswers);
  return { years, source, ...planes };
}

function cellsInRows({ sourceOf }: Survey, cols: number, rows: number[]): number {
  let cells = 0;
  for (const row of rows) {
    for (let col = 0; col < cols; col++) if (sourceOf[row * cols + col] !== NO_SOURCE) cells++;
  }
  return cells;
}

/** Numbers the cells row by row. */
function cellIndex({ sourceOf }: Survey): Int32Array {
  let next = 0;
  return Int32Array.from(sourceOf, (source) => (source === NO_SOURCE ? -1 : next++));
}

async function* rowTasks(
  job: RowJob,
  rows: number[],
): AsyncGenerator<() => Promise<ComputedRow>, void> {
  for (const [i, row] of rows.entries()) {
    const climate = await job.readClimate(row);
    yield () => computeRow(job, climate);
    job.progress('Computing yields', (i + 1) / rows.length);
  }
}

async function computeRow(job: RowJob, climate: RowClimate): Promise<ComputedRow> {
  const { ghiKwhM2, diffuseFraction, temperatureC, cols } = climate;
  const latDeg = latOfRow(job.frame.grid, climate.row);
  const { model } = job;
  const task = { latDeg, cells: cols.length, ghiKwhM2, diffuseFraction, temperatureC, model };
  return { climate, cells: cellArrays(climate, await job.pool.rowCubes(task), job) };
}

function cellArrays(climate: RowClimate, cubes: RowCubes, { recipe, sources }: RowJob): CellArrays {
  const known: RadiationDb[] = databases(recipe);
  return {
    ...cubes,
    ghi: Float32Array.from(climate.ghiKwhM2),
    temperature: Float32Array.from(climate.temperatureC),
    elevation: Float32Array.from(climate.elevationM),
    ...spreadArrays(climate),
    radiation_db: climate.source.map((source) => known.indexOf(sources[source].radiationDb)),
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
