import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { hoursUse } from '../../../../schemas/codec/prices-artifact.ts';
import { builtDefault } from '../../../test/default-dataset.ts';
import { startTestService } from '../../../test/service.ts';
import { readRecipe } from '../../api-docs/code-data.ts';

const run = promisify(execFile);
const { folder, loaded } = await builtDefault();
const service = await startTestService({ loaded });

/** A recipe as /docs and /docs/sdk show it, with the address of this service. */
function recipe(file: string): string {
  return readRecipe(file, service.base, hoursUse(loaded.prices));
}

/** Puts a recipe into the folder and runs it there. */
async function runRecipe(command: string, file: string, ...given: string[]): Promise<string> {
  writeFileSync(join(folder, file), recipe(file));
  return (await run(command, [file, ...given], { cwd: folder })).stdout;
}

async function isMissing(command: string): Promise<boolean> {
  return await run(command, ['--version']).then(
    () => false,
    () => true,
  );
}

const PYTHON = (await isMissing('python3')) && 'python3 is not installed here';
const R =
  (await isMissing('Rscript')) && 'Rscript is not installed here: the R recipe was never run';

test('Python: every municipality of the table has its yield', { skip: PYTHON }, async () => {
  const rows = (await runRecipe('python3', 'municipalities.py')).trim().split('\n');
  assert.deepEqual(
    rows.map((row) => row.split(',')[0]),
    ['Kiruna', 'Umeå', 'Västerås', 'Malmö'],
  );
  for (const row of rows) assert.ok(Number(row.split(',')[1]) > 600, row);
});

test('R: the same table', { skip: R }, async () => {
  assert.match(await runRecipe('Rscript', 'municipalities.R'), /Malmö .*\d{3}/);
});

/** Runs a recipe that uses the client. Node imports no modules over HTTP: it is loaded from a file. */
async function runWithClient(file: string): Promise<string> {
  const code = await (await fetch(`${service.base}/sdk/client.mjs`)).text();
  writeFileSync(join(folder, 'sdk.mjs'), code);
  const text = recipe(file).replace(`'${service.base}/sdk/client.mjs'`, "'./sdk.mjs'");
  writeFileSync(join(folder, file), text);
  return (await run(process.execPath, [file], { cwd: folder })).stdout;
}

test('the recipes print the same with curl, by the client and in Python', {
  skip: PYTHON,
}, async () => {
  for (const name of ['roof', 'municipalities']) {
    const javascript = readNumbers(await runWithClient(`${name}.mjs`));
    assert.ok(javascript.length > 3 && !javascript.includes('null'), name);
    assert.deepEqual(readNumbers(await runRecipe('bash', `${name}.sh`)), javascript, name);
    assert.deepEqual(readNumbers(await runRecipe('python3', `${name}.py`)), javascript, name);
  }
});

/** Names and numbers of what is printed: the languages write spaces and 912.0 each their own way. */
function readNumbers(text: string): (string | number)[] {
  const parts = text.match(/[\p{L}_]+|-?\d+(\.\d+)?/gu) ?? [];
  return parts.map((part) => (/\d/.test(part) ? Number(part) : part));
}

test('React: the component is JavaScript', async () => {
  const { code, warnings } = await transform(recipe('react.jsx'), { loader: 'jsx' });
  assert.match(code, /function SolarCalculator/);
  assert.deepEqual(warnings, []);
});
