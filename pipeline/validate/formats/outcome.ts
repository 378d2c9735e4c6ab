import { basename, join } from 'node:path';
import { type Grid, latOfRow, lngOfCol } from '../../../schemas/codec/grid.ts';
import type { GhiRasters, Recipe } from '../../../schemas/types.ts';
import { checkCoverage } from '../../dataset/check-coverage.ts';
import { withInputs } from '../../dataset/dataset-inputs.ts';
import { NO_SOURCE, surveyRasters } from '../../dataset/survey.ts';
import { findClimateFiles } from '../../rasters/climate-rasters.ts';

/** Exact means of a cell: its centre and twelve months, kWh/m2. */
type CellTruth = [lat: number, lng: number, ghiKwhM2: number[]];

/** An input and what must come of it. */
export interface FormatInput {
  folder: string;
  group: string;
  name: string;
  /** "right", or an expression that the sentence of the refusal fits. */
  outcome: string;
  ghi: GhiRasters;
  /** Whether some pixels are missing in it. */
  holed: boolean;
  /** More of the recipe. */
  recipe: Partial<Recipe>;
}

/** All inputs, as inputs.py writes them. */
export interface FormatInputs {
  bbox: number[];
  cases: FormatInput[];
  truth: CellTruth[];
  holed: CellTruth[];
}

export interface Outcome {
  holds: boolean;
  text: string;
}

/** Largest error of a month of a cell that is right, percent. */
const MOST_ERROR_PCT = 0.3;
/** Fewer cells would compare next to nothing. */
const LEAST_CELLS = 12;

/** Reads an input as a build does, with all its checks, and holds every month of every cell against the truth. */
export async function outcomeOf(
  { bbox, truth, holed }: FormatInputs,
  input: FormatInput,
  root: string,
): Promise<Outcome> {
  const recipe = recipeOf(input, bbox);
  const folder = join(root, input.folder);
  const isRight = input.outcome === 'right';
  try {
    const files = await findClimateFiles(recipe, folder);
    const { cells, worstPct } = await withInputs(recipe, files, async (inputs) => {
      const { frame, sources } = inputs;
      const survey = await surveyRasters(inputs, () => {});
      await checkCoverage(frame.mask, frame.grid, survey, sources);
      const months = sources[0].ghi.map(({ readRow }) => readRow);
      return compare(input.holed ? holed : truth, frame.grid, survey.sourceOf, months);
    });
    const holds = isRight && worstPct <= MOST_ERROR_PCT && cells >= LEAST_CELLS;
    return { holds, text: `right to ${worstPct.toFixed(3)} % in ${cells} cells` };
  } catch (error) {
    const sentence = (error as Error).message.replaceAll(
      new RegExp(`\\S*${basename(root)}/`, 'g'),
      '',
    );
    const holds = !isRight && new RegExp(input.outcome).test(sentence);
    return { holds, text: `refused: ${sentence}` };
  }
}

function recipeOf({ ghi, recipe }: FormatInput, bbox: number[]): Recipe {
  const source = { name: 'Inputs of make formats', licence: 'CC0', attribution: 'Made up.', ghi };
  return {
    dataset_version: '1.0.0',
    generated_at: '2026-01-01T00:00:00Z',
    grid: { step_deg: 0.25, bbox },
    sources: [{ radiation_db: 'RADDB-SARAH3', ...source }],
    era5_correction: false,
    model: {
      sky_model: 'hay_davies',
      albedo: 0.2,
      days_per_month: 1,
      steps_per_day: 6,
      system_loss: 0.14,
    },
    ...recipe,
  };
}

async function compare(
  truth: readonly CellTruth[],
  grid: Grid,
  sourceOf: Uint8Array,
  months: readonly ((row: number) => Promise<Float64Array>)[],
): Promise<{ cells: number; worstPct: number }> {
  let [cells, worstPct] = [0, 0];
  for (let row = 0; row < grid.rows; row++) {
    const found = await Promise.all(months.map((readRow) => readRow(row)));
    for (let col = 0; col < grid.cols; col++) {
      if (sourceOf[row * grid.cols + col] === NO_SOURCE) continue;
      const [lat, lng] = [latOfRow(grid, row), lngOfCol(grid, col)];
      const cell = truth.find(([y, x]) => Math.hypot(y - lat, x - lng) < 1e-6);
      if (!cell) throw new Error(`the truth has no cell at ${lat} N ${lng} E`);
      cells++;
      cell[2].forEach((exact, month) => {
        worstPct = Math.max(worstPct, 100 * Math.abs(found[month][col] / exact - 1));
      });
    }
  }
  return { cells, worstPct };
}
