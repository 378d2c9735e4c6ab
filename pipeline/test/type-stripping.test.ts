/** The sources run on a Node that strips types itself (22.18 and later), without tsx, threads included. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../schemas/project.ts';
import { answerCell } from '../accuracy/cell-answer.ts';
import { plausibleGhi, smallRecipe, writeMonths } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';

const { features, version } = process;
const strips = 'typescript' in features && Boolean(features.typescript);
const skip = strips ? false : `Node ${version} does not strip types, 22.18 and later do`;

function run(args: string[], input = ''): string {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const run = spawnSync(process.execPath, args, { cwd: PROJECT, env, input, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
}

test('a cell is explained', { skip }, () => {
  const question = { lat: 59.33, ghi_kwh_m2: [9, 25, 71, 122, 163, 178, 172, 133, 84, 39, 12, 5] };
  const answer = run(['pipeline/cell.ts', '--json'], JSON.stringify(question));
  assert.deepEqual(JSON.parse(answer), answerCell(question));
});

test('a dataset is built', { skip }, () => {
  const folder = testFolder();
  writeMonths(folder, 'ghi', plausibleGhi);
  const recipe = join(folder, 'recipe.json');
  writeFileSync(recipe, JSON.stringify(smallRecipe()));
  const output = run(['pipeline/build.ts', '--recipe', recipe, '--out', join(folder, 'out')]);
  assert.match(output, /pv-yield\.bin: \d+ cells, /);
});

test('the service and its worker load', { skip }, () => {
  const modules = ['./service/server/app.ts', './service/api/simulation/worker.ts'];
  const script = `for (const name of ${JSON.stringify(modules)}) await import(name);`;
  run(['--input-type=module', '-e', script]);
});
