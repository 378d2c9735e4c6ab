/**
 * Leads from a roof to money without a server: `sun roof`. --json prints what the API answers.
 */

import { commandLine } from '../../../schemas/commands/command-line.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { readArtifacts } from '../read-artifacts.ts';
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
  const answers = roofAnswers(...(await readArtifacts(artifacts)), question);
  return json ? JSON.stringify(answers) : roofText(answers, question.roofCostSek);
}
