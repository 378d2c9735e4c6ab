import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MrcalcSource } from '../../schemas/types.ts';
import type { Frame } from '../coverage/dataset-frame.ts';
import { askForCell, type CellAnswer, keptAnswer } from './cell-answers.ts';
import { fewAtATime } from './few-at-a-time.ts';
import { pathInside } from './load-downloads.ts';
import type { MonthlyMeans } from './mrcalc-means.ts';
import { type AskedCell, askedCells } from './mrcalc-question.ts';
import type { Output } from './output.ts';
import { type Ask, politeAsker } from './polite-asker.ts';
import type { Web } from './web.ts';
import { writeMonthRasters } from './write-month-rasters.ts';

const CALLS_PER_SECOND = 10;
const IN_HAND = 4;
/** So many cells in a row that get no answer mean that the service is down, not that they are odd. */
const MOST_FAILURES = 5;

/** Answers by place on the grid. */
type Answers = Map<number, CellAnswer>;

/**
 * Asks MRcalc for every needed cell that has no kept answer, and writes the monthly rasters.
 * Interrupted, it continues with the cells that are left.
 * @throws Error when a cell got no answer; the rasters are then not written
 */
export async function fetchMrcalc(
  source: MrcalcSource,
  frame: Frame,
  folder: string,
  web: Web,
  output: Output,
): Promise<void> {
  const target = pathInside(folder, source.path);
  const answersFolder = join(target, 'cells');
  await mkdir(answersFolder, { recursive: true });
  const cells = askedCells(frame, source.bbox);
  const answers = await keptAnswers(answersFolder, source, cells);
  const left = cells.filter(({ place }) => !answers.has(place));
  await askForCells(answersFolder, source, left, answers, web, output);
  const means = meansOf(answers);
  if (means.size === 0) {
    throw new Error(
      `${source.path}: PVGIS has no values for any of the ${cells.length} cells. Correct "raddatabase" or "bbox".`,
    );
  }
  writeMonthRasters(target, frame.grid, means);
  output.log(
    `${source.path}: ${source.raddatabase}, ${cells.length} cells (${left.length} asked for now), ${cells.length - means.size} empty.`,
  );
}

async function keptAnswers(
  folder: string,
  source: MrcalcSource,
  cells: readonly AskedCell[],
): Promise<Answers> {
  const answers: Answers = new Map();
  for (const cell of cells) {
    const kept = await keptAnswer(folder, source, cell);
    if (kept) answers.set(cell.place, kept);
  }
  return answers;
}

/** One odd cell does not stop the others. */
async function askForCells(
  folder: string,
  source: MrcalcSource,
  cells: readonly AskedCell[],
  answers: Answers,
  web: Web,
  { progress }: Output,
): Promise<void> {
  const ask: Ask = politeAsker(source.calls_per_second ?? CALLS_PER_SECOND, web);
  const failed: { cell: AskedCell; error: Error }[] = [];
  let inARow = 0;
  let done = 0;
  await fewAtATime(cells, IN_HAND, async (cell) => {
    try {
      answers.set(cell.place, await askForCell(folder, source, cell, ask));
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
    `${failed.length} of ${cells.length} cells got no usable answer, first ${cell.lat} N ${cell.lng} E: ${error.message} The others are kept: run again to ask for these alone.`,
    { cause: error },
  );
}

/** Means of all cells that have some; a refusal leaves a cell to the next source. */
function meansOf(answers: Answers): Map<number, MonthlyMeans> {
  const means = new Map<number, MonthlyMeans>();
  for (const [place, answer] of answers) if ('means' in answer) means.set(place, answer.means);
  return means;
}
