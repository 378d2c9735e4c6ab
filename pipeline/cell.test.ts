/** Answers of `make cell` to good and bad places and questions. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { explainPlace } from './accuracy/explain-place.ts';
import { PROJECT } from './files/file-record.ts';
import { loadRecipe } from './files/recipe.ts';

function run(args: string[], input = '') {
  const command = ['--import', 'tsx', join(PROJECT, 'pipeline', 'cell.ts'), ...args];
  return spawnSync(process.execPath, command, { cwd: PROJECT, encoding: 'utf8', input });
}
const cell = (lat: string, lng: string) => run(['--lat', lat, '--lng', lng]);

test('a covered place is explained', () => {
  const { status, stdout } = cell('59.33', '18.07');
  assert.equal(status, 0);
  assert.match(stdout, /^Asked: 59\.33, 18\.07\. Nearest cell: 59\.25, 18, /);
  assert.match(stdout, /best \(tilt \d\d, azimuth 180\)/);
});

test('a place that is none, or not covered, is one sentence', async () => {
  const { status, stderr } = cell('59,33', '18');
  assert.equal(status, 1);
  assert.match(stderr, /^Cell: LAT is "59,33", expected decimal degrees\. Try: make cell .*\n$/);
  const recipe = loadRecipe(join(PROJECT, 'fixtures', 'recipe.json'));
  await assert.rejects(explainPlace(recipe, 48, 2), {
    message: /^48, 2 is outside the coverage, which lies within 55\.\d to 69\.\d N, .* E\.$/,
  });
  await assert.rejects(explainPlace(recipe, 18, 59), / LAT and LNG look swapped\.$/);
});

test('a question that is no JSON, or incomplete, is one sentence', () => {
  assert.match(
    run(['--json'], '{').stderr,
    /^Cell: the question on standard input is no JSON \(.*\), expected what schemas\/.*\n$/,
  );
  assert.match(run(['--json'], '{}').stderr, /^Cell: ".*" is missing, expected .*\n$/);
});
