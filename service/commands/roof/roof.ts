/**
 * Leads from a roof to money without a server: `node --import tsx service/commands/roof/roof.ts --lat 59.61 --lng 16.55
 * --faces "27/100/5 27/280/5" [--kwh 15000] [--ev 0] [--battery 10] [--strategy combined]
 * [--roof-cost 150000] [--battery-cost 70000] [--artifacts FOLDER] [--json]`. --json prints what the API answers.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { typedCommand } from '../../../pipeline/files/packaged.ts';
import { readPrices, readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { roofAnswers } from './roof-answers.ts';
import { inOptions, roofQuestion } from './roof-bodies.ts';
import { roofText } from './roof-text.ts';

const text = { type: 'string', default: '' } as const;

// Whoever reads may stop before the end, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  console.log(await answer());
} catch (error) {
  console.error(`error: ${inOptions(error as Error)}`);
  process.exitCode = 1;
}

async function answer(): Promise<string> {
  const { artifacts, json, ...texts } = parseArgs({
    options: {
      lat: text,
      lng: text,
      faces: text,
      kwh: text,
      ev: text,
      battery: text,
      strategy: text,
      'roof-cost': text,
      'battery-cost': text,
      artifacts: {
        type: 'string',
        default: `${PROJECT}artifacts`,
      },
      json: { type: 'boolean', default: false },
    },
  }).values;
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
