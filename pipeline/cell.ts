/**
 * Explains one place: `sun cell`. Prints climate, yields and losses of the
 * nearest cell. `--json` reads a cell question (cell-question.schema.json) on standard input and
 * writes its answer (cell-answer.schema.json).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validator } from '../schemas/checks/validate.ts';
import { commandLine } from '../schemas/commands/command-line.ts';
import { PROJECT } from '../schemas/project.ts';
import { answerCell } from './accuracy/cell-answer.ts';
import { explainPlace } from './accuracy/explain-place.ts';
import { loadRecipe } from './files/recipe.ts';

const { lat, lng, recipe = join(PROJECT, 'fixtures', 'recipe.json'), json } = commandLine('cell');

if (json) answerStandardInput();
else await explain();

function answerStandardInput(): void {
  const question = validator('data/cell-question.schema.json')(jsonOf(readFileSync(0, 'utf8')));
  process.stdout.write(`${JSON.stringify(answerCell(question))}\n`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(
      `the question on standard input is no JSON (${(error as Error).message}), expected what schemas/data/cell-question.schema.json describes.`,
    );
  }
}

async function explain(): Promise<void> {
  if (lat === undefined || lng === undefined)
    throw new Error('lat and lng of a place are needed. Try: make cell LAT=59.33 LNG=18.07');
  await explainPlace(loadRecipe(recipe), Number(lat), Number(lng));
}
