/**
 * Explains one place. `--lat=59.33 --lng=18.07 [--recipe FILE]` prints climate, yields and losses of the
 * nearest cell. `--json` reads a cell question (cell-question.schema.json) on standard input and
 * writes its answer (cell-answer.schema.json).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validator } from '../schemas/checks/validate.ts';
import { PROJECT } from '../schemas/project.ts';
import { answerCell } from './accuracy/cell-answer.ts';
import { explainPlace } from './accuracy/explain-place.ts';
import { commandLine } from './command-line.ts';
import { loadRecipe } from './files/recipe.ts';

const options = commandLine({
  options: {
    json: { type: 'boolean', default: false },
    recipe: { type: 'string', default: join(PROJECT, 'fixtures', 'recipe.json') },
    lat: { type: 'string', default: '' },
    lng: { type: 'string', default: '' },
  },
});

try {
  if (options.json) answerStandardInput();
  else await explain();
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}

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

function degrees(name: string, text: string): number {
  if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  throw new Error(
    `${name} is "${text}", expected decimal degrees. Try: make cell LAT=59.33 LNG=18.07`,
  );
}

async function explain(): Promise<void> {
  const [lat, lng] = [degrees('LAT', options.lat), degrees('LNG', options.lng)];
  await explainPlace(loadRecipe(options.recipe), lat, lng);
}
