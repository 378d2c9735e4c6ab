/** Faults around a build: every file is the old one or the new one, whole. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as kit from '../../../pipeline/dataset/dataset.test-kit.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { skipWithoutDisk, smallDisk } from '../../test/small-disk.ts';
import { launchProgram } from '../../test/start-program.ts';
import { report, suite, survive } from './tally.ts';

const root = testFolder();
const recipe = join(root, 'recipe.json');
const [old, next] = [join(root, '1.2.3'), join(root, '2.0.0')];

/** Builds the recipe, and kills it at a line of its log if one is given. */
async function build(out: string, killedAt = -1) {
  const words = ['--import', 'tsx', 'pipeline/build.ts', '--recipe', recipe, '--out', out];
  const { child, listening } = launchProgram(words);
  listening.catch(() => {});
  let lines = 0;
  child.stdout.on('data', () => lines++ === killedAt && child.kill('SIGKILL'));
  await once(child, 'exit');
  return child.exitCode;
}

async function makeBuilds(): Promise<void> {
  kit.writeMonths(root, 'ghi', kit.plausibleGhi);
  const { grid, model, ...rest } = kit.smallRecipe();
  for (const [out, albedo] of [
    [old, 0.2],
    [next, 0.5],
  ] as const) {
    const changes = { dataset_version: out.slice(-5), model: { ...model, albedo } };
    const text = JSON.stringify({ ...rest, grid: { ...grid, coverage: 'data' }, ...changes });
    writeFileSync(recipe, text);
    assert.equal(await build(out), 0);
  }
}

/** @returns whether all files are of the new build */
function isNext(folder: string): boolean {
  const is = (name: string, of: string) =>
    readFileSync(join(folder, name)).equals(readFileSync(join(of, name)));
  const names = readdirSync(next).filter((name) => !name.startsWith('.'));
  const broken = names.filter((name) => !is(name, old) && !is(name, next));
  report('wrong answers', broken);
  return names.every((name) => is(name, next));
}

suite('a build', skipWithoutDisk, async (random) => {
  await makeBuilds();
  const disk = smallDisk(4_096);
  const folder = join(disk.folder, 'out');
  cpSync(old, folder, { recursive: true });
  await survive('its disk is full', async () => {
    disk.fill(20);
    assert.equal(await build(folder), 1);
    assert.ok(!isNext(folder));
    disk.empty();
  });
  for (const line of [0, random(3), random(6)]) {
    await survive(`it is killed at line ${line}`, async () => {
      await build(folder, line);
      isNext(folder);
    });
  }
  assert.equal(await build(folder), 0);
  assert.ok(isNext(folder));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('staging')),
    [],
  );
});
