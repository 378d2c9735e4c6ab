import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { MONTHS } from '../../schemas/codec/axes.ts';
import type { Grid } from '../../schemas/codec/grid.ts';
import type { MrcalcSource } from '../../schemas/types.ts';
import type { Domain } from '../coverage/dataset-domain.ts';
import { MONTH_NUMBERS } from '../dataset/dataset-figures.ts';
import type { Output } from '../files/progress.ts';
import { writeFileWhole } from '../files/write-whole.ts';
import { gridGeotiff } from '../rasters/open/geotiff/write-geotiff.ts';
import {
  askForCell,
  type MeansOrRefusal,
  type RequestedCell,
  requestedCells,
  storedAnswer,
} from './cell-answers.ts';
import { concurrently, fetchClient } from './client.ts';
import { pathInside } from './load-downloads.ts';

const CALLS_PER_SECOND = 10;
const AT_A_TIME = 4;
const MOST_BYTES = 16 << 20;
/** So many cells in a row that get no answer mean that the service is down, not that they are odd. */
const MOST_FAILURES = 5;

/** The rasters, and what of the means they hold. */
const VARIABLES = [
  ['ghi', 'ghiKwhM2'],
  ['kd', 'diffuseFraction'],
  ['t2m', 'temperatureC'],
] as const;

/** Answers by grid index. */
type Answers = Map<number, MeansOrRefusal>;

/**
 * Asks MRcalc for every needed cell that has no stored answer, and writes the monthly rasters.
 * Interrupted, it continues with the cells that are left.
 * @throws Error when a cell got no answer. The rasters are then not written
 */
export async function fetchMrcalc(
  source: MrcalcSource,
  frame: Domain,
  folder: string,
  output: Output,
  client = mrcalcClient(source),
): Promise<void> {
  const target = pathInside(folder, source.path);
  const answersFolder = join(target, 'cells');
  await mkdir(answersFolder, { recursive: true });
  const cells = requestedCells(frame, source.bbox);
  const answers: Answers = new Map();
  for (const cell of cells) {
    const stored = await storedAnswer(answersFolder, source, cell);
    if (stored !== undefined) answers.set(cell.gridIndex, stored);
  }
  const left = cells.filter(({ gridIndex }) => !answers.has(gridIndex));
  await askForCells(answersFolder, source, left, client, output, answers);
  const empty = [...answers.values()].filter((means) => means === null).length;
  if (empty === cells.length) {
    throw new Error(
      `${source.path}: PVGIS has no values for any of the ${cells.length} cells. Correct "raddatabase" or "bbox".`,
    );
  }
  writeMonthRasters(target, frame.grid, answers);
  output.log(
    `${source.path}: ${source.raddatabase}, ${cells.length} cells (${left.length} asked for now), ${empty} empty.`,
  );
}

/** A client for MRcalc, as often a second as the source allows. */
function mrcalcClient({ calls_per_second = CALLS_PER_SECOND }: MrcalcSource): Dispatcher {
  return fetchClient({ perSecond: calls_per_second, mostBytes: MOST_BYTES });
}

/** Adds the cells' answers to `answers`. One odd cell does not stop the others. */
async function askForCells(
  folder: string,
  source: MrcalcSource,
  cells: readonly RequestedCell[],
  client: Dispatcher,
  { progress }: Output,
  answers: Answers,
): Promise<void> {
  const failed: { cell: RequestedCell; error: Error }[] = [];
  let inARow = 0;
  let done = 0;
  await concurrently(cells, AT_A_TIME, async (cell) => {
    try {
      answers.set(cell.gridIndex, await askForCell(folder, source, cell, client));
      inARow = 0;
    } catch (error) {
      failed.push({ cell, error: error as Error });
      if (++inARow >= MOST_FAILURES) throw error;
    }
    progress(`MRcalc ${source.raddatabase} (${cells.length} cells)`, ++done / cells.length);
  });
  if (failed.length === 0) return;
  const [{ cell, error }] = failed;
  throw new Error(
    `${failed.length} of ${cells.length} cells got no usable answer, first ${cell.lat} N ${cell.lng} E: ${error.message} The others are stored, and a new run requests only these.`,
    { cause: error },
  );
}

/** Writes `ghi_01.tif`, `kd_01.tif`, `t2m_01.tif` .. 12 on the grid. Cells without means are nodata, for the next source. */
function writeMonthRasters(folder: string, grid: Grid, answers: Answers): void {
  for (const [name, field] of VARIABLES) {
    for (let month = 0; month < MONTHS; month++) {
      const file = `${name}_${MONTH_NUMBERS[month]}.tif`;
      const valueAt = (gridIndex: number) => answers.get(gridIndex)?.[field][month] ?? Number.NaN;
      writeFileWhole(join(folder, file), gridGeotiff(grid, valueAt));
    }
  }
}
