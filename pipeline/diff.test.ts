/** The commands that read a built dataset, run as make runs them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PROJECT } from './file-record.ts';
import { smallArtifact, writeDataset } from './test-artifact.ts';

const folder = mkdtempSync(join(tmpdir(), 'diff-'));
after(() => rmSync(folder, { recursive: true }));

function run(command: string, ...args: string[]) {
  const entry = join(PROJECT, 'pipeline', `${command}.ts`);
  const { status, stdout, stderr } = spawnSync('node', ['--import', 'tsx', entry, ...args], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Folders of two datasets that differ in one cell. */
function twoDatasets(): string[] {
  const changed = smallArtifact();
  changed.yield.fill(25_000, 0, 12);
  return [smallArtifact(), changed].map((artifact, i) => {
    const path = join(folder, String(i));
    mkdirSync(path, { recursive: true });
    writeDataset(join(path, 'pv-yield.bin'), artifact);
    return path;
  });
}

test('datasets that differ are told apart with exit 0, in a summary and six files', () => {
  const [a, b] = twoDatasets().map((path) => join(path, 'pv-yield.bin'));
  const { status, stdout } = run('diff', '--a', a, '--b', b, '--out', join(folder, 'diff'));
  assert.equal(status, 0);
  assert.match(stdout, /at most 50\.00 %/);
  assert.deepEqual(readdirSync(join(folder, 'diff')).sort(), [
    'cells.csv',
    'diff.json',
    'ghi-map.svg',
    'histogram.svg',
    'index.html',
    'map.svg',
    'months.svg',
  ]);
});

test('a missing or broken dataset is one sentence and exit 1', () => {
  const [a] = twoDatasets();
  const missing = run('diff', '--a', join(a, 'pv-yield.bin'), '--b', join(folder, 'none.bin'));
  assert.equal(missing.status, 1);
  assert.match(
    missing.stderr,
    /^Diff failed: .*none\.bin: there is no such file.*make artifacts".\n$/,
  );
  const none = run('diff');
  assert.match(none.stderr, /^Diff failed: two files are needed\. Try: make diff A=.* B=.*\n$/);
});

test('report and export write their files from a folder of artifacts', () => {
  const [a] = twoDatasets();
  const page = join(folder, 'report.html');
  assert.equal(run('report', '--artifacts', a, '--out', page).status, 0);
  assert.match(readFileSync(page, 'utf8'), /^<!doctype html>[\s\S]*There is no manifest\.json/);
  const exported = join(folder, 'export');
  assert.equal(run('export', '--artifacts', a, '--out', exported).status, 0);
  assert.equal(readdirSync(exported).length, 17);
});
