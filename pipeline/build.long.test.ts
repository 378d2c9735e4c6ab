/** A build's records, verdicts and parts. And as a process: its options, and two at once. `make faults` kills it. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, mock, test } from 'node:test';
import { readPvYield } from '../schemas/codec/read-artifact.ts';
import { PROJECT } from '../schemas/project.ts';
import type { Recipe } from '../schemas/types.ts';
import { plausibleGhi, SMALL_BBOX, smallRecipe, writeMonths } from './dataset/dataset.test-kit.ts';
import { testFolder } from './files/folder.test-kit.ts';
import { runProgram } from './test/run-program.ts';
import { buildDatasetOf, buildJob, buildShardOf, judgeVersion } from './versions/build-job.ts';

const root = testFolder();
const inputs = join(root, 'inputs');
const recipePath = join(inputs, 'recipe.json');
const out = join(root, 'out');

/** Coverage by data spares every build the country's outline. */
const SMALL: Recipe['grid'] = { step_deg: 0.25, bbox: SMALL_BBOX, coverage: 'data' };
/** Enough cells for a build to be met at work. */
const WIDE: Recipe['grid'] = { step_deg: 0.1, bbox: [12.5, 55.2, 15, 56.6], coverage: 'data' };

before(async () => {
  writeMonths(inputs, 'ghi', plausibleGhi);
  writeTemperatures(0);
  writeRecipe({});
  assert.match(await build(out), /Dataset 1\.2\.3 is recorded/);
});

function writeRecipe(changes: Partial<Recipe>): void {
  const [source] = smallRecipe().sources;
  const temperature = { files: 't2m_{month}.asc', unit: '°C' as const };
  const sources = [{ ...source, temperature }];
  const recipe = { ...smallRecipe(), grid: SMALL, sources, ...changes };
  writeFileSync(recipePath, JSON.stringify(recipe));
}

function writeTemperatures(addedC: number): void {
  writeMonths(inputs, 't2m', (month) => () => 7 - 9 * Math.cos((month * Math.PI) / 6) + addedC);
}

/** Builds in this process, as the command does. Returns its messages. */
async function build(folder: string, { shard = '', parts = 0, force = false } = {}) {
  const messages: string[] = [];
  const log = mock.method(console, 'log', (line: string) => messages.push(line));
  try {
    const job = await buildJob(recipePath, { out: folder, workers: 1, force });
    const [part, count] = shard.split('/').map(Number);
    if (shard) await buildShardOf(job, { index: part - 1, count });
    else await buildDatasetOf(job, parts);
  } finally {
    log.mock.restore();
  }
  return messages.join('\n');
}

const judged = () => judgeVersion(recipePath, out, 1);

const run = (script: string, ...options: string[]) =>
  runProgram(`pipeline/${script}.ts`, ['--recipe', recipePath, ...options]);

/** A build under way, with its output so far. */
function start(...options: string[]) {
  const words = ['--import', 'tsx', 'pipeline/build.ts', '--recipe', recipePath, ...options];
  const child = spawn(process.execPath, words, { cwd: PROJECT });
  let messages = '';
  const listeners: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      messages += text;
      for (const listener of listeners) listener();
    });
  }
  const exited = once(child, 'exit');
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve) => {
      listeners.push(() => pattern.test(messages) && resolve());
    });
  return { child, says, ended: async () => ({ code: (await exited)[0], messages }) };
}

test('check-version passes while nothing changed', () => {
  const { status, stdout } = run('check-version', '--record', out);
  assert.equal(status, 0);
  assert.match(stdout, /Dataset 1\.2\.3: unchanged/);
});

test('one raster changed by 3 % asks for a minor bump at every run, and passes when put back or bumped', async () => {
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
  assert.match(
    changed.stderr,
    /pv-yield\.bin changed \(.*records\).*minor bump is required\. Set "dataset_version": "1\.3\.0"/,
  );

  const notRecorded = /not recorded in manifest\.json: .*records.*minor bump is required/;
  assert.match(await build(out), notRecorded);
  const again = run('build', '--out', out).stdout;
  assert.match(again, /up to date/);
  assert.match(again, notRecorded);
  assert.equal((await judged()).ok, false, 'building does not launder the change');

  writeRecipe({ dataset_version: '1.3.0' });
  const bumped = await judged();
  assert.equal(bumped.ok, true);
  assert.match(bumped.message, /1\.2\.3 to 1\.3\.0 is enough\. Run "make artifacts"/);

  writeFileSync(june, original);
  writeRecipe({});
  assert.doesNotMatch(await build(out), /not recorded/);
});

test('a deleted record is written again', async () => {
  rmSync(join(out, 'manifest.json'));
  assert.match(await build(out), /is recorded in manifest/);
});

test('parts built apart and merged are the file of a single run; finished parts are not built again', async () => {
  const parts = join(root, 'parts');
  assert.equal(run('build', '--out', parts, '--shard', '1/3').status, 0);
  for (const shard of ['2/3', '3/3']) await build(parts, { shard });
  const second = join(parts, 'pv-yield.2-of-3.bin');
  const { mtimeMs } = statSync(second);
  assert.match(await build(parts, { shard: '2/3' }), /2-of-3\.bin: up to date/);
  assert.equal(statSync(second).mtimeMs, mtimeMs);
  assert.equal(run('build', '--out', parts, '--merge', '3').status, 0);
  for (const name of ['pv-yield.bin', 'summary.csv']) {
    assert.ok(readFileSync(join(parts, name)).equals(readFileSync(join(out, name))), name);
  }
  await assert.rejects(readPvYield(second), /is part 2 of 3 of a dataset\. Merge the parts first/);
});

const partTimes = (folder: string) =>
  [1, 2, 3].map((part) => statSync(join(folder, `pv-yield.${part}-of-3.bin`)).mtimeMs);

test('a part that is missing, damaged or of another build is named', async () => {
  const parts = join(root, 'parts');
  const merged = () => build(parts, { parts: 3 });
  rmSync(join(parts, 'pv-yield.3-of-3.bin'));
  await assert.rejects(
    merged(),
    /of 3 parts, pv-yield\.3-of-3\.bin is missing\. Build with SHARD=3\/3/,
  );
  await build(parts, { shard: '3/3' });
  const path = join(parts, 'pv-yield.2-of-3.bin');
  const bytes = readFileSync(path);
  bytes[bytes.length - 2000] ^= 1;
  writeFileSync(path, bytes);
  const { stderr } = run('build', '--out', parts, '--merge', '3');
  assert.match(stderr, /2-of-3\.bin: section ".*" is damaged \(its SHA-256 does not match\)\./);
  const command = / Build only this part again: (make artifacts SHARD=2\/3 .*)$/m.exec(stderr)?.[1];
  const before = partTimes(parts);
  const env = { ...process.env, MAKEFLAGS: '' };
  const again = spawnSync('bash', ['-c', command ?? 'false'], { cwd: PROJECT, env });
  assert.equal(again.status, 0, `${command}: ${again.stderr}`);
  const changed = partTimes(parts).map((time, i) => time !== before[i]);
  assert.deepEqual(changed, [false, true, false], 'it alone was built again');
  await merged();
  assert.ok(
    readFileSync(join(parts, 'pv-yield.bin')).equals(readFileSync(join(out, 'pv-yield.bin'))),
  );
  writeRecipe({ model: { ...smallRecipe().model, albedo: 0.3 } });
  await assert.rejects(merged(), /1-of-3\.bin: was built from another recipe, .*SHARD=1\/3/);
  writeRecipe({});
});

test('parts from before and after a change of an input do not become one dataset', async () => {
  const folder = join(root, 'stripes');
  await build(folder, { shard: '1/2' });
  writeTemperatures(5);
  await build(folder, { shard: '2/2' });
  const merged = run('build', '--out', folder, '--merge', '2');
  assert.equal(merged.status, 1);
  assert.match(
    merged.stderr,
    /1-of-2\.bin: was built from another recipe, other inputs or other code than/,
  );
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.startsWith('.')),
    ['pv-yield.1-of-2.bin', 'pv-yield.2-of-2.bin'],
    'nothing was recorded',
  );
  writeTemperatures(0);
  await assert.rejects(build(folder, { parts: 2 }), /2-of-2\.bin: was built from another recipe/);
});

test('a second build of a folder takes it over, and the first one fails with an error message', async () => {
  const folder = join(root, 'twice');
  writeRecipe({ grid: WIDE });
  const first = start('--out', folder);
  await first.says(/Computing yields/);
  first.child.kill('SIGSTOP');
  await build(folder);
  first.child.kill('SIGCONT');
  const { code, messages } = await first.ended();
  assert.equal(code, 1, messages);
  assert.match(
    messages,
    /twice: another build began there and replaced this one\. Build one at a time/,
  );
  assert.deepEqual(
    readdirSync(folder).filter((name) => /staging|part/.test(name)),
    [],
  );
  writeRecipe({});

  const { header, mask } = await readPvYield(join(folder, 'pv-yield.bin'));
  assert.equal(header.cells, 26 * 15, 'wherever the rasters have data, at any step');
  assert.equal(header.coverage, 'wherever the rasters have data');
  const squares = mask.bits.reduce((n, byte) => n + byte.toString(2).replaceAll('0', '').length, 0);
  assert.equal(squares, 25 * 14);
});
