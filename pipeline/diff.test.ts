/** The commands that read a built dataset, run as make runs them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '../schemas/commands/commands.mjs';
import { PROJECT } from '../schemas/project.ts';
import { smallArtifact, writeDataset } from './dataset/artifact.test-kit.ts';
import { testFolder } from './files/folder.test-kit.ts';
import { makeOutputFolder, makeRoomFor, readDataset } from './named-files.ts';
import { runMake, runProgram } from './test/run-program.ts';

const folder = testFolder();

const run = (command: string, ...words: string[]) =>
  runProgram(COMMANDS[command].program ?? '', words);

/** Folders of two datasets that differ in one cell. */
function twoDatasets(): string[] {
  const changed = smallArtifact();
  changed.yield.values.fill(25_000, 0, 12);
  return [smallArtifact(), changed].map((artifact, i) => {
    const path = join(folder, String(i));
    mkdirSync(path, { recursive: true });
    writeDataset(join(path, 'pv-yield.bin'), artifact);
    return path;
  });
}

test('datasets that differ get a summary and a table of cells, with exit 0', () => {
  const [a, b] = twoDatasets().map((path) => join(path, 'pv-yield.bin'));
  const { status, stdout } = run('diff', '--a', a, '--b', b, '--out', join(folder, 'diff'));
  assert.equal(status, 0);
  assert.match(stdout, /at most 50\.00 %/);
  assert.deepEqual(readdirSync(join(folder, 'diff')), ['cells.csv']);
});

test('a missing dataset is one error message with what to do, exit 1, and nothing is written', async () => {
  const [a] = twoDatasets();
  const out = join(folder, 'not-written');
  const files = ['--a', join(a, 'pv-yield.bin'), '--b', join(a, 'x.bin')];
  const { status, stderr } = run('diff', ...files, '--out', out);
  assert.equal(status, 1);
  assert.match(stderr, /^error: .*x\.bin: there is no such file\. Name .*\n$/);
  assert.ok(!existsSync(out));
  for (const path of ['nope.bin', join(folder, 'nowhere', 'nope.bin')]) {
    await assert.rejects(
      readDataset(path),
      /: there is no such f\w+\. Name a dataset that is there, such as artifacts\/pv-yield\.bin\.$/,
    );
  }
  await assert.rejects(readDataset(a), /is a folder, expected a file, such as .*pv-yield\.bin\.$/);
});

test('make export without a dataset names the command that builds one, and builds nothing', () => {
  const nowhere = join(folder, 'nowhere');
  const { status, stderr } = runMake('export', `ARTIFACTS=${nowhere}`);
  assert.equal(status, 2);
  assert.match(
    stderr,
    /^error: .*nowhere: there is no such folder\. Name .*or build one: make artifacts ARTIFACTS=.*nowhere$/m,
  );
  assert.ok(!existsSync(nowhere));
});

test('a path that cannot be written to is one error message', () => {
  const [a] = twoDatasets();
  const file = join(a, 'pv-yield.bin');
  assert.match(
    run('report', '--artifacts', a, '--out', a).stderr,
    /^error: .*: is a folder, expected the name of a file\. Give OUT=.*report\.html\.\n$/,
  );
  const isFile = /: is a file, expected a folder to write into\. Give another OUT\.$/;
  assert.throws(() => makeOutputFolder(file), isFile);
  assert.throws(() => makeRoomFor(join(file, 'x.html'), 'report.html'), isFile);
  assert.throws(() => makeOutputFolder(join(file, 'x', 'y')), /cannot be made \(ENOTDIR/);
});

test('a reader that stops early does not end the command', () => {
  const [a, b] = twoDatasets().map((path) => join(path, 'pv-yield.bin'));
  const out = join(folder, 'head');
  const entry = join(PROJECT, 'pipeline', 'diff.ts');
  const line = `node --import tsx '${entry}' --a '${a}' --b '${b}' --out '${out}' | true; echo \${PIPESTATUS[0]}`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: PROJECT, encoding: 'utf8' });
  assert.deepEqual([stdout, stderr], ['0\n', '']);
  assert.equal(readdirSync(out).length, 1);
});

test('report and export write their files from a folder of artifacts', () => {
  const [a] = twoDatasets();
  const page = join(folder, 'report.html');
  assert.equal(run('report', '--artifacts', a, '--out', page).status, 0);
  assert.match(readFileSync(page, 'utf8'), /^<!doctype html>[\s\S]*There is no manifest\.json/);
  const exported = join(folder, 'export');
  assert.equal(run('export', '--artifacts', a, '--out', exported).status, 0);
  assert.equal(readdirSync(exported).length, 16);
});
