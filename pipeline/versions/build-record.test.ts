/** The record of a build, by the size of its summary. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { smallRecipe } from '../dataset/dataset.test-kit.ts';
import { summaryHeading } from '../dataset/summary.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { publish } from '../files/staging.ts';
import { readManifest, readRecord, recordBuild } from './build-record.ts';
import { versionVerdict } from './version-verdict.ts';

const root = testFolder();

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(root, 'out-'));
});

/** Records a build of so many cells, all of whose values are multiplied. */
async function record(cells: number, factor: number, version = '1.2.3'): Promise<string | null> {
  const staging = join(out, '.staging');
  mkdirSync(staging);
  const values = Array.from({ length: 20 }, () => (100 * factor).toFixed(2)).join(',');
  const lines = Array.from({ length: cells }, (_, i) => `${50 + i / 10_000} 10,${values}\n`);
  writeFileSync(join(staging, 'pv-yield.summary.csv'), summaryHeading() + lines.join(''));
  const contents = { ghi: String(factor) };
  const output = { path: join(out, 'pv-yield.bin'), bytes: 1, sha256: 'a', contents };
  const recipe = { ...smallRecipe(), dataset_version: version };
  const folders = { staging, out };
  const recorded = await readRecord(out);
  const notRecorded = await recordBuild(recipe, [], [output], recorded, folders);
  publish(staging, out, []);
  rmSync(staging, { recursive: true });
  return notRecorded;
}

test('a summary of up to 10 MB is committed, a larger one stays where it is and is hashed', async () => {
  assert.equal(await record(100, 1), null);
  assert.equal(readManifest(out)?.summary.committed, true);
  assert.ok(existsSync(join(out, 'summary.csv')));

  const large = mkdtempSync(join(root, 'out-'));
  out = large;
  assert.equal(await record(80_000, 1), null);
  const summary = readManifest(out)?.summary;
  assert.equal(summary?.committed, false);
  assert.match(summary?.path ?? '', /summary\.large\.csv$/);
  assert.ok((summary?.bytes ?? 0) > 10e6);
  assert.deepEqual(
    ['summary.csv', 'summary.large.csv'].map((name) => existsSync(join(out, name))),
    [false, true],
  );
});

test('a large summary is judged by where it is at hand; elsewhere a change is minor at least', async () => {
  assert.equal(await record(80_000, 1), null);
  const slight = (await record(80_000, 1.0004)) ?? '';
  assert.match(slight, /GHI: 960000 of 960000 values move, by 0\.04 % .*a patch bump is due/);
  assert.equal(readManifest(out)?.outputs[0].contents.ghi, '1', 'the record stands');

  rmSync(join(out, 'summary.large.csv'));
  const there = await readRecord(out);
  assert.ok(there);
  assert.ok((await versionVerdict(there, there)).ok, 'unchanged bytes need no summary');
  const unknown = (await record(80_000, 1.0004)) ?? '';
  assert.match(unknown, /summary\.large\.csv of the recorded build .* is not here.*a minor bump/);
  assert.equal(await record(80_000, 1.0004, '1.3.0'), null);
});

test('a committed summary that is missing or another is refused', async () => {
  assert.equal(await record(100, 1), null);
  const path = join(out, 'summary.csv');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('100.00', '101.00'));
  await assert.rejects(
    readRecord(out),
    /summary\.csv is not the summary that it names\. Restore both/,
  );
  rmSync(path);
  await assert.rejects(readRecord(out), /manifest\.json: cannot be used as the record/);
});
