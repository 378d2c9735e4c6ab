/** The build as a process: records, verdicts, parts, and being killed. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { readPvYield } from '../schemas/read-artifact.ts';
import type { Recipe } from '../schemas/types.ts';
import { PROJECT } from './file-record.ts';
import { plausibleGhi, smallRecipe, writeMonths } from './test-dataset.ts';

const root = mkdtempSync(join(tmpdir(), 'build-'));
const inputs = join(root, 'inputs');
const out = join(root, 'out');

before(() => {
  writeMonths(inputs, 'ghi', plausibleGhi);
  writeRecipe({});
  assert.match(run('build', '--out', out).stdout, /Dataset 1\.2\.3 is recorded/);
});
after(() => rmSync(root, { recursive: true }));

function writeRecipe(changes: Partial<Recipe>): void {
  writeFileSync(join(inputs, 'recipe.json'), JSON.stringify({ ...smallRecipe(), ...changes }));
}

function command(script: string, options: string[]): string[] {
  const recipe = ['--recipe', join(inputs, 'recipe.json')];
  return ['--import', 'tsx', join(PROJECT, 'pipeline', `${script}.ts`), ...recipe, ...options];
}

function run(script: string, ...options: string[]) {
  return spawnSync(process.execPath, command(script, options), { cwd: PROJECT, encoding: 'utf8' });
}

test('check-version passes while nothing changed', () => {
  const { status, stdout } = run('check-version', '--record', out);
  assert.equal(status, 0);
  assert.match(stdout, /Dataset 1\.2\.3: unchanged/);
});

test('one raster changed by 3 % asks for a minor bump, and passes when put back or bumped', () => {
  const june = join(inputs, 'ghi_06.asc');
  const original = readFileSync(june, 'utf8');
  const lines = original.trimEnd().split('\n');
  const scaled = lines.map((line, i) =>
    i < 6
      ? line
      : line
          .split(' ')
          .map((x) => String(1.03 * Number(x)))
          .join(' '),
  );
  writeFileSync(june, scaled.join('\n'));
  const changed = run('check-version', '--record', out);
  assert.equal(changed.status, 1);
  assert.match(changed.stderr, /minor bump is due\. Set "dataset_version": "1\.3\.0"/);

  const built = run('build', '--out', out);
  assert.match(built.stdout, /not recorded in manifest\.json: .*minor bump is due/);
  assert.equal(
    run('check-version', '--record', out).status,
    1,
    'building does not launder the change',
  );

  writeRecipe({ dataset_version: '1.3.0' });
  const bumped = run('check-version', '--record', out);
  assert.equal(bumped.status, 0);
  assert.match(bumped.stdout, /1\.2\.3 to 1\.3\.0 is enough\. Run "make artifacts"/);

  writeFileSync(june, original);
  const withoutChange = run('check-version', '--record', out);
  assert.equal(withoutChange.status, 1);
  assert.match(withoutChange.stderr, /no byte of the data did/);

  writeRecipe({});
  assert.equal(run('check-version', '--record', out).status, 0);
  assert.equal(run('build', '--out', out).status, 0);
});

test('parts built apart and merged are the file of a single run', async () => {
  const parts = join(root, 'parts');
  for (const part of ['1/3', '2/3', '3/3'])
    assert.equal(run('build', '--out', parts, '--shard', part).status, 0);
  assert.equal(run('build', '--out', parts, '--merge', '3').status, 0);
  for (const name of ['pv-yield.bin', 'summary.csv']) {
    assert.ok(readFileSync(join(parts, name)).equals(readFileSync(join(out, name))), name);
  }
  await assert.rejects(
    readPvYield(join(parts, 'pv-yield.2-of-3.bin')),
    /is part 2 of 3 of a dataset\. Merge the parts first/,
  );
});

test('a part that is missing, damaged or of another build is named', () => {
  const parts = join(root, 'parts');
  assert.match(run('build', '--out', parts, '--merge', '4').stderr, /pv-yield\.1-of-4\.bin/);
  const path = join(parts, 'pv-yield.2-of-3.bin');
  const bytes = readFileSync(path);
  bytes[bytes.length - 2000] ^= 1;
  writeFileSync(path, bytes);
  assert.match(
    run('build', '--out', parts, '--merge', '3').stderr,
    /2-of-3\.bin: section ".*" is damaged/,
  );
  writeRecipe({ model: { ...smallRecipe().model, albedo: 0.3 } });
  assert.equal(run('build', '--out', parts, '--shard', '2/3').status, 0);
  assert.match(
    run('build', '--out', parts, '--merge', '3').stderr,
    /2-of-3\.bin: is of another build than .*1-of-3\.bin/,
  );
  writeRecipe({});
});

test('a shard that is none is told the form', () => {
  for (const shard of ['0/3', '4/3', 'x']) {
    assert.match(
      run('build', '--out', out, '--shard', shard).stderr,
      /expected I\/N with I from 1 to N/,
    );
  }
});

test('killed at eight moments, the artifact on disk is always whole and the next build succeeds', async () => {
  const folder = join(root, 'killed');
  cpSync(out, folder, { recursive: true });
  const path = join(folder, 'pv-yield.bin');
  const old = readFileSync(path);
  let killed = 0;
  for (let moment = 1; moment <= 8; moment++) {
    const child = spawn(process.execPath, command('build', ['--out', folder, '--force']), {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit');
    let lines = 0;
    for (const output of [child.stdout, child.stderr]) {
      createInterface(output).on('line', () => {
        if (++lines === moment) child.kill('SIGKILL');
      });
    }
    const [, signal] = await exited;
    if (signal === 'SIGKILL') killed++;
    assert.ok(readFileSync(path).equals(old), `line ${moment}`);
    await readPvYield(path);
  }
  assert.ok(killed >= 5, `${killed} of eight were still running`);
  assert.equal(run('build', '--out', folder, '--force').status, 0);
  assert.ok(readFileSync(path).equals(old));
  assert.ok(!existsSync(`${path}.part`));
});

test('a dataset may cover wherever the rasters have data, at any step', async () => {
  const folder = join(root, 'box');
  const bbox = [12.5, 55.2, 15, 57.9];
  writeRecipe({ grid: { step_deg: 0.1, bbox, coverage: 'data' } });
  const { stderr } = run('build', '--out', folder);
  writeRecipe({});
  const artifact = await readPvYield(join(folder, 'pv-yield.bin'));
  assert.equal(artifact.header.cells, 26 * 28, stderr);
  assert.equal(artifact.header.coverage, 'wherever the rasters have data');
  assert.equal(
    artifact.mask.bits.reduce((n, byte) => n + byte.toString(2).replaceAll('0', '').length, 0),
    25 * 27,
  );
});
