/**
 * Leads from a roof to money without a server: `sun roof`. --json prints what the API answers.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { typedCommand } from '../../../pipeline/files/packaged.ts';
import { readPrices, readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { roofAnswers } from './roof-answers.ts';
import { inOptions, roofQuestion } from './roof-bodies.ts';
import { roofText } from './roof-text.ts';

const { artifacts = `${PROJECT}artifacts`, json, operands: _, ...texts } = commandLine('roof');

try {
  console.log(await answer());
} catch (error) {
  console.error(`error: ${inOptions(error as Error)}`);
  process.exitCode = 1;
}

async function answer(): Promise<string> {
  const question = roofQuestion(texts);
  const data = yieldDataset(await readPvYield(artifact(artifacts, 'pv-yield.bin')));
  const prices = await readPrices(artifact(artifacts, 'prices.bin'));
  const answers = roofAnswers(data, prices, question);
  return json ? JSON.stringify(answers) : roofText(answers, question.roofCostSek);
}

function artifact(folder: string, name: string): string {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  throw new Error(
    `There is no dataset at ${path}. Run "${typedCommand('make artifacts', `build --out ${folder}`)}".`,
  );
}
